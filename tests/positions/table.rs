//! The table of games to compare, and the judgements of their differences.

use std::collections::{BTreeMap, BTreeSet};

use patience::internals::file::{Role, Take};
use serde::Deserialize;

use super::compare::{Comparison, Difference, What};

/// The table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// Our games, each with its variants, such as `"spider relaxed"`.
    pub(super) games: BTreeMap<String, Counterpart>,
    /// Our games and named variants that they do not have, or that the data do not tell enough about: why.
    pub(super) apart: BTreeMap<String, String>,
    pub(super) judged: Vec<Judgement>,
}

/// Their game.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Counterpart {
    /// Its number.
    Number(u32),
    /// Its number, and which piles of ours are of a kind of theirs if the roles do not tell.
    Mapped {
        number: u32,
        #[serde(default)]
        piles: BTreeMap<String, String>,
        /// The pile of ours with the cards below the open top card of a pile of theirs.
        #[serde(default)]
        below: BTreeMap<String, String>,
        /// How many of the lowest cards lie there instead.
        #[serde(default)]
        lowest: BTreeMap<String, usize>,
        /// The piles of theirs that let the open top card lie there too, while each of them has a card.
        #[serde(default)]
        held: BTreeMap<String, String>,
        /// Our counters, of groups or actions, that variables of theirs hold.
        #[serde(default)]
        counters: BTreeMap<String, String>,
    },
}

impl Counterpart {
    pub(super) fn number(&self) -> u32 {
        match self {
            Counterpart::Number(number) | Counterpart::Mapped { number, .. } => *number,
        }
    }
}

/// Why some games differ.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Judgement {
    pub(super) kind: Kind,
    pub(super) games: BTreeSet<String>,
    #[serde(rename = "why")]
    _why: String,
    #[serde(rename = "source")]
    _source: String,
}

/// A kind of difference.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Their foundation cards may come back; ours stay.
    TakeBack,
    /// Their first cards of foundations may leave, and then start them again; ours were laid out and stay.
    FirstCard,
    /// Their cards may move from one foundation to another that is no different to us.
    BetweenFoundations,
    /// Their run moves as one because there are enough empty piles to move its cards one by one, as we do.
    Supermove,
    /// Their runs move as one; we move single cards.
    Run,
    /// Our runs move as one; they move single cards.
    OurRun,
    /// Their player fills an empty pile; ours is filled at once.
    Fill,
    /// Their empty piles accept more cards.
    EmptyPile,
    /// Their base cards are built on and with.
    BaseCard,
    /// Their foundations are built otherwise.
    FoundationBuild,
    /// Their tableau is built otherwise.
    TableauBuild,
    /// Their lone cards change places within a row of piles that are interchangeable.
    WithinRow,
    /// Our tableau is built otherwise.
    OurBuild,
    /// Our empty piles accept more cards.
    OurEmptyPile,
    /// Our foundation cards may come back; theirs stay.
    OurTakeBack,
    /// Our cell, which they do not have.
    OurCell,
    /// Their cards may be lifted before the stock is out.
    BeforeStockIsOut,
    /// The top card of their stock is open, and may be played.
    StockCard,
    /// Their redeal brings the cards into another order, so that it changes something.
    RedealOrder,
    /// Their number of redeals is another, so that one of the two redeals when the other cannot.
    Redeals,
}

impl Kind {
    /// Whether a difference is of this kind.
    pub(super) fn covers(self, comparison: &Comparison, difference: &Difference) -> bool {
        let is_theirs = !difference.is_ours;
        let refused_by = |key: &str| difference.refused_by.rsplit('.').next() == Some(key);
        let What::Cards {
            moved,
            has_run_limit,
        } = &difference.what
        else {
            return match difference.what {
                What::Action if self == Kind::Redeals => {
                    comparison.is_extra_redeal(difference.is_ours)
                }
                What::Action => self == Kind::RedealOrder && is_theirs && refused_by("do"),
                What::Redeals => self == Kind::Redeals,
                What::Cards { .. } | What::Won | What::Base => false,
            };
        };
        let (from, to) = (comparison.from(moved), comparison.to(moved));
        let leaves_foundation = from.role == Role::Foundation;
        let enters_foundation = to.role == Role::Foundation;
        let enters_tableau = to.role == Role::Tableau && !leaves_foundation;
        let within_tableau = enters_tableau && from.role == Role::Tableau;
        let is_run = moved.cards.len() > 1;
        match self {
            Kind::OurRun => difference.is_ours && is_run,
            Kind::OurCell => difference.is_ours && !comparison.is_theirs(to),
            Kind::OurTakeBack => difference.is_ours && leaves_foundation && !enters_foundation,
            Kind::OurBuild => difference.is_ours && within_tableau && !moved.to_empty(),
            Kind::OurEmptyPile => difference.is_ours && within_tableau && moved.to_empty(),
            _ if difference.is_ours => false,
            Kind::TakeBack => {
                let from_elsewhere = from.take != Take::None;
                let is_refused = refused_by("take")
                    || (from_elsewhere && (refused_by("build") || refused_by("start")));
                leaves_foundation && !enters_foundation && is_refused
            }
            Kind::FirstCard => {
                (leaves_foundation && refused_by("keep"))
                    || (enters_foundation
                        && to.start.is_none()
                        && moved.to_empty()
                        && refused_by("start"))
            }
            Kind::BetweenFoundations => {
                leaves_foundation
                    && enters_foundation
                    && (refused_by("take") || refused_by("alike"))
            }
            Kind::Supermove => is_run && refused_by("take") && *has_run_limit,
            Kind::Run => is_run && refused_by("take") && !has_run_limit,
            Kind::Fill => {
                !leaves_foundation && moved.to_empty() && refused_by("start") && !to.fill.is_empty()
            }
            Kind::EmptyPile => {
                !leaves_foundation
                    && !enters_foundation
                    && moved.to_empty()
                    && refused_by("start")
                    && to.fill.is_empty()
            }
            Kind::BaseCard => {
                let base = comparison.position.base();
                let target = moved.target().and_then(patience::Card::rank);
                let is_base = base.is_some() && [moved.cards[0].rank(), target].contains(&base);
                is_base && !enters_foundation && refused_by("build")
            }
            Kind::FoundationBuild => enters_foundation && !leaves_foundation && refused_by("build"),
            Kind::WithinRow => {
                within_tableau
                    && moved.moves_lone_card()
                    && (refused_by("start") || refused_by("build"))
            }
            Kind::StockCard => [from.role, to.role].contains(&Role::Stock),
            Kind::TableauBuild => enters_tableau && refused_by("build"),
            Kind::BeforeStockIsOut => {
                refused_by("available") && comparison.position.size(comparison.game.stock()) > 0
            }
            Kind::RedealOrder | Kind::Redeals => false,
        }
    }
}
