//! Positions as the text that a position file or a `[[test]]` has for them.

use crate::cards::Card;
use crate::condition::{Counter, PileId};
use crate::play::{Layout, Position};
use crate::rules::Game;

/// A position as a position file has it, complete but for the title of a file: the variants that are played, every
/// pile that holds a card, the base rank, and how often actions were used or cards moved to a group. Read again, it is
/// the same position: the same [`Position::key`], the same legal moves, the same outcome.
///
/// It says what lies face down too, so it is nothing for a player. What a layout has no words for is not in it: the
/// numbers for shuffles that are still to come, and points carried from the game before.
#[must_use]
pub fn position_text(position: &Position) -> String {
    let game = position.game();
    let Layout { piles, base, used } = position.layout();
    let mut lines = Vec::new();
    if !game.variants.is_empty() {
        let names: Vec<String> = game.variants.iter().map(|v| format!("{v:?}")).collect();
        lines.push(format!("with = [{}]", names.join(", ")));
    }
    lines.push("place = {".to_owned());
    for (pile, cards) in piles.iter().filter(|(_, cards)| !cards.is_empty()) {
        let written = format_cards(cards, *pile == game.stock);
        lines.push(format!("  {} = \"{written}\",", game.pile_name(*pile)));
    }
    lines.push("}".to_owned());
    if let Some(base) = base {
        lines.push(format!("base = \"{base}\""));
    }
    let used = used.iter().filter(|(_, times)| *times > 0);
    let used = used.map(|&(counter, times)| format!("{} = {times}", name_of(game, counter)));
    let used: Vec<String> = used.collect();
    if !used.is_empty() {
        lines.push(format!("used = {{ {} }}", used.join(", ")));
    }
    lines.join("\n") + "\n"
}

/// The name under which something is counted.
fn name_of(game: &Game, counter: Counter) -> &str {
    match counter {
        Counter::Action(action) => &game.actions[action.at()].name,
        Counter::Group(group) => &game.group(group).name,
    }
}

/// A pile as a test writes it: its cards from bottom to top, `#` face down; the stock from its next card.
#[must_use]
pub fn pile_text(game: &Game, position: &Position, pile: PileId) -> String {
    format_cards(&position.cards_with_facing(pile), pile == game.stock)
}

/// Cards as a test writes them: from bottom to top, the stock from its next card.
pub(super) fn format_cards(cards: &[(Card, bool)], is_stock: bool) -> String {
    let mut words: Vec<String> = cards
        .iter()
        .map(|(card, down)| format!("{}{card}", if *down && !is_stock { "#" } else { "" }))
        .collect();
    if is_stock {
        words.reverse();
    }
    words.join(" ")
}
