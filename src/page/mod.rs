//! The rules of a game as a page in English, complete enough to play with real cards.
//!
//! Everything is derived from the compiled game; nothing is said because of the name or the role of a pile, except that
//! roles decide what need not be said.

mod amount;
mod analysis;
mod cards;
mod deal;
mod draft;
mod empty;
mod faces;
mod group;
mod layout;
mod lifting;
mod offer;
mod opening;
mod pairs;
mod places;
mod play;
mod render;
mod steps;
mod terms;
mod variants;

use draft::Draft;
use opening::Opening;

use std::sync::Arc;

use serde::Serialize;

use crate::condition::ActionId;
use crate::condition::GroupId;
use crate::rules::{Game, Rules};
use crate::work::{CHECKING, within};

/// The rules of a game in English.
///
/// ```
/// let page = patience::Rules::built_in("klondike")?.page();
/// let headings: Vec<&str> = page.sections.iter().map(|section| section.heading.as_str()).collect();
/// assert_eq!((page.title.as_str(), headings[0]), ("Klondike", "Object"));
/// # Ok::<(), patience::library::RulesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Page {
    /// The name of the game.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// One sentence that describes it, by its author; may be empty.
    pub about: String,
    /// The sections.
    pub sections: Vec<Section>,
}

/// A section of a [`Page`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// The heading, such as `Layout`.
    pub heading: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A part of a [`Section`]. Names of actions and of named conditions are between asterisks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Block {
    /// Sentences.
    #[serde(rename = "text")]
    Paragraph(String),
    /// An item of a list.
    Item(String),
}

impl Block {
    /// What it says.
    pub fn text(&self) -> &str {
        match self {
            Block::Paragraph(text) | Block::Item(text) => text,
        }
    }
}

/// Describes what the piles of a group accept and what may be taken from them, in sentences.
pub fn describe_group(game: &Game, group: GroupId) -> String {
    let mut draft = Draft::default();
    group::write(&mut draft, game, game.group(group));
    let sentences = draft.sentences().map(|sentence| sentence.text.as_str());
    sentences.collect::<Vec<_>>().join(" ")
}

/// Describes what an action does: "deal three cards from the stock to the waste, face up".
pub fn action(game: &Game, action: ActionId) -> String {
    let action = &game.actions[action.index()];
    let description = action.description.clone();
    description.unwrap_or_else(|| steps::instructions(game, &action.steps, steps::Stock::Any, None))
}

impl Game {
    /// Describes the rules in English, in the terms that players know.
    ///
    /// ```
    /// let rules = patience::Rules::built_in("klondike")?;
    /// let page = rules.game().page();
    /// assert!(page.to_text(80).contains("The tableau piles are built down in alternating colors."));
    /// # Ok::<(), patience::library::RulesError>(())
    /// ```
    pub fn page(self: &Arc<Game>) -> Page {
        self.page_with(draft(self))
    }

    fn page_with(&self, draft: Draft) -> Page {
        Page {
            title: self.name.clone(),
            aliases: self.aliases.clone(),
            about: self.about.clone(),
            sections: draft.into_sections(),
        }
    }
}

impl Rules {
    /// Describes the rules in English, like [`Game::page`], and what each variant changes.
    pub fn page(&self) -> Page {
        let game = self.game();
        let mut draft = draft(game);
        within(CHECKING, || variants::write(&mut draft, self));
        game.page_with(draft)
    }
}

/// Writes all sections about a game.
fn draft(game: &Arc<Game>) -> Draft {
    let mut draft = Draft::default();
    let opening = Opening::new(game);
    play::write_object(&mut draft, game);
    layout::write(&mut draft, game, &opening);
    play::write_base(&mut draft, game, &opening);
    for group in &game.groups {
        if !play::is_beside_stock(game, group) {
            group::write(&mut draft, game, group);
        }
    }
    pairs::write(&mut draft, game);
    play::write_actions(&mut draft, game, &opening);
    play::write_autos(&mut draft, game, &opening);
    play::write_terms(&mut draft, game);
    draft
}
