//! Describes games and conditions in English.

mod condition;
mod page;
mod terms;
mod words;

#[cfg(feature = "lsp")]
pub use condition::describe_by_name;
pub use condition::{
    describe, describe_detail, describe_reason, describe_requirement, phrase_by_name,
};
pub use page::{Block, Page, Section};

#[cfg(feature = "lsp")]
use crate::condition::GroupId;
use crate::condition::{ActionId, Piles};
use crate::rules::Game;

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
