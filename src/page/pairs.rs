//! Pairs: which two cards leave the game together.

use super::analysis::offers;
use super::draft::Draft;
use super::offer::{Offer, either};
use crate::condition::{GroupId, Predicate};
use crate::prose::Describer;
use crate::prose::words::{the_groups, the_piles};
use crate::rules::Game;

/// Describes the pairs, once for all groups that have the same condition.
pub(super) fn write(draft: &mut Draft, game: &Game) {
    let mut rules: Vec<(&Predicate, Vec<GroupId>)> = Vec::new();
    for (index, group) in game.groups.iter().enumerate() {
        let Some(pair) = &group.pair else { continue };
        match rules
            .iter_mut()
            .find(|(known, _)| **known == pair.predicate)
        {
            Some((_, groups)) => groups.push(GroupId::new(index)),
            None => rules.push((&pair.predicate, vec![GroupId::new(index)])),
        }
    }
    draft.start("Pairs", false);
    let discard = game.discard.map_or_else(String::new, |discard| {
        let discard = game.group_of(discard).piles;
        format!(" to {}", the_piles(game, discard))
    });
    for (index, (predicate, groups)) in rules.iter().enumerate() {
        let groups = the_groups(game, groups, "or");
        let offers = offers(predicate, &Describer::for_partners(game));
        let partners = either(&offers, Offer::partner);
        let verb = if discard.is_empty() { "leaves" } else { "goes" };
        let text = format!("a top card of {groups} {verb}{discard} together with {partners}");
        draft.add("pair", &index.to_string(), &text);
    }
    if !rules.is_empty() {
        draft.add("pair", "", "both must be cards that may be moved");
    }
}
