//! Parses the sources and targets of moves.

use super::{Attempt, NotationError, Source, Target, find_pile, pile_named};
use crate::cards::{Card, CardId};
use crate::condition::PileId;
use crate::play::board_view::BoardView;
use crate::play::position::Position;
use crate::rules::{Game, Group};
use crate::text::join_with;

/// Parses the source of a move to `to`.
pub(super) fn source(
    position: &Position,
    text: &str,
    to: &str,
    count: Option<u8>,
) -> Result<Source, NotationError> {
    let game = position.game();
    if let Some((pile, card)) = text.split_once(':') {
        let Target::Pile(pile) = pile_named(game, pile)? else {
            return Err(NotationError(format!(
                "which pile of `{pile}`? Write its number, as in `{pile}1:{card}`"
            )));
        };
        let card: Card = card.parse().map_err(|e| NotationError(format!("{e}")))?;
        return visible_card(position, card, Some(pile));
    }
    match parse_word(game, text)? {
        Word::Place(Target::Pile(pile)) => Ok(Source::Pile(pile, count)),
        Word::Place(Target::Group(group)) => {
            let pile = unique_source(position, game.group(group), target(position, to)?, count)?;
            Ok(Source::Pile(pile, count))
        }
        Word::Card(card) if count.is_some() => Err(NotationError(format!(
            "{card} moves together with the cards on it: leave out the number"
        ))),
        Word::Card(card) => visible_card(position, card, None),
    }
}

/// A word that names a card or a place.
enum Word {
    Card(Card),
    Place(Target),
}

/// Parses the name of a card, a pile or a group. A text such as `ac` is the Ace of clubs, not a prefix of `aces`, unless
/// a group has exactly this name.
fn parse_word(game: &Game, text: &str) -> Result<Word, NotationError> {
    let letters = text
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_ascii_lowercase();
    let is_name = game
        .groups
        .iter()
        .any(|g| g.short == letters || g.name == letters);
    if let Ok(card) = text.parse()
        && !is_name
    {
        return Ok(Word::Card(card));
    }
    let unknown = || format!("`{text}` is neither a pile nor a card");
    match find_pile(game, text, unknown) {
        Ok(target) => Ok(Word::Place(target)),
        Err(error) => text.parse().map(Word::Card).map_err(|_| error),
    }
}

/// Parses the target of a move: a pile, a group, or a card that is on top of a pile.
pub(super) fn target(position: &Position, text: &str) -> Result<Target, NotationError> {
    let game = position.game();
    let card = match parse_word(game, text)? {
        Word::Place(target) => return Ok(target),
        Word::Card(card) => card,
    };
    let sight = position.player_sight();
    let shows = |other: CardId| sight.face(other) == Some(card);
    let is_on_top = |pile: &PileId| position.top_card(*pile).is_some_and(shows);
    let piles: Vec<PileId> = game.piles().filter(is_on_top).collect();
    match piles.as_slice() {
        [pile] => Ok(Target::Pile(*pile)),
        [] => {
            let mut piles = game.piles();
            let pile = piles.find(|&pile| position.cards_down(pile).any(shows));
            Err(NotationError(match pile {
                Some(pile) => format!("{card} is covered in {}", game.pile_name(pile)),
                None => format!("no {card} is visible"),
            }))
        }
        several => {
            let name = |pile: &PileId| format!("`{}`", game.pile_name(*pile));
            let names: Vec<String> = several.iter().map(name).collect();
            Err(NotationError(format!(
                "{card} is on top of several piles: write {}",
                join_with(&names, "or")
            )))
        }
    }
}

/// Whether a word names a card, a pile or a group, visible or not.
pub fn is_name(game: &Game, text: &str) -> bool {
    parse_word(game, text).is_ok()
}

/// Parses sources without a target: a pile, all piles of a group, or a card.
///
/// # Errors
/// Returns an error if the text names none of them, or a card that is not visible.
pub fn read_sources(position: &Position, text: &str) -> Result<Vec<Source>, NotationError> {
    let game = position.game();
    Ok(match parse_word(game, text)? {
        Word::Place(Target::Pile(pile)) => vec![Source::Pile(pile, None)],
        Word::Place(Target::Group(group)) => {
            let piles = game.group(group).piles.iter();
            piles.map(|pile| Source::Pile(pile, None)).collect()
        }
        Word::Card(card) => vec![visible_card(position, card, None)?],
    })
}

/// The only pile of a group that the move is legal from. If the move is illegal from all of them, the only pile with
/// cards.
fn unique_source(
    position: &Position,
    group: &Group,
    to: Target,
    count: Option<u8>,
) -> Result<PileId, NotationError> {
    let is_legal = |pile: PileId| {
        let attempt = Attempt::Cards(Source::Pile(pile, count), to);
        attempt.resolve(position).is_ok()
    };
    let legal: Vec<PileId> = group.piles.iter().filter(|&p| is_legal(p)).collect();
    let mut nonempty = group.piles.iter().filter(|&p| position.size(p) > 0);
    let all = format!("the piles {}", group.pile_names());
    let message = match (legal.as_slice(), nonempty.next(), nonempty.next()) {
        ([only], ..) => return Ok(*only),
        ([], Some(only), None) => return Ok(only),
        ([], None, _) => format!("{all} are empty"),
        ([], ..) => format!("that is not legal from any of {all}; name one to see why"),
        (several, ..) => {
            let name = |pile: &PileId| format!("`{}`", position.game().pile_name(*pile));
            let names: Vec<String> = several.iter().map(name).collect();
            format!("do you mean {}?", join_with(&names, "or"))
        }
    };
    Err(NotationError(message))
}

/// Finds a face-up card by its face. If several piles have such a card, it is the only one that can be lifted; otherwise the
/// player must name the pile.
pub(super) fn visible_card(
    position: &Position,
    card: Card,
    within: Option<PileId>,
) -> Result<Source, NotationError> {
    let (game, sight) = (position.game(), position.player_sight());
    let mut found: Vec<(PileId, CardId)> = Vec::new();
    for pile in game.piles().filter(|p| within.is_none_or(|w| w == *p)) {
        let mut cards = position.cards_down(pile);
        let face_up = cards.find(|&c| sight.face(c) == Some(card));
        found.extend(face_up.map(|c| (pile, c)));
    }
    match found.as_slice() {
        [(_, card)] => Ok(Source::Card(*card)),
        [] => {
            let place = within.map_or_else(String::new, |p| format!(" in {}", game.pile_name(p)));
            Err(NotationError(format!("no {card} is visible{place}")))
        }
        several => {
            // Which moves are legal may depend on a face-down card.
            let mut liftable = several.iter().filter(|(pile, card)| {
                let liftable = sight.liftable(*pile);
                (liftable.units | liftable.singles).contains(*card)
            });
            if let (Some((_, card)), None) = (liftable.next(), liftable.next()) {
                return Ok(Source::Card(*card));
            }
            let names: Vec<String> = several
                .iter()
                .map(|(p, _)| format!("`{}:{card}`", game.pile_name(*p)))
                .collect();
            Err(NotationError(format!(
                "{card} is in several piles: write {}",
                join_with(&names, "or")
            )))
        }
    }
}
