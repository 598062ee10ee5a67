//! The solver against a search as simple as can be, in games with short packs.

use std::collections::HashSet;

use patience::{
    Control, Deal, DealNumber, Limits, Position, Reductions, Rules, Solver, Verdict, built_in_ids,
};

use crate::common::{Rng, env_number, root};

/// Whether a position can be won, by a search as simple as can be: every legal move, exact keys, nothing left out. `None`
/// if there are more positions than `most`.
pub(super) fn search_plainly(position: &Position, most: usize) -> Option<bool> {
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
pub(super) fn solve(position: &Position, limits: Limits, reductions: Reductions) -> Option<bool> {
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

/// All reductions, none, each alone, and all but one.
fn sets_of_reductions() -> Vec<Reductions> {
    let mut sets = vec![Reductions::ALL, Reductions::NONE];
    let switches: [fn(&mut Reductions, bool); 8] = [
        |set, on| set.equal_piles = on,
        |set, on| set.suits = on,
        |set, on| set.order = on,
        |set, on| set.cycle = on,
        |set, on| set.safe_goals = on,
        |set, on| set.part_runs = on,
        |set, on| (set.part_runs, set.run_ends) = (set.part_runs || on, on),
        |set, on| set.dead_ends = on,
    ];
    for switch in switches {
        let mut set = Reductions::NONE;
        switch(&mut set, true);
        sets.push(set);
        // What an action on the stock leads to decides for which moves the others hold.
        set.cycle = true;
        sets.push(set);
        let mut set = Reductions::ALL;
        switch(&mut set, false);
        sets.push(set);
    }
    sets.dedup();
    sets
}

/// Compares the solver with the plain search.
pub(crate) struct Comparison {
    sets: Vec<Reductions>,
    /// How many sets of reductions are tried in a position, beside all reductions.
    tries: usize,
    /// The most positions of the plain search.
    most: usize,
    next: usize,
    /// How many verdicts agreed.
    agreed: usize,
    /// How many positions are winnable, and how many are not.
    won: usize,
    lost: usize,
}

impl Comparison {
    pub(crate) fn new(most: usize, tries: usize) -> Comparison {
        Comparison {
            sets: sets_of_reductions(),
            tries,
            most,
            next: 0,
            agreed: 0,
            won: 0,
            lost: 0,
        }
    }

    /// Compares the verdicts about a position, with all reductions and with the next few sets of them. Returns false if
    /// the plain search finds none.
    pub(crate) fn compare(&mut self, position: &Position, place: &str) -> bool {
        let Some(truth) = search_plainly(position, self.most) else {
            return false;
        };
        self.won += usize::from(truth);
        self.lost += usize::from(!truth);
        // A plain search may come upon a win by chance where another needs long.
        let limits = Limits {
            states: Some(20 * self.most as u64),
            memory: 1 << 24,
            ..Limits::default()
        };
        for number in 0..=self.tries {
            let index = if number == 0 {
                0
            } else {
                self.next += 1;
                self.next % self.sets.len()
            };
            let reductions = self.sets[index];
            if let Some(verdict) = solve(position, limits.clone(), reductions) {
                let text = position.to_text();
                assert_eq!(verdict, truth, "{place}, {reductions:?}\n{text}");
                self.agreed += 1;
            }
        }
        true
    }

    /// Checks that enough verdicts were compared, and prints how many for manual runs with more.
    #[expect(clippy::print_stdout, reason = "visible only with `--nocapture`")]
    pub(crate) fn assert_at_least(&self, agreed: usize, won: usize, lost: usize) {
        let numbers = format!(
            "{} verdicts, {} positions winnable, {} unwinnable",
            self.agreed, self.won, self.lost
        );
        println!("{numbers}");
        let is_enough = self.agreed >= agreed && self.won >= won && self.lost >= lost;
        assert!(is_enough, "only {numbers}");
    }
}

/// Plays random moves: positions in the middle of a game are unwinnable more often.
pub(crate) fn play_on(position: &mut Position, moves: usize, rng: &mut Rng) {
    for _ in 0..moves {
        let legal = position.legal_moves();
        if legal.is_empty() || position.is_won() {
            return;
        }
        position.play_unchecked(legal[rng.below(legal.len())]);
    }
}

/// The sizes of short packs that are tried, ranks and suits: the smallest first.
const SIZES: [(usize, usize); 9] = [
    (3, 1),
    (3, 2),
    (5, 2),
    (3, 4),
    (8, 2),
    (5, 4),
    (7, 4),
    (10, 4),
    (12, 4),
];

/// After how many random moves verdicts are compared.
const MOVES: [usize; 4] = [0, 10, 60, 200];

/// Compares verdicts about a game with packs of some sizes. Returns whether there was anything to compare.
fn compare_game(rules: &Rules, deals: u64, comparison: &mut Comparison) -> bool {
    let mut is_known = false;
    let mut rng = Rng(1);
    for (ranks, suits) in SIZES {
        let names = [format!("{ranks} ranks"), format!("{suits} suits")];
        let Ok(game) = rules.with_variants(&names) else {
            continue;
        };
        for number in 1..=deals {
            let deal = Deal::Number(DealNumber(number));
            let Ok(position) = Position::deal(&game, &deal) else {
                break;
            };
            for moves in MOVES {
                let mut position = position.clone();
                play_on(&mut position, moves, &mut rng);
                let place = format!("{}, {names:?}, deal {number}", game.id());
                is_known |= comparison.compare(&position, &place);
            }
        }
    }
    is_known
}

/// `PATIENCE_DEALS=20` tries that many deals of each game and size.
#[test]
fn verdicts_agree_with_a_plain_search_of_short_packs() {
    let mut comparison = Comparison::new(600, 2);
    let deals = env_number("PATIENCE_DEALS", 1);
    let mut games = 0;
    for id in built_in_ids() {
        let rules = Rules::built_in(id).expect("the game is built in");
        games += usize::from(compare_game(&rules, deals, &mut comparison));
    }
    assert!(games > 250, "{games} games have short packs");
    comparison.assert_at_least(9_000, 1_500, 900);
}

/// Positions in which the solver was wrong once.
#[test]
fn verdicts_agree_where_they_once_did_not() {
    let list = std::fs::read_to_string(root().join("tests/solve/mistakes.txt"));
    let list = list.expect("the file can be read");
    let mut comparison = Comparison::new(20_000, 20);
    for entry in list.split("\n\n") {
        let (id, text) = entry.split_once('\n').expect("the game comes first");
        let rules = Rules::built_in(id).expect("the game is built in");
        let position = rules.read_position("a position", text, &[] as &[String]);
        let position = position.expect("it is a position");
        assert!(comparison.compare(&position, id), "{id}");
    }
}
