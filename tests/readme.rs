//! The README is true: its transcripts are replayed, its rules files are read, its commands are those of CI.

use std::fs;

use patience::{Library, Rules};

use crate::common::{patience, root};
use crate::plays::arguments;

/// The blocks of a language in a Markdown text.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == format!("```{language}") {
            let block: Vec<&str> = lines.by_ref().take_while(|l| l.trim() != "```").collect();
            blocks.push(block.join("\n") + "\n");
        }
    }
    blocks
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file can be read")
}

#[test]
fn transcripts_are_real() {
    let blocks = blocks(&read("README.md"), "console");
    assert!(!blocks.is_empty());
    for block in blocks {
        let (command, shown) = block
            .split_once('\n')
            .expect("a command and what it prints");
        let command = command
            .strip_prefix("$ patience ")
            .expect("a command of the program");
        let typed: String = shown
            .lines()
            .filter_map(|l| l.strip_prefix("> "))
            .map(|l| format!("{l}\n"))
            .collect();
        let args = arguments(command);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let answer = patience(&args, &typed);
        assert_eq!(
            format!("{}{}", answer.output, answer.errors),
            shown,
            "{command}"
        );
    }
}

#[test]
fn rules_files_have_no_mistakes() {
    let mut read_files = 0;
    for page in ["README.md", "games/README.md"] {
        for block in blocks(&read(page), "toml")
            .iter()
            .filter(|b| b.starts_with("name") || b.starts_with("like"))
        {
            let rules = Rules::parse_with(page, "example", block.as_bytes(), &Library::new());
            let rules = rules.unwrap_or_else(|r| {
                panic!(
                    "{}",
                    patience::internals::render(&r.diagnostics, &r.sources, false)
                )
            });
            assert!(rules.warnings.is_empty());
            for test_case in rules.test_cases().expect("its tests are right") {
                assert!(test_case.run().failures.is_empty(), "{}", test_case.name);
            }
            read_files += 1;
        }
    }
    assert!(read_files >= 2);
}

#[test]
fn ci_runs_the_commands_of_the_readme() {
    let readme = read("README.md");
    assert!(readme.contains("cargo run --release -- play klondike"));
    assert!(readme.contains("cargo test"));
    assert!(read(".ci/run").contains("cargo test"));
}
