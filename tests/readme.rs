//! The front page, and the bot of the reference.

use std::fs;
use std::process::Command;

use patience::library::catalog;

use crate::common::rules_files;
use crate::markdown::{Page, blocks_of, map_blocks, read_page, replay};

/// The game of the front page.
const FILE: &str = "four-heaps.toml";

/// The first screen of a stranger has a game, and what the program makes of it.
#[test]
fn the_game_of_the_first_page_can_be_played() {
    let page = Page::open("README.md");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut transcripts = 0;
    let expected = map_blocks(&page.text, |block| {
        match block.info.as_str() {
            "toml" if block.text.starts_with("name") => {
                fs::write(folder.path().join(FILE), &block.text).expect("the file can be written");
            }
            "console" => {
                transcripts += 1;
                return replay(&block.text, Some(folder.path()));
            }
            _ => {}
        }
        block.text
    });
    assert_eq!(transcripts, 3);
    let first_screen: Vec<&str> = page.text.lines().take(40).collect();
    let first_screen = first_screen.join("\n");
    let games = catalog();
    let named = games.iter().filter(|entry| entry.variant.is_some()).count();
    let (all, files) = (games.len(), games.len() - named);
    let is_variant = |line: &&str| line.starts_with("[variants.") && line.matches('.').count() == 1;
    let texts = rules_files("games").into_iter().map(fs::read_to_string);
    let texts = texts.map(|text| text.expect("it can be read"));
    let variants: usize = texts
        .map(|text| text.lines().filter(is_variant).count())
        .sum();
    let games = format!(
        "There are {all}: the\n{files} files, and the {named} of their {variants} variants"
    );
    for said in [FILE, "no mistakes", "> why", "(four-heaps.toml:", &games] {
        assert!(first_screen.contains(said), "`{said}` comes late");
    }
    page.expect(&expected);
}

/// Plays the best move in each of several games, and tries what is not allowed.
const LEARNER: &str = r#"
import sys
program, game, deal = sys.argv[1:4]
games = Patience(program, game, games=4, deal=int(deal))
assert all(action < games.action_count for action in games.legal_actions())
assert games.observation(0) != games.observation(1)
first = games.observation(2)
total = [0] * 4
for _ in range(40):
    actions = [(games.legal_actions(number) or [None])[0] for number in range(4)]
    rewards, ended = games.step(actions)
    total = [a + b for a, b in zip(total, rewards)]
print(total, [state["moves"] for state in games.states])
assert games.reset(2) == first and games.reset(1, deal=int(deal)) == games.reset(0)
try:
    games.step([None, games.action_count - 1])
except ValueError as error:
    print(error)
"#;
/// What it prints.
const LEARNED: &str = "[8, 4, 4, 5] [40, 40, 40, 40]\nno move has the id 614 in this position\n";

/// The bot of the reference plays games to their end.
#[test]
#[ignore = "needs `python3`"]
fn the_bot_of_the_reference_plays() {
    let blocks = blocks_of(&read_page("games/PROTOCOL.md"), "python");
    let [bot, environment] = blocks.as_slice() else {
        panic!("there are a bot and an environment");
    };
    assert!(environment.lines().count() <= 60, "it is short");
    let learner = format!("{environment}\n{LEARNER}");
    for (script, game, result) in [
        (bot, "klondike", "Klondike, deal 3: won after 113 moves\n"),
        (bot, "golf", "Golf, deal 3: stuck after 39 moves\n"),
        (&learner, "klondike", LEARNED),
    ] {
        let program = env!("CARGO_BIN_EXE_patience");
        let arguments = ["-c", script.as_str(), program, game, "3"];
        let output = Command::new("python3").args(arguments).output();
        let output = output.expect("there is a Python");
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text, result, "{errors}");
    }
}
