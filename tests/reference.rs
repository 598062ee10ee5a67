//! `games/README.md` lists every key, choice and word, exactly as the code describes them.

use patience::internals::{
    COMMANDS, Key, MAX_PILES, MEASURES, WORDS, characters, file::Action, file::Auto, file::Base,
    file::By, file::Deck, file::Divert, file::Face, file::File, file::First, file::Pile,
    file::Role, file::Score, file::Setup, file::Step, file::Take, file::Test, is_reserved,
};
use patience::{Rules, catalog};

use crate::common::root;

fn format_keys(table: &str, keys: &[Key]) -> String {
    let rows = keys
        .iter()
        .map(|k| format!("| `{}` | {} | {} |\n", k.name, k.meaning.trim(), k.default));
    assert!(!keys.is_empty(), "{table} has no keys");
    rows.collect()
}

fn format_choices(words: &[(&str, &str)]) -> String {
    words
        .iter()
        .map(|(word, meaning)| format!("| `{word}` | {} |\n", meaning.trim()))
        .collect()
}

#[test]
fn the_reference_matches_the_code() {
    let page =
        std::fs::read_to_string(root().join("games/README.md")).expect("the file can be read");
    let words: String = WORDS
        .iter()
        .map(|w| format!("| `{}` | {} |\n", w.text, w.meaning))
        .collect();
    let parts = [
        ("the top", format_keys("the top", File::KEYS)),
        ("deck", format_keys("deck", Deck::KEYS)),
        ("base", format_keys("base", Base::KEYS)),
        ("piles", format_keys("piles", Pile::KEYS)),
        ("setup", format_keys("setup", Setup::KEYS)),
        ("actions", format_keys("actions", Action::KEYS)),
        ("auto", format_keys("auto", Auto::KEYS)),
        ("steps", format_keys("steps", Step::KEYS)),
        ("divert", format_keys("divert", Divert::KEYS)),
        ("score", format_keys("score", Score::KEYS)),
        ("test", format_keys("test", Test::KEYS)),
        ("role", format_choices(Role::WORDS)),
        ("take", format_choices(Take::WORDS)),
        ("face", format_choices(Face::WORDS)),
        ("by", format_choices(By::WORDS)),
        ("first", format_choices(First::WORDS)),
        ("words", words),
    ];
    for (name, rows) in parts {
        let missing: Vec<&str> = rows
            .lines()
            .filter(|row| !page.lines().any(|line| line == *row))
            .collect();
        assert!(
            missing.is_empty(),
            "games/README.md, {name}: rows are missing or different:\n{}",
            missing.join("\n")
        );
        assert!(
            page.contains(&rows),
            "games/README.md, {name}: the rows are not in the order of the code"
        );
    }
    for command in COMMANDS {
        assert!(
            page.contains(&format!("`{}`", command.name)),
            "the command {} is missing",
            command.name
        );
    }
    assert!(page.contains(&MAX_PILES.to_string()));
    for limit in [
        patience::internals::MAX_COST_PER_CARD,
        patience::internals::MAX_COST_ONCE,
        patience::internals::MAX_COMMAND_WORK,
    ] {
        let written = patience::internals::group_digits(limit);
        assert!(page.contains(&written), "the limit {written} is missing");
    }
}

#[test]
fn the_index_matches_the_files() {
    let page = root().join("games/README.md");
    let page = std::fs::read_to_string(page).expect("the file can be read");
    let (_, index) = page
        .split_once("\n## The games\n")
        .expect("the page has an index");
    let table = index.find("| id |").map(|start| &index[start..]);
    let expected = crate::common::run_patience(&["list", "--index"], "").stdout;
    assert_eq!(
        table,
        Some(&expected[..]),
        "generate it again with `patience list --index`"
    );
}

/// The measures are of all games, as they are now.
#[test]
fn the_measures_match_the_games() {
    let measured = characters();
    let mut wrong = Vec::new();
    for entry in catalog() {
        let rules = Rules::built_in(&entry.id).expect("it is built in");
        let variants: Vec<&str> = entry.variant.as_deref().into_iter().collect();
        let game = rules.with_variants(&variants).expect("it is a variant");
        let character = measured.get(entry.key());
        if !character.is_some_and(|character| character.is_current(&game)) {
            wrong.push(entry.key().to_owned());
        }
    }
    assert_eq!(
        measured.len(),
        catalog().len(),
        "there are games that are gone"
    );
    assert!(
        wrong.is_empty(),
        "measure again with `patience list --measure > games/{MEASURES}`: {wrong:?}"
    );
}

#[test]
fn words_are_listed_once() {
    for (index, word) in WORDS.iter().enumerate() {
        assert!(is_reserved(word.text));
        assert!(
            !WORDS[..index].iter().any(|w| w.text == word.text),
            "{} is listed twice",
            word.text
        );
    }
}
