//! Names the cards that steps move.

use super::analysis::is_new_suit;
use crate::cards::{Card, Rank, Suit};
use crate::condition::Predicate;
use crate::prose::Describer;
use crate::prose::words::{number, one_pile, plural};
use crate::rules::Game;
use crate::text::join_with;

/// The most cards that are named in words.
const MOST_NAMED: usize = 8;

/// Which of the cards that a condition selects are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// The next of them.
    Next,
    /// Any one of them.
    Any,
    Each,
    All,
}

/// Describes the cards that a condition selects: "all Kings", "the next card that is red". Returns whether the text ends
/// with a clause, too.
pub(super) fn selected(game: &Game, condition: &Predicate, which: Which) -> (String, bool) {
    let condition = Describer::new(game).describe(condition, false);
    let noun = condition
        .noun()
        .and_then(|noun| Some((noun.several()?, noun)));
    let cards = match (noun, which) {
        (Some((_, noun)), Which::Next) => return (noun.to_string(), false),
        (Some((_, noun)), Which::Any) => return (format!("any {}", noun.bare()), false),
        (Some((_, noun)), Which::Each) => return (format!("each {}", noun.bare()), false),
        (Some((several, _)), Which::All) => return (format!("all {several}"), false),
        (None, Which::Next | Which::Any) => "the next card",
        (None, Which::Each) => "each card",
        (None, Which::All) => "all cards",
    };
    let clause = condition.after_card(which == Which::All);
    (format!("{cards} {clause}"), true)
}

/// Names the cards that a player takes out of the undealt ones, wherever they lie; `None` if they depend on the order.
pub(super) fn taken(
    game: &Game,
    condition: &Predicate,
    which: Which,
    is_first: bool,
) -> Option<String> {
    if let (Some(piles), Which::All) = (is_new_suit(condition), which) {
        let one = one_pile(game.group_of(piles.first));
        let yet = if is_first {
            String::new()
        } else {
            format!(" that no {one} has yet")
        };
        return Some(format!("one card of each suit{yet}"));
    }
    let (cards, has_clause) = selected(game, condition, which);
    (!has_clause).then_some(cards)
}

/// Names certain cards: "the four Aces", "one King of each suit", "Six of clubs, Seven of hearts and Eight of spades".
pub(super) fn cards_in_words(game: &Game, cards: &[Card]) -> String {
    let pack = &game.pack;
    let first = cards.first().copied().unwrap_or(Card::Joker);
    let is_same = |card: &Card| card.rank() == first.rank();
    if let [_, _, ..] = cards
        && let Some(rank) = first.rank()
        && cards.iter().all(is_same)
    {
        let in_game = game.deck.iter().filter(|card| is_same(card)).count();
        if in_game == cards.len() {
            return format!("the {} {}", number(in_game), plural(rank.name()));
        }
        let color = first.color();
        let of_color = |card: &&Card| is_same(card) && card.color() == color;
        let is_color = cards.iter().all(|card| card.color() == color)
            && game.deck.iter().filter(of_color).count() == cards.len();
        if let (true, Some(color)) = (is_color, color) {
            let (count, ranks) = (number(cards.len()), plural(rank.name()));
            return format!("the {count} {} {ranks}", color.name());
        }
        let once = |suit: &Suit| cards.iter().filter(|c| c.suit() == Some(*suit)).count() == 1;
        if cards.len() == pack.suits.len() && pack.suits.iter().all(once) {
            return format!("one {} of each suit", rank.name());
        }
    }
    match cards {
        [Card::Joker] => "a joker".to_owned(),
        [Card::Suited(suit, rank)] => {
            let the = if pack.copies(first) == 1 {
                "the"
            } else {
                "one"
            };
            format!("{the} {} of {}", rank.name(), suit.name())
        }
        [first, .., last] if cards.len() > 20 && game.deck.starts_with(cards) => {
            format!("{} cards in order, from {first} to {last}", cards.len())
        }
        cards => list_cards(cards),
    }
}

/// Lists cards: "the Ace, Two and Three of clubs", "King of clubs and Ace of hearts", or by their symbols if they are many.
fn list_cards(cards: &[Card]) -> String {
    let named = cards.iter().filter_map(|card| card.suit().zip(card.rank()));
    let named: Vec<(Suit, Rank)> = named.collect();
    let list = |names: Vec<String>| join_with(&names, "and");
    match named.as_slice() {
        [(suit, _), ..] if named.len() == cards.len() && named.len() <= MOST_NAMED => {
            if named.iter().all(|(other, _)| other == suit) {
                let ranks = named.iter().map(|(_, rank)| rank.name().to_owned());
                return format!("the {} of {}", list(ranks.collect()), suit.name());
            }
            let names = named
                .iter()
                .map(|(suit, rank)| format!("{} of {}", rank.name(), suit.name()));
            list(names.collect())
        }
        _ => list(cards.iter().map(ToString::to_string).collect()),
    }
}

/// Names what cards are taken out of.
pub(super) fn pack_in_words(game: &Game) -> &'static str {
    if game.pack.packs == 1 {
        "the pack"
    } else {
        "the packs"
    }
}
