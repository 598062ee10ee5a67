//! Piles and suits that no rule tells apart.

use crate::condition::{
    CardRelation, GroupId, Leaf, NumberExpr, NumberKind, PileId, PileSet, Piles, Predicate,
    PredicateKind, RankExpr, SuitExpr,
};
use crate::rules::{Game, Step, StepKind, for_each_condition};

/// What tells the piles of a group apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Apart {
    /// A condition reads where a pile is.
    Place,
    /// A condition reads one certain pile of the group.
    Named,
    /// A step takes the piles in their order.
    Step,
    /// A refill takes its card from the first pile that has one.
    Refill,
}

/// For each group, what tells its piles apart; `None` if exchanging them changes nothing: no condition reads where one of
/// its piles is or names one of them, and no step of the game, once it is under way, takes its piles in their order.
///
/// Then every permutation of the piles maps legal moves to legal moves, and wins to wins.
///
/// `empty` are piles that are empty now and stay so: steps that deal from them do nothing.
pub(in crate::search) fn tell_piles_apart(game: &Game, empty: PileSet) -> Vec<Option<Apart>> {
    let mut apart = vec![None; game.groups.len()];
    for_each_condition(game, |condition, owner| {
        condition
            .predicate
            .walk(&mut |leaf| tell_leaf_apart(game, leaf, owner, &mut apart));
    });
    if let Some(points) = &game.score.points {
        let mut leaves = |leaf: Leaf<'_>| tell_leaf_apart(game, leaf, None, &mut apart);
        points.number.walk(&mut leaves);
    }
    let is_idle = |step: &&Step| match &step.kind {
        StepKind::Deal(dealing) => dealing.from.iter().all(|pile| empty.contains(pile)),
        _ => false,
    };
    for step in game.steps_in_play().filter(|step| !is_idle(step)) {
        for pile in piles_of_step(step) {
            distinguish(game, Piles::one(pile), Apart::Step, &mut apart);
        }
    }
    for source in game.groups.iter().flat_map(|group| &group.fill) {
        distinguish(game, game.group(*source).piles, Apart::Refill, &mut apart);
    }
    apart
}

/// The piles that steps in play deal from and that never get cards in play, such as a stock that is not turned back.
pub(in crate::search) fn find_sources(game: &Game) -> PileSet {
    let (mut from, mut to) = (PileSet::EMPTY, PileSet::EMPTY);
    for step in game.steps_in_play() {
        match &step.kind {
            StepKind::Deal(dealing) => {
                from |= dealing.from.iter().collect();
                to |= dealing.to.iter().collect();
                if let Some(divert) = &dealing.divert {
                    to |= divert.to.iter().collect();
                }
            }
            _ => to |= piles_of_step(step).into_iter().collect(),
        }
    }
    let gets_cards = |pile: PileId| {
        let group = game.group_of(pile);
        let accepts = group.start.is_some() || group.build.is_some() || group.swap.is_some();
        accepts || !group.fill.is_empty() || to.contains(pile)
    };
    from.filter(|pile| !gets_cards(pile))
}

/// Notes which groups an input of a condition tells apart.
fn tell_leaf_apart(
    game: &Game,
    leaf: Leaf<'_>,
    owner: Option<GroupId>,
    apart: &mut [Option<Apart>],
) {
    match (leaf, owner) {
        (Leaf::Index, Some(group)) => {
            distinguish(game, game.group(group).piles, Apart::Place, apart);
        }
        (Leaf::Index | Leaf::IndexOfOther | Leaf::Line, _) => {
            for group in &game.groups {
                distinguish(game, group.piles, Apart::Place, apart);
            }
        }
        (Leaf::One(piles), _) => distinguish(game, piles, Apart::Named, apart),
        _ => {}
    }
}

/// Notes that a group is told apart, if it has several piles.
fn distinguish(game: &Game, piles: Piles, why: Apart, apart: &mut [Option<Apart>]) {
    let group = game.piles[piles.first.index()].group;
    if game.group(group).piles.count > 1 {
        apart[group.index()].get_or_insert(why);
    }
}

/// The piles that a step of an action or an automatic move takes cards from, gives cards to, or reorders.
pub(super) fn piles_of_step(step: &Step) -> Vec<PileId> {
    match &step.kind {
        StepKind::Deal(dealing) => {
            let elsewhere = dealing.divert.iter().flat_map(|divert| divert.to.iter());
            dealing
                .from
                .iter()
                .chain(dealing.to.iter())
                .chain(elsewhere)
                .collect()
        }
        StepKind::Turn { from, to, .. } => from.iter().copied().chain([*to]).collect(),
        StepKind::Shuffle(pile) => vec![*pile],
        StepKind::Sink { piles, .. }
        | StepKind::Close { piles, .. }
        | StepKind::Pick { to: piles, .. } => piles.iter().collect(),
        // The steps that are called are those of another action.
        StepKind::Call(_) => Vec::new(),
    }
}

/// Whether no condition of the game reads the suit or the color of a card. Then two cards of the same rank are the same
/// to the rules.
pub(in crate::search) fn ignores_suits(game: &Game) -> bool {
    let mut reads = game.deck.iter().any(|card| card.rank().is_none());
    for_each_condition(game, |condition, _| {
        reads |= predicate_reads_suits(&condition.predicate);
        condition
            .predicate
            .walk(&mut |leaf| reads |= depends_on_number(leaf));
    });
    if let Some(points) = &game.score.points {
        reads |= number_reads_suits(&points.number);
        points
            .number
            .walk(&mut |leaf| reads |= depends_on_number(leaf));
    }
    !reads
}

/// Whether which pile is read may depend on a number, and so on anything.
fn depends_on_number(leaf: Leaf<'_>) -> bool {
    matches!(leaf, Leaf::One(piles) if piles.count > 1) || matches!(leaf, Leaf::Line)
}

fn predicate_reads_suits(predicate: &Predicate) -> bool {
    match &predicate.kind {
        PredicateKind::Not(inner) => predicate_reads_suits(inner),
        PredicateKind::All(parts) | PredicateKind::Any(parts) => {
            parts.iter().any(predicate_reads_suits)
        }
        PredicateKind::Relation(relation, offset) => {
            let by_suit = !matches!(
                relation,
                CardRelation::Up | CardRelation::Down | CardRelation::SameRank | CardRelation::Any
            );
            by_suit || number_reads_suits(offset)
        }
        PredicateKind::Suits(a, b) => [a, b].iter().any(|suit| matches!(suit, SuitExpr::Of(_))),
        PredicateKind::Colors(..) => true,
        PredicateKind::Ranks(_, a, b) => rank_reads_suits(a) || rank_reads_suits(b),
        PredicateKind::Numbers(_, a, b) => number_reads_suits(a) || number_reads_suits(b),
        PredicateKind::Every(_, body) | PredicateKind::Some(_, body) => predicate_reads_suits(body),
        PredicateKind::Joker(_)
        | PredicateKind::Within(..)
        | PredicateKind::SamePile(..)
        | PredicateKind::PileEmpty(_)
        | PredicateKind::AllEmpty(_)
        | PredicateKind::BaseSet
        | PredicateKind::FaceUp(_)
        | PredicateKind::Won
        | PredicateKind::Stuck => false,
    }
}

fn rank_reads_suits(rank: &RankExpr) -> bool {
    match rank {
        RankExpr::Step(rank, offset) => rank_reads_suits(rank) || number_reads_suits(offset),
        RankExpr::Rank(_) | RankExpr::Base | RankExpr::Of(_) => false,
    }
}

fn number_reads_suits(number: &NumberExpr) -> bool {
    match &number.kind {
        NumberKind::Count(_, body) => predicate_reads_suits(body),
        NumberKind::Sum(_, body) => number_reads_suits(body),
        NumberKind::Plus(a, b) | NumberKind::Minus(a, b) | NumberKind::Times(a, b) => {
            number_reads_suits(a) || number_reads_suits(b)
        }
        _ => false,
    }
}
