//! All work is counted, and is done only within limits.

use std::fmt::Write as _;

use patience::internals::work_by_kind;
use patience::library::built_in_ids;
use patience::solve::{Control, Limit, Limits};
use patience::work::{self, Kind};
use patience::{Deal, DealNumber, Position, Rules, Solver, Verdict};

use crate::common::{Rng, open_rules, root, say};
use crate::host::Alone;

fn done_by<T>(f: impl FnOnce() -> T) -> (T, u64) {
    let before = work::done();
    let result = f();
    (result, work::done() - before)
}

fn deal(rules: &Rules, number: u64) -> Position {
    let deal = Deal::Number(DealNumber(number));
    Position::deal(rules.game(), &deal).expect("the deal succeeds")
}

#[test]
fn a_limit_ends_with_its_function() {
    let text = "name = 'Mine'\nlike = 'klondike'";
    let parse = || Rules::parse("mine", text).map(|_| ());
    assert!(parse().is_ok());
    let rejected = work::within(1_000, parse).expect_err("the work is not enough");
    assert!(
        rejected.to_string().contains("takes too much work"),
        "{rejected}"
    );
    let inner = work::within(1_000, || work::within(100_000_000, parse));
    assert!(
        inner.is_err(),
        "an inner limit is no larger than the one around it"
    );
    let panicked = std::panic::catch_unwind(|| work::within(1, || panic!("as it should")));
    assert!(
        panicked.is_err() && parse().is_ok(),
        "limits end with a panic"
    );
}

/// No limit comes near what the games here need.
#[test]
fn the_library_stays_far_below_the_limits() {
    let (mut dearest, mut moves) = ([0; 4], 0);
    for id in built_in_ids() {
        let (rules, loading) = done_by(|| Rules::built_in(id));
        let rules = rules.expect("the game is built in");
        let (mut position, opening) = done_by(|| deal(&rules, 1));
        let (mut legal, mut random) = (Vec::new(), Rng(1));
        let (mut listing, mut playing) = (0, 0);
        for _ in 0..50 {
            let (is_complete, work) = done_by(|| position.legal_moves_into(&mut legal));
            assert!(is_complete, "{id}");
            listing = listing.max(work);
            if legal.is_empty() {
                break;
            }
            let chosen = legal[random.below(legal.len())];
            playing = playing.max(done_by(|| position.play_unchecked(chosen)).1);
            moves += 1;
        }
        let found = [loading, opening, listing, playing];
        for (most, found) in dearest.iter_mut().zip(found) {
            *most = found.max(*most);
        }
    }
    let limits = [work::LOADING, work::OPENING, work::LISTING, work::MOVE];
    for (most, limit) in dearest.iter().zip(limits) {
        assert!(10 * most < limit, "{most} of {limit}");
    }
    assert!(moves > 10_000);
    say(
        "the_library_stays_far_below_the_limits",
        &format_args!("{dearest:?}"),
    );
}

/// A search looks at no more positions than it may, those to make a win shorter included, and does no more work.
#[test]
fn searches_keep_their_limits() {
    let mut wins = 0;
    for id in ["freecell", "yukon", "double-canfield", "fan", "golf"] {
        let rules = Rules::built_in(id).expect("the game is built in");
        for number in 1..=5 {
            let position = deal(&rules, number);
            for most in [1, 100, 10_000] {
                let limits = Limits::default().with_states(most);
                let solver = Solver::new(limits).with_shorter_wins();
                let solution = solver.solve(&position, &Control::default());
                assert!(
                    solution.states <= most,
                    "{id} {number}: {} of {most}",
                    solution.states
                );
                wins += u32::from(matches!(solution.verdict, Verdict::Winnable(_)));
            }
            for most in [100_000, 10_000_000] {
                let solver = Solver::new(Limits::default().with_work(most)).with_shorter_wins();
                let (solution, work) = done_by(|| solver.solve(&position, &Control::default()));
                assert!(work <= most + 5_000_000, "{id} {number}: {work} of {most}");
                let is_cut = solution.verdict == Verdict::Unknown(Limit::Work);
                assert!(is_cut || !matches!(solution.verdict, Verdict::Unknown(_)));
            }
        }
    }
    assert!(wins >= 10, "{wins}");
}

/// What a solver says of a game whose moves cannot all be listed is no proof.
#[test]
fn missing_moves_prove_nothing() {
    let rules = heavy(Kind::Node);
    let position = deal(&rules, 1);
    let mut legal = Vec::new();
    assert!(work::within(1_000_000, || !position
        .clone()
        .legal_moves_into(&mut legal)));
    let solver = Solver::new(Limits::default().with_states(50));
    let solution = work::within(3_000_000, || solver.solve(&position, &Control::default()));
    assert!(
        matches!(solution.verdict, Verdict::Unknown(_)),
        "{solution:?}"
    );
}

/// What a player waits for: each with its name, its limit, and what it does.
fn activities() -> Vec<(&'static str, u64, Activity)> {
    let say = |line: &'static str| -> Activity {
        Box::new(move |_, position| {
            let mut host = Alone {
                states: u64::MAX,
                slice: None,
            };
            Alone::dialogue(position).run(line, &mut host);
        })
    };
    vec![
        (
            "checking",
            work::CHECKING,
            Box::new(|rules, _| drop(rules.lint())),
        ),
        (
            "listing",
            work::LISTING,
            Box::new(|_, position| drop(position.legal_moves())),
        ),
        (
            "moving",
            work::LISTING + work::MOVE,
            Box::new(|_, position| {
                let mut next = position.clone();
                let moves = next.legal_moves();
                moves
                    .first()
                    .into_iter()
                    .for_each(|mv| next.play_unchecked(*mv));
            }),
        ),
        ("moves", work::LINE, say("moves")),
        ("several cards", 2 * work::LINE, say("t1 t2 2")),
        ("why", work::LINE, say("why t1 t2")),
        ("hint", work::HINT + 2 * work::LINE, say("hint")),
    ]
}

type Activity = Box<dyn Fn(&Rules, &Position)>;

/// How much of a kind of work a rules file can make the program do.
#[test]
fn no_file_does_more_than_the_limits() {
    let mut shows_nothing = Vec::new();
    for kind in Kind::ALL {
        let before = work_by_kind();
        let (rules, loading) = done_by(|| heavy(kind));
        assert!(
            loading <= work::LOADING + work::LOADING / 4,
            "{kind:?}: {loading}"
        );
        let mut shares = vec![("loading", share(kind, before))];
        let position = deal(&rules, 1);
        for (name, limit, act) in activities() {
            let before = work_by_kind();
            let ((), work) = done_by(|| act(&rules, &position));
            assert!(
                work <= limit + limit / 4,
                "{kind:?}: {name} took {work} of {limit}"
            );
            shares.push((name, share(kind, before)));
        }
        let most = shares.iter().map(|(_, share)| *share).max();
        if most < Some(10) {
            shows_nothing.push(kind);
        }
        say(
            "no_file_does_more_than_the_limits",
            &format_args!("{kind:?} {shares:?}"),
        );
    }
    assert_eq!(shows_nothing, [], "these files do little of their kinds");
}

/// The part of the work since then that is of a kind, in percent.
fn share(kind: Kind, before: [u64; Kind::ALL.len()]) -> u64 {
    let now = work_by_kind();
    let all: u64 = now
        .iter()
        .zip(before)
        .map(|(now, before)| now - before)
        .sum();
    let place = Kind::ALL.iter().position(|other| *other == kind);
    let place = place.expect("all kinds are listed");
    100 * (now[place] - before[place]) / all.max(1)
}

/// A file that makes the program do much work of a kind. A new kind needs a file of its own here.
fn heavy(kind: Kind) -> Rules {
    let text = match kind {
        Kind::Byte => format!(
            "{}\n{}",
            plain(8),
            "# a comment that is as long as a line may be\n".repeat(10_000)
        ),
        Kind::Part => {
            let parts = alternatives(20, |n| format!("card.value + this.index > {n}"));
            wide(100, &format!("build = \"{parts}\""))
        }
        Kind::Cell => {
            let parts =
                |base| alternatives(14, |n| format!("card.value * {n} == top.value + {base}"));
            wide(60, &format!("start = \"King\"\nbuild = \"{}\"", parts("0")))
        }
        Kind::Lint => {
            let part =
                |n| format!("(card.value == {n} and top.value != {n} and card.suit != top.suit)");
            let condition = alternatives(12, part);
            let group = |name| {
                format!(
                    "[piles.x{name}]\nrole = \"cell\"\nstart = \"King\"\nbuild = \"{condition}\"\n"
                )
            };
            plain(4) + &('a'..='z').map(group).collect::<String>()
        }
        Kind::Node => {
            let sum = "sum(p in tableau, p.size * this.size + card.value) > from.index";
            wide(
                100,
                &format!("start = \"{sum}\"\nbuild = \"{sum}\"\ntake = \"any\""),
            )
        }
        Kind::Step => {
            let every = "every(p in tableau, every(c in p, c is face_up)) or from.index > 0";
            wide(
                60,
                &format!("start = \"{every}\"\nbuild = \"{every}\"\ntake = \"any\""),
            )
        }
        Kind::Fact => {
            let count =
                "count(p in tableau, p.size > this.size) + count(p in tableau, p.size < this.size)";
            wide(
                60,
                &format!(
                    "start = \"{count} > 2\"\nbuild = \"{count} > 3\"\navailable = \"{count} > 1\""
                ),
            )
        }
        Kind::Move => {
            let path = root().join("tests/heavy/auto-heavy.toml");
            std::fs::read_to_string(path).expect("the file can be read")
        }
        Kind::Target | Kind::Copy | Kind::Key => wide(100, "start = \"any\"\nbuild = \"down\""),
        Kind::Check => wide(
            100,
            "start = \"moved.size < 3\"\nbuild = \"moved.size < 2 or from.size > 5\"\ntake = \"any\"",
        ),
        Kind::Cache => wide(3, "start = \"King\"\nbuild = \"down\"\ntake = \"any\""),
        Kind::Rank => wide(100, "start = \"any\"\nbuild = \"any\"\ntake = \"any\""),
        Kind::Sentence => wide(40, "start = \"any\"\nbuild = \"any\""),
    };
    match Rules::parse("heavy", &text) {
        Ok(rules) => rules,
        Err(rejected) => panic!("{kind:?}: {rejected}"),
    }
}

/// A condition of so many alternatives.
fn alternatives(count: usize, each: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let or = if number > 1 { " or " } else { "" };
        write!(text, "{or}{}", each(number)).expect("text can be written");
    }
    text
}

/// A game with so many columns, to which all cards of four packs are dealt.
fn wide(columns: usize, keys: &str) -> String {
    format!(
        "name = 'Heavy'\n[deck]\npacks = 4\n[piles.foundation]\ncount = 16\nstart = 'Ace'\nbuild = 'up and in_suit'\n\
         [piles.tableau]\ncount = {columns}\n{keys}\n[setup]\ndo = [{{ deal = 'all', to = 'tableau' }}]\n"
    )
}

fn plain(columns: usize) -> String {
    wide(columns, "start = 'King'\nbuild = 'down'")
}

/// A win is shortened no longer than the clock allows. Each move of this game takes as much work as a move can.
#[test]
fn an_interrupted_search_ends_at_once() {
    let rules = open_rules(&root().join("tests/heavy/auto-heavy.toml"));
    let position = deal(&rules, 1);
    let control = Control::default();
    control.interrupt();
    let solver = Solver::new(Limits::default()).with_shorter_wins();
    let (solution, work) = done_by(|| solver.solve(&position, &control));
    assert_eq!(solution.verdict, Verdict::Unknown(Limit::Interrupt));
    assert!(work < 3 * work::MOVE, "{work}");
}
