//! Tests of every file in `games/`, without registration.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use insta::assert_snapshot;
use patience::internals::file::Role;
use patience::internals::{BuiltIn, Compiled, describe_game};
use patience::{Card, CatalogEntry, Game, Rules, built_in_ids, catalog};

use crate::common::{Rng, open_rules, root, rules_files, run_patience, with_snapshot_settings};

/// Checks every game, even after a failure, and then panics with the paths of those that failed.
fn for_every_game(check: impl Fn(&Path, &Rules)) {
    let fails = |path: &&std::path::PathBuf| {
        catch_unwind(AssertUnwindSafe(|| check(path, &open_rules(path)))).is_err()
    };
    let files = rules_files("games");
    let failed: Vec<_> = files.iter().filter(fails).collect();
    assert!(!files.is_empty() && failed.is_empty(), "{failed:#?}");
}

/// A snapshot per game of everything that a change to the program or the file may affect.
#[test]
fn games_are_as_they_were() {
    for_every_game(|_, rules| {
        let mut rng = Rng(2);
        let page = describe_game(rules, &mut |moves| rng.below(moves));
        let page = page.expect("the game can be dealt");
        let tests = format_test_results(rules);
        let page = format!("{}\n===== tests\n\n{tests}\n", page.trim_start());
        let id = rules.game().id();
        with_snapshot_settings(&format!("games/{id}.toml"), || {
            assert_snapshot!(format!("game@{id}"), page);
        });
    });
    assert_eq!(games_with_a_snapshot(), game_ids());
}

fn game_ids() -> BTreeSet<String> {
    let files = rules_files("games");
    files
        .iter()
        .map(|f| open_rules(f).game().id().to_owned())
        .collect()
}

fn games_with_a_snapshot() -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join("tests/snapshots")).expect("the folder exists");
    let names = entries.map(|e| e.expect("the entry can be read").file_name());
    let id = |name: std::ffi::OsString| {
        let id = name.to_str()?.strip_prefix("game@")?;
        Some(id.strip_suffix(".snap").unwrap_or(id).to_owned())
    };
    names.filter_map(id).collect()
}

fn format_test_results(rules: &Rules) -> String {
    let test_cases = rules.test_cases().expect("the tests have no errors");
    let format_result = |test_case: &patience::TestCase| {
        let failures = test_case.run().failures;
        let result = if failures.is_empty() {
            "passed"
        } else {
            "FAILED"
        };
        let failures = failures
            .iter()
            .map(|f| "\n".to_owned() + &patience::internals::render_one(f, rules.sources(), false));
        format!(
            "{result}: {}{}",
            test_case.name,
            failures.collect::<String>()
        )
    };
    let lines: Vec<String> = test_cases.iter().map(format_result).collect();
    lines.join("\n")
}

#[test]
fn games_have_tests_that_pass_and_no_warnings() {
    for_every_game(|_, rules| {
        assert!(rules.lint().is_empty(), "warnings");
        let test_cases = rules.test_cases().expect("the tests have no errors");
        assert!(test_cases.len() >= 5, "too few tests");
        assert!(
            test_cases.iter().all(|case| !case.name.is_empty()),
            "a test has no name"
        );
        let wins =
            |case: &patience::TestCase| case.move_count() > 0 && case.run().position.is_won();
        assert!(
            test_cases.iter().any(wins),
            "no test wins the game by a move"
        );
        for test_case in &test_cases {
            let failures = test_case.run().failures;
            assert!(failures.is_empty(), "{}: {failures:#?}", test_case.name);
        }
    });
}

/// The files in `tests/games` use what no game of the library does.
#[test]
fn rules_of_the_tests_pass_their_own_tests() {
    for path in rules_files("tests/games") {
        let rules = open_rules(&path);
        for test_case in rules.test_cases().expect("the tests have no errors") {
            let failures = test_case.run().failures;
            assert!(failures.is_empty(), "{}: {failures:#?}", path.display());
        }
    }
}

#[test]
fn built_in_games_match_the_folder() {
    let mut ids = Vec::new();
    for path in rules_files("games") {
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let id = id.expect("a file has a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let built_in = BuiltIn::find(&id).unwrap_or_else(|| panic!("{id} is not built in"));
        assert!(built_in.text() == text, "{id} is not built in as it is");
        ids.push(id);
    }
    ids.sort();
    assert_eq!(built_in_ids(), ids);
}

/// The library embeds the rules of a file and not its tests, which come last.
#[test]
fn rules_end_where_tests_begin() {
    for id in built_in_ids() {
        let file = BuiltIn::find(id).expect("the game is built in");
        let whole = Rules::built_in(id).expect("the game is built in");
        let alone = Rules::parse(id, file.rules())
            .unwrap_or_else(|rejected| panic!("without its tests: {rejected}"));
        let tests = |rules: &Rules| rules.test_cases().expect("the tests have no errors").len();
        assert_eq!(tests(&alone), 0, "{id} has a test before the others");
        assert!(
            tests(&whole) > 0 && file.text().starts_with(file.rules()),
            "{id} has no tests"
        );
        let fingerprints = [&whole, &alone].map(|rules| rules.game().fingerprint());
        assert_eq!(
            fingerprints[0], fingerprints[1],
            "{id} has rules after a test"
        );
    }
}

/// The catalog, which does not compile the games, says the same as the games.
#[test]
fn the_catalog_matches_the_games() {
    let mut expected = Vec::new();
    for id in built_in_ids() {
        let rules = Rules::built_in(id).expect("the game is built in");
        let names = rules.variants().map(|name| Some(name.to_owned()));
        for variant in std::iter::once(None).chain(names) {
            let with: Vec<&str> = variant.as_deref().into_iter().collect();
            let game = rules.with_variants(&with).expect("the variant is valid");
            if variant.is_none() || game.name() != rules.game().name() {
                expected.push(CatalogEntry {
                    id: id.to_owned(),
                    variant: variant.clone(),
                    name: game.name().to_owned(),
                    aliases: game.aliases().to_vec(),
                    family: game.family().to_owned(),
                    about: game.about().to_owned(),
                    packs: smallest_number_of_twins(game.deck()),
                    cells: count_cells(&game),
                    path: None,
                });
            }
        }
    }
    assert_eq!(catalog(), expected);
}

/// The number of packs, unless each suit is in a pack twice.
fn smallest_number_of_twins(deck: &[Card]) -> i64 {
    let count = |card: &Card| deck.iter().filter(|other| *other == card).count();
    let smallest = deck.iter().map(count).min();
    smallest.map_or(0, |count| i64::try_from(count).expect("a pack is small"))
}

fn count_cells(game: &Game) -> i64 {
    let compiled = Compiled::new(game);
    let cells = compiled.groups.iter().filter(|g| g.role == Role::Cell);
    cells.map(|g| i64::from(g.piles.count)).sum()
}

/// A game is found under each of its names.
#[test]
fn games_are_found_by_their_names() {
    let catalog = catalog();
    let mut problems = Vec::new();
    let keys: BTreeSet<&str> = catalog.iter().map(CatalogEntry::key).collect();
    assert_eq!(keys.len(), catalog.len(), "two games have one id");
    let without_family = catalog.iter().find(|entry| entry.family.is_empty());
    assert_eq!(without_family, None);
    for entry in &catalog {
        let names = entry.aliases.iter().chain([&entry.name]);
        for name in names.map(String::as_str).chain([entry.key()]) {
            let result = run_patience(&["rules", name], "");
            let title = result.stdout.lines().next().unwrap_or_default();
            // Books share a few names; then all their games are listed.
            let is_listed = result.stderr.contains(&format!("`{}`", entry.key()));
            if !title.contains(&entry.name) && !is_listed {
                problems.push(format!("{}: {name}: {title}{}", entry.key(), result.stderr));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Each variant of each game is dealt and played in one of its tests.
#[test]
fn variants_have_tests() {
    let mut problems = Vec::new();
    for file in rules_files("games") {
        let rules = open_rules(&file);
        let test_cases = rules.test_cases().expect("the tests have no errors");
        for variant in rules.variants() {
            let is_played = test_cases
                .iter()
                .any(|case| case.variants().iter().any(|name| name == variant));
            if !is_played {
                problems.push(format!("{}: {variant}", file.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// Editors and most libraries read TOML 1.0, in which an inline table is on one line.
#[test]
fn games_are_plain_toml() {
    let read = |text: &str| basic_toml::from_str::<serde::de::IgnoredAny>(text).map(|_| ());
    assert!(
        read("place = {\n  t1 = \"AC\",\n}").is_err(),
        "the parser reads more than TOML 1.0"
    );
    for file in rules_files("games") {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let result = read(&text);
        assert!(result.is_ok(), "{}: {result:?}", file.display());
    }
}
