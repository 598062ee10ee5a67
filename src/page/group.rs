//! A group of piles: what its piles accept, and what may be taken from them.

use super::analysis::offers;
use super::draft::Draft;
use super::offer::{Offer, either};
use crate::cards::{Card, Rank};
use crate::condition::{
    CardExpr, Comparison, Condition, GroupExpr, Predicate, PredicateKind, Property, ValueKind,
};
use crate::prose::Describer;
use crate::prose::words::{a_pile, capitalized, one_pile, some_piles, the_piles};
use crate::prose::words_of;
use crate::rules::file::{Role, Take};
use crate::rules::{Game, Group};
use crate::text::Span;

/// Describes a group in a section of its own.
pub(super) fn write(draft: &mut Draft, game: &Game, group: &Group) {
    draft.start(&heading(group), false);
    add_sentences(draft, game, group);
}

/// The heading of a group: "Foundations", "Extra piles".
pub(super) fn heading(group: &Group) -> String {
    let name = words_of(&group.name);
    capitalized(&match group.name.as_str() {
        "foundation" | "cell" => some_piles(group),
        _ => name,
    })
}

/// Adds the sentences about a group to the last section.
pub(super) fn add_sentences(draft: &mut Draft, game: &Game, group: &Group) {
    // The sentence has named the pile already.
    let mut add = |slot: &str, text: String| {
        draft.add(&group.name, slot, &text.replace("this pile", "the pile"));
    };
    let writer = Writer {
        game,
        group,
        describer: Describer::of_piles(game, group.piles),
    };
    let (start, build) = (writer.start(), writer.build());
    if start
        .as_ref()
        .is_some_and(|start| writer.stores_any_card(start))
    {
        let store = writer.each_pile();
        add(
            "start",
            format!("{store} holds one card of any kind, which may be moved out again"),
        );
        add("available", writer.available());
        return;
    }
    match (&start, &build) {
        (Some(start), Some(build)) if start.is_same_as(build) => {
            add("build", writer.takes_always(build));
        }
        _ => {
            let begins = writer.empty_pile(start.as_ref(), build.is_some());
            let builds = build
                .as_ref()
                .map(|build| writer.builds(build, start.as_ref()));
            // What is told of its top card follows what begins the pile.
            if builds
                .as_ref()
                .is_some_and(|text| text.starts_with(ITS_TOP))
            {
                add("start", begins);
                add("build", builds.unwrap_or_default());
            } else {
                add("build", builds.unwrap_or_default());
                add("start", begins);
            }
            if build.is_none() && start.is_some() && !writer.is_filled_at_once() {
                add(
                    "build",
                    format!("there is no building on {}", writer.piles()),
                );
            }
        }
    }
    add("unit", writer.unit());
    add("capacity", writer.capacity(start.as_ref(), build.as_ref()));
    add("swap", writer.swap());
    add("take", writer.take());
    add("available", writer.available());
    add("face", writer.turning_up());
}

/// The top card of the pile that was named before.
const ITS_TOP: &str = "after that, its top card";

/// The alternatives of `start` or `build`.
pub(super) struct Accepted<'a> {
    condition: &'a Condition,
    pub(super) offers: Vec<Offer>,
}

impl Accepted<'_> {
    fn is_same_as(&self, other: &Accepted<'_>) -> bool {
        self.condition.predicate == other.condition.predicate
    }

    pub(super) fn nouns(&self) -> String {
        either(&self.offers, "", Offer::noun)
    }

    /// Whether nothing is asked of a card.
    pub(super) fn is_anything(&self) -> bool {
        matches!(self.offers.as_slice(), [offer] if offer.is_plain() && offer.takes_any())
    }

    /// The one way of building, if there is one.
    pub(super) fn building(&self) -> Option<(String, &Offer)> {
        match self.offers.as_slice() {
            [offer] => Some((offer.building()?, offer)),
            _ => None,
        }
    }
}

/// Writes the sentences about a group.
pub(super) struct Writer<'a> {
    pub(super) game: &'a Game,
    pub(super) group: &'a Group,
    pub(super) describer: Describer<'a>,
}

/// The ranks from the first card of a pile to its last.
#[derive(PartialEq)]
pub(super) enum Range {
    Unknown,
    FromBase,
    Round(Rank),
    To(Rank, Rank),
}

impl Range {
    fn text(&self) -> String {
        match self {
            Range::Unknown => String::new(),
            Range::FromBase => " from the base rank".to_owned(),
            Range::Round(first) => format!(" from {} on, round and round", first.name()),
            Range::To(first, last) => format!(" from {} to {}", first.name(), last.name()),
        }
    }
}

impl<'a> Writer<'a> {
    fn accepted(&self, condition: Option<&'a Condition>) -> Option<Accepted<'a>> {
        let condition = condition?;
        Some(Accepted {
            condition,
            offers: offers(&condition.predicate, &self.describer),
        })
    }

    /// Whether a pile holds one card, whatever it is, until it is moved on.
    fn stores_any_card(&self, start: &Accepted<'_>) -> bool {
        let group = self.group;
        let is_one = group.capacity == Some(1) && group.build.is_none() && group.fill.is_empty();
        let is_free = group.take == Take::Top && group.keep == 0 && !group.goal;
        start.is_anything() && is_one && is_free && group.swap.is_none()
    }

    /// What an empty pile accepts. What would fill the pile first is empty then, which need not be said.
    fn start(&self) -> Option<Accepted<'a>> {
        let mut start = self.accepted(self.group.start.as_ref())?;
        for filler in &self.group.fill {
            let piles = self.game.group(*filler).piles;
            let is_empty = PredicateKind::AllEmpty(GroupExpr::Named(piles));
            let is_empty = Predicate::new(is_empty, Span::START);
            let is_empty = self.describer.describe(&is_empty, false);
            let filler = the_piles(self.game, piles);
            start.offers.retain(|offer| offer.from != [filler.as_str()]);
            for offer in &mut start.offers {
                offer.conditions.retain(|condition| *condition != is_empty);
                offer.from.retain(|from| *from != filler);
            }
        }
        (!start.offers.is_empty()).then_some(start)
    }

    pub(super) fn build(&self) -> Option<Accepted<'a>> {
        self.accepted(self.group.build.as_ref())
    }

    pub(super) fn is_single(&self) -> bool {
        self.group.piles.count == 1
    }

    /// "the waste", "the tableau piles".
    pub(super) fn piles(&self) -> String {
        the_piles(self.game, self.group.piles)
    }

    /// "the waste", "a tableau pile".
    pub(super) fn a_pile(&self) -> String {
        a_pile(self.game, self.group)
    }

    /// "the waste", "each tableau pile".
    pub(super) fn each_pile(&self) -> String {
        if self.is_single() {
            self.piles()
        } else {
            format!("each {}", one_pile(self.group))
        }
    }

    /// "is" or "are".
    fn are(&self) -> &'static str {
        if self.is_single() { "is" } else { "are" }
    }

    /// How piles accept cards, empty or not.
    fn takes_always(&self, build: &Accepted<'_>) -> String {
        let is_alone = self.group.role == Role::Discard && self.game.discard.is_some();
        if is_alone && build.offers.iter().all(Offer::is_only_noun) {
            return format!(
                "{} may be moved to {} by itself",
                build.nouns(),
                self.piles()
            );
        }
        if let Some(set) = self.any_set(build) {
            return format!("{} takes {set}, all at once", self.a_pile());
        }
        format!("{}, empty or not, takes {}", self.a_pile(), build.nouns())
    }

    fn builds(&self, build: &Accepted<'_>, start: Option<&Accepted<'_>>) -> String {
        let Some((building, offer)) = build.building() else {
            if let [offer] = build.offers.as_slice()
                && offer.is_any_card()
                && self.moves_whole_piles()
            {
                return format!("a pile may be moved onto {}", offer.as_any("another"));
            }
            let for_tops = Describer::for_partners(self.game);
            let build = Accepted {
                condition: build.condition,
                offers: offers(&build.condition.predicate, &for_tops),
            };
            let top = if self.is_single() && start.is_some() {
                ITS_TOP.to_owned()
            } else {
                format!("the top card of {}", self.a_pile())
            };
            return format!("{top} takes {}", build.nouns());
        };
        let range = self.range(offer, start).text();
        format!(
            "{} {} built {building}{range}{}",
            self.piles(),
            self.are(),
            offer.provisos()
        )
    }

    fn range(&self, offer: &Offer, start: Option<&Accepted<'_>>) -> Range {
        if !self.group.goal {
            return Range::Unknown;
        }
        let Some(first) = self.first_rank(start) else {
            return match start {
                Some(start) if is_base(start.condition) => Range::FromBase,
                _ => Range::Unknown,
            };
        };
        let Some(step) = offer.step() else {
            return Range::Unknown;
        };
        let order = &self.game.order;
        let most = self.group.capacity.map_or(order.ranks().len(), usize::from);
        let next = |rank: &Rank| order.step(*rank, step);
        let ranks = std::iter::successors(Some(first), next).take(most.min(order.ranks().len()));
        match ranks.last() {
            Some(last) if last == first => Range::Unknown,
            _ if order.wraps() && most > order.ranks().len() => Range::Round(first),
            Some(last) => Range::To(first, last),
            None => Range::Unknown,
        }
    }

    /// The range that the sentence about building gives.
    pub(super) fn range_of(&self, start: Option<&Accepted<'_>>) -> Range {
        let build = self.build();
        let building = build.as_ref().and_then(Accepted::building);
        match building {
            Some((_, offer)) if offer.is_plain() => self.range(offer, start),
            _ => Range::Unknown,
        }
    }

    /// The rank of the first card of every pile, if it is known.
    fn first_rank(&self, start: Option<&Accepted<'_>>) -> Option<Rank> {
        if let Some(start) = start {
            let [offer] = start.offers.as_slice() else {
                return None;
            };
            return offer.rank.filter(|_| offer.only_noun().is_some());
        }
        let picked = self.picked();
        let first = picked.first()?.rank()?;
        let is_full = picked.len() == usize::from(self.group.piles.count);
        (is_full && picked.iter().all(|card| card.rank() == Some(first))).then_some(first)
    }

    /// The cards that the setup takes out of the pack for the group.
    pub(super) fn picked(&self) -> Vec<Card> {
        let steps = self.game.setup.iter();
        let steps = steps.filter(|step| self.group.piles.contains(step.to.first));
        steps.flat_map(|step| &step.cards).copied().collect()
    }

    /// Whether nobody expects to move cards there.
    pub(super) fn is_quiet(&self) -> bool {
        matches!(self.group.role, Role::Waste | Role::Stock | Role::Discard)
    }

    fn swap(&self) -> String {
        let Some(swap) = &self.group.swap else {
            return String::new();
        };
        let offers = offers(&swap.predicate, &Describer::for_partners(self.game));
        let nouns = either(&offers, "", Offer::partner);
        let a_pile = self.a_pile();
        format!("the top card of {a_pile} may change places with {nouns}")
    }
}

/// Whether a condition asks for the base rank and for nothing else.
pub(super) fn is_base(condition: &Condition) -> bool {
    let PredicateKind::Compare(Comparison::Equal, a, b) = &condition.predicate.kind else {
        return false;
    };
    a.kind == ValueKind::OfCard(Property::Rank, CardExpr::Card) && b.kind == ValueKind::Base
}
