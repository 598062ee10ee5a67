//! The command `position`: what it prints, and the moves and names it accepts.

use std::path::Path;

use insta::assert_snapshot;

use crate::common::{run_patience, with_snapshot_settings};

#[test]
fn a_position_is_printed_as_it_can_be_read() {
    let print_position =
        |more: &[&str]| run_patience(&[&["position", "klondike"][..], more].concat(), "");
    let start = ["--deal", "1", "--with", "draw-one"];
    let result = print_position(&[&start[..], &["t3 t1", "deal"]].concat());
    assert_eq!(result.status, 0, "{}", result.stderr);
    with_snapshot_settings("", || assert_snapshot!("position", result.stdout));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("printed.position");
    std::fs::write(&path, &result.stdout).expect("the file can be written");
    let path = path.to_str().expect("the path is UTF-8");
    assert_eq!(print_position(&["--position", path]).stdout, result.stdout);
    let refused = print_position(&[&start[..], &["deal", "t1 f9"]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(
        refused
            .stderr
            .contains("move 2, `t1 f9`: there is no pile `f9`")
    );
    assert!(print_position(&[]).stderr.contains("expected --deal DEAL"));
}

/// The name of a game may have several words, before moves as well.
#[test]
fn a_position_is_that_of_a_game_with_a_long_name() {
    let position = |words: &[&str]| {
        let args = [&["position"], words, &["--deal", "1"]].concat();
        let result = run_patience(&args, "");
        assert_eq!((result.status, result.stderr.as_str()), (0, ""));
        result.stdout
    };
    let dealt = position(&["four-corners", "deal"]);
    assert_ne!(dealt, position(&["four-corners"]));
    for words in [
        &["four", "corners", "deal"][..],
        &["Four Corners", "deal"],
        &["four", "corners", "deal"],
    ] {
        assert_eq!(position(words), dealt, "{words:?}");
    }
    let result = run_patience(&["position", "four", "corner", "deal", "--deal", "1"], "");
    assert!(result.stderr.contains("there is no game `four`"));
}

/// A move of several cards is played as in `play`, in several moves, and refused for the same reason.
#[test]
fn a_position_can_be_after_a_move_of_several_cards() {
    let place = "place.t1 = \"9S 8H 7C\"\nplace.t2 = \"TH\"\nplace.t3 = \"KS\"\n";
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("a.pos");
    std::fs::write(&file, place).expect("there is room");
    let file = file.to_str().expect("it is UTF-8");
    let position =
        |text: &str| run_patience(&["position", "freecell", "--position", file, text], "");
    let moved = position("t1 t2 3");
    assert_eq!((moved.status, moved.stderr.as_str()), (0, ""));
    assert!(moved.stdout.contains("TH 9S 8H 7C"), "{}", moved.stdout);
    let played = run_patience(&["play", "freecell", "--position", file], "t1 t2 3\n");
    assert!(
        played.stdout.contains("Played in 5 moves."),
        "{}",
        played.stdout
    );
    let refused = position("t1 t3 3");
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let played = run_patience(&["play", "freecell", "--position", file], "t1 t3 3\n").stdout;
    let why = refused.stderr.strip_prefix("error: move 1, `t1 t3 3`: ");
    let (why, _) = why
        .and_then(|why| why.rsplit_once(" ("))
        .expect("the move and the line of the rule are named");
    assert!(why.len() > 10 && played.contains(why), "{why}: {played}");
}
