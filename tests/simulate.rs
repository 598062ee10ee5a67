//! Many deals played by a simple player.

use std::collections::HashSet;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::thread;

use patience::{DealNumber, Library, Plan, Player, Rules, Tally, simulate};

use crate::common::{patience, root, rules};

fn plan(player: Player, deals: std::ops::RangeInclusive<u64>, jobs: usize) -> Plan {
    Plan {
        deals,
        player,
        moves: 1000,
        jobs,
    }
}

#[test]
fn what_comes_of_it_does_not_depend_on_the_jobs() {
    let of = |player: &str, jobs: &str| {
        let args = [
            "simulate", "golf", "--deals", "1..60", "--format", "json", "--player",
        ];
        let args = [&args[..], &[player, "--jobs", jobs]].concat();
        let answer = patience(&args, "");
        assert_eq!(answer.status, 0, "{}", answer.errors);
        let (played, _) = answer
            .output
            .split_once("\"cpu_seconds\"")
            .expect("an object");
        played.to_owned()
    };
    assert_eq!(of("random", "1"), of("random", "3"));
    assert_eq!(of("greedy", "1"), of("greedy", "2"));
    assert!(of("greedy", "1").contains("\"games\":60"));
    for (deals, complaint) in [
        ("9..1", "the range is empty: 9 comes after 1"),
        ("x", "`x` is not a deal number"),
    ] {
        let answer = patience(&["simulate", "golf", "--deals", deals], "");
        assert_eq!(answer.status, 2);
        assert!(answer.errors.contains(complaint), "{}", answer.errors);
    }
    let answer = patience(&["simulate", "golf", "--deals", "1..5", "--moves", "0"], "");
    assert!(
        answer.output.contains("cut off  5 (100.00 %)"),
        "{}",
        answer.output
    );
}

#[test]
fn there_are_no_more_jobs_than_deals() {
    let rules = rules(&root().join("games/golf.toml"));
    for jobs in [0, 1, 2, 100_000, usize::MAX] {
        let threads = Mutex::new(HashSet::new());
        let note = |_| {
            let mut threads = threads.lock().expect("nobody panics");
            threads.insert(thread::current().id());
        };
        let tally = simulate(rules.game(), &plan(Player::Random, 1..=3, jobs), &note);
        assert_eq!(tally.expect("a number is a deal").games, 3);
        assert!(threads.lock().expect("nobody panics").len() <= jobs.clamp(1, 3));
    }
    let most = usize::MAX.to_string();
    let args = ["simulate", "golf", "--deals", "1..2000", "--jobs", &most];
    let answer = patience(&args, "");
    assert!(answer.output.starts_with("Golf: 2000 games\n"));
}

/// What goes wrong in one thread is said once, and ends the others, which would play for ever.
#[test]
fn a_panic_ends_all_jobs() {
    let rules = rules(&root().join("games/golf.toml"));
    let endless = plan(Player::Random, 0..=u64::MAX, 4);
    let fail = |played| assert!(played != 50, "at fifty");
    let result = catch_unwind(|| simulate(rules.game(), &endless, &fail));
    let said = result.expect_err("it fails");
    assert_eq!(said.downcast_ref(), Some(&"at fifty"));
}

#[test]
fn the_last_number_is_a_deal() {
    let rules = rules(&root().join("games/golf.toml"));
    let last = plan(Player::Random, u64::MAX - 9..=u64::MAX, 2);
    let tally = simulate(rules.game(), &last, &|_| {});
    assert_eq!(tally.expect("a number is a deal").games, 10);
}

#[test]
fn of_the_deals_that_cannot_be_the_first_is_named() {
    let path = "tests/games/failing/never-dealt.toml";
    let rules = rules(&root().join(path));
    for jobs in [1, 4] {
        let undealt = simulate(
            rules.game(),
            &plan(Player::Random, 5..=u64::MAX, jobs),
            &|_| {},
        );
        assert_eq!(undealt.expect_err("no deal can be").deal, DealNumber(5));
    }
    let answer = patience(&["simulate", path, "--deals", "5..9"], "");
    assert_eq!(answer.status, 2);
    assert!(
        answer.errors.starts_with("error: deal 5: "),
        "{}",
        answer.errors
    );
}

/// Cards go from pile to pile and back, and the greedy player has soon seen that.
const TO_AND_FRO: &str = "
name = 'To and fro'
[piles.tableau]
count = 2
take = 'top'
goal = true
start = 'any'
build = 'any'
[setup]
do = [{ deal = 1, to = 'tableau' }]
";

#[test]
fn a_game_is_stuck_only_where_no_card_can_be_moved() {
    let greedy = |text: &str| -> Tally {
        let rules = Rules::parse_with("some", "some", text.as_bytes(), &Library::new());
        let rules = rules.unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let tally = simulate(rules.game(), &plan(Player::Greedy, 1..=5, 1), &|_| {});
        tally.expect("a number is a deal")
    };
    let tally = greedy(TO_AND_FRO);
    assert_eq!((tally.games, tally.stuck, tally.gave_up), (5, 0, 5));
    let tally = greedy(&TO_AND_FRO.replace("build = 'any'", ""));
    assert_eq!((tally.games, tally.stuck, tally.gave_up), (5, 5, 0));
}

#[test]
fn the_ends_are_named() {
    let args = [
        "simulate", "klondike", "--deals", "1..50", "--player", "greedy",
    ];
    let text = patience(&args, "").output;
    let object = patience(&[&args[..], &["--format", "json"]].concat(), "").output;
    let object: serde_json::Value = serde_json::from_str(&object).expect("an object");
    let mut games = 0;
    for (name, key) in [
        ("won", "wins"),
        ("stuck", "stuck"),
        ("gave up", "gave_up"),
        ("cut off", "cut_off"),
    ] {
        let number = object[key].as_u64().expect("a number");
        assert!(text.contains(&format!("\n{name:7}  {number} (")), "{text}");
        games += number;
    }
    assert_eq!(games, 50);
    assert!(object["gave_up"].as_u64() > Some(25));
}
