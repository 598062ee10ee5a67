//! Describes what an empty pile takes.

use super::group::{Accepted, Writer};
use super::offer::Offer;
use crate::condition::{CardRelation, PredicateKind};
use crate::prose::words::{count, one_pile, the_groups, with_article};
use crate::rules::file::Take;
use crate::rules::{Step, Unit};

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
        let an_empty = if group.goal && group.take == Take::None && group.pair.is_none() {
            if self.is_single() {
                self.piles()
            } else {
                format!("an empty {}", one_pile(group))
            }
        } else if self.is_single() {
            format!("{}, if empty,", self.piles())
        } else {
            format!("an empty {}", one_pile(group))
        };
        let filled = (!group.fill.is_empty()).then(|| {
            let from = the_groups(self.game, &group.fill, "or, if there is none, of");
            let emptied = match an_empty.strip_prefix("an empty ") {
                Some(pile) => format!("{} that is emptied", with_article(pile)),
                None => an_empty.clone(),
            };
            format!("{emptied} is filled at once with the top card of {from}")
        });
        let Some(start) = start else {
            return match filled {
                Some(filled) if is_built => filled,
                Some(filled) => format!("{filled}. No other cards may be moved there"),
                None if !can_be_empty => String::new(),
                None if is_built && group.goal => String::new(),
                None if is_built => format!(
                    "no card may be moved to {}",
                    an_empty.replace(" if empty,", " if it is empty")
                ),
                None if self.is_quiet() || self.game.discard.is_some() || group.swap.is_some() => {
                    String::new()
                }
                None => format!("no card may be moved to {}", self.piles()),
            };
        };
        let starts = |offer: &Offer| offer.only_noun().is_some() && offer.is_only_noun();
        let is_said = !self.range_of(Some(start)).is_empty() && start.offers.iter().all(starts);
        if is_said && filled.is_none() && !self.takes_runs() {
            return String::new();
        }
        if self.is_filled_at_once()
            && let Some(cards) = group.capacity.filter(|&cards| cards > 1)
        {
            let cards = count(usize::from(cards), "card");
            let lowest = match start.offers.as_slice() {
                [offer] if offer.is_plain() && offer.takes_any() => String::new(),
                _ => format!("; the lowest of them must be {}", start.nouns()),
            };
            let run = match self.landing_run() {
                run if run.is_empty() => " that may be moved as a unit".to_owned(),
                run => run,
            };
            return format!("{an_empty} takes {cards}{run}, all at once{lowest}");
        }
        let mut nouns = start.nouns();
        let is_any = start.offers.iter().all(Offer::takes_any) && start.offers.len() == 1;
        let run = match (self.takes_runs(), is_any, start.offers.as_slice()) {
            (true, true, [_]) if self.lifts_anything() => {
                ", alone or with all the cards on it".to_owned()
            }
            (true, true, [offer]) if offer.is_plain() => " or sequence".to_owned(),
            (true, true, [offer]) if offer.from.is_empty() => {
                nouns = nouns.replacen("any card", "any card or sequence", 1);
                String::new()
            }
            (true, _, offers) if offers.len() > 1 && offers.iter().all(starts) => {
                ", alone or with a sequence on it".to_owned()
            }
            (true, _, [offer]) if offer.only_noun().is_some() => {
                if self.lifts_anything() {
                    ", alone or with all the cards on it".to_owned()
                } else {
                    ", alone or with a sequence on it".to_owned()
                }
            }
            _ => String::new(),
        };
        let verb = if filled.is_some() {
            "if there is none, it takes"
        } else {
            "takes"
        };
        match filled {
            Some(filled) => format!("{filled}; {verb} {nouns}{run}"),
            None if group.goal
                && start.offers.len() == 1
                && start.offers[0].only_noun().is_some() =>
            {
                format!("{an_empty} is begun with {nouns}{run}")
            }
            None => format!("{an_empty} {verb} {nouns}{run}"),
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
