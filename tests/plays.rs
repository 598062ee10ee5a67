//! Scripted plays: `tests/plays/*.play`, the arguments in the first line, then what is typed.

use std::fs;

use insta::{assert_snapshot, glob};

use crate::common::{patience, with_snapshots};

#[test]
fn plays() {
    glob!("plays/*.play", |path| {
        let text = fs::read_to_string(path).expect("the file can be read");
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let args = arguments(first);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let answer = patience(&args, rest);
        let text = format!(
            "{}{}\nexit status {}",
            answer.output, answer.errors, answer.status
        );
        with_snapshots(first, || assert_snapshot!("play", text));
    });
}

/// Words, those in quotes kept together.
pub(crate) fn arguments(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, piece) in line.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}
