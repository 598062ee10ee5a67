//! Pairs: which two cards leave the game together.

use super::analysis::offers;
use super::draft::Draft;
use super::offer::{Offer, either};
use crate::condition::{GroupId, Predicate};
use crate::prose::Describer;
use crate::prose::words::{a_pile, the_piles};
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
        let piles = groups.iter().map(|group| a_pile(game, game.group(*group)));
        let piles: Vec<String> = piles.collect();
        let piles = piles.join(" or of ");
        let offers = offers(predicate, &Describer::for_partners(game));
        let partners = either(&offers, Offer::partner);
        let moved = if discard.is_empty() {
            "taken away"
        } else {
            "moved"
        };
        let text =
            format!("the top card of {piles} may be {moved}{discard} together with {partners}");
        draft.add("pair", &index.to_string(), &text);
    }
    if !rules.is_empty() {
        draft.add("pair", "", "both must be available");
    }
}
