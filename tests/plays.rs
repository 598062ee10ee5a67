//! Scripted sessions: each file `tests/plays/*.play` contains the arguments in the first line, and then the input.

use std::fs;

use insta::assert_snapshot;
use patience_cli::split_arguments;

use crate::common::{run_patience, with_each_file, with_snapshot_settings};

#[test]
fn plays() {
    with_each_file("tests/plays", "play", |path| {
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
