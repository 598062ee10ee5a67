//! Describes games and conditions in English.

mod condition;
mod facts;
mod page;
mod steps;
mod terms;
mod words;

pub use condition::{
    describe, describe_by_name, describe_detail, describe_number, describe_reason,
    describe_requirement, phrase_by_name,
};
pub use page::{Block, Page, Section};

#[cfg(feature = "lsp")]
use crate::condition::GroupId;
use crate::condition::{ActionId, Condition, Piles};
use crate::rules::Game;

impl Game {
    /// Describes the rules in words, one fact per line: `piles.tableau.build: ...`. Defaults are included.
    pub fn facts(&self) -> Vec<String> {
        facts::facts(self)
    }
}

/// Returns a name as words: `extra_spots` becomes "extra spots".
fn words_of(name: &str) -> String {
    name.replace('_', " ")
}

/// Describes piles: "the stock", "the reserve piles", "tableau pile 3".
pub fn piles(game: &Game, piles: Piles) -> String {
    let group = game.group_of(piles.first);
    let name = words_of(&group.name);
    if group.piles.count == 1 && group.name == group.role.word() {
        format!("the {name}")
    } else if group.piles.count == 1 {
        format!("the {name} pile")
    } else if piles.count == 1 {
        format!(
            "{name} pile {}",
            game.piles[piles.first.index()].place.index
        )
    } else {
        format!("the {name} piles")
    }
}

/// Describes what the piles of a group accept and what may be taken from them, in sentences.
#[cfg(feature = "lsp")]
pub fn describe_group(game: &Game, group: GroupId) -> String {
    page::describe_group(game, group)
}

/// Describes what an action does: "deal three cards from the stock to the waste, face up".
pub fn action(game: &Game, action: ActionId) -> String {
    page::describe_steps(game, &game.actions[action.index()].steps)
}

/// Describes a condition, followed by its source text.
fn describe_condition(game: &Game, condition: &Condition) -> String {
    let phrase = describe_by_name(&condition.predicate, game);
    format!("{phrase} (`{}`)", one_line(&condition.text))
}

/// Returns a source text on one line.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
