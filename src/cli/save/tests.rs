//! Damaged, foreign and hostile files; replays; files that are replaced, and disks that are full.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::file::SaveError;
use super::format::MAX_SIZE;
use super::replay::Replay;
use super::{Autosave, Help, SavedGame, SavedStart, find_interrupted, name_of_game};
use crate::cards::{DealNumber, Stream};
use crate::cli::testing::{assert_passed, assert_snapshot, folder_of_test, run_test};
use crate::play::{Deal, Position};
use crate::rules::{Rules, built_in_ids};
use crate::text::{Digest, is_printable};

/// A game that goes on and on.
const RULES: &str = r#"
name = "Endless"
[piles.waste]
[piles.foundation]
count = 4
start = 'any'
build = 'any'
take = "top"
[piles.tableau]
count = 4
start = 'any'
build = 'not in_suit'
take = "top"
[actions.deal]
do = [{ deal = 3, to = "waste" }]
[actions.redeal]
when = 'stock is empty'
do = [{ turn = "waste", to = "stock" }]
"#;

/// A game of thirty moves, of which the last two are undone as one. The last four were undone.
fn example() -> (SavedGame, Position) {
    let rules = Rules::parse("endless", RULES).expect("the rules are valid");
    let start = Position::deal(rules.game(), &Deal::Number(DealNumber(5)));
    let start = start.expect("every number is a deal");
    let mut position = start.clone();
    let mut moves = Vec::new();
    for number in 0..30 {
        let legal = position.legal_moves();
        let chosen = legal[number * 7 % legal.len()];
        moves.push(position.format_move(chosen));
        position.play(chosen).expect("it is legal");
    }
    // Two moves that are undone as one.
    let joined = moves.split_off(28).join("; ");
    moves.push(joined);
    let game = SavedGame {
        game: "endless".to_owned(),
        variants: Vec::new(),
        start: SavedStart::Deal("5".to_owned()),
        rules: rules.game().fingerprint().to_owned(),
        moves,
        played: 25,
        carried: -52,
        help: Help {
            hints: 2,
            solver: 0,
        },
        started: 1_795_327_292,
        seconds: 341,
    };
    (game, start)
}

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

#[test]
fn a_name_of_a_file_cannot_write_to_the_terminal() {
    let error = SavedGame::load(Path::new("no\x1b[2J\n such file")).expect_err("there is none");
    assert!(error.to_string().chars().all(is_printable), "{error:?}");
}

/// The first position after the replay, played to where the saved game stands.
fn end_of(replay: &Replay, start: &Position) -> Position {
    let mut position = start.clone();
    for chosen in replay.moves[..replay.played].iter().flatten() {
        position.play(*chosen).expect("it is legal");
    }
    position
}

#[test]
fn moves_are_played_again() {
    let (game, start) = example();
    let replay = game.replay(&start);
    assert_eq!(replay.stopped, None);
    assert_eq!((replay.moves.len(), replay.played), (29, 25));
    assert_eq!(replay.moves[28].len(), 2);
    let mut position = start.clone();
    for text in &game.moves[..25] {
        let chosen = position.parse_move(text).expect("it is legal");
        position.play(chosen).expect("it is legal");
    }
    assert_eq!(end_of(&replay, &start).key(), position.key());
}

#[test]
fn a_replay_stops_at_the_first_move_that_is_not_legal() {
    let (mut game, start) = example();
    let mut stops = Vec::new();
    game.moves[27] = "t1 nowhere".to_owned();
    let replay = game.replay(&start);
    assert_eq!((replay.moves.len(), replay.played), (27, 25));
    stops.push(replay.stopped.expect("it stops").to_string());
    game.moves[12] = "deal; s t1".to_owned();
    let replay = game.replay(&start);
    assert_eq!((replay.moves.len(), replay.played), (12, 12));
    stops.push(replay.stopped.expect("it stops").to_string());
    // The same moves by other rules.
    let (game, _) = example();
    let changed = RULES.replacen("deal = 3", "deal = 1", 1);
    let rules = Rules::parse("endless", changed).expect("the rules are valid");
    let start = Position::deal(rules.game(), &Deal::Number(DealNumber(5)));
    let start = start.expect("every number is a deal");
    assert!(!game.has_rules_of(rules.game()));
    let replay = game.replay(&start);
    assert!(replay.played < 25, "{}", replay.played);
    assert_eq!(end_of(&replay, &start).key().len(), start.key().len());
    stops.push(replay.stopped.expect("it stops").to_string());
    assert_snapshot("stopped_replays", &stops.join("\n"));
}

#[test]
fn only_saved_games_are_replaced() {
    let folder = tempfile::tempdir().expect("there is room");
    let (mut game, _) = example();
    let path = folder.path().join("my game.save");
    game.save(&path).expect("there is room");
    assert_eq!(SavedGame::load(&path).expect("it was saved"), game);
    game.played = 3;
    game.save(&path).expect("a saved game may be replaced");
    assert_eq!(SavedGame::load(&path).expect("it was saved"), game);
    fs::write(&path, &game.to_text()[..200]).expect("there is room");
    game.save(&path).expect("and so may a damaged one");
    let other = folder.path().join("notes.txt");
    for content in ["", "pat", "Dear diary"] {
        fs::write(&other, content).expect("there is room");
        let error = game.save(&other).expect_err("it is another file");
        assert!(matches!(error, SaveError::OtherFile(_)), "{error}");
        assert_eq!(fs::read_to_string(&other).expect("it is there"), content);
    }
    assert!(matches!(game.save(folder.path()), Err(SaveError::Io(..))));
    let nowhere = folder.path().join("no folder/x");
    let error = game.save(&nowhere).expect_err("there is no such folder");
    let message = error.to_string();
    assert!(
        message.contains("no folder/x: ") && !message.contains(".patience-"),
        "{message}"
    );
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 2);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("there is room");
    let (game, _) = example();
    let path = folder.path().join("a.save");
    let link = folder.path().join("link");
    game.save(&path).expect("there is room");
    let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode));
    mode(0o640).expect("it is ours");
    symlink(&path, &link).expect("links are possible");
    game.save(&link).expect("there is room");
    let found = fs::metadata(&path)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(found & 0o777, 0o640);
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    mode(0o440).expect("it is ours");
    assert!(matches!(game.save(&link), Err(SaveError::Protected(_))));
}

#[test]
fn what_cannot_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("a.save");
    let (mut game, _) = example();
    game.save(&path).expect("there is room");
    let mut bad = game.clone();
    bad.game = "/tmp/\x1b[2J.toml".to_owned();
    assert!(matches!(bad.save(&path), Err(SaveError::Unreadable(_))));
    bad.game = "two\nlines".to_owned();
    assert!(matches!(bad.save(&path), Err(SaveError::Unreadable(_))));
    bad = game.clone();
    bad.moves = vec!["t1 t2".to_owned(); 200_000];
    assert!(matches!(bad.save(&path), Err(SaveError::TooLong(_))));
    assert_eq!(SavedGame::load(&path).expect("it was saved"), game);
    game.moves = vec!["t1 t2".to_owned(); 90_000];
    game.save(&path)
        .expect("ninety thousand moves are not too many");
}

#[test]
fn games_have_names_that_lead_back_to_their_rules() {
    let id = built_in_ids()[0];
    let rules = Rules::built_in(id).expect("it is built in");
    assert_eq!(name_of_game(id, rules.game()), id);
    assert_eq!(name_of_game(rules.game().name(), rules.game()), id);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let name = name_of_game(&format!("{folder}/../games/{id}.toml"), rules.game());
    assert!(
        name.ends_with(&format!("games/{id}.toml")) && !name.contains(".."),
        "{name}"
    );
}

#[test]
fn an_unfinished_game_is_found_once_its_program_has_ended() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path().join("not yet there");
    let (mut game, _) = example();
    assert!(find_interrupted(&folder).0.is_empty());
    let mut autosave = Autosave::begin(&folder);
    assert!(
        !folder.exists(),
        "nothing is written before there is a move"
    );
    for played in 0..10 {
        game.played = played;
        autosave.update(&game).expect("there is room");
    }
    assert!(find_interrupted(&folder).0.is_empty(), "it is being played");
    drop(autosave);
    let mut found = find_interrupted(&folder).0;
    assert_eq!(found.len(), 1);
    assert!(
        find_interrupted(&folder).0.is_empty(),
        "it was found already"
    );
    let (resumed, mut autosave) = found.remove(0).resume();
    assert_eq!(resumed, game);
    game.played = 11;
    autosave.update(&game).expect("there is room");
    drop(autosave);
    let (mut found, unreadable) = find_interrupted(&folder);
    assert_eq!((found.len(), unreadable.len()), (1, 0));
    assert_eq!(found[0].game.played, 11);
    // Another game at the same time; the latest is the first.
    let mut second = Autosave::begin(&folder);
    second.update(&game).expect("there is room");
    second.finish();
    found.remove(0).discard();
    assert_eq!(fs::read_dir(&folder).expect("it exists").count(), 0);
    // A damaged file stays where it is.
    let damaged = folder.join("unfinished-1-1.save");
    fs::write(&damaged, "patience = 1\n").expect("there is room");
    let (found, unreadable) = find_interrupted(&folder);
    assert!(found.is_empty() && damaged.exists());
    assert!(
        unreadable[0].to_string().contains("is damaged"),
        "{unreadable:?}"
    );
}

#[test]
#[ignore = "run by the test below, which kills it"]
#[expect(clippy::print_stdout, reason = "the other process reads it")]
fn plays_until_it_is_killed() {
    let (mut game, _) = example();
    game.moves = vec!["t1 t2".to_owned(); 3000];
    let mut autosave = Autosave::begin(&folder_of_test());
    for played in 0..=3000 {
        game.played = played;
        autosave.update(&game).expect("there is room");
        println!("\nplayed {played}");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_program_loses_at_most_one_move() {
    for kill_at in [0, 1, 17, 400] {
        let folder = tempfile::tempdir().expect("there is room");
        let mut program = run_test(
            "cli::save::tests::plays_until_it_is_killed",
            folder.path(),
            "",
        );
        let mut lines = BufReader::new(program.stdout.take().expect("it is piped")).lines();
        let mut number_of_next = || {
            let line = lines.find_map(|line| line.ok()?.strip_prefix("played ")?.parse().ok());
            line.unwrap_or(usize::MAX)
        };
        while number_of_next() < kill_at {}
        // This is SIGKILL, which no program can handle.
        program.kill().expect("it is running");
        program.wait().expect("it ends");
        // What it wrote between the last line that was read and its end.
        let mut last = kill_at;
        loop {
            match number_of_next() {
                usize::MAX => break,
                number => last = number,
            }
        }
        let (found, unreadable) = find_interrupted(folder.path());
        assert_eq!((found.len(), unreadable.len()), (1, 0));
        let played = found[0].game.played;
        assert!(played == last || played == last + 1, "{played}, not {last}");
    }
}

#[test]
#[ignore = "run by the test below, with a limit on the size of files"]
fn finds_the_disk_full() {
    let folder = folder_of_test();
    let (mut game, _) = example();
    game.played = 7;
    game.moves.extend(vec!["t1 t2".to_owned(); 2000]);
    let error = game
        .save(&folder.join("a.save"))
        .expect_err("the disk is full");
    assert!(matches!(error, SaveError::Io(..)), "{error}");
    let (_, mut autosave) = find_interrupted(&folder).0.remove(0).resume();
    let error = autosave.update(&game).expect_err("the disk is full");
    assert!(matches!(error, SaveError::Io(..)), "{error}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let folder = tempfile::tempdir().expect("there is room");
    let (game, _) = example();
    game.save(&folder.path().join("a.save"))
        .expect("there is room");
    let mut autosave = Autosave::begin(folder.path());
    autosave.update(&game).expect("there is room");
    drop(autosave);
    // Files of at most eight blocks, less than the game needs; writing more is an error, not a signal.
    let setup = "trap '' XFSZ; ulimit -f 8;";
    let program = run_test(
        "cli::save::tests::finds_the_disk_full",
        folder.path(),
        setup,
    );
    assert_passed(program);
    assert_eq!(
        SavedGame::load(&folder.path().join("a.save")).expect("it is there"),
        game
    );
    assert_eq!(find_interrupted(folder.path()).0[0].game, game);
    // The save, the interrupted game and its lock.
    assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 3);
}
