//! How a game stands, in a few words.

use crate::condition::{ActionId, Counter};
use crate::play::Position;
use crate::rules::Game;
use crate::text::pluralize;

impl Position {
    /// How the game stands, in a few words each: the base rank, how often actions with a limit can still be used, and the
    /// score.
    pub fn status(&self) -> Vec<String> {
        let game = self.game();
        let mut parts = Vec::new();
        if game.base.is_some() {
            let base = self.base();
            let base = base.map_or("not set".to_owned(), |base| base.to_string());
            parts.push(format!("base {base}"));
        }
        for (id, action) in game.actions().zip(&game.actions) {
            if let Some(left) = uses_left(self, id) {
                parts.push(format!("{} {left} left", action.name));
            }
        }
        parts.push(describe_progress(game, self));
        parts
    }

    /// How many cards lie on [goal piles](Game::is_goal); 0 in a game without any, such as one that is won by emptying piles.
    pub fn put_away(&self) -> usize {
        let game = self.game();
        let goals = game.piles().filter(|&pile| game.is_goal(pile));
        goals.map(|pile| usize::from(self.size(pile))).sum()
    }
}

/// How often an action can still be used; `None` if it has no limit.
pub(super) fn uses_left(position: &Position, action: ActionId) -> Option<u16> {
    let limit = position.game().actions[action.index()].limit?;
    Some(limit.saturating_sub(position.counter(Counter::Action(action))))
}

/// The score, or how many piles are left where it would be 0 for ever.
pub(super) fn describe_progress(game: &Game, position: &Position) -> String {
    if game.score.points.is_none() && !game.piles().any(|pile| game.is_goal(pile)) {
        let piles = game.piles().filter(|&pile| pile != game.stock);
        let piles = piles.filter(|&pile| position.size(pile) > 0).count();
        return pluralize(piles, "pile");
    }
    let score = position.visible_score();
    let score = score.map_or("?".to_owned(), |score| score.to_string());
    format!("score {score}")
}
