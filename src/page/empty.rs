//! Describes what an empty pile takes.

use super::analysis::offers;
use super::group::{Accepted, Range, Writer};
use super::offer::Offer;
use crate::cards::Rank;
use crate::condition::{CardRelation, Condition, PredicateKind};
use crate::prose::title_of;
use crate::prose::words::{one_pile, the_piles};
use crate::rules::file::Take;
use crate::rules::{Step, Unit};
use crate::text::join_with;

/// What is said of piles that are never empty for long.
pub(super) const FILLED_AT_ONCE: &str = "is filled at once";

impl Writer<'_> {
    /// Whether any cards may be lifted together, whatever they are.
    fn lifts_anything(&self) -> bool {
        let mut groups = self.game.groups.iter().filter(|g| g.take.lifts_runs());
        groups.all(|group| {
            let run = group.run.as_ref().or(group.build.as_ref());
            run.is_some_and(|run| {
                matches!(
                    run.predicate.kind,
                    PredicateKind::Relation(CardRelation::Any, _)
                )
            })
        })
    }

    /// Whether all face-up cards of a pile always move together.
    pub(super) fn moves_whole_piles(&self) -> bool {
        let mut takers = self.game.groups.iter().filter(|g| g.take != Take::None);
        takers.all(|group| group.take == Take::Full) && self.lifts_anything()
    }

    /// What cards that are lifted together have in common, whichever pile they leave, if that is all: "of one rank".
    pub(super) fn kinship_of_runs(&self) -> Option<&'static str> {
        let lifting = self.game.groups.iter().filter(|g| g.take.lifts_runs());
        let mut kinships = lifting.map(|group| {
            let run = group.run.as_ref().or(group.build.as_ref())?;
            match offers(&run.predicate, &self.describer).as_slice() {
                [offer] => offer.kinship(),
                _ => None,
            }
        });
        let first = kinships.next()??;
        kinships.all(|other| other == Some(first)).then_some(first)
    }

    /// Whether several cards may be moved there together.
    pub(super) fn takes_runs(&self) -> bool {
        self.group.unit == Unit::Any && self.game.groups.iter().any(|g| g.take.lifts_runs())
    }

    /// Says what an empty pile takes, and what fills it.
    pub(super) fn empty_pile(&self, start: Option<&Accepted<'_>>, is_built: bool) -> String {
        let group = self.group;
        let can_be_empty = group.take != Take::None && group.keep == 0 || !self.is_full_at_first();
        if !can_be_empty && (group.start.is_some() || group.goal) {
            return String::new();
        }
        let Some(start) = start else {
            return self.closed_pile(can_be_empty, is_built);
        };
        let filled = self.refilled();
        let starts = |offer: &Offer| offer.is_only_noun();
        let is_said =
            self.range_of(Some(start)) != Range::Unknown && start.offers.iter().all(starts);
        if is_said && filled.is_none() && !self.takes_runs() {
            return String::new();
        }
        if let Some(cards) = group.capacity.filter(|&cards| cards > 1)
            && self.is_filled_at_once()
        {
            return self.filled_at_once(start, cards);
        }
        let begins = matches!(start.offers.as_slice(), [offer] if offer.only_noun().is_some());
        let cards = self.first_cards(start);
        let an_empty = if is_built && !begins {
            self.while_empty()
        } else {
            self.an_empty()
        };
        match filled {
            Some(filled) => {
                let none = match group.fill.as_slice() {
                    [one] => {
                        let piles = self.game.group(*one).piles;
                        let are = if piles.count == 1 { "is" } else { "are" };
                        format!("{} {are} empty", the_piles(self.game, piles))
                    }
                    [_, _] => "both are empty".to_owned(),
                    _ => "all are empty".to_owned(),
                };
                let once = if self.fillers_run_out() {
                    "once"
                } else {
                    "while"
                };
                format!("{filled}; {once} {none}, {an_empty} takes {cards}")
            }
            None if group.goal && begins => format!("{an_empty} is begun with {cards}"),
            None => format!("{an_empty} takes {cards}"),
        }
    }

    /// An empty pile, as the subject of a sentence.
    fn an_empty(&self) -> String {
        let is_begun_once =
            self.group.goal && self.group.take == Take::None && self.group.pair.is_none();
        match (self.is_single(), is_begun_once) {
            (true, true) => self.piles(),
            _ => self.while_empty(),
        }
    }

    /// An empty pile, as the subject of a sentence that is true only of it.
    fn while_empty(&self) -> String {
        if self.is_single() {
            format!("{}, when empty,", self.piles())
        } else {
            format!("an empty {}", one_pile(self.group))
        }
    }

    /// Says what fills a pile at once that is emptied, if anything does.
    fn refilled(&self) -> Option<String> {
        let from = self.fillers();
        let emptied = if self.is_single() {
            self.an_empty()
        } else {
            format!("{} that is emptied", self.a_pile())
        };
        (!self.group.fill.is_empty())
            .then(|| format!("{emptied} {FILLED_AT_ONCE} with the top card of {from}"))
    }

    /// Whether the piles that would fill this one get no new cards when they are empty.
    fn fillers_run_out(&self) -> bool {
        let fillers = self.group.fill.iter();
        let mut fillers = fillers.map(|filler| self.game.group(*filler));
        fillers.all(|filler| {
            let is_fed = filler.start.is_some() || !filler.fill.is_empty();
            let gains = |step: &Step| step.fills(filler.piles);
            !is_fed && !self.game.steps_in_play().any(gains)
        })
    }

    /// Names the piles that would fill this one, in order: "the waste or, if the waste is empty, of the stock".
    fn fillers(&self) -> String {
        let groups = self
            .group
            .fill
            .iter()
            .map(|filler| self.game.group(*filler));
        let mut text = String::new();
        let mut last: Option<(String, u8)> = None;
        for group in groups {
            let name = the_piles(self.game, group.piles);
            text = match &last {
                None => name.clone(),
                Some((before, count)) => {
                    let are = if *count == 1 { "is" } else { "are" };
                    format!("{text} or, if {before} {are} empty, of {name}")
                }
            };
            last = Some((name, group.piles.count));
        }
        text
    }

    /// Says that a pile without `start` takes no card while it is empty.
    fn closed_pile(&self, can_be_empty: bool, is_built: bool) -> String {
        let group = self.group;
        match self.refilled() {
            Some(filled) if is_built => filled,
            Some(filled) => format!("{filled}. No other cards may be moved there"),
            None if !can_be_empty || is_built && group.goal => String::new(),
            None if is_built && self.is_single() => {
                let gains = |step: &Step| step.fills(group.piles);
                let no_card = if self.game.steps_in_play().any(gains) {
                    "the player moves no card"
                } else {
                    "no card may be moved"
                };
                format!("{no_card} to {} when it is empty", self.piles())
            }
            None if is_built => format!("no card may be moved to {}", self.an_empty()),
            None if self.is_quiet() || self.game.discard.is_some() || group.swap.is_some() => {
                String::new()
            }
            None => {
                let piles = self.piles();
                self.feeders().map_or_else(
                    || format!("no card may be moved to {piles}"),
                    |feeders| {
                        format!(
                            "cards come to {piles} only through {feeders}; the player may not move any there"
                        )
                    },
                )
            }
        }
    }

    /// Names what puts cards on the piles in play: "*deal* or *weave*".
    fn feeders(&self) -> Option<String> {
        let feeds = |steps: &[Step]| steps.iter().any(|step| step.fills(self.group.piles));
        let actions = self.game.actions.iter();
        let actions = actions.filter(|action| feeds(&action.steps));
        let names = actions.map(|action| format!("*{}*", title_of(&action.name)));
        let mut names: Vec<String> = names.collect();
        if self.game.autos.iter().any(|auto| feeds(&auto.steps)) {
            names.push("an automatic move".to_owned());
        }
        (!names.is_empty()).then(|| join_with(&names, "or"))
    }

    /// Says which cards fill an empty pile all at once.
    fn filled_at_once(&self, start: &Accepted<'_>, cards: u8) -> String {
        if let Some((first, last)) = self.whole_suit(cards)
            && let [offer] = start.offers.as_slice()
            && (start.is_anything() || offer.is_only_noun() && offer.rank == Some(first))
        {
            let (first, last) = (first.name(), last.name());
            let an_empty = self.an_empty();
            return format!("{an_empty} takes a whole suit at once, from {first} to {last}");
        }
        let bottom = if start.is_anything() {
            String::new()
        } else {
            format!("; the bottom one of them must be {}", start.nouns())
        };
        let (an_empty, set) = (self.an_empty(), self.set_of(cards));
        format!("{an_empty} takes {set}, all at once{bottom}")
    }

    /// The first and the last rank of a whole suit in sequence, if that is what this number of cards moved together are.
    fn whole_suit(&self, cards: u8) -> Option<(Rank, Rank)> {
        let ranks = self.game.order.ranks();
        let (lowest, highest) = (*ranks.first()?, *ranks.last()?);
        if self.game.order.wraps() || ranks.len() != usize::from(cards) {
            return None;
        }
        // Whether a run is of one suit, and its step from card to card, if it has one.
        let look_at = |run: &Condition| match offers(&run.predicate, &self.describer).as_slice() {
            [run] if run.is_plain() => (run.relation == Some(CardRelation::InSuit), run.step()),
            _ => (false, None),
        };
        // What must be true of cards that land is true of them besides what was true when they were lifted.
        let landing = self.group.landing_run().map(look_at);
        let (lands_in_suit, landing_step) = landing.unwrap_or((false, None));
        let lifting = self.game.groups.iter().filter(|g| g.take.lifts_runs());
        let runs = lifting.map(|group| group.run.as_ref().or(group.build.as_ref()));
        let mut lifted: Vec<(bool, Option<i32>)> =
            runs.map(|run| run.map_or((false, None), look_at)).collect();
        if lifted.is_empty() {
            lifted.push((false, None));
        }
        let steps: Vec<Option<i32>> = lifted
            .into_iter()
            .map(|(in_suit, step)| {
                let step = landing_step.or(step);
                step.filter(|_| in_suit || lands_in_suit)
            })
            .collect();
        let is_always = |step| steps.iter().all(|s| *s == Some(step));
        if is_always(-1) {
            Some((highest, lowest))
        } else {
            is_always(1).then_some((lowest, highest))
        }
    }

    /// The cards that an empty pile takes, with those that may come with them.
    fn first_cards(&self, start: &Accepted<'_>) -> String {
        let nouns = start.nouns();
        if !self.takes_runs() {
            return nouns;
        }
        let sequence = format!("{nouns}, alone or with a sequence on it");
        match start.offers.as_slice() {
            [offer]
                if (offer.takes_any() || offer.only_noun().is_some()) && self.lifts_anything() =>
            {
                format!("{nouns}, with all the cards on it")
            }
            [offer] if offer.is_any_card() && offer.from.is_empty() => {
                offer.as_any(&match self.kinship_of_runs() {
                    Some(kinship) => format!("any card, or several {kinship} together"),
                    None => "any card or sequence".to_owned(),
                })
            }
            [offer] if offer.only_noun().is_some() => offer.with_sequence().unwrap_or(sequence),
            [_, _, ..] if start.offers.iter().all(Offer::is_only_noun) => sequence,
            _ => nouns,
        }
    }

    /// Whether the setup puts a card on every pile.
    fn is_full_at_first(&self) -> bool {
        let deals_to_all = |step: &Step| {
            let is_certain = step.is_plain_deal() && step.when.is_none();
            step.to == self.group.piles && (is_certain || !step.cards.is_empty())
        };
        self.game.setup.iter().any(deals_to_all)
    }
}
