//! Why a move is not legal: the clause of the rules that says no, with the cards filled in.
//!
//! The rules are asked in a fixed order, each of what a player sees ([`Seen`]). The first that says no whatever lies
//! face down is the one that refuses; so no answer tells such a card. Where there is none, the move is refused by a rule
//! that depends on a card that lies face down; it is named if it is the only one that does.

mod actions;
mod cards;
mod said;

use std::fmt;

use super::generate::Move;
use super::position::Position;
use super::seen::{Judged, Known, Seen};
use crate::condition::{Condition, PileId, Test};
use crate::rules::{Clause, Game};
use crate::text::counted;

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The clause that refuses; nothing where the move is none at all, as from an empty pile, and where cards that lie
    /// face down decide which clause it is.
    pub clause: Option<Clause>,
    message: String,
    place: Option<String>,
    /// How far the move came before it was refused.
    stage: (Stage, usize),
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
            stage: (Stage::Source, 0),
        }
    }

    /// Refuses for a pile from which nothing can be lifted as it is empty.
    pub(super) fn of_empty(game: &Game, pile: PileId) -> Refusal {
        Refusal::none(format!("no card lies in {}", game.pile_name(pile)))
    }

    /// Refuses for a pile that holds fewer cards than were asked for.
    pub(super) fn of_few(game: &Game, pile: PileId, size: u8) -> Refusal {
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

/// How far a move comes before it is refused, in the order in which it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Lock,
    Source,
    Available,
    Take,
    Keep,
    Alike,
    Unit,
    Capacity,
    Distinct,
    Base,
    Accept,
}

/// What a rule says of a move, as far as a player sees.
enum Verdict<R> {
    Allows,
    /// It says no, whatever lies face down.
    Refuses(R),
    /// It depends on a card that lies face down; this is what it would refuse for.
    Depends(R),
}

impl<R> Verdict<R> {
    fn refuse_unless(allowed: bool, reason: R) -> Verdict<R> {
        Verdict::of(Some(allowed), reason)
    }

    fn of(allowed: Known, reason: R) -> Verdict<R> {
        match allowed {
            Some(true) => Verdict::Allows,
            Some(false) => Verdict::Refuses(reason),
            None => Verdict::Depends(reason),
        }
    }

    /// The verdict of a condition, from the part of it that is false; where it depends on a card that lies face down,
    /// from the whole of it, so that nothing is said of its parts.
    fn by<'c>(
        judged: Judged<'c>,
        condition: &'c Condition,
        reason: impl FnOnce(Part<'c>) -> R,
    ) -> Verdict<R> {
        match judged {
            Judged::Holds => Verdict::Allows,
            Judged::Fails(test, at) => Verdict::Refuses(reason(Part { test, at })),
            Judged::Depends => {
                let test = &condition.test;
                Verdict::Depends(reason(Part { test, at: 0 }))
            }
        }
    }
}

/// A part of an `and`, with its number; or the whole of a condition.
#[derive(Clone, Copy)]
struct Part<'c> {
    test: &'c Test,
    at: usize,
}

/// What was found to refuse a move that is not legal.
enum Found<R> {
    /// This, whatever lies face down.
    Rule(R),
    /// This, which depends on a card that lies face down.
    Hidden(R),
    /// One of several that depend on such cards, the first of them this.
    HiddenOneOf(R),
    /// No rule that was asked.
    Nothing,
}

/// Asks rules in their order.
fn find<R>(verdicts: impl Iterator<Item = Verdict<R>>) -> Found<R> {
    let (mut first, mut is_only) = (None, true);
    for verdict in verdicts {
        match verdict {
            Verdict::Allows => {}
            Verdict::Refuses(reason) => return Found::Rule(reason),
            Verdict::Depends(reason) if first.is_none() => first = Some(reason),
            Verdict::Depends(_) => is_only = false,
        }
    }
    match first {
        Some(reason) if is_only => Found::Hidden(reason),
        Some(reason) => Found::HiddenOneOf(reason),
        None => Found::Nothing,
    }
}

/// A sentence that adds that what it says depends on a card that lies face down.
fn depending(message: &str) -> String {
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
            Move::Action(action) => self.refused_action(action),
            Move::Cards(card, pile) => self.refused_cards(card, pile),
        })
    }

    fn refuse(&self, clause: Clause, stage: (Stage, usize), message: String) -> Refusal {
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
    pub(super) fn seen(&self) -> Seen<'_> {
        Seen::of(self)
    }
}
