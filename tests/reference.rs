//! `games/README.md` lists every key, every choice and every word, in the words of the code.

use patience::internals::{
    COMMANDS, Key, MAX_PILES, WORDS, file::Action, file::Auto, file::Base, file::By, file::Deck,
    file::Distinct, file::Face, file::File, file::First, file::Pile, file::Role, file::Score,
    file::Setup, file::Step, file::Take, file::Test, file::Win, is_reserved,
};

use crate::common::root;

fn keys(table: &str, keys: &[Key]) -> String {
    let rows = keys
        .iter()
        .map(|k| format!("| `{}` | {} | {} |\n", k.name, k.meaning.trim(), k.default));
    assert!(!keys.is_empty(), "{table} has keys");
    rows.collect()
}

fn choices(words: &[(&str, &str)]) -> String {
    words
        .iter()
        .map(|(word, meaning)| format!("| `{word}` | {} |\n", meaning.trim()))
        .collect()
}

#[test]
fn the_reference_is_that_of_the_code() {
    let page =
        std::fs::read_to_string(root().join("games/README.md")).expect("the reference is there");
    let words: String = WORDS
        .iter()
        .map(|w| format!("| `{}` | {} |\n", w.text, w.meaning))
        .collect();
    let parts = [
        ("the top", keys("the top", File::KEYS)),
        ("deck", keys("deck", Deck::KEYS)),
        ("base", keys("base", Base::KEYS)),
        ("piles", keys("piles", Pile::KEYS)),
        ("setup", keys("setup", Setup::KEYS)),
        ("actions", keys("actions", Action::KEYS)),
        ("auto", keys("auto", Auto::KEYS)),
        ("steps", keys("steps", Step::KEYS)),
        ("win", keys("win", Win::KEYS)),
        ("score", keys("score", Score::KEYS)),
        ("test", keys("test", Test::KEYS)),
        ("role", choices(Role::WORDS)),
        ("take", choices(Take::WORDS)),
        ("distinct", choices(Distinct::WORDS)),
        ("face", choices(Face::WORDS)),
        ("by", choices(By::WORDS)),
        ("first", choices(First::WORDS)),
        ("words", words),
    ];
    for (name, rows) in parts {
        let missing: Vec<&str> = rows
            .lines()
            .filter(|row| !page.lines().any(|line| line == *row))
            .collect();
        assert!(
            missing.is_empty(),
            "games/README.md, {name}: rows are missing or worded otherwise:\n{}",
            missing.join("\n")
        );
        assert!(
            page.contains(&rows),
            "games/README.md, {name}: the rows stand in the order of the code"
        );
    }
    for command in COMMANDS {
        assert!(
            page.contains(&format!("`{}`", command.name)),
            "the command {} is named",
            command.name
        );
    }
    assert!(page.contains(&MAX_PILES.to_string()));
    for limit in [
        patience::internals::MAX_COST_PER_CARD,
        patience::internals::MAX_COST_PER_TABLE,
        patience::internals::MAX_FOR_A_COMMAND,
    ] {
        let written = patience::internals::group_digits(limit);
        assert!(page.contains(&written), "the limit {written} is named");
    }
}

#[test]
fn the_index_is_that_of_the_files() {
    let page = root().join("games/README.md");
    let page = std::fs::read_to_string(page).expect("the reference is there");
    let (_, written) = page
        .split_once("\n## The games\n")
        .expect("the index is there");
    let table = written.find("| id |").map(|at| &written[at..]);
    let made = crate::common::patience(&["list", "--index"], "").output;
    assert_eq!(
        table,
        Some(&made[..]),
        "write it anew: `patience list --index`"
    );
}

#[test]
fn words_are_listed_once() {
    for (at, word) in WORDS.iter().enumerate() {
        assert!(is_reserved(word.text));
        assert!(
            !WORDS[..at].iter().any(|w| w.text == word.text),
            "{} stands twice",
            word.text
        );
    }
}
