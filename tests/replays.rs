//! Replays of strangers and of forgetful authors: what they do not have does not become a part of them.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use tempfile::tempdir;

use crate::authors::MINE;
use crate::common::run_patience;

/// A replay without a command that is played is refused, again and again: its board never becomes commands.
#[test]
fn a_board_never_becomes_commands() {
    let folder = tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine.toml"), MINE).expect("there is room");
    let game = path("mine.toml");
    let game = game.to_str().expect("it is UTF-8");
    let update = || run_patience(&["test", game, "--update", "--filter", "first"], "");
    let long = "d".repeat(1001);
    for (commands, expected) in [
        ("", "no command is played"),
        ("\n\n", "no command is played"),
        (long.as_str(), "`...` cannot be a command of a replay"),
        (
            "deal\u{202e}",
            "`deal\u{fffd}` cannot be a command of a replay",
        ),
        (
            "deal\x1b[31m",
            "`deal\u{fffd}[31m` cannot be a command of a replay",
        ),
    ] {
        let text = format!("--deal 1\n{commands}\n");
        fs::write(path("mine.first.play"), &text).expect("there is room");
        for _ in 0..3 {
            let result = update();
            assert!(
                result.stdout.contains(expected),
                "{commands:?}: {}",
                result.stdout
            );
            assert_eq!(result.status, 1);
        }
        let now = fs::read_to_string(path("mine.first.play")).expect("it is there");
        assert_eq!(now, text);
    }
    // One with commands, however they are indented, passes after one update, and keeps them.
    fs::write(
        path("mine.first.play"),
        "--deal 1\n  deal  \n\n\tundo\nnonsense\n",
    )
    .expect("there is room");
    assert_eq!(update().status, 0);
    let written = fs::read_to_string(path("mine.first.play")).expect("it is there");
    let commands: Vec<&str> = written
        .lines()
        .filter(|line| line.starts_with('>'))
        .collect();
    assert_eq!(commands, ["> deal", "> undo", "> nonsense"]);
    assert_eq!(
        run_patience(&["test", game, "--filter", "first"], "").status,
        0
    );
}

/// Whoever runs the tests of a stranger's repository is shown nothing from elsewhere.
#[test]
fn replays_stay_in_their_folder() {
    let folder = tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name);
    for name in ["games", "games/below"] {
        fs::create_dir(path(name)).expect("there is room");
    }
    let secret = "deal = 1 # the secret\nsecret = 5\n";
    fs::write(path("secret"), secret).expect("there is room");
    let tested = format!("{MINE}[[test]]\ndeal = 1\nlegal = ['deal']\n");
    fs::write(path("games/mine.toml"), tested).expect("there is room");
    fs::write(path("games/below/deal.pos"), "deal = 1\n").expect("there is room");
    symlink(path("secret"), path("games/link.pos")).expect("links are possible");
    symlink("below/deal.pos", path("games/inside.pos")).expect("links are possible");
    fs::create_dir(path("games/snapshots")).expect("there is room");
    for file in [
        "mine.linked.play",
        "snapshots/mine.page.snap",
        "snapshots/mine.rules.snap",
        "mine.gaps",
    ] {
        symlink(path("secret"), path("games").join(file)).expect("links are possible");
    }
    let absolute = path("secret").display().to_string();
    for (name, position) in [
        ("above", "../secret"),
        ("absolute", absolute.as_str()),
        ("link", "link.pos"),
        ("around", "below/../../secret"),
        ("fine", "below/deal.pos"),
        ("inside", "inside.pos"),
    ] {
        let text = format!("--position {position}\ndeal\n");
        fs::write(path(&format!("games/mine.{name}.play")), text).expect("there is room");
    }
    let game = path("games/mine.toml");
    let game = game.to_str().expect("it is UTF-8");
    for more in [&["--update"][..], &["--format", "json"], &["--gaps"], &[]] {
        let result = run_patience(&[&["test", game], more].concat(), "");
        let said = result.stdout + &result.stderr;
        assert_ne!(result.status, 0, "{said}");
        assert!(
            !said.contains("the secret") && !said.contains("secret = 5"),
            "{said}"
        );
        let refused = said.matches("it leads out of the folder").count();
        assert_eq!(
            refused,
            if more == ["--gaps"] { 1 } else { 7 },
            "{more:?}: {said}"
        );
        assert_eq!(
            fs::read_to_string(path("secret")).expect("it is there"),
            secret
        );
    }
}
