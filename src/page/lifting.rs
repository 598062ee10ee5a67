//! What may be taken from the piles of a group, and when.

use super::analysis::offers;
use super::group::Writer;
use super::offer::{Offer, either};
use crate::condition::{PileExpr, Predicate, PredicateKind, Property, Side};
use crate::prose::diagonal;
use crate::prose::words::{number, one_pile, the_piles};
use crate::rules::file::{Role, Take};
use crate::rules::{Amount, Step, Unit};
use crate::text::join_with;

impl Writer<'_> {
    /// Says what may be taken from the piles.
    pub(super) fn take(&self) -> String {
        let group = self.group;
        let accepts = group.start.is_some() || group.build.is_some();
        let kept = number(usize::from(group.keep));
        let keep = match group.keep {
            0 => String::new(),
            1 => ", but never the lowest,".to_owned(),
            _ => format!(", but never the lowest {kept},"),
        };
        let one = self.a_pile();
        match group.take {
            Take::None if self.is_quiet() || !accepts && !group.goal => String::new(),
            Take::None => format!("cards stay on {}", self.piles()),
            Take::Top if group.goal => {
                let elsewhere = if group.alike && !self.is_single() {
                    format!(", though not to another {}", one_pile(group))
                } else {
                    String::new()
                };
                format!("the top card of {one}{keep} may be taken back into play{elsewhere}")
            }
            Take::Top if self.holds_one() => {
                let on = if group.role == Role::Cell { "in" } else { "on" };
                format!("the card {on} {one}{keep} may be moved")
            }
            Take::Top => format!("only the top card of {one}{keep} may be moved"),
            Take::Any => format!("any card of {one}{keep} may be taken, wherever it lies"),
            Take::Run | Take::Full | Take::TopOrFull => {
                let keep = match group.keep {
                    0 => String::new(),
                    1 => "; but the first card of a pile stays".to_owned(),
                    _ => format!("; but the first {kept} cards of a pile stay"),
                };
                format!("{}{keep}", self.runs())
            }
        }
    }

    /// Whether a pile never has more than one card.
    fn holds_one(&self) -> bool {
        let group = self.group;
        if group.capacity == Some(1) {
            return true;
        }
        let is_target = |step: &Step| step.fills(group.piles);
        let is_one = |step: &Step| step.is_plain_deal() && step.amount == Some(Amount::Each(1));
        let dealt = self.game.setup.iter().filter(|step| is_target(step));
        let dealt: Vec<&Step> = dealt.collect();
        let is_dealt_one =
            matches!(dealt.as_slice(), [step] if is_one(step)) && self.picked().is_empty();
        is_dealt_one
            && group.start.is_none()
            && group.build.is_none()
            && !self.game.steps_in_play().any(is_target)
    }

    /// What moves as a unit.
    fn runs(&self) -> String {
        let group = self.group;
        let of = if self.is_single() { "" } else { " of a pile" };
        let (one_by_one, singly) = (self.one_by_one(), self.singly());
        let Some(rule) = group.run.as_ref().or(group.build.as_ref()) else {
            return format!("only the top card{of} may be moved");
        };
        let offers = offers(&rule.predicate, &self.describer);
        if matches!(offers.as_slice(), [offer] if offer.is_plain() && offer.takes_any()) {
            return match group.take {
                Take::Run => format!(
                    "any face-up card may be moved together with all cards on it, in sequence or not{one_by_one}"
                ),
                Take::Full => {
                    format!("all face-up cards{of} are moved together, in sequence or not{singly}")
                }
                _ => format!(
                    "the top card{of} may be moved, or all its face-up cards together, in sequence or not{one_by_one}"
                ),
            };
        }
        let kind = self.kind_of_run(&offers);
        match group.take {
            Take::Run => {
                let (before, after) = kind.commas;
                format!(
                    "any number of cards at the top{of}{before} {}{after} may be moved as a unit{one_by_one}",
                    kind.of_cards
                )
            }
            Take::Full => format!(
                "the whole sequence at the top{of}, {}, is moved as a unit, never a part of it{singly}",
                kind.of_sequence
            ),
            _ => format!(
                "the top card{of} may be moved alone, or the whole sequence at the top, {}, as a unit, and nothing \
                 between{singly}",
                kind.of_sequence
            ),
        }
    }

    /// What cards are like that move together, given what each must be to the one below.
    fn kind_of_run(&self, offers: &[Offer]) -> RunKind {
        let group = self.group;
        let is_same = match (&group.run, &group.build) {
            (Some(run), Some(build)) => run.predicate == build.predicate,
            (None, Some(_)) => true,
            _ => false,
        };
        let alike = |text: String, commas| RunKind {
            of_sequence: text.clone(),
            of_cards: text,
            commas,
        };
        if let [offer] = offers {
            if let Some(building) = offer.building() {
                if is_same && offer.is_plain() {
                    return alike("built in this way".to_owned(), ("", ""));
                }
                let building = format!("{building}{}", offer.provisos());
                return RunKind {
                    of_cards: format!("that go {building}"),
                    of_sequence: format!("that goes {building}"),
                    commas: ("", if offer.is_plain() { "" } else { "," }),
                };
            }
            if let Some(kinship) = offer.kinship() {
                return alike(format!("all {kinship}"), (",", ","));
            }
        }
        let nouns = either(offers, Offer::noun);
        let after = if offers.iter().any(Offer::is_long) {
            ","
        } else {
            ""
        };
        let text = format!("in which each card goes on the one below as {nouns}");
        alike(text, ("", after))
    }

    /// Names the groups that take cards one by one.
    fn one_by_one(&self) -> String {
        match self.single_targets().as_str() {
            "" => String::new(),
            names => format!(", but singly to {names}"),
        }
    }

    /// Names the groups that take the top card alone.
    fn singly(&self) -> String {
        match self.single_targets().as_str() {
            "" => String::new(),
            names => format!("; but to {names} the top card goes alone"),
        }
    }

    /// Names the groups that take one card at a time.
    fn single_targets(&self) -> String {
        let groups = self.game.groups.iter();
        let takers = groups.filter(|g| {
            (g.start.is_some() || g.build.is_some())
                && g.unit == Unit::Exactly(1)
                && g.name != self.group.name
        });
        let names: Vec<String> = takers.map(|g| the_piles(self.game, g.piles)).collect();
        join_with(&names, "and")
    }

    /// Says when cards may be taken.
    pub(super) fn available(&self) -> String {
        let Some(available) = &self.group.available else {
            return String::new();
        };
        if self.group.take == Take::None {
            return String::new();
        }
        let predicate = &available.predicate;
        let its_cards = format!("the cards of {}", self.a_pile());
        if let Some(sides) = covering(predicate) {
            let these = if sides.len() == 1 {
                "this is"
            } else {
                "these are"
            };
            return format!(
                "each pile is covered by {}, and its card is available only when {these} empty",
                join_with(&sides, "and")
            );
        }
        if let PredicateKind::PileEmpty(PileExpr::This) = predicate.kind {
            return format!("{its_cards} may never be moved");
        }
        let clause = self.describer.clause(predicate);
        format!("{its_cards} are available only if {clause}")
    }

    /// Says when face-down cards are turned up, if there are any.
    pub(super) fn turning_up(&self) -> String {
        let group = self.group;
        let hides = |step: &Step| step.hides_cards_in(group.piles);
        let mut steps = self.game.setup.iter().chain(self.game.steps_in_play());
        let is_stock = group.piles.first == self.game.stock;
        if is_stock || group.take == Take::None || !steps.any(hides) {
            return String::new();
        }
        match (group.take, group.available.is_some()) {
            (Take::Any, true) => "they are turned face up when they become available".to_owned(),
            (Take::Any, false) => String::new(),
            (_, true) => "face-down cards are turned up when they become available".to_owned(),
            (_, false) if self.holds_one() => String::new(),
            (_, false) => "face-down cards are turned up when they come to the top".to_owned(),
        }
    }
}

/// Says what cards are like that move together.
struct RunKind {
    /// Of several cards: "that go down in suit".
    of_cards: String,
    /// Of a sequence: "that goes down in suit".
    of_sequence: String,
    /// What stands before and after the former.
    commas: (&'static str, &'static str),
}

/// If a condition asks that adjacent piles be empty, returns which: "the one directly below it".
fn covering(predicate: &Predicate) -> Option<Vec<String>> {
    let side = |part: &Predicate| {
        let PredicateKind::PileEmpty(pile) = &part.kind else {
            return None;
        };
        match (pile, diagonal(pile)) {
            (_, Some((PileExpr::This, row, col))) => Some(format!("the one {row} it to the {col}")),
            (PileExpr::Beside(origin, side), _) if **origin == PileExpr::This => {
                let word = Property::Beside(*side).word();
                Some(match side {
                    Side::Left | Side::Right => format!("the one to its {word}"),
                    Side::Above | Side::Below => format!("the one directly {word} it"),
                })
            }
            _ => None,
        }
    };
    predicate.conjuncts().iter().map(side).collect()
}
