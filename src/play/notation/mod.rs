//! Moves as they are typed and printed: `t3 t5`, `w f`, `7H a`, `r:7H a`, and the names of actions.

mod resolve;
mod write;

use super::position::Position;
use crate::cards::{Card, CardId, Pack};
use crate::condition::{ActionId, GroupId, PileId, View};
use crate::rules::{Game, Group};
use crate::text::{listed, nearest};

pub use write::write;

/// A move as it was asked for. It may be no move of the position at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// An action.
    Action(ActionId),
    /// Cards from somewhere to somewhere.
    Cards(Source, Target),
}

/// Where cards are to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A pile, and how many cards, if that was said.
    Pile(PileId, Option<u8>),
    /// The unit whose lowest card this is.
    Card(CardId),
}

/// Where cards are to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pile.
    Pile(PileId),
    /// The first pile of a group that accepts them.
    Group(GroupId),
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

/// The pile or the group that a name stands for: the short name, the full name or anything between, with the
/// number of the pile or without; a name without a number stands for a group's only pile too.
///
/// # Errors
/// A name that stands for nothing.
pub fn pile_named(game: &Game, text: &str) -> Result<Target, NotationError> {
    let lower = text.to_ascii_lowercase();
    let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &lower[letters.len()..];
    let stands_for =
        |name: &str, short: &str| name.starts_with(letters) && letters.len() >= short.len();
    let exact = game.groups.iter().position(|g| g.name == letters);
    let found = exact.or_else(|| {
        game.groups
            .iter()
            .position(|g| stands_for(&g.name, &g.short))
    });
    let Some(at) = found.filter(|_| !letters.is_empty()) else {
        return Err(unknown_pile(game, text));
    };
    let group = &game.groups[at];
    if digits.is_empty() {
        let only = group.piles.count == 1;
        let id = GroupId::new(at);
        return Ok(if only {
            Target::Pile(group.piles.first)
        } else {
            Target::Group(id)
        });
    }
    let pile = digits
        .parse()
        .ok()
        .and_then(|number| group.piles.nth(number));
    pile.map(Target::Pile).ok_or_else(|| {
        let (short, count) = (&group.short, group.piles.count);
        NotationError(if count == 1 {
            format!("there is no {text}: {} is one pile, `{short}`", group.name)
        } else {
            format!(
                "there is no {text}: {} is `{short}1` to `{short}{count}`",
                group.name
            )
        })
    })
}

fn unknown_pile(game: &Game, text: &str) -> NotationError {
    let names: Vec<String> = game
        .groups
        .iter()
        .map(|g| {
            if g.piles.count == 1 {
                g.short.clone()
            } else {
                format!("{0}1-{0}{1}", g.short, g.piles.count)
            }
        })
        .collect();
    NotationError(format!(
        "`{text}` is no pile and no card; the piles are {}",
        listed(&names, "and")
    ))
}

/// Reads a move.
///
/// # Errors
/// A text that names no action, no pile or no card in sight.
pub fn read(position: &Position, text: &str) -> Result<Attempt, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = position.game();
    match words.as_slice() {
        [] => Err(NotationError(
            "a move is expected, such as `t3 t5`".to_owned(),
        )),
        [word] => {
            let lower = word.to_ascii_lowercase();
            if let Some(action) = game.names.action(&lower) {
                return Ok(Attempt::Action(action));
            }
            if word.parse::<Card>().is_ok() || pile_named(game, word).is_ok() {
                return Err(NotationError(format!(
                    "where to? write `{word} ` and a pile"
                )));
            }
            let actions = game.actions.iter().map(|a| a.name.as_str());
            let known: Vec<&str> = actions
                .chain(crate::rules::COMMANDS.iter().map(|c| c.name))
                .collect();
            let hint = match nearest(&lower, known.iter().copied()) {
                Some(word) => format!("; did you mean `{word}`?"),
                None => "; `help` says what can be typed".to_owned(),
            };
            Err(NotationError(format!("`{word}` is no command{hint}")))
        }
        [from, to] => Ok(Attempt::Cards(
            source(position, from, to, None)?,
            pile_named(game, to)?,
        )),
        [from, to, count] => {
            let number = count
                .parse()
                .ok()
                .filter(|&n| (1..=Pack::MAX_CARDS).contains(&usize::from(n)));
            let number =
                number.ok_or_else(|| NotationError(format!("`{count}` is no number of cards")))?;
            Ok(Attempt::Cards(
                source(position, from, to, Some(number))?,
                pile_named(game, to)?,
            ))
        }
        _ => Err(NotationError(
            "a move is one pile, another, and perhaps a number of cards: `t3 t5 2`".to_owned(),
        )),
    }
}

fn source(
    position: &Position,
    text: &str,
    to: &str,
    count: Option<u8>,
) -> Result<Source, NotationError> {
    let game = position.game();
    if let Some((pile, card)) = text.split_once(':') {
        let Target::Pile(pile) = pile_named(game, pile)? else {
            return Err(NotationError(format!(
                "which pile of `{pile}`? write its number, as in `{pile}1:{card}`"
            )));
        };
        let card: Card = card.parse().map_err(|e| NotationError(format!("{e}")))?;
        return visible_card(position, card, Some(pile));
    }
    // `ac` is the Ace of clubs before it is a part of `aces`; a name that a pile is printed with stays that.
    let letters = text
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_ascii_lowercase();
    let is_name = game
        .groups
        .iter()
        .any(|g| g.short == letters || g.name == letters);
    let named = match text.parse::<Card>() {
        Ok(card) if !is_name => Err(NotationError(format!("no {card} is in sight"))),
        _ => pile_named(game, text),
    };
    match named {
        Ok(Target::Pile(pile)) => Ok(Source::Pile(pile, count)),
        Ok(Target::Group(group)) => {
            let pile = unique_source(position, game.group(group), pile_named(game, to)?, count)?;
            Ok(Source::Pile(pile, count))
        }
        Err(error) => {
            let card: Card = text.parse().map_err(|_| error)?;
            if count.is_some() {
                return Err(NotationError(format!(
                    "{card} and the cards on it move together: leave the number out"
                )));
            }
            visible_card(position, card, None)
        }
    }
}

/// The only pile of a group from which the move is legal; where there is none, the only one with cards.
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
    let mut filled = group.piles.iter().filter(|&p| position.size(p) > 0);
    let all = format!("`{0}1` to `{0}{1}`", group.short, group.piles.count);
    let message = match (legal.as_slice(), filled.next(), filled.next()) {
        ([only], ..) => return Ok(*only),
        ([], Some(only), None) => return Ok(only),
        ([], None, _) => format!("no card lies in {all}"),
        ([], ..) => format!("from none of {all} is that legal; name one to be told why"),
        (several, ..) => {
            let name = |pile: &PileId| format!("`{}`", position.game().pile_name(*pile));
            let names: Vec<String> = several.iter().map(name).collect();
            format!("which of {}?", listed(&names, "and"))
        }
    };
    Err(NotationError(message))
}

/// A card that lies face up; where it is asked for by its face and lies in several piles, that has to be said.
fn visible_card(
    position: &Position,
    card: Card,
    within: Option<PileId>,
) -> Result<Source, NotationError> {
    let (game, seen) = (position.game(), position.player_sight());
    let mut found: Vec<(PileId, CardId)> = Vec::new();
    for pile in position
        .pile_ids()
        .filter(|p| within.is_none_or(|w| w == *p))
    {
        let mut cards = position.cards_down(pile);
        let face_up = cards.find(|&c| seen.face(c) == Some(card));
        found.extend(face_up.map(|c| (pile, c)));
    }
    match found.as_slice() {
        [(_, card)] => Ok(Source::Card(*card)),
        [] => {
            let place = within.map_or_else(String::new, |p| format!(" in {}", game.pile_name(p)));
            Err(NotationError(format!("no {card} is in sight{place}")))
        }
        several => {
            let names: Vec<String> = several
                .iter()
                .map(|(p, _)| format!("{}:{card}", game.pile_name(*p)))
                .collect();
            Err(NotationError(format!(
                "{card} lies in several piles: write {}",
                listed(&names, "or")
            )))
        }
    }
}
