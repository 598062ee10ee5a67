//! The solver against a search as simple as can be, in games with short packs.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use patience::solve::{Control, Limits, Reduction, Reductions};
use patience::{Deal, DealNumber, Position, Rules, Solver, Verdict};

use crate::common::{Rng, cases, library, open_rules, root, say, thinning};

/// The positions that wait to be searched, with the number of moves to each.
type Open = VecDeque<(Position, usize)>;

/// There are more positions than the search may keep.
struct TooMany;

/// Searches every legal move with exact keys, and leaves nothing out. Returns the number of moves of the first win, if there
/// is any.
///
/// # Errors
///
/// There are more positions than `most`.
fn search(
    position: &Position,
    most: usize,
    take: fn(&mut Open) -> Option<(Position, usize)>,
) -> Result<Option<usize>, TooMany> {
    let mut seen = HashSet::from([position.key()]);
    let mut open = Open::from([(position.clone(), 0)]);
    while let Some((position, moves)) = take(&mut open) {
        if position.is_won() {
            return Ok(Some(moves));
        }
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                open.push_back((next, moves + 1));
            }
        }
        if seen.len() > most {
            return Err(TooMany);
        }
    }
    Ok(None)
}

/// Whether a position can be won, by a search as simple as can be. `None` if there are more positions than `most`.
pub(super) fn search_plainly(position: &Position, most: usize) -> Option<bool> {
    search(position, most, VecDeque::pop_back)
        .ok()
        .map(|win| win.is_some())
}

/// With how few moves a position can be won. `None` if there is no win, or if there are more positions than `most`.
fn count_fewest_moves(position: &Position, most: usize) -> Option<usize> {
    search(position, most, VecDeque::pop_front).ok().flatten()
}

/// What a search says that stops and goes on, and is interrupted now and then: whether it wins, or `None` if that is not
/// known after some slices.
fn solve_in_slices(position: &Position) -> Option<bool> {
    const SLICES: usize = 60;
    let control = Control::default();
    let mut search = Solver::new(Limits::default().with_memory(1 << 24)).search(position);
    for slice in 0..SLICES {
        if slice % 20 == 19 {
            control.interrupt();
        }
        let limits = Limits::default().with_states(11 + 13 * slice as u64);
        let verdict = search.go_on(&limits, &control).verdict;
        control.reset();
        match verdict {
            Verdict::Winnable(moves) => {
                let mut end = position.clone();
                for mv in moves {
                    end.play(mv).expect("the moves of a solution are legal");
                }
                assert!(end.is_won(), "a solution wins");
                return Some(true);
            }
            Verdict::Unwinnable => return Some(false),
            Verdict::Unknown(_) => {}
        }
    }
    None
}

/// What the solver says: whether it wins, or `None` if that is unknown, and how many positions it looked at. A line that
/// wins is played by the ordinary rules.
fn solve_and_count(
    position: &Position,
    limits: Limits,
    reductions: Reductions,
) -> (Option<bool>, u64) {
    let solver = Solver::new(limits).with_reductions(reductions);
    let solution = solver.solve(position, &Control::default());
    let verdict = match solution.verdict {
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
    };
    (verdict, solution.states)
}

/// The verdict of the solver: `None` if it is unknown.
pub(super) fn solve(position: &Position, limits: Limits, reductions: Reductions) -> Option<bool> {
    solve_and_count(position, limits, reductions).0
}

/// Two sets of reductions, of which one has a reduction that the other lacks.
struct Pair {
    reduction: Reduction,
    with: Reductions,
    without: Reductions,
}

/// Each reduction alone, and left out of all.
fn pairs_of_sets() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for reduction in Reduction::ALL {
        let without = match reduction {
            Reduction::RunEnds => Reductions::NONE.with(Reduction::PartRuns),
            _ => Reductions::NONE,
        };
        pairs.push((reduction, without));
        // What an action on the stock leads to decides for which moves the others hold.
        pairs.push((reduction, without.with(Reduction::Cycle).without(reduction)));
        pairs.push((reduction, Reductions::ALL.without(reduction)));
    }
    let pairs = pairs.into_iter().map(|(reduction, without)| Pair {
        reduction,
        with: without.with(reduction),
        without,
    });
    pairs.collect()
}

/// How often a reduction was tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// In how many positions it was on.
    pub(crate) on: usize,
    /// In how many it changed the number of positions that the solver looked at.
    pub(crate) mattered: usize,
}

/// Compares the solver with the plain search.
pub(crate) struct Comparison {
    pairs: Vec<Pair>,
    /// How many pairs of sets of reductions are tried in a position, beside all reductions and none.
    tries: usize,
    /// The most positions of the plain search.
    most: usize,
    next: usize,
    /// How many verdicts agreed.
    agreed: usize,
    /// How many positions are winnable, and how many are not.
    won: usize,
    lost: usize,
    /// How many wins were proved to be shortest.
    shortest: usize,
    /// The verdicts of searches that stopped and went on.
    sliced: usize,
    /// How often each reduction was tried, in the order of [`Reduction::ALL`].
    tallies: [Tally; Reduction::ALL.len()],
}

impl Comparison {
    /// Compares verdicts with those of plain searches of at most so many positions, with so many pairs of sets of
    /// reductions for each position.
    pub(crate) fn new(most: usize, tries: usize) -> Comparison {
        Comparison {
            pairs: pairs_of_sets(),
            tries,
            most,
            next: 0,
            agreed: 0,
            won: 0,
            lost: 0,
            shortest: 0,
            sliced: 0,
            tallies: [Tally::default(); Reduction::ALL.len()],
        }
    }

    /// Like [`Comparison::new`], with all pairs of sets for each position.
    pub(crate) fn of_all_pairs(most: usize) -> Comparison {
        Comparison::new(most, pairs_of_sets().len())
    }

    /// Compares the verdicts about a position, with all reductions, with none and with the next few pairs of sets of them.
    /// Returns false if the plain search finds no verdict.
    pub(crate) fn compare(&mut self, position: &Position, place: &str) -> bool {
        let truth = search_plainly(position, self.most);
        if let Some(truth) = truth {
            self.compare_with(position, truth, place);
            if truth && let Some(fewest) = count_fewest_moves(position, self.most) {
                self.compare_length(position, fewest, place);
            }
        }
        truth.is_some()
    }

    /// Compares the verdicts about a position with the truth.
    fn compare_with(&mut self, position: &Position, truth: bool, place: &str) {
        self.won += usize::from(truth);
        self.lost += usize::from(!truth);
        // A plain search may come upon a win by chance where another needs long.
        let limits = Limits::default()
            .with_states(20 * self.most as u64)
            .with_memory(1 << 24);
        let mut known: Vec<(Reductions, u64)> = Vec::new();
        let mut count = |reductions: Reductions, agreed: &mut usize| {
            if let Some((_, states)) = known.iter().find(|(set, _)| *set == reductions) {
                return *states;
            }
            let (verdict, states) = solve_and_count(position, limits.clone(), reductions);
            if let Some(verdict) = verdict {
                let text = position.to_text();
                assert_eq!(verdict, truth, "{place}, {reductions:?}\n{text}");
                *agreed += 1;
            }
            known.push((reductions, states));
            states
        };
        count(Reductions::ALL, &mut self.agreed);
        if let Some(verdict) = solve_in_slices(position) {
            assert_eq!(verdict, truth, "{place}, in slices\n{}", position.to_text());
            self.sliced += 1;
        }
        count(Reductions::NONE, &mut self.agreed);
        let on = position.game().reductions();
        let mut mattered = Reductions::NONE;
        for _ in 0..self.tries {
            self.next = (self.next + 1) % self.pairs.len();
            let pair = &self.pairs[self.next];
            let states = [pair.with, pair.without].map(|set| count(set, &mut self.agreed));
            if states[0] != states[1] {
                mattered = mattered.with(pair.reduction);
            }
        }
        for (reduction, tally) in Reduction::ALL.into_iter().zip(&mut self.tallies) {
            tally.on += usize::from(on.contains(reduction));
            tally.mattered += usize::from(mattered.contains(reduction));
        }
    }

    /// Compares the shortest win of a position with the truth. Where a shuffle may lead to a win, the solver does not say
    /// that none is shorter.
    fn compare_length(&mut self, position: &Position, fewest: usize, place: &str) {
        let limits = Limits::default()
            .with_states(40 * self.most as u64)
            .with_memory(1 << 24);
        let solver = Solver::new(limits).with_shortest_wins();
        let solution = solver.solve(position, &Control::default());
        let Verdict::Winnable(moves) = solution.verdict else {
            return;
        };
        let least = solution.least_moves.expect("it was asked");
        let text = position.to_text();
        assert!(
            least <= fewest && fewest <= moves.len(),
            "{place}: {least} to {} moves, not {fewest}\n{text}",
            moves.len()
        );
        let mut end = position.clone();
        for mv in &moves {
            end.play(*mv).expect("the moves of a solution are legal");
        }
        assert!(end.is_won(), "a solution wins");
        self.shortest += usize::from(least == moves.len());
    }

    /// Checks that enough verdicts were compared, and says how many.
    pub(crate) fn assert_at_least(&self, test: &str, agreed: usize, won: usize, lost: usize) {
        let [agreed, won, lost] = [agreed, won, lost].map(|least| least / thinning());
        let numbers = format!(
            "{} verdicts, {} in slices, {} positions winnable ({} wins proved shortest), {} unwinnable",
            self.agreed, self.sliced, self.won, self.shortest, self.lost
        );
        say(test, &numbers);
        let is_enough = self.agreed >= agreed
            && self.sliced > won
            && self.won >= won
            && self.lost >= lost
            && self.shortest * 2 > won;
        assert!(is_enough, "only {numbers}");
    }

    /// Checks that each reduction was on and mattered in so many positions, and says in how many.
    pub(crate) fn assert_each_reduction(&self, least: Tally) {
        for (reduction, tally) in Reduction::ALL.into_iter().zip(&self.tallies) {
            say(reduction.name(), tally);
        }
        for (reduction, tally) in Reduction::ALL.into_iter().zip(&self.tallies) {
            let is_enough =
                tally.on * thinning() >= least.on && tally.mattered >= least.mattered / thinning();
            assert!(is_enough, "{}: only {tally:?}", reduction.name());
        }
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

/// In `.ci/run` a deal of each game and size.
#[test]
fn verdicts_agree_with_a_plain_search_of_short_packs() {
    let mut comparison = Comparison::new(600, 2);
    let mut games = 0;
    for file in library().iter().step_by(thinning()) {
        games += usize::from(compare_game(&file.rules, cases(1), &mut comparison));
    }
    assert!(games > 250 / thinning(), "{games} games have short packs");
    comparison.assert_at_least("verdicts of short packs", 9_000, 1_500, 900);
}

/// Positions that the solver once took for lost, of built-in games and of rules files in `tests/solve/mistakes`. Where there
/// are too many positions for a plain search, the last line is a win.
#[test]
fn verdicts_agree_where_they_once_did_not() {
    let list = std::fs::read_to_string(root().join("tests/solve/mistakes.txt"));
    let list = list.expect("the file can be read");
    let mut comparison = Comparison::of_all_pairs(1_000);
    for entry in list.split("\n\n") {
        let (id, text) = entry.split_once('\n').expect("the game comes first");
        let file = root().join(format!("tests/solve/mistakes/{id}.toml"));
        let rules = Rules::built_in(id).unwrap_or_else(|_| open_rules(&file));
        let (text, win) = text.split_once("wins: ").unwrap_or((text, ""));
        let position = rules.read_position("a position", text, &[] as &[String]);
        let position = position.expect("it is a position");
        let mut end = position.clone();
        for text in win.trim_end().split("; ").filter(|text| !text.is_empty()) {
            let mv = end.parse_move(text).expect("it is a move");
            end.play(mv).expect("it is legal");
        }
        assert!(
            end.is_won() || search_plainly(&position, 20_000) == Some(true),
            "{id}"
        );
        comparison.compare_with(&position, true, id);
        let limits = Limits::default();
        assert_eq!(
            solve(&position, limits, Reductions::ALL),
            Some(true),
            "{id}"
        );
    }
}

/// A counter is in the key of a position only as far as a rule tells its values apart.
#[test]
fn a_search_ends_though_moves_are_counted() {
    let rules = open_rules(&root().join("tests/hostile/counts_without_end.toml"));
    for (cards, can_be_won) in [("AS AH 2S 2H", false), ("AS 2H AH 2S", true)] {
        let text = format!("place.h1 = '{cards}'");
        let position = rules.read_position::<&str>("this", &text, &[]);
        let position = position.expect("it is a position");
        let limits = Limits::default().with_states(10_000);
        assert_eq!(
            solve(&position, limits, Reductions::ALL),
            Some(can_be_won),
            "{cards}"
        );
    }
}

/// Two cards of a run lie on the Aces that must go up before them, and make way in one move.
#[test]
fn a_run_makes_way_at_once() {
    let text = r#"
        with = ["5 ranks", "2 suits"]
        place = { t1 = "AC AD 3D 2C", t2 = "4C", t3 = "2D", t4 = "3C", t5 = "4D", t6 = "KC", t7 = "KD" }
    "#;
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let position = rules.read_position("a position", text, &[] as &[String]);
    let position = position.expect("it is a position");
    let solver = Solver::new(Limits::default()).with_shortest_wins();
    let solution = solver.solve(&position, &Control::default());
    let Verdict::Winnable(moves) = solution.verdict else {
        panic!("the position is winnable");
    };
    assert_eq!((moves.len(), solution.least_moves), (11, Some(11)));
}

/// Once the time is up, no moves are found any more: that proves nothing.
#[test]
fn a_search_that_ends_early_claims_no_more_than_it_proved() {
    let rules = open_rules(&root().join("tests/heavy/every-move-heavy.toml"));
    let rules = rules.with_variants(&["5 ranks"]).expect("there are five");
    let position = Position::deal(&rules, &Deal::Number(DealNumber(3))).expect("it can be dealt");
    let solve = |limits| {
        let solver = Solver::new(limits).with_shortest_wins();
        solver.solve(&position, &Control::default())
    };
    let fewest = solve(Limits::default()).least_moves;
    let times = std::iter::successors(Some(Duration::from_millis(1)), |time| Some(*time * 5 / 4));
    for time in times.take_while(|time| *time < Duration::from_secs(1)) {
        let solution = solve(Limits::default().with_time(time));
        assert!(solution.least_moves <= fewest, "{time:?}: {solution:?}");
    }
}
