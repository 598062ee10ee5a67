//! Simulations: many deals played by a simple player.

use std::collections::HashSet;
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::thread;

use patience::internals::interval;
use patience::library::Library;
use patience::player::{Plan, Player, Tally, simulate};
use patience::{DealNumber, Rules};

use crate::common::{open_rules, root, run_patience};

fn new_plan(player: Player, deals: std::ops::RangeInclusive<u64>, jobs: usize) -> Plan {
    Plan::new(deals).with_player(player).with_jobs(jobs)
}

#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    let run = |player: &str, jobs: &str| {
        let args = [
            "simulate", "golf", "--deals", "1..60", "--format", "json", "--player",
        ];
        let args = [&args[..], &[player, "--jobs", jobs]].concat();
        let result = run_patience(&args, "");
        assert_eq!(result.status, 0, "{}", result.stderr);
        let (results, _) = result
            .stdout
            .split_once("\"cpu_seconds\"")
            .expect("the output has the CPU time");
        results.to_owned()
    };
    assert_eq!(run("random", "1"), run("random", "3"));
    assert_eq!(run("greedy", "1"), run("greedy", "2"));
    assert!(run("greedy", "1").contains("\"games\":60"));
    for (deals, complaint) in [
        ("9..1", "the range is empty: 9 comes after 1"),
        ("x", "`x` is not a deal number"),
    ] {
        let result = run_patience(&["simulate", "golf", "--deals", deals], "");
        assert_eq!(result.status, 2);
        assert!(result.stderr.contains(complaint), "{}", result.stderr);
    }
    let result = run_patience(&["simulate", "golf", "--deals", "1..5", "--moves", "0"], "");
    assert!(
        result.stdout.contains("cut off  5 (100.00 %)"),
        "{}",
        result.stdout
    );
}

#[test]
fn there_are_no_more_jobs_than_deals() {
    let rules = open_rules(&root().join("games/golf.toml"));
    for jobs in [0, 1, 2, 100_000, usize::MAX] {
        let threads = Mutex::new(HashSet::new());
        let record_thread = |_| {
            let mut threads = threads.lock().expect("no thread panics");
            threads.insert(thread::current().id());
        };
        let tally = simulate(
            rules.game(),
            &new_plan(Player::Random, 1..=3, jobs),
            &record_thread,
        );
        assert_eq!(tally.expect("the deal succeeds").games, 3);
        assert!(threads.lock().expect("no thread panics").len() <= jobs.clamp(1, 3));
    }
    let args = ["simulate", "golf", "--deals", "1..2000", "--jobs", "256"];
    let result = run_patience(&args, "");
    assert!(result.stdout.starts_with("Golf: 2000 games\n"));
}

/// A panic in one thread is propagated once, and ends the other threads, which would otherwise play forever.
#[test]
fn a_panic_ends_all_jobs() {
    let rules = open_rules(&root().join("games/golf.toml"));
    let endless = new_plan(Player::Random, 0..=u64::MAX, 4);
    let fail_at_fifty = |games| assert!(games != 50, "at fifty");
    let result = catch_unwind(|| simulate(rules.game(), &endless, &fail_at_fifty));
    let payload = result.expect_err("the panic is propagated");
    assert_eq!(payload.downcast_ref(), Some(&"at fifty"));
}

#[test]
fn the_highest_deal_number_is_valid() {
    let rules = open_rules(&root().join("games/golf.toml"));
    let last = new_plan(Player::Random, u64::MAX - 9..=u64::MAX, 2);
    let tally = simulate(rules.game(), &last, &|_| {});
    assert_eq!(tally.expect("the deal succeeds").games, 10);
}

#[test]
fn the_first_impossible_deal_is_reported() {
    let path = "tests/games/failing/never-dealt.toml";
    let rules = open_rules(&root().join(path));
    for jobs in [1, 4] {
        let result = simulate(
            rules.game(),
            &new_plan(Player::Random, 5..=u64::MAX, jobs),
            &|_| {},
        );
        assert_eq!(result.expect_err("no deal is possible").deal, DealNumber(5));
    }
    let result = run_patience(&["simulate", path, "--deals", "5..9"], "");
    assert_eq!(result.status, 2);
    assert!(
        result.stderr.starts_with("error: deal 5: "),
        "{}",
        result.stderr
    );
}

/// Cards can only go back and forth between two piles, and the greedy player soon gives up.
const BACK_AND_FORTH: &str = "
name = 'Back and forth'
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
fn a_game_is_stuck_only_if_no_card_can_be_moved() {
    let simulate_greedy = |text: &str| -> Tally {
        let rules = Rules::parse_with("some", "some", text.as_bytes(), &Library::new());
        let rules = rules.unwrap_or_else(|error| panic!("{error:?}"));
        let tally = simulate(rules.game(), &new_plan(Player::Greedy, 1..=5, 1), &|_| {});
        tally.expect("the deal succeeds")
    };
    let tally = simulate_greedy(BACK_AND_FORTH);
    assert_eq!((tally.games, tally.stuck, tally.gave_up), (5, 0, 5));
    let tally = simulate_greedy(&BACK_AND_FORTH.replace("build = 'any'", ""));
    assert_eq!((tally.games, tally.stuck, tally.gave_up), (5, 5, 0));
}

#[test]
fn outcomes_are_named() {
    let args = [
        "simulate", "klondike", "--deals", "1..50", "--player", "greedy",
    ];
    let text = run_patience(&args, "").stdout;
    let object = run_patience(&[&args[..], &["--format", "json"]].concat(), "").stdout;
    let object: serde_json::Value = serde_json::from_str(&object).expect("the output is JSON");
    let mut games = 0;
    for (name, key) in [
        ("won", "wins"),
        ("stuck", "stuck"),
        ("gave up", "gave_up"),
        ("cut off", "cut_off"),
    ] {
        let number = object[key].as_u64().expect("the value is a number");
        assert!(text.contains(&format!("\n{name:7}  {number} (")), "{text}");
        games += number;
    }
    assert_eq!(games, 50);
    assert!(object["gave_up"].as_u64() > Some(25));
}

#[test]
fn an_honest_player_wins_more_than_a_greedy_one() {
    let count_wins = |player: Player| -> u64 {
        let wins = ["canfield", "klondike", "yukon"].map(|id| {
            let rules = Rules::built_in(id).expect("a game");
            let plan = new_plan(player, 1..=16, 2);
            let tally = simulate(rules.game(), &plan, &|_| {}).expect("deals");
            tally.wins
        });
        wins.iter().sum()
    };
    let honest = Player::Honest {
        states: 4000,
        looks: true,
    };
    let (honest, greedy) = (count_wins(honest), count_wins(Player::Greedy));
    // 16 and 8.
    assert!(honest >= greedy + 4, "{honest} and {greedy}");
}

#[test]
fn an_honest_player_says_what_it_knows() {
    let run = |args: &[&str]| {
        let args = [&["simulate", "klondike", "--deals", "1..2"], args].concat();
        run_patience(&args, "")
    };
    let honest = ["--player", "honest", "--states", "200"];
    let result = run(&honest);
    let knows =
        "knows    what was shown is remembered until a shuffle; the stock is looked through first";
    assert!(result.stdout.contains(knows), "{}", result.stdout);
    let result = run(&[&honest[..], &["--no-look", "--format", "json"]].concat());
    assert!(
        result
            .stdout
            .contains("the stock is not looked through first"),
        "{}",
        result.stdout
    );
    for args in [&["--no-look"][..], &["--states", "5", "--player", "greedy"]] {
        let result = run(args);
        assert_eq!(result.status, 2);
        assert!(
            result.stderr.contains("are for `--player honest`"),
            "{}",
            result.stderr
        );
    }
    let result = run(&["--player", "honest", "--states", "0"]);
    assert_eq!(result.status, 2);
    assert!(result.stderr.contains("--states"), "{}", result.stderr);
}

#[test]
fn intervals_match_published_tables() {
    for (wins, games, expected) in [
        (0, 0, "0.0000 1.0000"),
        (0, 10, "0.0000 0.3085"),
        (5, 10, "0.1871 0.8129"),
        (10, 10, "0.6915 1.0000"),
        (1, 20, "0.0013 0.2487"),
        (19, 20, "0.7513 0.9987"),
        (81, 263, "0.2553 0.3662"),
    ] {
        let (low, high) = interval(wins, games);
        assert_eq!(format!("{low:.4} {high:.4}"), expected);
    }
}
