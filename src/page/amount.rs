//! How many cards a pile takes at once, and how many it holds.

use super::analysis::offers;
use super::group::{Accepted, Range, Writer};
use crate::prose::words::count;
use crate::rules::Unit;

impl Writer<'_> {
    /// Whether all the cards of a pile go there at once.
    pub(super) fn is_filled_at_once(&self) -> bool {
        let unit = match self.group.unit {
            Unit::Exactly(unit) => Some(unit),
            Unit::Any => None,
        };
        self.group.capacity.is_some() && self.group.capacity == unit
    }

    /// What cards that are placed together must be like: " that go down in suit".
    fn landing_run(&self) -> String {
        let Some(run) = self.group.landing_run() else {
            return String::new();
        };
        let mut offer = offers(&run.predicate, &self.describer);
        let kind = match (offer.pop(), offer.is_empty()) {
            (Some(offer), true) if offer.is_plain() => {
                let building = offer
                    .building()
                    .map(|building| format!("that go {building}"));
                building.or(offer.kinship().map(str::to_owned))
            }
            _ => None,
        };
        match kind {
            Some(kind) => format!(" {kind}"),
            None => {
                let clause = self.describer.clause(&run.predicate);
                format!(" of which each is such that {clause}")
            }
        }
    }

    /// Several cards that move together: "four cards of one rank".
    pub(super) fn set_of(&self, cards: u8) -> String {
        let run = match self.landing_run() {
            run if run.is_empty() => self.kinship_of_runs().map_or_else(
                || " that may be moved as a unit".to_owned(),
                |kinship| format!(" {kinship}"),
            ),
            run => run,
        };
        format!("{}{run}", count(usize::from(cards), "card"))
    }

    /// The cards that a pile takes all at once, if nothing more is asked of them.
    pub(super) fn any_set(&self, build: &Accepted<'_>) -> Option<String> {
        match self.group.unit {
            Unit::Exactly(cards) if cards > 1 && build.is_anything() => Some(self.set_of(cards)),
            _ => None,
        }
    }

    pub(super) fn unit(&self) -> String {
        let is_said = |build: &Accepted<'_>| self.any_set(build).is_some();
        if self.build().is_some_and(|build| is_said(&build)) {
            return String::new();
        }
        let accepts = self.group.start.is_some() || self.group.build.is_some();
        let run = self.landing_run();
        if !accepts || self.is_filled_at_once() {
            return String::new();
        }
        match self.group.unit {
            Unit::Exactly(1) => String::new(),
            Unit::Exactly(cards) => {
                let cards = count(usize::from(cards), "card");
                format!("exactly {cards}{run} are moved there at once, judged by the bottom one")
            }
            Unit::Any if self.group.take.lifts_runs() => String::new(),
            Unit::Any => format!("several cards{run} may be moved there at once"),
        }
    }

    pub(super) fn capacity(
        &self,
        start: Option<&Accepted<'_>>,
        build: Option<&Accepted<'_>>,
    ) -> String {
        let Some(capacity) = self.group.capacity.map(usize::from) else {
            return String::new();
        };
        let accepts = start.is_some() || build.is_some();
        let is_clear = capacity >= self.game.deck.len() || self.is_filled_at_once() && capacity > 1;
        let has_range = matches!(self.range_of(start), Range::To(..));
        if is_clear || !accepts || has_range {
            return String::new();
        }
        if capacity == 1 && build.is_none() {
            return format!("{} holds one card", self.a_pile());
        }
        let is_single = build.is_none() && self.group.unit == Unit::Exactly(1);
        if capacity == 1 || is_single || self.ends_by_itself(build, capacity) {
            return String::new();
        }
        let cards = count(capacity, "card");
        if self.group.goal {
            format!("{} is complete with {cards}", self.a_pile())
        } else {
            format!("{} holds at most {cards}", self.a_pile())
        }
    }

    /// Whether a pile ends before it is full, or may do so because of other conditions.
    fn ends_by_itself(&self, build: Option<&Accepted<'_>>, capacity: usize) -> bool {
        let is_explicit = self.group.span_of("capacity").is_some();
        let is_plain = build.is_some_and(|build| {
            let mut offers = build.offers.iter();
            offers.all(|offer| offer.conditions.is_empty() && offer.on.is_empty())
                && build.building().is_some()
        });
        if self.group.goal && !is_explicit && !is_plain {
            return true;
        }
        let step = build.and_then(Accepted::building);
        let step = step.and_then(|(_, offer)| offer.step());
        let step = step.and_then(|step| usize::try_from(step.unsigned_abs()).ok());
        let most = step.and_then(|step| self.game.order.ranks().len().checked_div(step));
        !self.game.order.wraps() && most.is_some_and(|most| most <= capacity)
    }
}
