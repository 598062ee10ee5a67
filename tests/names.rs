//! The code knows no game.

use std::fs;
use std::path::{Path, PathBuf};

use patience::internals::is_reserved;

use crate::common::{root, rules, rules_files};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            sources(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// The string literals of a source file, without its comments.
fn literals(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
        let mut pieces = line.split('"');
        pieces.next();
        while let Some(literal) = pieces.next() {
            found.push(literal.trim_end_matches('\\').to_lowercase());
            pieces.next();
        }
    }
    found
}

#[test]
fn no_string_in_the_code_is_a_games_name() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    assert!(files.len() > 30, "the sources are found");
    let mut names = Vec::new();
    for file in rules_files("games") {
        let rules = rules(&file);
        let game = rules.game();
        names.push(game.id().to_lowercase());
        names.push(game.name().to_lowercase());
        names.extend(game.aliases().iter().map(|a| a.to_lowercase()));
    }
    names.retain(|name| !is_reserved(name));
    for file in files {
        let text = fs::read_to_string(&file).expect("a source is text");
        for literal in literals(&text) {
            assert!(
                !names.contains(&literal),
                "{} has the name of a game: {literal}",
                file.display()
            );
        }
    }
}

#[test]
fn literals_are_found() {
    assert_eq!(
        literals("let a = \"One\";\n// \"two\"\nf(\"three\", \"x\")"),
        ["one", "three", "x"]
    );
}
