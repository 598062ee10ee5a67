//! Parses moves as players type them: `t3 t5`, `w f`, `7H a`, `r:7H a`, and the names of actions.

mod operands;
mod resolve;
mod write;

use super::generate::Move;
use super::position::Position;
use super::refusal::Refusal;
use crate::cards::{Card, CardId};
use crate::condition::{ActionId, GroupId, PileId};
use crate::rules::{Game, Group};
use crate::text::{debug_as_display, join_with, nearest};
use crate::work::{Kind, spend};
pub use operands::{is_name, read_sources};
use operands::{source, target};

/// A legal or illegal move request, as typed by a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// An action.
    Action(ActionId),
    /// Moves cards from a source to a target.
    Cards(Source, Target),
}

/// The cards to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The given number of cards of a pile; the longest legal unit if there is no number.
    Pile(PileId, Option<u8>),
    /// The unit whose lowest card this is.
    Card(CardId),
}

/// Where to move cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pile.
    Pile(PileId),
    /// The first pile of a group that accepts them.
    Group(GroupId),
}

/// A text that does not name a move.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text does not name a move.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The move that it names is not legal.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

debug_as_display!(NotationError, MoveError);

impl Game {
    /// The pile with a name, short or full, such as `t3` or `tableau3`; `None` if there is none, or if several piles have
    /// the name.
    pub fn pile_named(&self, name: &str) -> Option<PileId> {
        match pile_named(self, name) {
            Ok(Target::Pile(pile)) => Some(pile),
            Ok(Target::Group(_)) | Err(_) => None,
        }
    }
}

impl Position {
    /// The legal move that a text names: `t3 t5`, `w f`, `7H a`, `t3 t5 2`, or the name of an action.
    ///
    /// [`Position::format_move`] is the inverse. If the text allows several moves, this is the one with the most cards,
    /// to the first pile.
    ///
    /// # Errors
    /// If the text does not name a move of the game, or if the move is not legal.
    ///
    /// ```
    /// use patience::{Deal, DealNumber, MoveError, Position, Rules};
    ///
    /// let rules = Rules::built_in("klondike")?;
    /// let position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
    /// let deal = position.parse_move("deal")?;
    /// assert_eq!(position.format_move(deal), "deal");
    /// assert!(matches!(position.parse_move("t9 f"), Err(MoveError::Notation(_))));
    /// assert!(matches!(position.parse_move("s f"), Err(MoveError::Refused(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        Ok(read(self, text)?.resolve(self)?)
    }

    /// The shortest unambiguous text for a legal move, as [`Position::parse_move`] reads it. If the move names a card
    /// that is on no pile, or a card, pile or action that the game lacks, the text is its [`Debug`](std::fmt::Debug)
    /// form.
    pub fn format_move(&self, mv: Move) -> String {
        spend(Kind::Sentence, 1);
        write::write(self, mv)
    }
}

/// Finds the pile or group with a name: the group's short name, its full name or anything in between, with or without
/// the number of a pile. A name without a number refers to the pile if the group has only one.
///
/// # Errors
/// Returns an error if no pile or group has this name.
pub fn pile_named(game: &Game, text: &str) -> Result<Target, NotationError> {
    find_pile(game, text, || format!("there is no pile `{text}`"))
}

/// Finds the pile or group for a name. `unknown` names the mistake if there is none.
fn find_pile(
    game: &Game,
    text: &str,
    unknown: impl Fn() -> String,
) -> Result<Target, NotationError> {
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
        return Err(unknown_pile(game, &unknown()));
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
        NotationError(if group.piles.count == 1 {
            format!(
                "there is no pile `{text}`: `{}` is a single pile, {}",
                group.name,
                group.pile_names()
            )
        } else {
            format!(
                "there is no pile `{text}`: `{}` has {}",
                group.name,
                group.pile_names()
            )
        })
    })
}

fn unknown_pile(game: &Game, message: &str) -> NotationError {
    let is_used = |group: &&Group| group.piles.first != game.stock || game.uses_stock();
    let groups = game.groups.iter().filter(is_used);
    let names: Vec<String> = groups.map(Group::pile_names).collect();
    NotationError(format!(
        "{message}; the piles are {}",
        join_with(&names, "and")
    ))
}

/// Parses a move request.
///
/// # Errors
/// Returns an error if the text is not an action, or names a pile that does not exist or a card that is not visible.
pub fn read(position: &Position, text: &str) -> Result<Attempt, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = position.game();
    match words.as_slice() {
        [] => Err(NotationError("expected a move, such as `t3 t5`".to_owned())),
        [word] => {
            let lower = word.to_ascii_lowercase();
            if let Some(action) = game.names.action(&lower) {
                return Ok(Attempt::Action(action));
            }
            if word.parse::<Card>().is_ok() || pile_named(game, word).is_ok() {
                return Err(NotationError(format!(
                    "missing target: write a pile after `{word}`"
                )));
            }
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            if letters.len() < word.len()
                && let (Ok(_), Err(error)) = (pile_named(game, letters), pile_named(game, word))
            {
                return Err(error);
            }
            let actions = game.actions.iter().map(|action| action.name.as_str());
            let hint = nearest(&lower, actions);
            let hint = hint.map_or_else(String::new, |word| format!("; did you mean `{word}`?"));
            Err(NotationError(format!(
                "`{word}` is neither a move nor an action{hint}"
            )))
        }
        [word, ..] if is_only_an_action(game, word) => {
            let name = word.to_ascii_lowercase();
            Err(NotationError(format!("`{name}` takes no argument")))
        }
        [from, to] => Ok(Attempt::Cards(
            source(position, from, to, None)?,
            target(position, to)?,
        )),
        [from, to, count] => {
            let number = count
                .parse()
                .ok()
                .filter(|&n| (1..=game.deck.len()).contains(&usize::from(n)));
            let number = number.ok_or_else(|| {
                let max = game.deck.len();
                NotationError(format!(
                    "expected a number of cards from 1 to {max}, found `{count}`"
                ))
            })?;
            Ok(Attempt::Cards(
                source(position, from, to, Some(number))?,
                target(position, to)?,
            ))
        }
        _ => Err(NotationError(
            "expected a source, a target and optionally a number of cards, such as `t3 t5 2`"
                .to_owned(),
        )),
    }
}

/// Whether a word names an action, and neither a card nor a pile.
fn is_only_an_action(game: &Game, word: &str) -> bool {
    let action = game.names.action(&word.to_ascii_lowercase());
    action.is_some() && word.parse::<Card>().is_err() && pile_named(game, word).is_err()
}
