//! The text of saved games: what is read, and what is refused.

use super::example;
use crate::cards::{DealNumber, Stream};
use crate::cli::save::format::MAX_SIZE;
use crate::cli::save::{SavedGame, SavedStart};
use crate::cli::testing::assert_snapshot;
use crate::text::{Digest, is_printable};

fn read(bytes: &[u8]) -> Result<SavedGame, String> {
    SavedGame::parse("x.save", bytes).map_err(|error| error.to_string())
}

/// Writes the right check sum at the end of a text.
fn with_check(text: &str) -> String {
    format!("{text}check = \"{}\"\n", Digest::of(text.as_bytes()))
}

/// A saved game with other lines.
fn edited(old: &str, new: &str) -> String {
    let text = example().0.to_text();
    assert!(text.contains(old), "{old}");
    let body = text.rsplit_once("check = ").expect("it has a check sum").0;
    with_check(&body.replace(old, new))
}

#[test]
fn a_saved_game_is_readable() {
    let (mut game, start) = example();
    assert_snapshot("saved_game", &game.to_text());
    assert_eq!(read(game.to_text().as_bytes()), Ok(game.clone()));
    game.variants = vec!["one".to_owned(), "two".to_owned()];
    let starts = [
        SavedStart::Deck("AS \"2S\" \\ 3S".to_owned()),
        SavedStart::Position(start.to_text()),
        SavedStart::Position("name = '''\nx\n'''\nplace.t1 = \"AS\"\n".to_owned()),
        SavedStart::Position("\n\n'".to_owned()),
        SavedStart::Position(String::new()),
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
fn a_damaged_file_is_read_correctly_or_refused() {
    let (game, _) = example();
    let text = game.to_text().into_bytes();
    let mut refused = 0;
    for length in 0..text.len() {
        let found = read(&text[..length]);
        // Only the end of the last line can be missing.
        assert_eq!(found.is_ok(), length + 1 == text.len(), "{length}");
        assert!(found.is_err() || found.as_ref() == Ok(&game));
    }
    for at in 0..text.len() {
        let byte = text[at];
        let others = [byte ^ 1, byte ^ 0x20, byte ^ 0x80, byte.wrapping_add(1)];
        for other in [&others[..], b"\0\n\r \t\"#='0a\x1b\xff"].concat() {
            let mut damaged = text.clone();
            damaged[at] = other;
            match read(&damaged) {
                Ok(found) => assert_eq!(found, game, "byte {at} is {other}"),
                Err(message) => {
                    refused += usize::from(other != byte);
                    assert!(message.chars().all(is_printable), "{message:?}");
                }
            }
        }
        let mut longer = text.clone();
        longer.insert(at, b' ');
        assert!(read(&longer).is_err(), "a space before byte {at}");
        let mut shorter = text.clone();
        shorter.remove(at);
        let is_last = at + 1 == text.len();
        assert_eq!(read(&shorter).is_ok(), is_last, "without byte {at}");
    }
    assert!(refused > 12 * text.len());
}

/// A file that was changed on purpose has the right check sum. It may be another game, but never a surprise.
#[test]
fn a_changed_file_with_the_right_check_sum_is_harmless() {
    let (game, start) = example();
    let text = game.to_text();
    let body = text.rsplit_once("check = ").expect("it has a check sum").0;
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
        let mut changed = body.to_owned();
        for _ in 0..=random.below(3) {
            let from = random.below(changed.len() + 1);
            let to = (from + random.below(9)).min(changed.len());
            if changed.is_char_boundary(from) && changed.is_char_boundary(to) {
                changed.replace_range(from..to, words[random.below(words.len())]);
            }
        }
        match read(with_check(&changed).as_bytes()) {
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
    let long = format!("patience = 1\n{}", "# x\n".repeat(MAX_SIZE / 4));
    let files: [(&str, Vec<u8>); 16] = [
        ("empty", Vec::new()),
        (
            "a rules file",
            b"name = \"Heaps\"\n[piles.waste]\n".to_vec(),
        ),
        ("an image", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec()),
        ("escapes", b"\x1b[2J\x1b]0;title\x07".to_vec()),
        ("a newer version", text.replacen('1', "2", 1).into_bytes()),
        (
            "no version",
            text.replacen("= 1\n", "= one\n", 1).into_bytes(),
        ),
        ("cut off", text.as_bytes()[..text.len() / 2].to_vec()),
        ("changed", text.replace("t1", "t2").into_bytes()),
        ("not UTF-8", [text.as_bytes(), b"\xff"].concat()),
        ("too large", long.into_bytes()),
        ("no keys", with_check("patience = 1\n").into_bytes()),
        (
            "not TOML",
            with_check("patience = 1\ngame = \n[[\"\n").into_bytes(),
        ),
        ("unknown key", edited("carried", "caried").into_bytes()),
        (
            "wrong values",
            edited("played = 25", "played = 99")
                .replace("started = 1795327292", "started = -1")
                .into_bytes(),
        ),
        (
            "two starts",
            edited("deal = \"5\"", "deal = \"5\"\ndeck = \"AS\"").into_bytes(),
        ),
        (
            "escapes in a move",
            edited("\"deal\"", "\"de\\u001b[2Jal\"").into_bytes(),
        ),
    ];
    let mut answers = Vec::new();
    for (name, mut bytes) in files {
        if name == "wrong values" {
            let text = String::from_utf8(bytes).expect("it is text");
            let body = text.rsplit_once("check = ").expect("it has a check sum").0;
            bytes = with_check(body).into_bytes();
        }
        let message = read(&bytes).expect_err(name);
        assert!(
            message.chars().all(|c| c == '\n' || is_printable(c)),
            "{name}"
        );
        answers.push(format!("{name}: {message}"));
    }
    assert_snapshot("refusals_of_saved_games", &answers.join("\n"));
}
