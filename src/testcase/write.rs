//! Writes positions in the format of `[[test]]` tables and position files.

use crate::cards::Card;
use crate::condition::{Counter, PileId};
use crate::play::{Layout, Position};
use crate::rules::Game;

impl Position {
    /// Writes the position as a position file, complete except for the file's title: its variants, the piles that have
    /// cards, the base rank and the counters. Reading it back gives a position with the same [`Position::key`], the
    /// same legal moves and the same outcome.
    ///
    /// It names face-down cards too, so it must not be shown to a player. The random numbers for later shuffles and the
    /// points carried over from earlier games are not part of it.
    pub fn to_text(&self) -> String {
        let game = self.game();
        let Layout { piles, base, used } = self.layout();
        let mut lines = Vec::new();
        if piles.iter().all(|(_, cards)| cards.is_empty()) {
            lines.push("place = {}".to_owned());
        }
        if !game.variants.is_empty() {
            let names: Vec<String> = game.variants.iter().map(|v| format!("{v:?}")).collect();
            lines.push(format!("with = [{}]", names.join(", ")));
        }
        for (pile, cards) in piles.iter().filter(|(_, cards)| !cards.is_empty()) {
            let text = format_cards(cards, *pile == game.stock);
            lines.push(format!("place.{} = \"{text}\"", game.pile_name(*pile)));
        }
        if let Some(base) = base {
            lines.push(format!("base = \"{base}\""));
        }
        let used = used.iter().filter(|(_, times)| *times > 0);
        let used =
            used.map(|&(counter, times)| format!("{} = {times}", counter_name(game, counter)));
        let used: Vec<String> = used.collect();
        if !used.is_empty() {
            lines.push(format!("used = {{ {} }}", used.join(", ")));
        }
        lines.join("\n") + "\n"
    }
}

/// The name of the action or group that a counter counts.
fn counter_name(game: &Game, counter: Counter) -> &str {
    match counter {
        Counter::Action(action) => &game.actions[action.index()].name,
        Counter::Group(group) => &game.group(group).name,
    }
}

/// Writes a pile as tests do: from bottom to top, with `#` for face down; the stock from its next card.
pub fn pile_text(game: &Game, position: &Position, pile: PileId) -> String {
    format_cards(&position.cards_with_facing(pile), pile == game.stock)
}

/// Writes cards as tests do: from bottom to top, with `#` for face down; the stock from its next card.
pub(crate) fn format_cards(cards: &[(Card, bool)], is_stock: bool) -> String {
    let mut words: Vec<String> = cards
        .iter()
        .map(|(card, down)| format!("{}{card}", if *down && !is_stock { "#" } else { "" }))
        .collect();
    if is_stock {
        words.reverse();
    }
    words.join(" ")
}
