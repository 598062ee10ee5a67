//! Scripted sessions: each file `tests/plays/*.play` contains the arguments in the first line, and then the input.

use std::fs;

use insta::{assert_snapshot, glob};

use crate::common::{run_patience, with_snapshot_settings};

#[test]
fn plays() {
    glob!("plays/*.play", |path| {
        let text = fs::read_to_string(path).expect("the file can be read");
        let (first, input) = text.split_once('\n').unwrap_or((&text, ""));
        let args = split_arguments(first);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let result = run_patience(&args, input);
        let text = format!(
            "{}{}\nexit status {}",
            result.stdout, result.stderr, result.status
        );
        with_snapshot_settings(first, || assert_snapshot!("play", text));
    });
}

/// Splits a line into words; quoted words stay together.
pub(crate) fn split_arguments(line: &str) -> Vec<String> {
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
