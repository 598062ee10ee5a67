//! Valid files that are full of edge cases: each is accepted, with every variant, and its tests pass.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use patience::Rules;
use patience::internals::is_printable;
use patience::library::RulesError;

use crate::common::{open_rules, rules_files, run_patience};

#[test]
fn are_accepted() {
    for file in rules_files("tests/hostile") {
        let rules = open_rules(&file);
        for variant in rules.variants() {
            let game = rules.with_variants(&[variant]);
            assert!(game.is_ok(), "{}: {variant}", file.display());
        }
        let test_cases = rules.test_cases().expect("the tests have no errors");
        assert!(!test_cases.is_empty(), "{} has no tests", file.display());
        for test_case in &test_cases {
            let failures = test_case.run().failures;
            assert!(failures.is_empty(), "{}: {failures:?}", file.display());
        }
    }
}

/// Nothing in a file can send control characters to a terminal.
#[test]
fn send_no_control_characters() {
    for file in rules_files("tests/hostile") {
        let path = file.to_str().expect("the path is UTF-8");
        for args in [
            &["rules", path][..],
            &["rules", path, "--source"],
            &["check", path],
            &["test", path],
            &["play", path, "--deal", "1"],
        ] {
            let result = run_patience(args, "");
            let text = result.stdout + &result.stderr;
            let unprintable = text.chars().find(|&c| c != '\n' && !is_printable(c));
            assert_eq!(unprintable, None, "{args:?}");
        }
    }
}

/// A pipe that nobody writes to is rejected at once, as a rules file and as the parent of one.
#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    let folder = std::env::temp_dir().join(format!("patience-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    let pipe = folder.join("pipe.toml");
    let status = Command::new("mkfifo").arg(&pipe).status();
    assert!(status.expect("`mkfifo` runs").success());
    let child = folder.join("child.toml");
    std::fs::write(&child, "name = 'A'\nlike = 'pipe'\n").expect("the file can be written");
    let open = |path: PathBuf| {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            sender.send(Rules::open(&path).expect_err("the pipe is rejected"))
        });
        let result = receiver.recv_timeout(Duration::from_secs(20));
        result.expect("opening ends in time")
    };
    let RulesError::Io { error, .. } = open(pipe) else {
        panic!("the pipe was read")
    };
    assert_eq!(error.to_string(), "not a regular file");
    let RulesError::Rejected(rejected) = open(child) else {
        panic!("the child cannot be read")
    };
    let messages: Vec<&str> = rejected
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert_eq!(
        messages,
        ["cannot read the file of `pipe`: not a regular file"]
    );
    assert!(Rules::open(Path::new("/dev/zero")).is_err());
    std::fs::remove_dir_all(&folder).expect("the folder exists");
}
