//! A named condition with an argument is the same as its text with the argument in the place of the parameter.

use std::fmt::Write as _;

use patience::internals::Compiled;
use patience::library::Library;
use patience::{Game, Rules};

use super::random_rules::write_random_rules;
use crate::common::{Rng, assert_cases, cases};

/// Writes the argument wherever a text has the parameter `h`. After `in` a pile has no parentheses around it.
fn substitute(body: &str, argument: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::new();
    for piece in body.split_inclusive(|c| !is_word(c)) {
        let word = piece.trim_end_matches(|c| !is_word(c));
        if word != "h" {
            result += piece;
            continue;
        }
        let bare = argument.strip_prefix('(').and_then(|a| a.strip_suffix(')'));
        result += match bare {
            Some(bare) if result.ends_with(" in ") => bare,
            _ => argument,
        };
        result += &piece[word.len()..];
    }
    result
}

/// Replaces the uses of a named condition by its text.
fn expand(line: &str, name: &str, body: &str) -> String {
    let opening = format!("{name}(");
    let mut result = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(&opening) {
        let mut depth = 1;
        let end = after.find(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        let end = end.expect("parentheses are closed");
        result += before;
        let _ = write!(result, "({})", substitute(body, &after[..end]));
        rest = &after[end + 1..];
    }
    result + rest
}

/// The same rules without named conditions, and the number of their uses.
fn spell_out(text: &str) -> (String, usize) {
    let (rules, definitions) = text
        .split_once("[define]\n")
        .expect("there are definitions");
    let (mut rules, mut uses) = (rules.to_owned(), 0);
    for line in definitions.lines() {
        let (key, body) = line.split_once(" = ").expect("a key has a value");
        let name = key.trim_matches('"').trim_end_matches("(h)");
        uses += rules.matches(&format!("{name}(")).count();
        let lines = rules.lines();
        rules = lines
            .map(|l| expand(l, name, body.trim_matches('\'')) + "\n")
            .collect();
    }
    (rules, uses)
}

fn assert_same(a: &Game, b: &Game, text: &str) {
    let (a, b) = (Compiled::new(a), Compiled::new(b));
    for (a, b) in a.groups.iter().zip(b.groups) {
        let conditions = [
            (&a.start, &b.start),
            (&a.build, &b.build),
            (&a.pair, &b.pair),
            (&a.available, &b.available),
        ];
        for (a, b) in conditions {
            let (a, b) = (
                a.as_ref().map(|c| &c.predicate),
                b.as_ref().map(|c| &c.predicate),
            );
            assert_eq!(a, b, "{text}");
        }
    }
    for (a, b) in a.actions.iter().zip(b.actions) {
        let (a, b) = (
            a.when.as_ref().map(|c| &c.predicate),
            b.when.as_ref().map(|c| &c.predicate),
        );
        assert_eq!(a, b, "{text}");
    }
}

#[test]
fn named_conditions_stand_for_their_texts() {
    let parse =
        |text: &str| Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new());
    let mut compared = 0;
    for seed in 0..cases(300) {
        let text = write_random_rules(&mut Rng(seed));
        let (spelled_out, uses) = spell_out(&text);
        if let (Ok(a), Ok(b)) = (parse(&text), parse(&spelled_out)) {
            assert_same(a.game(), b.game(), &text);
            compared += usize::from(uses > 0);
        }
    }
    assert_cases("named_conditions_stand_for_their_texts", compared, 50);
}
