//! How far a position is from a win, as a guess that guides the search.

use crate::cards::{CardId, CardSet, Rank};
use crate::condition::{PileId, PileSet};
use crate::play::{BoardView, Position};
use crate::rules::file::Take;
use crate::rules::fold::FaceTable;
use crate::rules::{Game, Unit};
use crate::work::{Kind, spend};

/// What a guess adds up.
#[derive(Clone, Copy, Debug)]
enum Feature {
    /// The cards that are not on goal piles or, in a game without goal piles, how far the win is from holding.
    Left,
    /// The cards of rows that lie on one that goes to a goal pile before them.
    BlockingInRows,
    /// The same in heaps.
    BlockingInHeaps,
    /// The same in supplies.
    BlockingInSupplies,
    /// The cards of rows that cannot move together with the card they lie on.
    Loose,
    /// The cards that are face down.
    Hidden,
    /// The rows and heaps that are empty.
    Space,
    /// The cards of supplies.
    Supply,
    /// The cards that would be left over if from now on cards went only to goal piles, and all supplies were free.
    Stuck,
    /// The face-up cards of rows on one that accepts them, but does not move together with them.
    Mixed,
    /// The face-up cards of rows on one that does not accept them.
    Misplaced,
    /// The rows whose top cards, as many as move together, go onto the top card of no row.
    Fixed,
}

/// How much each feature counts in a guess.
pub(super) type Weights = [i32; Feature::Fixed as usize + 1];

/// The weights of quick guesses, in turn. No weights are good for all games: in some, what blocks cards that go to goal piles
/// counts most; in others, the cards that are not yet in order count too.
const QUICK: [Weights; 2] = [
    [2, 5, 5, 3, 0, 0, -2, 0, 0, 0, 0, 0],
    [2, 3, 3, 3, 2, 2, -2, 0, 0, 0, 0, 0],
];

/// The weights of guesses that look ahead, in turn: in some games it is good to keep the supply, in others to use it up.
const THOROUGH: [Weights; 3] = [
    [4, 6, 8, 0, 2, 2, -2, 0, 6, 0, 0, 0],
    [4, 6, 12, 0, 0, 0, 0, 0, 4, 0, 0, 0],
    [4, 6, 8, 2, 4, 4, -4, -3, 4, 0, 0, 0],
];
/// The weights of all guesses where whole runs go to goal piles: what blocks a single card does not matter there.
const RUNS: [Weights; 2] = [
    [4, 0, 0, 0, 5, 4, -1, 0, 0, 0, 0, 0],
    [4, 0, 0, 0, 8, 6, -2, -1, 0, 0, 0, 0],
];

/// The weights there while cards are unknown, for what is reached before the next of them is shown: where cards lie on others
/// that they do not move with, and where all that fit on each other move together. A card on one that it does not move with is
/// worse than one that was dealt there, an empty row is worth much, cards that cannot move are bad, the more so where all
/// could, and the supply is kept for last. They were found by playing some hundred games each with one, two and four suits.
const UNKNOWN: [Weights; 2] = [unknown(45), unknown(80)];

const fn unknown(fixed: i32) -> Weights {
    [43, 0, 0, 0, 0, 49, -137, -150, 0, 90, 50, fixed]
}

/// What the player can do with the cards of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// It is a goal pile.
    Goal,
    /// The player cannot place cards there.
    Supply,
    /// The player can place cards there, which then go only to goal piles.
    Heap,
    /// The player can place cards there, which can then go to other piles too.
    Row,
}

/// The place of a card that goes to no goal pile.
const NEVER: u8 = u8::MAX;

/// Guesses how far a position is from a win.
#[derive(Debug)]
pub(super) struct Estimate {
    /// Whether whole runs go to goal piles.
    pub(super) takes_runs: bool,
    /// Whether, besides, cards move together only if they fit on each other, so that their order in the rows is worth
    /// planning.
    pub(super) orders_rows: bool,
    /// The weights of quick guesses, and of guesses that look ahead: at least two each, which searches use in turn.
    pub(super) quick: &'static [Weights],
    pub(super) thorough: &'static [Weights],
    /// The weights of guesses while cards are unknown, where cards move together only if they fit on each other.
    pub(super) unknown: &'static Weights,
    uses: Vec<Use>,
    /// The goal piles, each with its top card at the start.
    goals: Vec<(PileId, Option<CardId>)>,
    /// For each base rank, and first for none: for each card, how many cards must at least go to a goal pile before it, or
    /// [`NEVER`] if it does not go there. Empty until that was asked.
    order: [Vec<u8>; Rank::COUNT + 1],
    /// The cards of a pile, from top to bottom.
    cards: Vec<CardId>,
}

impl Estimate {
    /// Prepares guesses of positions that a position leads to.
    pub(super) fn new(position: &Position) -> Estimate {
        let game = position.game();
        let goals = game.piles().filter(|pile| game.piles[pile.index()].goal);
        let goals = goals.map(|pile| (pile, position.top(pile)));
        let goals: Vec<_> = goals.collect();
        let takes_runs = goals
            .iter()
            .any(|(goal, _)| matches!(game.group_of(*goal).unit, Unit::Exactly(2..)));
        let (quick, thorough): (&[Weights], &[Weights]) = if takes_runs {
            (&RUNS, &RUNS)
        } else {
            (&QUICK, &THOROUGH)
        };
        let uses = find_uses(game);
        let is_row = |pile: &PileId| uses[pile.index()] == Use::Row;
        let orders_rows = takes_runs
            && game
                .piles()
                .filter(is_row)
                .all(|pile| is_ordered(game, pile));
        let moves_all = orders_rows
            && game
                .piles()
                .filter(is_row)
                .all(|pile| moves_what_fits(game, pile));
        Estimate {
            takes_runs,
            orders_rows,
            quick,
            thorough,
            unknown: &UNKNOWN[usize::from(moves_all)],
            goals,
            uses,
            order: Default::default(),
            cards: Vec::new(),
        }
    }

    /// The guess: the less, the nearer to a win.
    pub(super) fn of(&mut self, position: &Position, weights: &Weights) -> i32 {
        let all = CardSet::first(position.game().deck.len());
        self.of_known(position, weights, all)
    }

    /// The guess if only some cards are known: others that lie face up count for nothing but that they do.
    pub(super) fn of_known(
        &mut self,
        position: &Position,
        weights: &Weights,
        known: CardSet,
    ) -> i32 {
        spend(
            Kind::Key,
            position.game().deck.len() + position.game().piles.len(),
        );
        let mut guess = 0;
        let mut add = |feature: Feature, count: usize| {
            let count = i32::try_from(count).unwrap_or(i32::MAX);
            guess += weights[feature as usize].saturating_mul(count);
        };
        let has_goals = !self.goals.is_empty();
        let counts_fixed = weights[Feature::Fixed as usize] != 0;
        // The lowest cards of the top units of all rows, and what the top cards accept.
        let (mut lowest, mut accepted) = (CardSet::EMPTY, CardSet::EMPTY);
        for pile in position.game().piles() {
            let size = usize::from(position.size(pile));
            let usage = self.uses[pile.index()];
            let blocking = match usage {
                Use::Goal => continue,
                Use::Supply => Feature::BlockingInSupplies,
                Use::Heap => Feature::BlockingInHeaps,
                Use::Row => Feature::BlockingInRows,
            };
            if size == 0 {
                add(Feature::Space, usize::from(usage != Use::Supply));
                continue;
            }
            if usage == Use::Supply {
                add(Feature::Supply, size);
            }
            let counts = self.count_in_pile(position, pile, weights, known);
            if has_goals {
                add(Feature::Left, size);
            }
            add(blocking, counts.blocking);
            add(Feature::Loose, counts.loose);
            add(Feature::Hidden, counts.hidden);
            add(Feature::Mixed, counts.mixed);
            add(Feature::Misplaced, counts.misplaced);
            if counts_fixed && let Some(card) = counts.lowest {
                lowest.insert(card);
                accepted |= accepted_on(position, pile, position.top(pile));
            }
        }
        add(Feature::Fixed, (lowest - accepted).len());
        if !has_goals && let Some(distance) = position.distance_to_win() {
            debug_assert!(
                distance > 0 || position.is_won(),
                "what does not hold is far from holding"
            );
            add(Feature::Left, distance as usize);
        }
        if weights[Feature::Stuck as usize] != 0 && has_goals {
            add(Feature::Stuck, self.count_stuck(position));
        }
        guess
    }

    fn count_in_pile(
        &mut self,
        position: &Position,
        pile: PileId,
        weights: &Weights,
        known: CardSet,
    ) -> PileCounts {
        let base = position.base().map_or(0, |base| usize::from(base.number()));
        if self.order[base].is_empty() {
            self.order[base] = find_order(position, &self.goals);
        }
        let order = &self.order[base];
        let game = position.game();
        let rules = &game.folded.piles[pile.index()];
        let features = [
            Feature::Loose,
            Feature::Mixed,
            Feature::Misplaced,
            Feature::Fixed,
        ];
        let counts_order = features
            .iter()
            .any(|feature| weights[*feature as usize] != 0)
            && self.uses[pile.index()] == Use::Row
            && rules.take != Take::None;
        let mut counts = PileCounts::default();
        self.cards.clear();
        self.cards.extend(position.cards_down(pile));
        // From the top down, a card blocks if one that must go before it lies under it: so from the bottom up, the lowest
        // card so far counts for all on it.
        let mut least = NEVER;
        let mut below: Option<CardId> = None;
        for &card in self.cards.iter().rev() {
            if !known.contains(card) && !position.is_hidden(card) {
                (below, counts.lowest) = (None, None);
                continue;
            }
            let order = order[card.index()];
            counts.blocking += usize::from(order > least);
            least = least.min(order);
            counts.hidden += usize::from(position.is_hidden(card));
            let moves_with = |on: CardId| {
                let tables = &game.folded.tables;
                !position.is_hidden(on) && tables.accept(rules.run, position.base(), Some(on), card)
            };
            let on = below.filter(|_| counts_order);
            let moves = on.is_some_and(moves_with);
            if counts_order && !moves {
                counts.lowest = (!position.is_hidden(card)).then_some(card);
            }
            if let Some(on) = on {
                let tables = &game.folded.tables;
                let accepts = tables.accept(rules.build, position.base(), Some(on), card);
                let is_seen = !position.is_hidden(on);
                counts.loose += usize::from(!moves);
                counts.mixed += usize::from(is_seen && accepts && !moves);
                counts.misplaced += usize::from(is_seen && !accepts);
            }
            below = Some(card);
        }
        counts
    }

    /// Counts the cards that would be left over if from now on cards went only to goal piles, and all supplies were free.
    fn count_stuck(&self, position: &Position) -> usize {
        let game = position.game();
        let mut free = CardSet::EMPTY;
        let mut left = 0;
        for pile in game.piles() {
            match self.uses[pile.index()] {
                Use::Goal => continue,
                Use::Supply => free |= position.cards_down(pile).collect(),
                Use::Heap | Use::Row => free |= position.top(pile).into_iter().collect(),
            }
            left += usize::from(position.size(pile));
        }
        let tops = self.goals.iter().map(|&(goal, _)| {
            let capacity = game.folded.piles[goal.index()].capacity;
            let room = capacity.saturating_sub(position.size(goal));
            (accepted_on(position, goal, position.top(goal)), room)
        });
        let mut tops: Vec<(CardSet, u8)> = tops.collect();
        loop {
            spend(Kind::Key, 2 * self.goals.len());
            let before = left;
            for ((next, room), &(goal, _)) in tops.iter_mut().zip(&self.goals) {
                while *room > 0
                    && let Some(card) = (*next & free).lowest()
                {
                    free.remove(card);
                    let from = position.expect_pile_of(card);
                    if self.uses[from.index()] != Use::Supply {
                        free |= position.card_below(card).into_iter().collect();
                    }
                    *next = accepted_on(position, goal, Some(card));
                    (*room, left) = (*room - 1, left - 1);
                }
            }
            if left == before {
                return left;
            }
        }
    }
}

/// Whether not just any cards of a pile move together.
fn is_ordered(game: &Game, pile: PileId) -> bool {
    let run = game.folded.piles[pile.index()].run;
    let cards = game.deck.len();
    CardId::first(cards).any(|on| {
        let accepted = game.folded.tables.get_wide(run, None, Some(on));
        accepted != CardSet::first(cards)
    })
}

/// Whether all cards that a pile accepts on each other move together.
fn moves_what_fits(game: &Game, pile: PileId) -> bool {
    let rules = &game.folded.piles[pile.index()];
    CardId::first(game.deck.len()).all(|on| {
        let [fit, move_along] = [rules.build, rules.run]
            .map(|table| game.folded.tables.get_wide(table, None, Some(on)));
        (fit - move_along).is_empty()
    })
}

/// The cards that a pile takes on a card, as its tables tell.
fn accepted_on(position: &Position, pile: PileId, top: Option<CardId>) -> CardSet {
    let folded = &position.game().folded;
    let rules = &folded.piles[pile.index()];
    let table = if top.is_none() {
        rules.start
    } else {
        rules.build
    };
    folded.tables.get_wide(table, position.base(), top)
}

/// For each card, how many cards must at least go to a goal pile before it; [`NEVER`] if it does not go there.
fn find_order(position: &Position, goals: &[(PileId, Option<CardId>)]) -> Vec<u8> {
    let all = CardSet::first(position.game().deck.len());
    let mut order = vec![NEVER; position.game().deck.len()];
    for &(goal, top) in goals {
        let mut left = all;
        let mut level = accepted_on(position, goal, top);
        for place in 0..NEVER {
            if level.is_empty() {
                break;
            }
            left -= level;
            let mut following = CardSet::EMPTY;
            level.each(|card| {
                let order = &mut order[card.index()];
                *order = place.min(*order);
                following |= accepted_on(position, goal, Some(card));
            });
            level = following & left;
        }
    }
    order
}

/// What is counted in a pile.
#[derive(Debug, Default)]
struct PileCounts {
    blocking: usize,
    loose: usize,
    hidden: usize,
    mixed: usize,
    misplaced: usize,
    /// The lowest of the top cards that move together, if it is known and their pile is a row.
    lowest: Option<CardId>,
}

/// Finds out from the compiled rules what the player can do with the cards of each pile.
fn find_uses(game: &Game) -> Vec<Use> {
    let is_goal = |pile: PileId| game.piles[pile.index()].goal;
    let all: PileSet = game.piles().collect();
    let targets = game.folded.targets.iter();
    let (mut targeted, mut releases) = (PileSet::EMPTY, PileSet::EMPTY);
    for target in targets.filter(|target| !is_goal(target.pile)) {
        targeted.insert(target.pile);
        let rules = &game.folded.piles[target.pile.index()];
        for (table, checks) in [
            (rules.start, target.checks_when_empty),
            (rules.build, target.checks_when_occupied),
        ] {
            if table == FaceTable::NONE {
                continue;
            }
            let checks = game.folded.pending_checks[usize::from(checks)].iter();
            let origins = checks.filter_map(|check| check.origins(all));
            releases |= origins.fold(all, |all, origins| all & origins);
        }
    }
    let use_of = |pile: PileId| match pile {
        pile if is_goal(pile) => Use::Goal,
        pile if !targeted.contains(pile) => Use::Supply,
        pile if releases.contains(pile) => Use::Row,
        _ => Use::Heap,
    };
    game.piles().map(use_of).collect()
}
