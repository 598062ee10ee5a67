//! A folder of one's own games: how they are listed, found, saved and counted. Rules from standard input and folders.

use std::fs;
use std::path::{Path, PathBuf};

use patience::{Deal, DealNumber, Position, Rules};
use tempfile::{TempDir, tempdir};

use crate::authors::MINE;
use crate::common::{RunResult, root, run_patience, run_with_data};

/// A folder of games: two that can be played, one of which has the id of a built-in game, and files that cannot.
fn own_games() -> TempDir {
    let folder = tempdir().expect("there is room");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room");
    };
    write(
        "mine.toml",
        &format!("{MINE}family = \"Klondike\"\nabout = \"For the tests.\"\n"),
    );
    write(
        "freecell.toml",
        "like = \"eight-off\"\nname = \"My Cells\"\ndrop = [\"variants\"]\n",
    );
    write(
        "wrong.toml",
        "name = \"Wrong\"\n[piles.tableau]\nbuild = 'dwon'\n",
    );
    write("No Id.toml", MINE);
    write(".hidden.toml", "not even TOML");
    write("large.toml", &"# 0123456789\n".repeat(100_000));
    folder
}

fn path_of(folder: &Path, file: &str) -> PathBuf {
    folder.canonicalize().expect("it is there").join(file)
}

fn run_in(folder: &Path, args: &[&str], input: &str) -> RunResult {
    let folder = folder.to_str().expect("it is UTF-8");
    run_patience(&[&["--games", folder], args].concat(), input)
}

#[test]
fn own_games_are_listed_before_the_built_in_ones() {
    let folder = own_games();
    let list = run_in(folder.path(), &["list", "for the tests"], "");
    assert_eq!(
        list.stdout,
        "mine\tMine\tKlondike\t1\t0\t\t\t\t\tFor the tests.\n"
    );
    let place = folder.path().to_str().expect("it is UTF-8");
    crate::common::with_snapshot_settings("list", || {
        insta::assert_snapshot!("own_games", list.stderr.replace(place, "FOLDER"));
    });
    let all = run_in(folder.path(), &["list"], "").stdout;
    assert_eq!(
        all.lines()
            .filter(|line| line.starts_with("freecell\t"))
            .count(),
        1
    );
    assert!(all.contains("freecell\tMy Cells\t"), "{all}");
}

#[test]
fn own_games_are_found_by_id_and_name() {
    let folder = own_games();
    let place = folder.path().to_str().expect("it is UTF-8");
    for words in [
        &["mine", "--deal", "3"][..],
        &["play", "Mine", "--deal", "3"],
        &["mine", "--deal", "3", "--games", place],
    ] {
        let args = [&["--games", place], words].concat();
        let result = run_patience(&args, "quit\n");
        assert!(
            result.stdout.starts_with("Mine, deal 3\n"),
            "{words:?}: {}",
            result.stderr
        );
    }
    let result = run_patience(&["mine", "--deal", "3", "--games", place], "quit\n");
    assert!(
        result.stdout.starts_with("Mine, deal 3\n"),
        "{}",
        result.stderr
    );
    let title = |args: &[&str]| {
        let result = run_in(folder.path(), args, "");
        result.stdout.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(title(&["rules", "freecell"]), "My Cells");
    assert_eq!(title(&["rules", "my cells"]), "My Cells");
    assert_eq!(title(&["check", "mine"]), "mine: no mistakes");
    assert_eq!(
        title(&["perft", "mine", "--deal", "1", "--depth", "1"]),
        "2"
    );
    // A game in a folder may be like one in another.
    let other = tempdir().expect("there is room");
    let child = other.path().join("child.toml");
    fs::write(&child, "like = \"mine\"\nname = \"Child\"\n").expect("there is room");
    let child = child.to_str().expect("it is UTF-8");
    assert_eq!(title(&["rules", child]), "Child");
    assert_eq!(run_patience(&["rules", child], "").status, 3);
    let near = run_in(folder.path(), &["play", "minee"], "").stderr;
    assert!(near.contains("did you mean `mine`?"), "{near}");
    let wrong = run_in(folder.path(), &["play", "wrong"], "");
    assert!(
        wrong.status == 3 && wrong.stderr.contains("dwon"),
        "{}",
        wrong.stderr
    );
    let missing = run_patience(&["list", "--games", "/no/such/folder"], "");
    assert_eq!(missing.status, 2);
    assert_eq!(
        missing.stderr,
        "error: --games: `/no/such/folder` is not a folder\n"
    );
}

#[test]
fn own_games_are_saved_and_counted_by_their_path() {
    let folder = own_games();
    let data = tempdir().expect("there is room");
    let place = folder.path().to_str().expect("it is UTF-8");
    let save = data.path().join("a.save");
    let save = save.to_str().expect("it is UTF-8");
    let rules = Rules::open(folder.path().join("freecell.toml")).expect("it has no mistakes");
    let deal = Deal::Number(DealNumber(3));
    let first = Position::deal(rules.game(), &deal).expect("it can be dealt");
    let first_move = first.format_move(first.legal_moves()[0]);
    let script = format!("{first_move}\nsave {save}\nnew\nquit\n");
    let args = ["--games", place, "freecell", "--deal", "3", "--stats"];
    let played = run_with_data(&args, &script, false, data.path());
    assert!(played.stdout.contains("Saved as"), "{}", played.stdout);
    let path = path_of(folder.path(), "freecell.toml");
    let path = path.to_str().expect("it is UTF-8");
    let text = fs::read_to_string(save).expect("it was saved");
    assert!(text.contains(&format!("game = \"{path}\"")), "{text}");
    // It is loaded by its path, with the folder or without.
    for args in [
        &["play", "--load", save][..],
        &["--games", place, "play", "--load", save],
    ] {
        let loaded = run_patience(args, "quit\n");
        assert!(
            loaded.stdout.starts_with("My Cells, deal 3\n"),
            "{}",
            loaded.stderr
        );
    }
    // A saved game that is built in stays so, whatever the folder has.
    let other = data.path().join("b.save");
    let other = other.to_str().expect("it is UTF-8");
    run_patience(
        &["freecell", "--deal", "3"],
        &format!("t1\nsave {other}\nquit\n"),
    );
    let loaded = run_patience(&["--games", place, "play", "--load", other], "quit\n");
    assert!(
        loaded.stdout.starts_with("FreeCell, deal 3\n"),
        "{}",
        loaded.stdout
    );
    let stats = |args: &[&str]| run_with_data(args, "", false, data.path()).stdout;
    let own = stats(&["--games", place, "stats", "freecell"]);
    assert!(own.contains("My Cells"), "{own}");
    let built_in = stats(&["stats", "freecell"]);
    assert_eq!(built_in, "No game of `freecell` has been recorded yet.\n");
}

/// Deals count on in a game that was started by its name, also after its rules were read again.
#[test]
fn deals_count_on_after_a_reload() {
    let folder = own_games();
    let args = ["play", "klondike", "--deal", "5"];
    let result = run_in(folder.path(), &args, "new mine\nreload\nnew\n");
    for deal in ["deal 6", "deal 7"] {
        assert!(result.stdout.contains(deal), "{deal}: {}", result.stdout);
    }
}

#[test]
fn rules_are_read_from_standard_input_and_folders() {
    let file = root().join("games/yukon.toml");
    let text = fs::read_to_string(file).expect("it is a file");
    let facts = |args: &[&str], input: &str| run_patience(args, input).stdout;
    assert_eq!(
        facts(&["rules", "-"], &text),
        facts(&["rules", "yukon"], "")
    );
    let perft =
        |game: &str, input: &str| facts(&["perft", game, "--deal", "1", "--depth", "2"], input);
    assert_eq!(perft("-", &text), perft("yukon", ""));
    let position = |game: &str, input: &str| facts(&["position", game, "--deal", "1"], input);
    assert_eq!(position("-", &text), position("yukon", ""));
    let folder = tempdir().expect("there is room");
    fs::write(folder.path().join("a.toml"), MINE).expect("there is room");
    fs::write(folder.path().join("b.toml"), MINE).expect("there is room");
    let folder = folder.path().to_str().expect("it is UTF-8");
    let pages = facts(&["rules", folder], "");
    assert_eq!(pages.lines().filter(|line| *line == "Mine").count(), 2);
    let wrong = run_patience(&["rules", "-"], "name = 5\n");
    assert_eq!(wrong.status, 3);
    assert!(
        wrong.stderr.contains("standard input:1:8"),
        "{}",
        wrong.stderr
    );
}
