//! The tests of the games notice almost every change of their rules: `tests/gaps.txt` lists exactly the changes that
//! they do not notice, each with a reason. All games are tried in `.ci/run`, and some of them in a plain `cargo test`.

use patience_cli::{Accepted, find_gaps};

use crate::common::{RulesFile, assert_cases, in_parallel, library, root, thinning};

#[test]
fn gaps_match_the_list() {
    let list = root().join("tests/gaps.txt");
    let list = std::fs::read_to_string(list).expect("the file can be read");
    // Games side by side, and the changes of a game one after the other.
    let games: Vec<&RulesFile> = library().iter().step_by(thinning()).collect();
    let results = in_parallel(&games, |file| {
        // The list is that of all games: in its lines, the game comes first.
        let prefix = format!("{} | ", file.rules.game().id());
        let lines = list.lines().filter_map(|line| line.strip_prefix(&prefix));
        let lines: Vec<&str> = lines.collect();
        let accepted = Accepted::parse(&lines.join("\n")).expect("each line has a reason");
        let gaps = find_gaps(&file.rules, 1, &|_, _| {});
        let new = gaps.unnoticed.iter().map(|gap| &gap.change);
        let new = new.filter(|change| accepted.reason(change).is_none());
        let new = new.map(|change| format!("not noticed: {prefix}{change}"));
        let stale = accepted.stale(&gaps.unnoticed);
        let stale = stale.map(|(change, _)| format!("noticed, but in the list: {prefix}{change}"));
        let problems: Vec<String> = new.chain(stale).collect();
        (gaps.tried, problems)
    });
    let problems: Vec<&String> = results.iter().flat_map(|(_, problems)| problems).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    let mut entries = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let has_game = |entry: &str| {
        let game = entry.split(" | ").next();
        library()
            .iter()
            .any(|file| Some(file.rules.game().id()) == game)
    };
    let stray = entries.find(|entry| !has_game(entry));
    assert_eq!(stray, None, "the list names a game that does not exist");
    let tried = results.iter().map(|(tried, _)| tried).sum();
    assert_cases("gaps_match_the_list", tried, 11_000);
}
