//! Pairs: which two cards leave the game together.

use super::analysis::offers;
use super::draft::Draft;
use super::offer::{Offer, either};
use crate::condition::{CardRelation, GroupId, Predicate};
use crate::prose::Describer;
use crate::prose::clause::Mood;
use crate::prose::words::{a_pile, the_piles};
use crate::rules::file::Take;
use crate::rules::{Game, Group};

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
    let moved = match game.discard {
        Some(discard) => {
            let discard = game.group_of(discard).piles;
            format!("moved to {}", the_piles(game, discard))
        }
        None => "taken away".to_owned(),
    };
    if let [(predicate, groups)] = rules.as_slice()
        && let Some(pairs) = alike(game, predicate, groups)
    {
        draft.add("pair", "0", &pairs.sentence(&moved));
        draft.add("pair", "", &tops(game, groups));
        return;
    }
    for (index, (predicate, groups)) in rules.iter().enumerate() {
        let piles = groups.iter().map(|group| a_pile(game, game.group(*group)));
        let piles: Vec<String> = piles.collect();
        let piles = piles.join(" or of ");
        let offers = offers(predicate, &Describer::for_partners(game));
        let partners = either(&offers, "with ", Offer::partner);
        let text = format!("the top card of {piles} may be {moved} together {partners}");
        draft.add("pair", &index.to_string(), &text);
    }
    if !rules.is_empty() {
        draft.add("pair", "", "both must be cards that may be moved");
    }
}

/// Two cards that leave together.
struct TwoCards {
    /// What they are: "two cards of the same rank".
    cards: String,
    /// What else must be true: " if their values add up to 13".
    proviso: String,
}

/// Which two cards leave together, said of both alike.
struct Pairs(Vec<TwoCards>);

impl Pairs {
    fn sentence(&self, moved: &str) -> String {
        match self.0.as_slice() {
            [TwoCards { cards, proviso }] => {
                format!("{cards} may be {moved} together{proviso}")
            }
            several => {
                let pairs = several.iter();
                let pairs = pairs.map(|two| format!("{}{}", two.cards, two.proviso));
                let pairs: Vec<String> = pairs.collect();
                format!("these may be {moved} together: {}", pairs.join("; or "))
            }
        }
    }
}

/// Describes pairs of which neither card plays a part of its own: both may come from the same piles, and what is asked of
/// one is asked of the other.
fn alike(game: &Game, predicate: &Predicate, groups: &[GroupId]) -> Option<Pairs> {
    let gives = |group: &Group| {
        group.take != Take::None && !group.goal && Some(group.piles.first) != game.discard
    };
    let is_meant = |group: &Group| groups.iter().any(|id| game.group(*id).name == group.name);
    let mut givers = game.groups.iter().filter(|group| gives(group));
    if !givers.all(is_meant) {
        return None;
    }
    let offers = offers(predicate, &Describer::for_partners(game));
    let pairs = offers.iter().map(two_cards);
    pairs.collect::<Option<Vec<TwoCards>>>().map(Pairs)
}

/// Says where the two cards of a pair must lie.
fn tops(game: &Game, groups: &[GroupId]) -> String {
    let groups: Vec<&Group> = groups.iter().map(|group| game.group(*group)).collect();
    let piles: Vec<String> = groups.iter().map(|group| a_pile(game, group)).collect();
    let available = if groups.iter().any(|group| group.available.is_some()) {
        ", and available"
    } else {
        ""
    };
    let piles = piles.join(" or of ");
    format!("each of the two must be the top card of {piles}{available}")
}

/// A card and its partner, if all that is asked of one is asked of the other: "two cards of the same rank".
fn two_cards(offer: &Offer) -> Option<TwoCards> {
    let others = [&offer.from, &offer.not_from, &offer.not_on];
    let is_other = others.iter().any(|texts| !texts.is_empty()) || !offer.except.is_empty();
    if is_other || offer.direction.is_some() {
        return None;
    }
    let of = match offer.relation {
        None => "",
        Some(CardRelation::SameRank) => " of the same rank",
        Some(CardRelation::InSuit) => " of the same suit",
        Some(CardRelation::SameColor) => " of the same color",
        Some(CardRelation::Alternating) => " of different colors",
        Some(CardRelation::OtherSuit) => " of different suits",
        Some(_) => return None,
    };
    let mut conditions: Vec<String> = Vec::new();
    let cards = match (offer.nouns.as_slice(), offer.on.as_slice()) {
        ([], []) => "two cards".to_owned(),
        ([noun], [on]) if *on == noun.to_string() => format!("two {}", noun.several()?),
        ([noun], []) if offer.relation == Some(CardRelation::SameRank) => {
            conditions.push(format!("each is {noun}"));
            "two cards".to_owned()
        }
        _ => return None,
    };
    for condition in &offer.conditions {
        let text = condition.clause(Mood::Plain);
        if condition.about_card().is_some() || text.contains("that top card") {
            return None;
        }
        conditions.push(match text.strip_prefix("the two ") {
            Some(rest) => format!("they {rest}"),
            None => text,
        });
    }
    let proviso = match conditions.as_slice() {
        [] => String::new(),
        conditions => format!(" if {}", conditions.join(" and ")),
    };
    Some(TwoCards {
        cards: format!("{cards}{of}"),
        proviso,
    })
}
