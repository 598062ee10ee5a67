//! The solver: what it claims is true. A plain search of small packs, known verdicts, and the commands.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;

use insta::assert_snapshot;
use patience::{
    Control, Deal, DealNumber, Limits, Position, Reductions, Rules, Solver, Verdict, built_in_ids,
    parse_cards,
};

use crate::common::{root, run_patience, with_snapshot_settings};

/// Whether a position can be won, by a search as simple as can be: every legal move, exact keys, nothing left out. `None`
/// if there are more positions than `most`.
fn search_plainly(position: &Position, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([position.key()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if position.is_won() {
            return Some(true);
        }
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// The verdict of the solver: `None` if it is unknown. A line that wins is played by the ordinary rules.
fn solve(position: &Position, limits: Limits, reductions: Reductions) -> Option<bool> {
    let solver = Solver::new(limits).with_reductions(reductions);
    match solver.solve(position, &Control::default()).verdict {
        Verdict::Winnable(moves) => {
            let mut position = position.clone();
            for mv in moves {
                position
                    .play(mv)
                    .expect("the moves of a solution are legal");
            }
            assert!(position.is_won(), "a solution wins");
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// All reductions, none, and each alone.
fn sets_of_reductions() -> Vec<Reductions> {
    let mut sets = vec![Reductions::ALL, Reductions::NONE];
    for turn_on in [
        |set: &mut Reductions| set.equal_piles = true,
        |set: &mut Reductions| set.suits = true,
        |set: &mut Reductions| set.order = true,
        |set: &mut Reductions| set.cycle = true,
        |set: &mut Reductions| set.safe_goals = true,
        |set: &mut Reductions| set.part_runs = true,
        |set: &mut Reductions| (set.part_runs, set.run_ends) = (true, true),
        |set: &mut Reductions| set.dead_ends = true,
    ] {
        let mut set = Reductions::NONE;
        turn_on(&mut set);
        sets.push(set);
        // What an action on the stock leads to decides for which moves the others hold.
        set.cycle = true;
        sets.push(set);
    }
    sets.dedup();
    sets
}

/// A game with a shorter pack; `None` if its rules do not allow that.
fn shorten(id: &str, ranks: usize, suits: usize) -> Option<Rules> {
    let quote = |words: &[&str]| {
        words
            .iter()
            .map(|word| format!("{word:?}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let ranks = quote(
        &[
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
        ][..ranks],
    );
    let suits = quote(&["C", "D", "H", "S"][..suits]);
    let text =
        format!("like = {id:?}\nname = \"Short\"\n[deck]\nranks = [{ranks}]\nsuits = [{suits}]\n");
    Rules::parse("short", text).ok()
}

/// The sizes of short packs that are tried, ranks and suits: the smallest first.
const SIZES: [(usize, usize); 8] = [
    (3, 1),
    (5, 1),
    (3, 2),
    (5, 2),
    (3, 4),
    (7, 2),
    (5, 4),
    (7, 4),
];

/// The most positions of a plain search, and how many packs and deals of each game are tried.
const MOST: usize = 3_000;
const PACKS: usize = 3;
const DEALS: u64 = 5;

#[test]
fn verdicts_agree_with_a_plain_search_of_small_packs() {
    let (mut agreed, mut won, mut games) = (0, 0, 0);
    // A plain search may come upon a win by chance where another needs long.
    let limits = Limits {
        states: Some(20_000),
        memory: 1 << 24,
        ..Limits::default()
    };
    let sets = sets_of_reductions();
    for (index, id) in built_in_ids().into_iter().enumerate() {
        // Each game is tried with all reductions, and with some of them that differ from game to game.
        let chosen = [
            Reductions::ALL,
            sets[index % sets.len()],
            sets[(index + 5) % sets.len()],
        ];
        let mut packs = 0;
        for (ranks, suits) in SIZES {
            if packs == PACKS {
                break;
            }
            let Some(rules) = shorten(id, ranks, suits) else {
                continue;
            };
            let mut is_known = false;
            for number in 1..=DEALS {
                let deal = Deal::Number(DealNumber(number));
                let Ok(position) = Position::deal(rules.game(), &deal) else {
                    break;
                };
                let Some(truth) = search_plainly(&position, MOST) else {
                    continue;
                };
                is_known = true;
                won += u32::from(truth);
                for reductions in chosen {
                    if let Some(verdict) = solve(&position, limits.clone(), reductions) {
                        let place = format!(
                            "{id}, {ranks} ranks, {suits} suits, deal {number}, {reductions:?}"
                        );
                        assert_eq!(verdict, truth, "{place}");
                        agreed += 1;
                    }
                }
            }
            packs += usize::from(is_known);
        }
        games += u32::from(packs > 0);
    }
    assert!(games > 80, "{games} games have small packs");
    assert!(
        agreed > 2_500 && won > 500,
        "{agreed} verdicts, {won} of them winnable"
    );
}

/// Each line of the list is a game, its variants, a verdict and the cards of the stock. The verdicts were published with
/// the program Solvitaire; the deals are those of its seeds.
#[test]
fn verdicts_agree_with_published_ones() {
    let list =
        fs::read_to_string(root().join("tests/solve/verdicts.txt")).expect("the file can be read");
    let limits = Limits {
        states: Some(300_000),
        ..Limits::default()
    };
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" | ");
        let mut field = || fields.next().expect("each line has four fields");
        let (id, variants, verdict, cards) = (field(), field(), field(), field());
        let rules = Rules::built_in(id).expect("the game is built in");
        let variants: Vec<&str> = variants.split_whitespace().collect();
        let game = rules.with_variants(&variants).expect("the variants exist");
        let cards = parse_cards(cards).expect("these are cards");
        let position = Position::deal(&game, &Deal::Deck(cards)).expect("these are all cards");
        let found = solve(&position, limits.clone(), Reductions::ALL);
        assert_eq!(found, Some(verdict == "winnable"), "{line}");
    }
}

/// The moves that `solve` prints are input for `play`.
#[test]
fn solutions_can_be_played() {
    for args in [
        &["freecell", "--deal", "ms:1"][..],
        &["klondike", "--deal", "3"],
    ] {
        let solved = run_patience(&[&["solve"], args].concat(), "");
        assert_eq!((solved.status, solved.stderr.as_str()), (0, ""));
        let (verdict, moves) = solved.stdout.split_once('\n').expect("there are lines");
        assert!(verdict.contains(": winnable in "), "{verdict}");
        let played = run_patience(&[&["play"], args].concat(), moves);
        assert!(played.stdout.contains("Won in "), "{}", played.stdout);
    }
}

#[test]
fn verdicts_have_exit_statuses() {
    let mut text = String::new();
    for args in [
        &["solve", "fan", "--deal", "1"][..],
        &["solve", "klondike", "--deal", "2", "--states", "100"],
        &["solve", "fan"],
        &["solve", "fan", "--deal", "1", "--time", "0"],
        &["odds", "fan", "--shard", "1/2"],
    ] {
        let result = run_patience(args, "");
        let output = result.stdout + &result.stderr;
        let _ = writeln!(
            text,
            "$ {}\n{output}exit status {}\n",
            args.join(" "),
            result.status
        );
    }
    with_snapshot_settings("", || assert_snapshot!("solve", text));
    let args = [
        "solve", "fan", "--deal", "1", "--format", "json", "--states", "5",
    ];
    let result = run_patience(&args, "");
    assert_eq!(result.status, 4);
    let report: serde_json::Value = serde_json::from_str(&result.stdout).expect("it is JSON");
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["limit"], "states");
    assert_eq!(report["states"], 6);
}
