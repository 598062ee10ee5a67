//! The tests of the games notice almost every change of their rules: `tests/gaps.txt` lists exactly the changes that
//! they do not notice, each with a reason.

use std::fmt::Write as _;
use std::num::NonZero;

use patience::internals::{Accepted, find_gaps};

use crate::common::{open_rules, root, rules_files};

#[test]
fn gaps_match_the_list() {
    let list = root().join("tests/gaps.txt");
    let list = std::fs::read_to_string(list).expect("the file can be read");
    let cpus = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (mut problems, mut tried, mut used) = (String::new(), 0, 0);
    for path in rules_files("games") {
        let rules = open_rules(&path);
        let id = rules.game().id();
        // The list is that of all games: in its lines, the game comes first.
        let prefix = format!("{id} | ");
        let lines: Vec<&str> = list
            .lines()
            .filter_map(|l| l.strip_prefix(&prefix))
            .collect();
        used += lines.len();
        let accepted = Accepted::parse(&lines.join("\n")).expect("each line has a reason");
        let gaps = find_gaps(&rules, cpus, &|_, _| {});
        tried += gaps.tried;
        for gap in &gaps.unnoticed {
            if accepted.reason(&gap.change).is_none() {
                let _ = writeln!(problems, "not noticed: {prefix}{}", gap.change);
            }
        }
        for (change, _) in accepted.stale(&gaps.unnoticed) {
            let _ = writeln!(problems, "noticed, but in the list: {prefix}{change}");
        }
    }
    let is_entry = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let entries = list.lines().filter(is_entry).count();
    assert_eq!(used, entries, "the list names a game that there is not");
    assert!(tried > 1000, "only {tried} changes were tried");
    assert!(problems.is_empty(), "\n{problems}");
}
