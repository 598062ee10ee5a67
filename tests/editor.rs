//! What an editor is told about rules files, whole and half-typed.

use std::fs;
use std::path::PathBuf;

use patience::editor::{Document, Lines, Position, analyze, complete, define, hover};
use patience::library::Library;

use crate::common::{Rng, assert_cases, cases, in_parallel, root, rules_files, thinning};

fn document<'a>(text: &'a str, library: &'a Library) -> Document<'a> {
    Document {
        name: "this.toml",
        id: "this",
        text,
        library,
        is_rules: false,
    }
}

/// The offsets at which a word begins in the conditions of a text, each with the word.
fn words_of_conditions(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let keys = [
        "start",
        "build",
        "pair",
        "swap",
        "run",
        "available",
        "where",
        "which",
        "when",
        "win",
        "until",
        "points",
        "holds",
    ];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        for key in keys {
            for (at, _) in line.match_indices(key) {
                let rest = line[at + key.len()..].trim_start();
                let Some(rest) = rest.strip_prefix('=') else {
                    continue;
                };
                let rest = rest.trim_start();
                let is_word_before =
                    line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                if is_word_before || !rest.starts_with('\'') || rest.starts_with("'''") {
                    continue;
                }
                let start = offset + line.len() - rest.len() + 1;
                let length = rest[1..].find('\'').unwrap_or(0);
                let condition = &text[start..start + length];
                let mut place = start;
                for word in condition.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'))
                {
                    let name = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
                    if name.starts_with(|c: char| c.is_alphabetic()) {
                        words.push((place, name));
                    }
                    place += word.len();
                }
            }
        }
        offset += line.len();
    }
    words
}

/// Wherever an author wrote a word, that word is offered.
#[test]
fn every_word_that_was_written_is_offered() {
    let library = Library::new();
    let files: Vec<PathBuf> = ["games", "tests/hostile"]
        .into_iter()
        .flat_map(rules_files)
        .collect();
    let results = in_parallel(&files, |file| {
        let text = fs::read_to_string(file).expect("the file can be read");
        let (mut count, mut missing) = (0, Vec::new());
        for (offset, word) in words_of_conditions(&text) {
            // The variable of a quantifier is the author's choice.
            let before = &text[..offset];
            if ["every(", "some(", "count(", "sum("]
                .iter()
                .any(|q| before.ends_with(q))
            {
                continue;
            }
            // Where a word stands decides whether its turn comes: anywhere in a file.
            if !offset.is_multiple_of(thinning()) {
                continue;
            }
            count += 1;
            let offered = complete(&document(&text, &library), offset);
            if !offered.iter().any(|item| item.label == word) {
                let line = before.rsplit('\n').next().unwrap_or_default();
                missing.push(format!("{}: {line}|{word}", file.display()));
            }
        }
        (count, missing)
    });
    let missing: Vec<&String> = results.iter().flat_map(|(_, missing)| missing).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let count = results.iter().map(|(count, _)| count).sum();
    assert_cases("every_word_that_was_written_is_offered", count, 3000);
}

/// Whatever a file looks like while it is edited, every question is answered.
#[test]
fn no_text_is_too_broken() {
    let library = Library::new();
    let mut rng = Rng(13);
    let files: Vec<String> = ["games", "tests/errors", "tests/hostile"]
        .into_iter()
        .flat_map(rules_files)
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect();
    let pieces = [
        "'",
        "\"",
        "'''",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "=",
        ".",
        "\n",
        "é",
        "\u{1f0a1}",
        "#",
        ",",
        "\\",
        " is ",
        "every(p in ",
        "used.",
        "[[test]]\n",
        "like = \"klondike\"\n",
        "[piles.",
        "do = [{ ",
    ];
    for _ in 0..cases(400) {
        let mut text = files[rng.below(files.len())].clone();
        for _ in 0..=rng.below(4) {
            let mut at = rng.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + rng.below(9)).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            if rng.below(3) == 0 {
                text.truncate(at);
            } else {
                text.replace_range(at..end.max(at), pieces[rng.below(pieces.len())]);
            }
        }
        let document = document(&text, &library);
        let analysis = analyze(&document);
        for problem in &analysis.problems {
            assert!(text.get(problem.range.clone()).is_some(), "{problem:?}");
            for fix in &problem.fixes {
                assert!(text.get(fix.range.clone()).is_some(), "{problem:?}");
            }
        }
        for _ in 0..8 {
            let mut offset = rng.below(text.len() + 1);
            while !text.is_char_boundary(offset) {
                offset -= 1;
            }
            for item in complete(&document, offset) {
                assert!(item.range.end == offset && text.get(item.range.clone()).is_some());
            }
            let rules = analysis.rules.as_ref();
            if let Some(hover) = hover(&document, rules, rules.is_some(), offset) {
                assert!(text.get(hover.range).is_some());
            }
            if let Some(target) = define(&document, offset) {
                assert!(target.text.get(target.range).is_some());
            }
        }
    }
}

/// A correction that is offered removes the mistake.
#[test]
fn corrections_correct() {
    let library = Library::new().with_folder(root().join("tests/errors"));
    let mut count = 0;
    let mut failed = Vec::new();
    for file in rules_files("tests/errors") {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let before = analyze(&document(&text, &library)).problems;
        for problem in &before {
            for fix in &problem.fixes {
                count += 1;
                let mut fixed = text.clone();
                fixed.replace_range(fix.range.clone(), &fix.text);
                let after = analyze(&document(&fixed, &library)).problems;
                let remains = after
                    .iter()
                    .any(|p| p.message == problem.message && p.range.start == problem.range.start);
                if remains {
                    failed.push(format!(
                        "{}: {} -> {:?}",
                        file.display(),
                        problem.message,
                        fix.text
                    ));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count > 60, "only {count} corrections");
}

/// Editors count lines and UTF-16 code units.
#[test]
fn offsets_and_positions_agree() {
    let text = "a\u{1f0a1}b\r\nä\n\nz";
    let lines = Lines::new(text);
    for (offset, _) in text
        .char_indices()
        .filter(|(_, c)| *c != '\n' && *c != '\r')
    {
        assert_eq!(lines.offset(lines.position(offset)), offset);
    }
    assert_eq!(lines.position(5), Position { line: 0, column: 3 });
    assert_eq!(
        lines.offset(Position {
            line: 0,
            column: 99
        }),
        6
    );
    assert_eq!(lines.offset(Position { line: 9, column: 0 }), text.len());
    assert_eq!(lines.position(text.len()), Position { line: 3, column: 1 });
}

/// What goes on is known in half a line, whatever is not closed yet.
#[test]
fn the_end_of_half_a_line_is_completed() {
    let library = Library::new();
    for (text, typed, offered) in [
        ("", "", "name"),
        ("na", "na", "name"),
        ("[pi", "pi", "piles"),
        ("[piles.waste]\n[piles.w", "w", "waste"),
        ("[piles.t]\nco", "co", "count"),
        ("[piles.t]\ntake = ", "", "top"),
        ("[piles.t]\nstart = 'Ki", "Ki", "King"),
        (
            "[piles.waste]\n[setup]\ndo = [{ deal = 1, to = \"w",
            "w",
            "waste",
        ),
        ("[setup]\ndo = [{ deal = 1 }, { tu", "tu", "turn"),
        ("[setup]\ndo = [{ deal = 1, \n[piles.x]\nfi", "fi", "fill"),
        ("win = '''\nstock is empty and\n st", "st", "stock"),
        ("setup.d", "d", "do"),
    ] {
        let found = complete(&document(text, &library), text.len());
        let found = found.iter().find(|item| item.label == offered);
        let found = found.unwrap_or_else(|| panic!("{text}: {offered} is not offered"));
        assert_eq!(&text[found.range.clone()], typed, "{text}");
    }
    for text in ["na me", "# na", "name = 'x' y"] {
        assert_eq!(
            complete(&document(text, &library), text.len()),
            [],
            "{text}"
        );
    }
}
