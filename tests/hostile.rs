//! Nasty files that are right: each is accepted, with every variant, and its tests pass.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use patience::internals::is_printable;
use patience::{Rules, RulesError};

use crate::common::{patience, rules, rules_files};

#[test]
fn are_accepted() {
    for file in rules_files("tests/hostile") {
        let rules = rules(&file);
        for variant in rules.variants() {
            let played = rules.with_variants(&[variant]);
            assert!(played.is_ok(), "{}: {variant}", file.display());
        }
        let test_cases = rules.test_cases().expect("they have no mistakes");
        assert!(!test_cases.is_empty(), "{} asks nothing", file.display());
        for test_case in &test_cases {
            let failures = test_case.run().failures;
            assert!(failures.is_empty(), "{}: {failures:?}", file.display());
        }
    }
}

/// Whatever stands in a file, a terminal is told nothing by it.
#[test]
fn tell_a_terminal_nothing() {
    for file in rules_files("tests/hostile") {
        let path = file.to_str().expect("a path of letters");
        for args in [
            &["rules", path][..],
            &["rules", path, "--source"],
            &["check", path],
            &["test", path],
            &["play", path, "--deal", "1"],
        ] {
            let answer = patience(args, "");
            let said = answer.output + &answer.errors;
            let hidden = said.chars().find(|&c| c != '\n' && !is_printable(c));
            assert_eq!(hidden, None, "{args:?}");
        }
    }
}

/// A pipe that nobody writes to is refused at once, as a file and as what a file is like.
#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    let folder = std::env::temp_dir().join(format!("patience-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let pipe = folder.join("pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    let child = folder.join("child.toml");
    std::fs::write(&child, "name = 'A'\nlike = 'pipe'\n").expect("a file for the test");
    let opened = |path: PathBuf| {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(Rules::open(&path).expect_err("it is refused")));
        let answer = receiver.recv_timeout(Duration::from_secs(20));
        answer.expect("there is an answer")
    };
    let RulesError::Io { error, .. } = opened(pipe) else {
        panic!("it is read")
    };
    assert_eq!(error.to_string(), "not a regular file");
    let RulesError::Rejected(rejected) = opened(child) else {
        panic!("it cannot be read")
    };
    let said: Vec<&str> = rejected
        .diagnostics
        .iter()
        .map(|d| d.message.as_str())
        .collect();
    assert_eq!(said, ["cannot read the file of `pipe`: not a regular file"]);
    assert!(Rules::open(Path::new("/dev/zero")).is_err());
    std::fs::remove_dir_all(&folder).expect("it is there");
}
