//! Tests of the documentation: transcripts are replayed, and rules files must be valid and pass their tests.

use std::process::Command;

use patience::{Library, Rules};

use crate::markdown::{Page, blocks_of, map_blocks, read_page, replay};

#[test]
fn transcripts_are_real() {
    let page = Page::open("README.md");
    let mut transcripts = 0;
    let expected = map_blocks(&page.text, |block| {
        if block.info != "console" {
            return block.text;
        }
        transcripts += 1;
        replay(&block.text, None)
    });
    assert!(transcripts > 0);
    page.expect(&expected);
}

/// The bot of the reference plays games to their end, if there is a Python to run it.
#[test]
#[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
fn the_bot_of_the_reference_plays() {
    let blocks = blocks_of(&read_page("games/REFERENCE.md"), "python");
    let [bot] = blocks.as_slice() else {
        panic!("there is one bot");
    };
    for (game, result) in [
        ("klondike", "Klondike, deal 3: won after 113 moves\n"),
        ("golf", "Golf, deal 3: stuck after 39 moves\n"),
    ] {
        let program = env!("CARGO_BIN_EXE_patience");
        let arguments = ["-c", bot.as_str(), program, game, "3"];
        let output = match Command::new("python3").args(arguments).output() {
            Ok(output) => output,
            Err(error) => {
                println!("the bot is not run, as python3 cannot be started: {error}");
                return;
            }
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text, result, "{errors}");
    }
}

#[test]
fn rules_files_have_no_errors() {
    let page = "README.md";
    let blocks = blocks_of(&read_page(page), "toml");
    let files = blocks.iter().filter(|block| block.starts_with("name"));
    let mut file_count = 0;
    for file in files {
        let rules = Rules::parse_with(page, "example", file.as_bytes(), &Library::new());
        let rules = rules.unwrap_or_else(|rejected| {
            panic!(
                "{}",
                patience::internals::render(&rejected.diagnostics, &rejected.sources, false)
            )
        });
        assert!(rules.warnings.is_empty());
        for test_case in rules.test_cases().expect("the tests have no errors") {
            assert!(test_case.run().failures.is_empty(), "{}", test_case.name);
        }
        file_count += 1;
    }
    assert!(file_count >= 1);
}

#[test]
fn ci_runs_the_commands_of_the_readme() {
    let readme = read_page("README.md");
    assert!(readme.contains("cargo run -- play klondike"));
    assert!(readme.contains("cargo test"));
    assert!(read_page(".ci/run").contains("cargo test"));
}
