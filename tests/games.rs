//! Tests of every file in `games/`, without registration.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use patience::internals::BuiltIn;
use patience::internals::Compiled;
use patience::internals::file::Role;
use patience::library::{CatalogEntry, built_in_ids, catalog};
use patience::player::perft;
use patience::{Card, Deal, DealNumber, Game, Position, Rules};

use patience::internals::games_named;

use crate::common::{in_parallel, library, open_rules, root, rules_files, run_patience};

/// Checks every game, even after a failure, and then panics with the paths of those that failed.
fn for_every_game(check: impl Fn(&Rules) + Sync) {
    let passed = in_parallel(library(), |file| {
        catch_unwind(AssertUnwindSafe(|| check(&file.rules))).is_ok()
    });
    let files = library().iter().zip(passed);
    let failed: Vec<&Path> = files
        .filter(|(_, passed)| !passed)
        .map(|(file, _)| file.path.as_path())
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The tests of every game pass, and everything is as its snapshot says that a change of the program or of the file may
/// affect.
#[test]
fn games_pass_their_tests_and_are_as_they_were() {
    let games = root().join("games");
    let result = run_patience(&["test", games.to_str().expect("it is UTF-8")], "");
    assert_eq!(result.status, 0, "{}{}", result.stdout, result.stderr);
    let ids = library()
        .iter()
        .map(|file| file.rules.game().id().to_owned());
    let names = |id: String| ["play", "rules"].map(|part| format!("{id}.{part}.snap"));
    let entries = std::fs::read_dir(games.join("snapshots")).expect("the folder exists");
    let files = entries.map(|e| e.expect("the entry can be read").file_name());
    let files = files.filter_map(|f| f.into_string().ok());
    // Pages are only kept of some games.
    let files: BTreeSet<String> = files.filter(|f| !f.ends_with(".page.snap")).collect();
    assert_eq!(files, ids.flat_map(names).collect());
}

#[test]
fn games_have_enough_tests_and_no_warnings() {
    for_every_game(|rules| {
        assert!(rules.lint().is_empty(), "warnings");
        let test_cases = rules.test_cases().expect("the tests have no errors");
        assert!(test_cases.len() >= 5, "too few tests");
        assert!(
            test_cases.iter().all(|case| !case.name.is_empty()),
            "a test has no name"
        );
        let wins = |case: &patience::testing::TestCase| {
            case.move_count() > 0 && case.run().position.is_won()
        };
        assert!(
            test_cases.iter().any(wins),
            "no test wins the game by a move"
        );
    });
}

/// The merged rules of a game, written as one file, are the same game.
#[test]
fn merged_rules_are_the_same_game() {
    for_every_game(|rules| {
        let names = rules.variants().map(Some);
        for variant in std::iter::once(None).chain(names) {
            let with: Vec<&str> = variant.into_iter().collect();
            let game = rules.with_variants(&with).expect("the variant is valid");
            let settings = rules.settings(&with).expect("the variant is valid");
            for with_defaults in [false, true] {
                let text = settings.to_toml(with_defaults);
                let merged =
                    Rules::parse(game.id(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
                let merged = merged.game();
                assert_eq!(merged.page(), game.page(), "{text}");
                assert_eq!(merged.solver_facts(), game.solver_facts(), "{text}");
                let deal = Deal::Number(DealNumber(1));
                let deal = |game| Position::deal(game, &deal).expect("it can be dealt");
                let counts = [merged, &game].map(|game| perft(&deal(game), 2));
                assert_eq!(counts[0], counts[1], "{text}");
            }
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
                let key = (id.to_owned(), variant.clone());
                let numbers = (smallest_number_of_twins(game.deck()), count_cells(&game));
                let texts = [game.name(), game.family(), game.about()];
                let texts = texts.map(ToOwned::to_owned);
                expected.push((key, texts, game.aliases().to_vec(), numbers));
            }
        }
    }
    let found = catalog().into_iter().map(|entry| {
        assert_eq!(entry.path, None);
        let texts = [entry.name, entry.family, entry.about];
        let numbers = (entry.packs, entry.cells);
        ((entry.id, entry.variant), texts, entry.aliases, numbers)
    });
    assert_eq!(found.collect::<Vec<_>>(), expected);
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

/// A game is found under each of its names; books share a few. The program is asked for ten of them.
#[test]
fn games_are_found_by_their_names() {
    let catalog = catalog();
    let keys: BTreeSet<&str> = catalog.iter().map(CatalogEntry::key).collect();
    assert_eq!(keys.len(), catalog.len(), "two games have one id");
    let without_family = catalog.iter().find(|entry| entry.family.is_empty());
    assert_eq!(without_family, None);
    let names = catalog.iter().flat_map(|entry| {
        let aliases = entry.aliases.iter().map(String::as_str);
        let names = aliases.chain([entry.name.as_str(), entry.key()]);
        names.map(move |name| (entry, name))
    });
    let names: Vec<(&CatalogEntry, &str)> = names.collect();
    let lost = names.iter().filter(|(entry, name)| {
        let found = games_named(&catalog, name);
        !found.iter().any(|found| found.key() == entry.key())
    });
    assert_eq!(
        lost.collect::<Vec<_>>(),
        Vec::<&(&CatalogEntry, &str)>::new()
    );
    for (entry, name) in names.iter().step_by(names.len() / 10) {
        let result = run_patience(&["rules", name], "");
        let title = result.stdout.lines().next().unwrap_or_default();
        let is_listed = result.stderr.contains(&format!("`{}`", entry.key()));
        assert!(
            title.contains(&entry.name) || is_listed,
            "{name}: {title}{}",
            result.stderr
        );
    }
}

/// Each variant of each game is dealt and played in one of its tests.
#[test]
fn variants_have_tests() {
    let mut problems = Vec::new();
    for file in library() {
        let test_cases = file.rules.test_cases().expect("the tests have no errors");
        for variant in file.rules.variants() {
            let is_played = test_cases
                .iter()
                .any(|case| case.variants().iter().any(|name| name == variant));
            if !is_played {
                problems.push(format!("{}: {variant}", file.path.display()));
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
