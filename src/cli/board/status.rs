use super::line::{Line, Word, flow};
use crate::condition::Counter;
use crate::play::Position;
use crate::rules::Game;

/// Formats the base rank, the actions that have a limit, and the score.
pub(super) fn format_status(game: &Game, position: &Position, width: usize) -> Vec<Line> {
    let mut parts = Vec::new();
    if game.base.is_some() {
        let base = position.base();
        let base = base.map_or("not set".to_owned(), |base| base.to_string());
        parts.push(format!("base {base}"));
    }
    for (id, action) in game.actions().zip(&game.actions) {
        let used = position.counter(Counter::Action(id));
        if let Some(limit) = action.limit {
            parts.push(format!("{} {used} of {limit}", action.name));
        }
    }
    let score = position.visible_score();
    let score = score.map_or("?".to_owned(), |score| score.to_string());
    parts.push(format!("score {score}"));
    flow(&Word::split(&parts.join(", "), width), 0, width)
}
