//! The table of premises. It has a row for every key of a rules file, for every verb of a step, and for everything that a
//! condition can read. Each row has a column for every reduction, in the order of [`Reduction::ALL`].
//!
//! It is a list of permissions: a key, a verb or a word without a row does not compile. Whoever adds one writes its row,
//! and so decides for each theorem whether it still holds. The theorems are stated where they are used:
//!
//! | column | theorem |
//! |---|---|
//! | `equal` | [`symmetry`](super::symmetry): equal piles |
//! | `suits` | [`symmetry`](super::symmetry): suits |
//! | `order` | [`order`](super::order) |
//! | `cycle` | [`cycle`](super::cycle) |
//! | `safe` | [`dominance`](super::dominance): safe goals |
//! | `parts` | [`runs`](super::runs): parts of runs. It has the premises of `safe` as well as its own. |
//! | `ends` | [`runs`](super::runs): ends of runs. It has the premises of `parts` as well as its own. |
//! | `dead` | [`dominance`](super::dominance): dead ends |

use crate::condition::{Leaf, PileSet};
use crate::rules::file;
use crate::rules::file::Take;
use crate::rules::{Group, Step, Unit, Verb, key_of_field};

use super::dominance::{goals_have_one_place, goals_share_no_cards};
use super::premises::{Cell, Deed, Premises, Row, Word};
use super::reduction::Reduction;

/// Declares the rows of the keys of a table in rules files.
macro_rules! rows {
    ($name:ident: $table:ident { $($key:ident: $row:expr,)+ }) => {
        const $name: &[(&str, Row<Cell>)] = &[$((key_of_field(stringify!($key)), $row)),+];

        // A key that has no row does not compile.
        const _: fn(file::$table) = |file::$table { $($key: _),+ }| ();
    };
}

/// The rows of all keys except the keys of tests, which are not rules.
pub(super) const TABLES: &[&[(&str, Row<Cell>)]] = &[
    FILE, DECK, BASE, PILE, SETUP, ACTION, AUTO, STEP, DIVERT, SCORE,
];

const ANY: Cell = Cell::Any;
const WORDS: Cell = Cell::Words;
/// A row of a key that says nothing about play, or only through other keys.
const NONE: Row<Cell> = [ANY; Reduction::ALL.len()];
/// A row of a key of steps that happen before play.
const BEFORE: Row<Cell> = NONE;
/// A row of a key that says what a step touches: see [`row_of_step`].
const STEPS: Row<Cell> = NONE;

const NO_WIN: Cell = Cell::If(|of| of.game.win.is_none(), "the game has its own `win`");
const NO_AUTO: Cell = Cell::If(|of| of.game.autos.is_empty(), "there are automatic moves");
const ACTIONS: Cell = Cell::If(|of| !of.game.actions.is_empty(), "there are no actions");
const TURNS: Cell = Cell::If(
    |of| of.only_turns,
    "the actions do more than turn the stock",
);
const RANKED: Cell = Cell::If(
    |of| of.game.deck.iter().all(|card| card.rank().is_some()),
    "a joker has no rank",
);
const UNIQUE: Cell = Cell::If(|of| of.cards_differ, "some cards of the pack are the same");
const NO_BASE: Cell = Cell::If(|of| of.game.base.is_none(), "the base rank changes");
const NO_PAIR: Cell = Cell::If(
    |of| of.game.groups.iter().all(|group| group.pair.is_none()),
    "cards leave in pairs",
);
const NO_SWAP: Cell = Cell::If(
    |of| of.game.groups.iter().all(|group| group.swap.is_none()),
    "cards change places",
);
const SINGLE_GOALS: Cell = Cell::If(
    |of| goals(of).all(|group| group.unit == Unit::Exactly(1)),
    "several cards may go to a goal pile at once",
);
const UNITS: Cell = Cell::If(
    |of| {
        let mut groups = of.game.groups.iter();
        groups.all(|group| matches!(group.unit, Unit::Any | Unit::Exactly(1)))
    },
    "some piles take only a certain number of cards",
);
const NO_FILL: Cell = Cell::If(
    |of| of.game.refilled_piles.is_empty(),
    "empty piles are refilled",
);
const PLACED_GOALS: Cell = Cell::If(
    |of| goals(of).all(|group| group.fill.is_empty()),
    "goal piles are refilled",
);
const OPEN: Cell = Cell::If(
    |of| of.game.groups.iter().all(|group| group.available.is_none()),
    "cards are available only sometimes",
);
const RUN_TABLES: Cell = Cell::If(
    |of| {
        let mut piles = of.game.folded.piles.iter();
        piles.all(|pile| !pile.run_needs_evaluation)
    },
    "what a run is takes too long to look up",
);
const OWN_PLACES: Cell = Cell::If(
    |of| {
        let mut leaving = goals(of)
            .filter(|group| group.take != Take::None)
            .peekable();
        leaving.peek().is_none()
            || leaving.all(|group| group.start.is_some()) && goals_have_one_place(of.game)
    },
    "cards leave goal piles, where others can take their place, or for other goal piles",
);
const NO_TWINS: Cell = Cell::If(
    |of| {
        let takes_any = of.game.groups.iter().any(|group| group.take == Take::Any);
        !takes_any || of.cards_differ
    },
    "of equal cards in a pile only the highest is taken",
);

const ONE_KIND: Cell = Cell::If(
    |of| goals_share_no_cards(of.game),
    "a card may go to goal piles with different rules",
);

// The column of the actions on the stock.
const CLOSED: Cell = Cell::If(
    |of| !turned(of).any(|group| group.start.is_some() || group.build.is_some()),
    "players may place cards where an action deals them",
);
const CLOSED_SWAP: Cell = Cell::If(
    |of| !turned(of).any(|group| group.swap.is_some()),
    "cards change places with those that an action deals",
);
const CLOSED_DISCARD: Cell = Cell::If(
    |of| {
        let discard = of.game.discard;
        discard.is_none_or(|discard| !of.turned.contains(discard))
    },
    "an action deals cards that left in pairs, or to them",
);
const NO_GOAL: Cell = Cell::If(
    |of| !turned(of).any(|group| group.goal),
    "an action moves cards of goal piles",
);
const OPEN_TURNED: Cell = Cell::If(
    |of| !turned(of).any(|group| group.available.is_some()),
    "the cards that an action deals are available only sometimes",
);
const NO_FILL_TURNED: Cell = Cell::If(
    |of| {
        let sources = of.game.groups.iter().flat_map(|group| &group.fill);
        let mut sources = sources.map(|group| of.game.group(*group).piles.set());
        sources.all(|piles| (piles & of.turned).is_empty())
            && turned(of).all(|group| group.fill.is_empty())
    },
    "piles are refilled from those that an action turns, or are among them",
);
// The columns of runs.
const HAS_RUNS: Cell = Cell::If(|of| of.runs.exist(), "cards go to goal piles only");
const UNIFORM: Cell = Cell::If(
    |of| of.runs.are_uniform(),
    "the piles differ, or runs differ from what is built",
);
const SAME_STARTS: Cell = Cell::If(
    |of| of.runs.starts_follow_parents(),
    "cards that fit on the same cards differ in whether they start an empty pile",
);
const SAME_OR_APART: Cell = Cell::If(
    |of| of.runs.parents_are_same_or_apart(),
    "cards that fit on the same card differ in what else they fit on",
);
const ANY_LENGTH: Cell = Cell::If(
    |of| of.runs.move_at_any_length(),
    "runs of any length do not move as one",
);
const NOT_ALIKE: Cell = Cell::If(
    |of| of.runs.group().is_none_or(|group| !group.alike),
    "cards do not move between the piles",
);
const ROOM: Cell = Cell::If(
    |of| {
        let most = of.runs.group().and_then(|group| group.capacity);
        most.is_none_or(|most| usize::from(most) >= of.game.deck.len())
    },
    "the piles hold only so many cards",
);
const NO_KEEP: Cell = Cell::If(
    |of| of.runs.group().is_none_or(|group| group.keep == 0),
    "the lowest cards of the piles never leave",
);
const STARTS_APART: Cell = Cell::If(
    |of| of.runs.starts_have_no_parents(),
    "a card that fits on others may start an empty pile, too",
);
const NO_CIRCLE: Cell = Cell::If(
    |of| of.runs.form_no_circle(),
    "the order of the cards goes around the corner",
);

// The columns of piles that are told apart, or whose order matters.
const SOURCES_APART: Cell = Cell::Except(refilling, "a refill takes them in order");
const SOURCES_IN_ORDER: Cell = Cell::Except(refilling, "their cards refill other piles");
const LEAVING: Cell = Cell::Except(
    |of| piles_where(of, |group| group.take != Take::None),
    "cards leave them",
);
const PAIRING: Cell = Cell::Except(
    |of| piles_where(of, |group| group.pair.is_some()),
    "cards leave them in pairs",
);
const SWAPPING: Cell = Cell::Except(
    |of| piles_where(of, |group| group.swap.is_some()),
    "their cards change places",
);
rows! { FILE: File {
    //           equal  suits  order  cycle    safe     parts     ends  dead
    name:       NONE,
    aliases:    NONE,
    family:     NONE,
    about:      NONE,
    source:     NONE,
    like:       NONE,
    drop:       NONE,
    deck:       NONE,
    base:       NONE,
    win:        [WORDS, WORDS, WORDS, WORDS,   NO_WIN,  ANY,      ANY,  NO_WIN],
    auto:       [ANY,   ANY,   ANY,   NO_AUTO, NO_AUTO, ANY,      ANY,  NO_AUTO],
    actions:    [ANY,   ANY,   ANY,   ACTIONS, TURNS,   ANY,      ANY,  TURNS],
    piles:      [ANY,   ANY,   ANY,   ANY,     ANY,     HAS_RUNS, ANY,  ANY],
    setup:      NONE,
    define:     NONE,
    describe:   NONE,
    score:      NONE,
    variants:   NONE,
    tests:      NONE,
} }

rows! { DECK: Deck {
    //        equal  suits   order  cycle  safe  parts   ends  dead
    packs:   [ANY,   ANY,    ANY,   ANY,   ANY,  UNIQUE, ANY,  ANY],
    ranks:   NONE,
    suits:   [ANY,   ANY,    ANY,   ANY,   ANY,  UNIQUE, ANY,  ANY],
    jokers:  [ANY,   RANKED, ANY,   ANY,   ANY,  UNIQUE, ANY,  ANY],
    wrap:    NONE,
} }

// Before the base rank is set no card is safe and no position dead; afterwards it does not change.
rows! { BASE: Base {
    //      equal  suits  order  cycle  safe  parts    ends  dead
    of:    [ANY,   ANY,   ANY,   ANY,   ANY,  NO_BASE, ANY,  ANY],
    from:  NONE,
    locks: NONE,
} }

rows! { PILE: Pile {
    //         equal          suits     order             cycle           safe          parts          ends          dead
    role:      NONE,
    count:     NONE,
    shape:     NONE,
    start:     [WORDS,         WORDS,    WORDS,            BOTH_CLOSED,    WORDS,        SAME_STARTS,   STARTS_APART, ANY],
    build:     [WORDS,         WORDS,    WORDS,            BOTH_CLOSED,    WORDS,        BOTH_BUILD,    ANY,          ANY],
    pair:      [WORDS,         WORDS,    BOTH_PAIRING,     BOTH_DISCARD,   NO_PAIR,      ANY,           ANY,          NO_PAIR],
    swap:      [WORDS,         WORDS,    BOTH_SWAPPING,    BOTH_SWAP,      NO_SWAP,      ANY,           ANY,          NO_SWAP],
    take:      [ANY,           NO_TWINS, LEAVING,          ANY,            OWN_PLACES,   ANY_LENGTH,    ANY,          ANY],
    run:       [WORDS,         WORDS,    WORDS,            WORDS,          BOTH_RUN,     UNIFORM,       ANY,          ANY],
    available: [WORDS,         WORDS,    WORDS,            BOTH_OPEN,      OPEN,         ANY,           ANY,          ANY],
    fill:      [SOURCES_APART, ANY,      SOURCES_IN_ORDER, NO_FILL_TURNED, NO_FILL,      ANY,           ANY,          PLACED_GOALS],
    unit:      [ANY,           ANY,      ANY,              ANY,            BOTH_UNITS,   ANY_LENGTH,    ANY,          ANY],
    alike:     [ANY,           ANY,      ANY,              ANY,            ANY,          NOT_ALIKE,     ANY,          ANY],
    goal:      [ANY,           ANY,      ANY,              NO_GOAL,        ONE_KIND,     ANY,           ANY,          ANY],
    capacity:  [ANY,           ANY,      ANY,              ANY,            ANY,          ROOM,          ANY,          ANY],
    keep:      [ANY,           ANY,      ANY,              ANY,            ANY,          NO_KEEP,       ANY,          ANY],
} }

const BOTH_CLOSED: Cell = Cell::Both(&CLOSED, &WORDS);
const BOTH_PAIRING: Cell = Cell::Both(&PAIRING, &WORDS);
const BOTH_DISCARD: Cell = Cell::Both(&CLOSED_DISCARD, &WORDS);
const BOTH_SWAPPING: Cell = Cell::Both(&SWAPPING, &WORDS);
const BOTH_SWAP: Cell = Cell::Both(&CLOSED_SWAP, &WORDS);
const BOTH_BUILD: Cell = Cell::Both(&SAME_OR_APART, &NO_CIRCLE);
const BOTH_RUN: Cell = Cell::Both(&RUN_TABLES, &WORDS);
const BOTH_OPEN: Cell = Cell::Both(&OPEN_TURNED, &WORDS);
const BOTH_UNITS: Cell = Cell::Both(&SINGLE_GOALS, &UNITS);

rows! { SETUP: Setup {
    steps: BEFORE,
    until: BEFORE,
} }

// How often an action was used is part of the key of a position.
rows! { ACTION: Action {
    //      equal  suits  order  cycle  safe  parts  ends  dead
    when:  [WORDS, WORDS, WORDS, WORDS, ANY,  ANY,   ANY,  ANY],
    limit: NONE,
    idle:  NONE,
    steps: NONE,
} }

rows! { AUTO: Auto {
    //      equal  suits  order  cycle  safe  parts  ends  dead
    when:  [WORDS, WORDS, WORDS, ANY,   ANY,  ANY,   ANY,  ANY],
    steps: NONE,
} }

rows! { STEP: Step {
    //         equal  suits  order  cycle  safe  parts  ends  dead
    deal:     STEPS,
    turn:     STEPS,
    pick:     BEFORE,
    shuffle:  STEPS,
    sink:     STEPS,
    exchange: STEPS,
    invert:   STEPS,
    close:    STEPS,
    call:     STEPS,
    to:       STEPS,
    from:     STEPS,
    face:     NONE,
    by:       NONE,
    under:    STEPS,
    only:     [WORDS, WORDS, WORDS, WORDS, ANY,  ANY,   ANY,  ANY],
    which:    [WORDS, WORDS, WORDS, WORDS, ANY,  ANY,   ANY,  ANY],
    divert:   NONE,
    first:    NONE,
    when:     [WORDS, WORDS, WORDS, WORDS, ANY,  ANY,   ANY,  ANY],
} }

rows! { DIVERT: Divert {
    //      equal  suits  order  cycle   safe  parts  ends  dead
    which: [WORDS, WORDS, WORDS, WORDS,  ANY,  ANY,   ANY,  ANY],
    to:    [ANY,   ANY,   ANY,   CLOSED, ANY,  ANY,   ANY,  ANY],
    face:  NONE,
    skip:  NONE,
} }

// The score matters if a condition reads it.
rows! { SCORE: Score {
    //       equal  suits  order  cycle  safe  parts  ends  dead
    points: [WORDS, WORDS, WORDS, ANY,   ANY,  ANY,   ANY,  ANY],
    carry:  NONE,
} }

/// What a step of an action or an automatic move means for the reductions. These piles are empty, and stay so. Where a
/// column of goal piles holds, steps only turn the stock.
#[expect(clippy::match_same_arms, reason = "a table has a row for each verb")]
#[rustfmt::skip]
pub(super) fn row_of_step(step: &Step, empty: PileSet) -> Row<Deed> {
    const ANY: Deed = Deed::Any;
    const NONE: Row<Deed> = [ANY; Reduction::ALL.len()];
    const MORE: Deed = Deed::Bars("an action does more than deal cards and turn piles over");
    let apart = |piles| Deed::Except(piles, "a step takes them in order");
    let order = |piles| Deed::Except(piles, "a step takes their cards, or puts them in order");
    let all = step.piles();
    let is_idle = (step.sources() - empty).is_empty();
    let dealt = if is_idle { PileSet::EMPTY } else { all };
    // A pile that cards are only dealt onto does not put them in order.
    let taken = if step.under { all } else { step.sources() };
    match step.verb {
        //                 equal         suits  order         cycle  safe  parts  ends  dead
        Verb::Deal     => [apart(dealt), ANY,   order(taken), ANY,   ANY,  ANY,   ANY,  ANY],
        Verb::Turn     => [apart(all),   ANY,   order(all),   ANY,   ANY,  ANY,   ANY,  ANY],
        Verb::Shuffle  => [apart(all),   ANY,   order(all),   MORE,  ANY,  ANY,   ANY,  ANY],
        Verb::Sink     => [apart(all),   ANY,   order(all),   MORE,  ANY,  ANY,   ANY,  ANY],
        Verb::Exchange => [apart(all),   ANY,   order(all),   MORE,  ANY,  ANY,   ANY,  ANY],
        Verb::Invert   => [apart(all),   ANY,   order(all),   MORE,  ANY,  ANY,   ANY,  ANY],
        Verb::Close    => [apart(all),   ANY,   order(all),   MORE,  ANY,  ANY,   ANY,  ANY],
        // The setup is over.
        Verb::Pick     => NONE,
        // The steps that are called are those of an action, and have rows of their own.
        Verb::Call     => NONE,
    }
}

/// What it means for the reductions that a condition reads something.
#[expect(clippy::match_same_arms, reason = "a table has a row for each word")]
#[rustfmt::skip]
pub(super) fn row_of_word(leaf: Leaf<'_>) -> Row<Word> {
    const ANY: Word = Word::Any;
    const NONE: Row<Word> = [ANY; Reduction::ALL.len()];
    const PLACE: Word = Word::Except("a condition reads where they are");
    const NAMED: Word = Word::Except("a condition names one of them");
    const SUIT: Word = Word::Bars("a condition reads suits or colors");
    const ORDER: Word = Word::Except("a condition reads where in them a card is");
    const BASE: Word = Word::InActions("an action depends on the base rank");
    const APART: Word = Word::Apart("more than the actions depends on the piles that they turn");
    const TABLE: Word = Word::Bars("more than the actions depends on all piles");
    const MORE: Word =
        Word::Bars("what a pile accepts depends on more than the card and the one below it");
    match leaf {
        //                        equal  suits  order  cycle  safe  parts ends dead
        Leaf::Card              => NONE,
        Leaf::Top               => NONE,
        Leaf::Base              => [ANY,   ANY,  ANY,   BASE,  ANY,  ANY, ANY, ANY],
        Leaf::From              => [ANY,   ANY,  ANY,   ANY,   MORE, ANY, ANY, ANY],
        Leaf::MovedSize         => [ANY,   ANY,  ANY,   ANY,   MORE, ANY, ANY, ANY],
        Leaf::This              => NONE,
        Leaf::Index             => [PLACE, ANY,  ANY,   ANY,   ANY,  ANY, ANY, ANY],
        Leaf::IndexOfOther      => [PLACE, ANY,  ANY,   ANY,   ANY,  ANY, ANY, ANY],
        Leaf::Piles(_)          => [ANY,   ANY,  ANY,   APART, MORE, ANY, ANY, ANY],
        Leaf::One(_)            => [NAMED, ANY,  ANY,   APART, MORE, ANY, ANY, ANY],
        Leaf::Membership(_)     => [NAMED, ANY,  ANY,   ANY,   MORE, ANY, ANY, ANY],
        Leaf::Used(_)           => [ANY,   ANY,  ANY,   APART, MORE, ANY, ANY, ANY],
        Leaf::Line              => [PLACE, ANY,  ANY,   ANY,   MORE, ANY, ANY, ANY],
        Leaf::Score             => [ANY,   ANY,  ANY,   TABLE, MORE, ANY, ANY, ANY],
        Leaf::Contents(_)       => [ANY,   ANY,  ANY,   APART, MORE, ANY, ANY, ANY],
        Leaf::EachCard(_)       => NONE,
        Leaf::EndCard(_)        => [ANY,   ANY,  ORDER, ANY,   ANY,  ANY, ANY, ANY],
        Leaf::Suit              => [ANY,   SUIT, ANY,   ANY,   ANY,  ANY, ANY, ANY],
        Leaf::Height            => [ANY,   ANY,  ORDER, ANY,   MORE, ANY, ANY, ANY],
        Leaf::FaceUp            => [ANY,   ANY,  ANY,   ANY,   MORE, ANY, ANY, ANY],
        Leaf::Stuck             => [ANY,   ANY,  ANY,   TABLE, MORE, ANY, ANY, ANY],
        Leaf::Won               => [ANY,   ANY,  ANY,   TABLE, MORE, ANY, ANY, ANY],
    }
}

/// The groups of goal piles.
fn goals<'a>(of: &'a Premises<'_>) -> impl Iterator<Item = &'a Group> {
    of.game.groups.iter().filter(|group| group.goal)
}

/// The groups of the piles that actions turn.
fn turned<'a>(of: &'a Premises<'_>) -> impl Iterator<Item = &'a Group> {
    of.turned.iter().map(|pile| of.game.group_of(pile))
}

/// The piles of some groups.
fn piles_where(of: &Premises<'_>, mut is_meant: impl FnMut(&Group) -> bool) -> PileSet {
    let piles = of.game.piles();
    piles
        .filter(|pile| is_meant(of.game.group_of(*pile)))
        .collect()
}

/// The piles whose cards refill others.
fn refilling(of: &Premises<'_>) -> PileSet {
    let sources = of.game.groups.iter().flat_map(|group| &group.fill);
    let piles = sources.map(|group| of.game.group(*group).piles.set());
    piles.fold(PileSet::EMPTY, |all, piles| all | piles)
}
