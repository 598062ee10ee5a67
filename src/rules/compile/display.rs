//! Determines how much of each pile a player sees: at least all that matters for the next move.

use crate::condition::{
    CardRelation, GroupExpr, GroupId, Leaf, PileExpr, PileId, PredicateKind, Slot,
};
use crate::rules::PileDisplay;
use crate::rules::file::Take;
use crate::rules::game::{Game, Group};

/// Sets how piles are displayed where the default of the role is too little or too much: all cards if a condition
/// reads each of them, and only the top card if those below it never matter again.
pub(super) fn show_what_is_read(game: &mut Game) {
    let reads_each_card = find_piles_read_card_by_card(game);
    let tops_suffice: Vec<bool> = GroupId::first(game.groups.len())
        .map(|id| moves_as_one(game, id) && !is_taken_apart_by_steps(game, id))
        .collect();
    let groups = game.groups.iter_mut().zip(reads_each_card);
    for ((group, reads_each_card), tops_suffice) in groups.zip(tops_suffice) {
        if reads_each_card {
            group.display = PileDisplay::All;
        } else if tops_suffice {
            group.display = PileDisplay::Top;
        }
    }
}

/// Whether the player moves only whole piles of a group, whatever their cards, and only within the group.
fn moves_as_one(game: &Game, id: GroupId) -> bool {
    let group = game.group(id);
    let any = |kind: &PredicateKind| matches!(kind, PredicateKind::Relation(CardRelation::Any, _));
    let run = group.run.as_ref();
    let accepts = |group: &Group| group.start.is_some() || group.build.is_some();
    let mut others = game
        .groups
        .iter()
        .filter(|other| other.piles != group.piles);
    group.take == Take::Full
        && run.is_some_and(|run| any(&run.predicate.kind))
        && game
            .groups
            .iter()
            .all(|group| group.partner_rule().is_none())
        && !others.any(accepts)
}

/// Whether steps take single cards from the piles of a group, turn them over or change their order.
fn is_taken_apart_by_steps(game: &Game, id: GroupId) -> bool {
    let piles = game.group(id).piles.set();
    game.steps_in_play()
        .any(|step| !step.keeps_piles_whole() && !(step.sources() & piles).is_empty())
}

/// For each group, whether a condition of a move may read each card of its piles.
fn find_piles_read_card_by_card(game: &Game) -> Vec<bool> {
    let mut found = vec![false; game.groups.len()];
    for (condition, owner) in game.conditions() {
        if matches!(condition.slot, Slot::Win | Slot::Until) {
            continue;
        }
        let predicate = &condition.predicate;
        let mut mark = |pile: PileId| found[game.piles[pile.index()].group.index()] = true;
        predicate.walk(&mut |leaf| {
            let Leaf::EachCard(mut pile) = leaf else {
                return;
            };
            while let PileExpr::Beside(other, _) = pile {
                pile = other;
            }
            match pile {
                PileExpr::This => {
                    if let Some(owner) = owner {
                        mark(game.group(owner).piles.first);
                    }
                }
                PileExpr::At(pile) => mark(*pile),
                PileExpr::Nth(GroupExpr::Named(piles), _) => mark(piles.first),
                // A variable stands for a pile of a group that the condition names.
                PileExpr::Nth(GroupExpr::Local(_), _) | PileExpr::Local(_) => {
                    predicate.walk(&mut |leaf| {
                        if let Leaf::Piles(piles) | Leaf::One(piles) = leaf {
                            mark(piles.first);
                        }
                    });
                }
                PileExpr::From => {
                    let groups = game.groups.iter().filter(|group| group.take != Take::None);
                    groups.for_each(|group| mark(group.piles.first));
                }
                // Lifted cards are displayed anyway.
                PileExpr::Moved | PileExpr::Beside(..) => {}
            }
        });
    }
    found
}
