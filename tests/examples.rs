//! The examples of the reference and of the phrase book: every key and every word has one, and each of them is valid in
//! the game of the examples.

use patience::Rules;
use patience::library::Library;
use patience_cli::render;

use crate::markdown::{blocks, blocks_of, cells, code_spans, read_page, rows_after};

const REFERENCE: &str = "games/REFERENCE.md";
const PHRASES: &str = "games/README.md";

/// The sections whose tables have examples, each with the table of a rules file that the keys are in.
const TABLES: [(&str, &str); 23] = [
    ("## Top level", ""),
    ("## `[deck]`", "[deck]"),
    ("## `[base]`", "[base]"),
    ("## `[piles.NAME]`", "[piles.tableau]"),
    ("### role", ""),
    ("### take", "[piles.tableau]"),
    ("## `[setup]`", "[setup]"),
    ("## `[actions.NAME]`", "[actions.again]"),
    ("## `[auto.NAME]`", "[auto.again]"),
    ("## Steps", ""),
    ("### divert", ""),
    ("### face", ""),
    ("### by", ""),
    ("### first", ""),
    ("### What a condition can use", ""),
    ("### Building words", ""),
    ("### Variables", ""),
    ("### Properties", ""),
    ("### States", ""),
    ("### Ranks, suits and colors", ""),
    ("### Joining words and quantifiers", ""),
    ("## `[score]`", "[score]"),
    ("## `[[test]]`", "[[test]]"),
];

/// The sections of the phrase book.
const WANTED: [&str; 4] = [
    "### Placing cards",
    "### Lifting cards",
    "### Dealing",
    "### Winning and scoring",
];

/// The table of a rules file that a line belongs to if nothing else says so.
fn table_of(line: &str) -> &'static str {
    let key = line.split(['.', ' ']).next().unwrap_or_default();
    match key {
        "when" | "limit" => "[actions.deal]",
        "until" => "[setup]",
        "points" | "carry" => "[score]",
        "holds" => "[[test]]\ndeal = 1",
        "start" | "build" | "pair" | "swap" | "run" | "take" | "available" | "unit" | "fill"
        | "keep" | "capacity" => "[piles.tableau]",
        _ => "",
    }
}

/// The game in which the examples are valid.
fn frame() -> String {
    let frames = blocks_of(&read_page(REFERENCE), "toml frame");
    let [frame] = frames.as_slice() else {
        panic!("the page has one game for its examples");
    };
    frame.clone()
}

/// Writes a rules file that adds an example to the game of the examples.
fn write_file(lines: &[&str], table: &str) -> String {
    let first = lines[0];
    let mut text = String::from("name = \"Example\"\n");
    let sets = |key: &str| lines.iter().any(|line| line.starts_with(key));
    if sets("name = ") && table.is_empty() {
        text.clear();
    }
    if !sets("like = ") {
        text += "like = \"frame\"\n";
    }
    if first.starts_with("{ ") {
        let owner = if first.contains("pick =") {
            "setup"
        } else {
            "actions.example"
        };
        return format!("{text}[{owner}]\ndo = [{}]\n", lines.join(", "));
    }
    let table = if first.starts_with('[') {
        ""
    } else if table.is_empty() {
        table_of(first)
    } else {
        table
    };
    format!("{text}{table}\n{}\n", lines.join("\n"))
}

/// Returns what is wrong with an example, if anything is.
fn mistake(text: &str, frame: &str) -> Option<String> {
    let library = Library::new().with_text("frame", frame);
    let tests = |rules: Rules| rules.test_cases().map(|tests| (rules, tests));
    match Rules::parse_with("example.toml", "example", text, &library).and_then(tests) {
        Err(rejected) => Some(render(&rejected.diagnostics, &rejected.sources, false)),
        Ok((_, tests)) => {
            let mut failed = tests.iter().flat_map(|test| test.run().failures);
            failed.next().map(|failure| failure.message.clone())
        }
    }
}

/// The words of a text: names, numbers and what is between signs.
fn tokens(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect()
}

#[test]
fn every_key_and_word_has_an_example_that_is_valid() {
    let (page, frame) = (read_page(REFERENCE), frame());
    let mut wrong = Vec::new();
    for (heading, table) in TABLES {
        let rows = rows_after(&page, heading);
        assert!(!rows.is_empty(), "{heading} has no table");
        for row in rows {
            let example = code_spans(row[row.len() - 1]);
            let names = code_spans(row[0]);
            let name = names.first().expect("a key or a word is in backquotes");
            if !tokens(&example.join(" ")).contains(&tokens(name)[0]) {
                wrong.push(format!("{heading}: `{name}` has no example"));
                continue;
            }
            // Words with the same meaning share an example.
            for other in &names {
                let replaced: Vec<String> = (example.iter())
                    .map(|line| line.replace(name, other))
                    .collect();
                let lines: Vec<&str> = replaced.iter().map(String::as_str).collect();
                check(
                    &lines,
                    table,
                    &frame,
                    &format!("{heading}: `{other}`"),
                    &mut wrong,
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_phrase_is_valid() {
    let (page, frame) = (read_page(PHRASES), frame());
    let mut wrong = Vec::new();
    for heading in WANTED {
        let rows = rows_after(&page, heading);
        assert!(!rows.is_empty(), "{heading} has no table");
        for row in rows {
            let example = code_spans(row[row.len() - 1]);
            check(&example, "", &frame, row[0], &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(lines: &[&str], table: &str, frame: &str, what: &str, wrong: &mut Vec<String>) {
    if lines.is_empty() {
        wrong.push(format!("{what} has no example"));
        return;
    }
    let text = write_file(lines, table);
    if let Some(mistake) = mistake(&text, frame) {
        wrong.push(format!("{what}\n{text}{mistake}"));
    }
}

/// `check` knows what older versions had, and says what to write now.
#[test]
fn every_change_is_known() {
    let (page, frame) = (read_page("games/CHANGES.md"), frame());
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(cells)
        .collect();
    assert!(!rows.is_empty());
    let mut wrong = Vec::new();
    for row in rows {
        let (before, now) = (code_spans(row[0]), code_spans(row[1]));
        check(&now, "", &frame, row[1], &mut wrong);
        let last = now.last().expect("there is a line to write");
        let answer = mistake(&write_file(&before, ""), &frame);
        let answer = answer.unwrap_or_default();
        if !answer.contains(&format!("`{last}`")) {
            wrong.push(format!("{} is answered with {answer}", row[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The other blocks of rules in the reference, which are no complete files, are valid in the same game.
#[test]
fn every_block_of_rules_is_valid() {
    let (page, frame) = (read_page(REFERENCE), frame());
    let (_, reference) = page
        .split_once("\n## The file\n")
        .expect("the reference begins there");
    let mut wrong = Vec::new();
    let fragments = blocks(reference);
    for block in fragments.iter().filter(|block| block.info == "toml") {
        let lines: Vec<&str> = block.text.lines().collect();
        check(&lines, "", &frame, "a block of rules", &mut wrong);
    }
    let rules = Rules::parse("frame", &frame).expect("the frame has no mistakes");
    for position in blocks_of(reference, "toml position") {
        if let Err(rejected) = rules.read_position::<&str>("a position", &position, &[]) {
            wrong.push(render(&rejected.diagnostics, &rejected.sources, false));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
