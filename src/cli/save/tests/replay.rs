//! Moves that are played again.

use super::{RULES, example};
use crate::cards::DealNumber;
use crate::cli::save::replay::Replay;
use crate::cli::testing::assert_snapshot;
use crate::play::{Deal, Position};
use crate::rules::Rules;

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
