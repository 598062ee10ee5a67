//! Files that are written, replaced and found, by programs that are killed and on disks that are full.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rusqlite::Connection;

use super::example;
use crate::cli::find;
use crate::cli::save::SavedGame;
use crate::cli::save::file::SaveError;
use crate::cli::store::{Autosave, find_interrupted};
use crate::cli::testing::{assert_passed, folder_of_test, run_test};
use crate::rules::{Library, Rules, built_in_ids};
use crate::text::is_printable;

#[test]
fn a_name_of_a_file_cannot_write_to_the_terminal() {
    let error = SavedGame::load(Path::new("no\x1b[2J\n such file")).expect_err("there is none");
    assert!(error.to_string().chars().all(is_printable), "{error:?}");
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
    let error = game.save(&link).expect_err("it may not be written");
    assert!(
        error.to_string().ends_with("it is write-protected"),
        "{error}"
    );
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
    let library = Library::new();
    let name_of = |game: &str, library: &Library| {
        let found = find::load(game, &[], library).expect("there is such a game");
        let again = find::load_saved(&found.name, &[], library).expect("it is found again");
        assert_eq!(again.name, found.name);
        found.name
    };
    assert_eq!(name_of(id, &library), id);
    assert_eq!(name_of(rules.game().name(), &library), id);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let path = format!("{folder}/../games/{id}.toml");
    // A game of one's own that has the id of a built-in one is another game.
    for (game, library) in [
        (path.as_str(), library),
        (id, Library::new().with_folder(folder)),
    ] {
        let name = name_of(game, &library);
        assert!(
            name.ends_with(&format!("games/{id}.toml")) && !name.contains(".."),
            "{name}"
        );
        assert_eq!(
            find::load_saved(id, &[], &library)
                .expect("it is built in")
                .name,
            id
        );
    }
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
    let resumed = found.remove(0);
    assert_eq!(resumed.game, game);
    let mut autosave = resumed.resume();
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
    let names = || fs::read_dir(&folder).expect("it exists").count();
    assert_eq!(names(), 1, "nothing but the database");
    // A damaged game stays where it is.
    let database = Connection::open(folder.join("patience.sqlite")).expect("it is there");
    let insert = "INSERT INTO unfinished (game, changed) VALUES ('game = \u{1b}', 0)";
    database.execute(insert, []).expect("there is room");
    for _ in 0..2 {
        let (found, unreadable) = find_interrupted(&folder);
        assert_eq!((found.len(), unreadable.len()), (0, 1));
        let message = &unreadable[0];
        assert!(message.contains("is damaged"), "{message}");
        assert!(message.chars().all(is_printable), "{message:?}");
    }
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
            "cli::save::tests::files::plays_until_it_is_killed",
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
    game.moves.extend(vec!["t1 t2".to_owned(); 20_000]);
    let error = game
        .save(&folder.join("a.save"))
        .expect_err("the disk is full");
    assert!(matches!(error, SaveError::Io(..)), "{error}");
    let mut autosave = find_interrupted(&folder).0.remove(0).resume();
    let error = autosave.update(&game).expect_err("the disk is full");
    assert!(matches!(error, SaveError::Store(_)), "{error}");
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
    // Files of at most two hundred blocks, less than the game needs; writing more is an error, not a signal.
    let setup = "trap '' XFSZ; ulimit -f 200;";
    let program = run_test(
        "cli::save::tests::files::finds_the_disk_full",
        folder.path(),
        setup,
    );
    assert_passed(program);
    assert_eq!(
        SavedGame::load(&folder.path().join("a.save")).expect("it is there"),
        game
    );
    assert_eq!(find_interrupted(folder.path()).0[0].game, game);
    // The save, the database and the lock of the game.
    assert_eq!(fs::read_dir(folder.path()).expect("it exists").count(), 3);
}
