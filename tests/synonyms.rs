//! What other programs call the words of rules files.

use std::collections::HashSet;
use std::fs;

use patience::Rules;

use crate::common::root;

/// The code and the tables beside it.
const TABLES: [&str; 2] = ["src/rules/format/synonyms", "src/condition/synonyms"];

/// Each section is a table of the code; it has words, each once, in lower case with one space between them.
#[test]
fn each_word_stands_for_one_thing() {
    for table in TABLES {
        let read = |ending: &str| {
            let path = root().join(table).with_extension(ending);
            fs::read_to_string(path).expect("the file can be read")
        };
        let (code, text) = (read("rs"), read("txt"));
        let mut sections = 0;
        for section in text.split("\n[").skip(1) {
            let (name, rows) = section.split_once("]\n").expect("a header ends");
            assert!(code.contains(&format!("table(\"{name}\")")), "{name}");
            let mut said = HashSet::new();
            for row in rows.lines().filter(|row| !row.is_empty()) {
                let words = row.split(" -> ").next().unwrap_or_default();
                for words in words.split(" = ").next().unwrap_or_default().split(", ") {
                    let normal = words.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert_eq!(
                        words,
                        normal.to_lowercase().replace(['-', '_'], " "),
                        "{name}"
                    );
                    assert!(said.insert(words), "{name}: {words}");
                }
            }
            assert!(!said.is_empty(), "{name}");
            sections += 1;
        }
        assert_eq!(code.matches("table(\"").count(), sections, "{table}");
    }
}

#[test]
fn words_are_found_however_they_are_written() {
    for key in [
        "max_redeals",
        "Max-Redeals",
        "maxRedeals",
        "\"max redeals\"",
    ] {
        let rejected = Rules::parse("x", format!("{key} = 2")).expect_err("it is no key");
        let advice = "write `limit = 2` in the action that redeals";
        assert!(rejected.to_string().contains(advice), "{key}: {rejected}");
    }
    let rejected = Rules::parse("x", "redealing = 2").expect_err("it is no key");
    assert!(!rejected.to_string().contains("limit"), "{rejected}");
}
