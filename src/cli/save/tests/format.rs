//! Reading and refusing the text of saved games.

use super::example;
use crate::cards::{DealNumber, Stream};
use crate::cli::save::format::MAX_SIZE;
use crate::cli::save::{SavedDeal, SavedGame, SavedStart};
use crate::cli::testing::assert_snapshot;
use crate::text::is_printable;

fn read(bytes: &[u8]) -> Result<SavedGame, String> {
    SavedGame::parse("x.save", bytes).map_err(|error| error.to_string())
}

/// A saved game with other lines.
fn edited(old: &str, new: &str) -> Vec<u8> {
    let text = example().0.to_text();
    assert!(text.contains(old), "{old}");
    text.replace(old, new).into_bytes()
}

#[test]
fn a_saved_game_is_readable() {
    let (mut game, start) = example();
    assert_snapshot("saved_game", &game.to_text());
    assert_eq!(read(game.to_text().as_bytes()), Ok(game.clone()));
    game.variants = vec!["one".to_owned(), "two".to_owned()];
    let position = |text: &str| SavedStart {
        position: Some(text.to_owned()),
        ..SavedStart::default()
    };
    let starts = [
        SavedStart {
            deal: Some(SavedDeal::Text("ms:617".to_owned())),
            ..SavedStart::default()
        },
        SavedStart {
            deck: Some("AS \"2S\" \\ 3S".to_owned()),
            ..SavedStart::default()
        },
        position(&start.to_text()),
        position("name = '''\nx\n'''\nplace.t1 = \"AS\"\n"),
        position("\n\n'"),
        position(""),
    ];
    for start in starts {
        game.start = start;
        assert_eq!(read(game.to_text().as_bytes()), Ok(game.clone()));
    }
}

#[test]
fn line_endings_do_not_matter() {
    let (game, _) = example();
    let text = game.to_text().replace('\n', "\r\n");
    assert_eq!(read(text.as_bytes()), Ok(game.clone()));
    assert_eq!(read(text.trim_end().as_bytes()), Ok(game));
}

#[test]
fn half_a_file_is_refused() {
    let text = example().0.to_text();
    let end = text.trim_end().len();
    for length in 0..end {
        let found = read(&text.as_bytes()[..length]);
        assert!(found.is_err(), "{length}");
    }
}

/// Every file is answered with a game or with a message that can be printed.
#[test]
fn a_changed_file_is_harmless() {
    let (game, start) = example();
    let body = game.to_text();
    let words = [
        "\"",
        "'''",
        "[",
        "]",
        "{",
        "}",
        "=",
        ",",
        "\n",
        "\r",
        "\t",
        ";",
        "#",
        "\\u001b",
        "\\n",
        "-",
        "1",
        "t2",
        "99999999999999999999",
        "1e9",
        "1979-05-27",
        "true",
        "[x]\n",
        "w f",
        "deal",
        "\u{202e}",
        "\u{9b}",
    ];
    let mut random = Stream::new(DealNumber(3));
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..5000 {
        let mut changed = body.clone();
        for _ in 0..=random.below(3) {
            let from = random.below(changed.len() + 1);
            let to = (from + random.below(9)).min(changed.len());
            if changed.is_char_boundary(from) && changed.is_char_boundary(to) {
                changed.replace_range(from..to, words[random.below(words.len())]);
            }
        }
        match read(changed.as_bytes()) {
            Ok(found) => {
                accepted += 1;
                assert_eq!(read(found.to_text().as_bytes()), Ok(found.clone()));
                let replay = found.replay(&start);
                assert!(replay.played <= replay.moves.len());
                if let Some(stopped) = replay.stopped {
                    assert!(stopped.to_string().chars().all(is_printable), "{stopped}");
                }
            }
            Err(message) => {
                refused += 1;
                let mut letters = message.chars();
                assert!(letters.all(|c| c == '\n' || is_printable(c)), "{message:?}");
            }
        }
    }
    assert!(
        accepted > 300 && refused > 300,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn refusals() {
    let (game, _) = example();
    let text = game.to_text();
    let files: [(&str, Vec<u8>); 14] = [
        ("empty", Vec::new()),
        (
            "a rules file",
            b"name = \"Heaps\"\n[piles.waste]\n".to_vec(),
        ),
        ("an image", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec()),
        ("escapes", b"\x1b[2J\x1b]0;title\x07".to_vec()),
        ("cut off", text.as_bytes()[..text.len() / 2].to_vec()),
        ("not UTF-8", [text.as_bytes(), b"\xff"].concat()),
        ("too large", "# x\n".repeat(MAX_SIZE / 4 + 1).into_bytes()),
        ("no start", edited("deal = 5\n", "")),
        (
            "no moves",
            text.split("moves =").next().unwrap_or_default().into(),
        ),
        ("unknown key", edited("carried", "caried")),
        ("too many moves", edited("played = 25", "played = 99")),
        (
            "a wrong value",
            edited("started = 1795327292", "started = -1"),
        ),
        ("two starts", edited("deal = 5", "deal = 5\ndeck = \"AS\"")),
        (
            "escapes in a move",
            edited("\"deal\"", "\"de\\u001b[2Jal\""),
        ),
    ];
    let mut answers = Vec::new();
    for (name, bytes) in files {
        let message = read(&bytes).expect_err(name);
        assert!(message.chars().all(is_printable), "{name}: {message:?}");
        answers.push(format!("{name}: {message}"));
    }
    assert_snapshot("refusals_of_saved_games", &answers.join("\n"));
}
