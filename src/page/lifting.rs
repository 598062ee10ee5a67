//! What may be taken from the piles of a group, and when.

use super::analysis::offers;
use super::faces::shape;
use super::group::Writer;
use super::offer::{Offer, either};
use crate::condition::{Comparison, PileExpr, PredicateKind, Property, Side, ValueKind};
use crate::prose::words::{a_pile, number, one_pile, the_piles};
use crate::prose::{Describer, diagonal};
use crate::rules::file::{Role, Take};
use crate::rules::{Amount, Group, Step, Unit};
use crate::text::join_with;

impl Writer<'_> {
    /// Says what may be taken from the piles.
    pub(super) fn take(&self) -> String {
        let group = self.group;
        let accepts = group.start.is_some() || group.build.is_some();
        let kept = number(usize::from(group.keep));
        let keep = match group.keep {
            0 => String::new(),
            1 => ", but never the bottom one,".to_owned(),
            _ => format!(", but never the bottom {kept},"),
        };
        let one = self.a_pile();
        match group.take {
            _ if self.is_never_available() || self.gives_last() => String::new(),
            Take::None if self.is_quiet() || !accepts && !group.goal => String::new(),
            Take::None => format!("cards stay {} {}", self.on(), self.piles()),
            Take::Top if group.goal => {
                let top = match group.keep {
                    0 => format!("the top card of {one} may be"),
                    _ => format!("the top card of {one}, unless it is the only one there, may be"),
                };
                if let Some(target) = self.only_target() {
                    // Among piles that differ, the conditions for taking a card say whether it may go to another.
                    let only = if group.alike || self.is_single() {
                        ", and nowhere else"
                    } else {
                        ""
                    };
                    return format!("{top} moved to {target}{only}");
                }
                let elsewhere = if group.alike && !self.is_single() {
                    format!(", but not moved to another {}", one_pile(group))
                } else {
                    String::new()
                };
                format!("{top} taken back into play{elsewhere}")
            }
            // What is said of pairs, or of when the cards are available, says that they may be moved.
            Take::Top if self.holds_one() && (group.available.is_some() || self.only_pairs()) => {
                String::new()
            }
            Take::Top if group.capacity == Some(1) => {
                let on = self.on();
                format!("the card {on} {}{keep} may be moved", self.each_pile())
            }
            Take::Top if self.holds_one() => {
                format!("{} has only one card, which may be moved", self.each_pile())
            }
            Take::Top if group.keep == 1 => {
                format!("only the top card of {one} may be moved, and its bottom card never")
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

    /// The goal piles that are all that takes cards from these, if it is so.
    fn only_target(&self) -> Option<String> {
        let groups = self.game.groups.iter();
        let others = groups.filter(|g| g.name != self.group.name);
        let takers: Vec<&Group> = others.filter(|g| self.may_go_to(g)).collect();
        let is_goals = !takers.is_empty() && takers.iter().all(|g| g.goal);
        let names: Vec<String> = takers.iter().map(|g| a_pile(self.game, g)).collect();
        is_goals.then(|| join_with(&names, "or"))
    }

    /// Whether another group takes cards, and not only those from certain other piles.
    fn may_go_to(&self, other: &Group) -> bool {
        let (piles, one) = (self.piles(), one_pile(self.group));
        let describer = Describer::of_piles(self.game, other.piles);
        let conditions = [&other.start, &other.build].into_iter().flatten();
        let mut offers = conditions.flat_map(|c| offers(&c.predicate, &describer));
        offers.any(|offer| {
            let mut from = offer.from.iter();
            let is_from = offer.from.is_empty() || from.any(|from| from.contains(&one));
            is_from && !offer.not_from.contains(&piles)
        })
    }

    /// Whether cards leave their piles only for the discard.
    fn only_pairs(&self) -> bool {
        let takes_none = |g: &Group| g.start.is_none() && g.build.is_none() && g.swap.is_none();
        let mut groups = self.game.groups.iter();
        self.game.discard.is_some_and(|discard| {
            groups.all(|group| group.piles.first == discard || takes_none(group))
        })
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
                    "any face-up card{} may be moved together with all cards on it, in sequence or not{one_by_one}",
                    if self.is_single() {
                        format!(" of {}", self.piles())
                    } else {
                        String::new()
                    }
                ),
                Take::Full => {
                    format!("all face-up cards{of} are moved together, in sequence or not{singly}")
                }
                _ => format!(
                    "the top card{of} may be moved, or all its face-up cards together, in sequence or not{one_by_one}"
                ),
            };
        }
        let (they, mut sequence) = kind_of_run(&offers);
        if self.is_built_alike() {
            sequence = String::new();
        }
        match group.take {
            Take::Run => format!(
                "any number of cards at the top{of} may be moved as a unit if {they}{one_by_one}"
            ),
            Take::Full => format!(
                "the whole sequence at the top{of}{sequence} is moved as a unit, never a part of it{singly}"
            ),
            _ => format!(
                "either the top card{of} is moved, or the whole sequence at its top{sequence} as a unit{singly}"
            ),
        }
    }

    /// Whether cards move together that are built on each other, whatever else is true: "sequence" says it all.
    fn is_built_alike(&self) -> bool {
        let group = self.group;
        group.build.as_ref().is_some_and(|build| {
            let run = group.run.as_ref().unwrap_or(build);
            let is_plain = |offer: &Offer| offer.is_plain() && offer.building().is_some();
            run.predicate == build.predicate
                && matches!(offers(&run.predicate, &self.describer).as_slice(), [offer] if is_plain(offer))
        })
    }

    /// Names the groups that take cards one by one.
    fn one_by_one(&self) -> String {
        match self.single_targets().as_str() {
            "" => String::new(),
            names => format!("; to {names} they go one at a time"),
        }
    }

    /// Names the groups that take the top card alone.
    fn singly(&self) -> String {
        match self.single_targets().as_str() {
            "" => String::new(),
            names => format!("; to {names} the top card goes alone"),
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
        let one = self.a_pile();
        let (its_cards, are) = if self.group.capacity == Some(1) {
            (format!("the card {} {one}", self.on()), "is")
        } else {
            (format!("the cards of {one}"), "are")
        };
        if let Some(piles) = predicate.covering() {
            if self.is_overlapped(&piles) {
                return "each pile is covered by the two that overlap it in the next row, and its card is available \
                        only when both are empty"
                    .to_owned();
            }
            let sides: Vec<String> = piles.iter().map(|pile| side(pile)).collect();
            let these = match sides.len() {
                1 => "this is",
                2 => "both are",
                _ => "these are",
            };
            let is_drawn =
                shape(self.game, self.group).is_some_and(|shape| shape.contains("laid out"));
            let place = if is_drawn { "as drawn, " } else { "" };
            return format!(
                "{place}each pile is covered by {}, and its card is available only when {these} empty",
                join_with(&sides, "and")
            );
        }
        if self.is_never_available() {
            return format!("{its_cards} may never be moved");
        }
        if self.gives_last() {
            return format!(
                "only the last card that is left {} {one} may be moved",
                self.on()
            );
        }
        let clause = self.describer.clause(predicate);
        format!("{its_cards} {are} available only if {clause}")
    }

    /// Where a card lies: "in" a cell, "on" another pile.
    fn on(&self) -> &'static str {
        let is_place = self.group.role == Role::Reserve && self.group.piles.count == 1;
        if self.group.role == Role::Cell || is_place {
            "in"
        } else {
            "on"
        }
    }

    /// Whether cards are available only where there are none.
    fn is_never_available(&self) -> bool {
        let available = self.group.available.as_ref();
        let is_empty = PredicateKind::PileEmpty(PileExpr::This);
        available.is_some_and(|available| available.predicate.kind == is_empty)
    }

    /// Whether the top card is available only where it is the only one.
    fn gives_last(&self) -> bool {
        let available = self.group.available.as_ref();
        available.is_some_and(|available| match &available.predicate.kind {
            PredicateKind::Compare(Comparison::Equal, size, number) => {
                let is_size = size.kind == ValueKind::OfPile(Property::Size, PileExpr::This);
                self.group.take == Take::Top && is_size && number.literal() == Some(1)
            }
            _ => false,
        })
    }

    /// Whether the piles are drawn as a pyramid, and these are the two below each that overlap it.
    fn is_overlapped(&self, piles: &[&PileExpr]) -> bool {
        let below = PileExpr::Beside(Box::new(PileExpr::This), Side::Below);
        let right = PileExpr::Beside(Box::new(below.clone()), Side::Right);
        let is_pyramid = shape(self.game, self.group)
            .is_some_and(|shape| shape.starts_with("in a pyramid") && !shape.contains("tip"));
        is_pyramid && piles.len() == 2 && piles.contains(&&below) && piles.contains(&&right)
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

/// What cards are like that move together, given what each must be to the one below: as a clause about them, and as
/// what follows "sequence".
fn kind_of_run(offers: &[Offer]) -> (String, String) {
    if let [offer] = offers {
        if let Some(way) = offer.way() {
            return (format!("they go {way}"), format!(", which must go {way},"));
        }
        if let Some(kinship) = offer.kinship() {
            return (
                format!("they are all {kinship}"),
                format!(", all {kinship},"),
            );
        }
    }
    let nouns = either(offers, "", Offer::noun);
    (
        format!("each lies on the one below as {nouns}"),
        format!(", in which each card lies on the one below as {nouns},"),
    )
}

/// Names a pile beside another: "the one directly below it".
fn side(pile: &PileExpr) -> String {
    match (pile, diagonal(pile)) {
        (_, Some((_, row, col))) => format!("the one {row} it to the {col}"),
        (PileExpr::Beside(_, side @ (Side::Left | Side::Right)), _) => {
            format!("the one to its {}", Property::Beside(*side).word())
        }
        (PileExpr::Beside(_, side), _) => {
            format!("the one directly {} it", Property::Beside(*side).word())
        }
        _ => String::new(),
    }
}
