//! The code does not mention any game.

use std::fs;
use std::path::{Path, PathBuf};

use patience::internals::is_reserved;

use crate::common::{open_rules, root, rules_files};

/// Adds the files of a folder and its subfolders to a list.
fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            collect_files(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The string literals in a source file, in lower case, except for those in comments.
fn find_literals(text: &str) -> Vec<String> {
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

/// Names of games that are also options of the program.
const OPTIONS: [&str; 1] = ["gaps"];

#[test]
fn no_string_in_the_code_is_a_games_name() {
    let mut files = Vec::new();
    collect_files(&root().join("src"), &mut files);
    assert!(files.len() > 30, "too few source files were found");
    let mut names = Vec::new();
    for file in rules_files("games") {
        let rules = open_rules(&file);
        let game = rules.game();
        names.push(game.id().to_lowercase());
        names.push(game.name().to_lowercase());
        names.extend(game.aliases().iter().map(|a| a.to_lowercase()));
    }
    names.retain(|name| !is_reserved(name) && !OPTIONS.contains(&&name[..]));
    for file in files {
        if file.extension().is_some_and(|extension| extension == "png") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the file can be read");
        for literal in find_literals(&text) {
            assert!(
                !names.contains(&literal),
                "{} contains the name of a game: {literal}",
                file.display()
            );
        }
    }
}

#[test]
fn literals_are_found() {
    assert_eq!(
        find_literals("let a = \"One\";\n// \"two\"\nf(\"three\", \"x\")"),
        ["one", "three", "x"]
    );
}
