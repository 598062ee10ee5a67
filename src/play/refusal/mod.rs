//! Why a move is not legal: the clause of the rules that says no, with the cards filled in.
//!
//! The rules are asked in a fixed order, each of what a player sees ([`Sight`]). The first that says no whatever lies
//! face down is the one that refuses; so no answer tells such a card. Where there is none, the move is refused by a rule
//! that depends on a card that lies face down; it is named if it is the only one that does.

mod actions;
mod cards;
mod messages;

use std::fmt;

use super::generate::Move;
use super::judge::{Reason, Verdict};
use super::position::Position;
use super::sight::Sight;
use crate::condition::PileId;
use crate::rules::{Clause, Game, Rule};
use crate::text::counted;

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that refuses; nothing where the move is none at all, as from an empty pile, and where cards that lie
    /// face down decide which clause it is.
    pub clause: Option<Clause>,
    message: String,
    place: Option<String>,
    /// How far the move came before it was refused: to a rule, and to a part of its condition.
    stage: (usize, usize),
}

impl Refusal {
    /// The path of the key whose clause refuses, as `piles.tableau.build`; `none` where there is no clause.
    #[must_use]
    pub fn key(&self) -> &str {
        self.clause.as_ref().map_or("none", |c| c.key.as_str())
    }

    /// Of several refusals the one that comes latest; of equal ones the first.
    #[must_use]
    pub fn latest(refusals: impl IntoIterator<Item = Refusal>) -> Option<Refusal> {
        refusals.into_iter().reduce(|best, other| {
            if other.stage > best.stage {
                other
            } else {
                best
            }
        })
    }

    fn none(message: String) -> Refusal {
        Refusal {
            clause: None,
            message,
            place: None,
            stage: (Rule::NO_MOVE, 0),
        }
    }

    /// Refuses for a pile from which nothing can be lifted as it is empty.
    pub(super) fn for_empty_pile(game: &Game, pile: PileId) -> Refusal {
        Refusal::none(format!("no card lies in {}", game.pile_name(pile)))
    }

    /// Refuses for a pile that holds fewer cards than were asked for.
    pub(super) fn for_too_few_cards(game: &Game, pile: PileId, size: u8) -> Refusal {
        Refusal::none(format!(
            "{} holds {} only",
            game.pile_name(pile),
            counted(size, "card")
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

/// What was found to refuse a move that is not legal.
enum Cause<'a> {
    /// This, whatever lies face down.
    Rule(Rule, Reason<'a>),
    /// This, which depends on a card that lies face down.
    Unknown(Rule, Reason<'a>),
    /// One of several that depend on such cards, the first of them this.
    OneOfSeveral(Rule, Reason<'a>),
    /// No rule that was asked.
    None,
}

/// Asks rules in their order.
fn find_cause<'a>(rules: &[Rule], mut judge: impl FnMut(Rule) -> Verdict<'a>) -> Cause<'a> {
    let (mut first, mut is_only) = (None, true);
    for &rule in rules {
        match judge(rule) {
            Verdict::Allows => {}
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

/// How far a move came that a rule refuses.
fn stage(rule: Rule, reason: Reason<'_>) -> (usize, usize) {
    let part = match reason {
        Reason::FalsePart(part) => part.index,
        _ => 0,
    };
    (rule.stage(), part)
}

/// A sentence that adds that what it says depends on a card that lies face down.
fn add_hidden_note(message: &str) -> String {
    format!("{message}, which depends on a card that lies face down")
}

impl Position {
    /// Why a move is not legal; nothing for a legal one.
    #[must_use]
    pub fn refusal(&self, chosen: Move) -> Option<Refusal> {
        if self.is_legal(chosen) {
            return None;
        }
        Some(match chosen {
            Move::Action(action) => self.refuse_action(action),
            Move::Cards(card, pile) => self.refuse_cards(card, pile),
        })
    }

    fn refuse(&self, clause: Clause, stage: (usize, usize), message: String) -> Refusal {
        let place = clause
            .span
            .and_then(|span| self.game.sources.place(span))
            .map(|place| place.to_string());
        Refusal {
            clause: Some(clause),
            message,
            place,
            stage,
        }
    }

    /// What a player sees of the position.
    pub(super) fn player_sight(&self) -> Sight<'_, Position> {
        Sight::for_player(self)
    }
}
