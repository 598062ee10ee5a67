//! Explains why a move is illegal: which clause of the rules forbids it, with the cards filled in.
//!
//! The rules are judged in a fixed order, given only what the player sees ([`Sight`]). The reason is the first rule
//! that forbids the move regardless of the face-down cards, so no message reveals such a card. If no rule does, one
//! that depends on face-down cards must be the reason; it is named only if it is the only one.

mod actions;
mod cards;
mod checks;
mod detail;
mod messages;

use serde::Serialize;

use std::fmt;

use super::generate::Move;
use super::judge::{Reason, Verdict};
use super::position::Position;
use super::sight::Sight;
pub use checks::Checked;

use crate::condition::PileId;
use crate::rules::{Clause, Game, Rule};
use crate::text::pluralize;
use crate::work::{Kind, spend};

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that forbids the move. `None` if no clause does, for example because the source pile is empty, or if
    /// it depends on face-down cards which clause does.
    pub clause: Option<Clause>,
    message: String,
    place: Option<String>,
    /// How far the move got: the stage of the rule that forbids it, and the index of the false part of its condition.
    stage: (usize, usize),
    /// The move that was judged by the rules; `None` if the request was not a move.
    judged: Option<Move>,
}

/// Writes the message, the path of the key that forbids the move, and where it is written.
impl Serialize for Refusal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            message: &'a str,
            key: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            place: Option<&'a str>,
        }
        Written {
            message: self.message(),
            key: self.key(),
            place: self.place(),
        }
        .serialize(serializer)
    }
}

impl Refusal {
    /// The path of the key that forbids the move, such as `piles.tableau.build`, or `none` if no clause is given.
    pub fn key(&self) -> &str {
        self.clause.as_ref().map_or("none", |c| c.key.as_str())
    }

    /// Why the move is illegal, without the place of the clause.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file and the line where the clause is written, such as `klondike.toml:18`; `None` if it is a default.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// The move that was judged by the rules, if the request was one.
    pub(crate) fn judged(&self) -> Option<Move> {
        self.judged
    }

    /// The refusal that got furthest; of equal ones, the first.
    pub(crate) fn latest(refusals: impl IntoIterator<Item = Refusal>) -> Option<Refusal> {
        refusals.into_iter().reduce(|best, other| {
            if other.stage > best.stage {
                other
            } else {
                best
            }
        })
    }

    /// Refuses a move for a reason other than a rule.
    pub(crate) fn without_rule(message: String) -> Refusal {
        Refusal::none(message)
    }

    fn none(message: String) -> Refusal {
        Refusal {
            clause: None,
            message,
            place: None,
            stage: (Rule::NO_MOVE, 0),
            judged: None,
        }
    }

    /// Refuses to lift a card from an empty pile.
    pub(super) fn for_empty_pile(game: &Game, pile: PileId) -> Refusal {
        Refusal::none(format!("pile {} is empty", game.pile_name(pile)))
    }

    /// Refuses to lift more cards than a pile has.
    pub(super) fn for_too_few_cards(game: &Game, pile: PileId, size: u8) -> Refusal {
        Refusal::none(format!(
            "pile {} has only {}",
            game.pile_name(pile),
            pluralize(size, "card")
        ))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} ({place})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Refusal {}

/// Which rule forbids an illegal move.
enum Cause<'a> {
    /// This rule, regardless of the face-down cards.
    Rule(Rule, Reason<'a>),
    /// This rule, but only a face-down card proves it.
    Unknown(Rule, Reason<'a>),
    /// One of several rules that depend on face-down cards. This is the first of them.
    OneOfSeveral(Rule, Reason<'a>),
    /// No rule.
    None,
}

/// Finds the first rule that forbids a move.
fn find_cause<'a>(rules: &[Rule], mut judge: impl FnMut(Rule) -> Verdict<'a>) -> Cause<'a> {
    let (mut first, mut is_only) = (None, true);
    for &rule in rules {
        match judge(rule) {
            Verdict::Allows | Verdict::Silent => {}
            Verdict::Refuses(reason) => return Cause::Rule(rule, reason),
            Verdict::Depends(reason) if first.is_none() => first = Some((rule, reason)),
            Verdict::Depends(_) => is_only = false,
        }
    }
    match first {
        Some((rule, reason)) if is_only => Cause::Unknown(rule, reason),
        Some((rule, reason)) => Cause::OneOfSeveral(rule, reason),
        None => Cause::None,
    }
}

/// How far a move got before the rule refused it.
fn stage(rule: Rule, reason: Reason<'_>) -> (usize, usize) {
    let part = match reason {
        Reason::FalsePart(part) => part.index,
        _ => 0,
    };
    (rule.stage(), part)
}

/// Adds to a message that it depends on a face-down card.
fn add_hidden_note(message: &str) -> String {
    format!("{message}; whether that is so depends on a face-down card")
}

impl Position {
    /// Plays a move and its consequences.
    ///
    /// # Errors
    /// Returns a refusal, and changes nothing, if the move is illegal.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        match self.refusal(mv) {
            Some(refusal) => Err(refusal),
            None => {
                self.play_unchecked(mv);
                Ok(())
            }
        }
    }

    /// Explains why a move is illegal. Returns `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.is_legal(mv) {
            return None;
        }
        if !self.knows(mv) {
            return Some(Refusal::none(format!("the game has no move {mv:?}")));
        }
        Some(match mv {
            Move::Action(action) => self.refuse_action(action),
            Move::Cards(card, pile) => self.refuse_cards(card, pile),
        })
    }

    fn refuse(&self, clause: Clause, stage: (usize, usize), message: String) -> Refusal {
        spend(Kind::Sentence, 4);
        let place = clause
            .span
            .and_then(|span| self.game.sources.place(span))
            .map(|place| place.to_string());
        Refusal {
            clause: Some(clause),
            message,
            place,
            stage,
            judged: None,
        }
    }

    /// What a player sees of the position.
    pub(super) fn player_sight(&self) -> Sight<'_, Position> {
        Sight::for_player(self)
    }
}
