//! The solver: what it claims is true. A plain search of small packs, known verdicts, and the commands.

use std::fmt::Write as _;
use std::fs;

use insta::assert_snapshot;
use patience::deal::parse_cards;
use patience::solve::{Control, Limit, Limits, Reductions};
use patience::{Deal, DealNumber, Move, Position, Rules, Solver, Verdict};

use self::truth::solve;
use crate::common::{open_rules, root, run_patience, with_snapshot_settings};

mod readings;
mod stretches;
pub(crate) mod truth;

/// A built-in game, or a rules file in `tests/solve/readings`.
fn find_rules(name: &str) -> Rules {
    let file = root().join(format!("tests/solve/readings/{name}.toml"));
    Rules::built_in(name).unwrap_or_else(|_| open_rules(&file))
}

/// Each line of the list is a game or a reading of one, its variants, a verdict and the cards of the stock. The verdicts were published with
/// the program Solvitaire; the deals are those of its seeds.
#[test]
fn verdicts_agree_with_published_ones() {
    let list =
        fs::read_to_string(root().join("tests/solve/verdicts.txt")).expect("the file can be read");
    let limits = Limits::default().with_states(300_000);
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" | ");
        let mut field = || fields.next().expect("each line has four fields");
        let (id, variants, verdict, cards) = (field(), field(), field(), field());
        let rules = find_rules(id);
        let variants: Vec<&str> = variants.split_whitespace().collect();
        let game = rules.with_variants(&variants).expect("the variants exist");
        let cards = parse_cards(cards).expect("these are cards");
        let position = Position::deal(&game, &Deal::Deck(cards)).expect("these are all cards");
        let found = solve(&position, limits.clone(), Reductions::ALL);
        assert_eq!(found, Some(verdict == "winnable"), "{line}");
    }
}

/// A position can be won if it can be after some move, and each move has its own verdict.
#[test]
fn each_move_has_a_verdict() {
    let rules = find_rules("fan");
    let (mut winnable, mut unwinnable) = (0, 0);
    for deal in [8, 9] {
        let deal = Deal::Number(DealNumber(deal));
        let position = Position::deal(rules.game(), &deal).expect("it can be dealt");
        let solver = Solver::new(Limits::default().with_states(300_000));
        let solved = solver.solve_moves(&position, &Control::default());
        let moves: Vec<Move> = solved.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, position.legal_moves());
        let mut is_winnable = false;
        for (mv, solution) in &solved {
            let mut next = position.clone();
            next.play(*mv).expect("it is legal");
            match &solution.verdict {
                Verdict::Winnable(moves) => {
                    for mv in moves {
                        next.play(*mv).expect("it is legal");
                    }
                    assert!(next.is_won());
                    (is_winnable, winnable) = (true, winnable + 1);
                }
                Verdict::Unwinnable => unwinnable += 1,
                verdict @ Verdict::Unknown(_) => panic!("{verdict:?}"),
            }
        }
        let verdict = solver.solve(&position, &Control::default()).verdict;
        assert_eq!(matches!(verdict, Verdict::Winnable(_)), is_winnable);
    }
    assert!(winnable > 3 && unwinnable > 2, "{winnable}, {unwinnable}");
}

/// A control that was interrupted stops every search until it is reset.
#[test]
fn a_control_can_be_used_again() {
    let deal = Deal::Number(DealNumber(1));
    let position = Position::deal(find_rules("freecell").game(), &deal);
    let position = position.expect("it can be dealt");
    let (solver, control) = (Solver::new(Limits::default()), Control::default());
    control.interrupt();
    let stopped = solver.solve(&position, &control);
    assert_eq!(stopped.verdict, Verdict::Unknown(Limit::Interrupt));
    control.reset();
    assert_eq!(control.states(), 0);
    let solved = solver.solve(&position, &control);
    assert!(matches!(solved.verdict, Verdict::Winnable(_)));
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
        &["solve", "fan", "--deal", "1", "--states", "0"],
        &["odds", "fan", "--shard", "1/2"],
        &[
            "solve", "klondike", "--deal", "3", "--ranks", "5", "--suits", "2",
        ],
        &[
            "solve",
            "klondike",
            "--deal",
            "3",
            "--ranks",
            "5",
            "--suits",
            "2",
            "--shortest",
        ],
        &[
            "solve",
            "freecell",
            "--deal",
            "1",
            "--shortest",
            "--states",
            "1000000",
        ],
        &["solve", "klondike", "--deal", "3", "--ranks", "14"],
        &["solve", "hit-or-miss", "--deal", "3", "--ranks", "4"],
        &[
            "solve", "klondike", "--deal", "3", "--ranks", "5", "--with", "6 ranks",
        ],
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
    assert_eq!(report["states"], 5);
}

/// A shuffle that no move can lead to leaves nothing open, and one that a move leads to is named.
#[test]
fn shuffles_are_named_only_where_they_can_happen() {
    let file = "tests/solve/mistakes/shuffled-once.toml";
    let solved = run_patience(&["solve", file, "--deal", "1"], "");
    assert!(
        solved.stdout.contains(": winnable in "),
        "{}",
        solved.stdout
    );
    let solved = run_patience(&["solve", "knockout", "--deal", "1"], "");
    let reason = ": unknown, as what is left depends on a shuffle: `redeal` shuffles the stock when 'over' (";
    assert!(solved.stdout.contains(reason), "{}", solved.stdout);
}
