//! Lays a position of theirs out with our piles.

use std::collections::BTreeMap;
use std::sync::Arc;

use patience::deal::Layout;
use patience::id::{Counter, PileId};
use patience::internals::{Compiled, file::Role};
use patience::{Card, Game, Position, Suit};

use super::theirs::{Line, Meta};

/// Which pile of theirs is which of ours. Several of theirs can be one of ours, such as the single cards of a reserve
/// from which any card may be taken.
#[derive(Default)]
pub(super) struct Mapping {
    piles: BTreeMap<String, PileId>,
    /// The piles of ours that hold the lowest cards of a pile of theirs, and how many.
    below: BTreeMap<String, (PileId, usize)>,
}

/// The word of the table for piles whose cards are left out.
const NONE: &str = "none";

/// What the table says about the piles and counters of a game, by kind of theirs and by name of ours.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) piles: &'a BTreeMap<String, String>,
    pub(super) below: &'a BTreeMap<String, String>,
    pub(super) lowest: &'a BTreeMap<String, usize>,
    pub(super) held: &'a BTreeMap<String, String>,
    pub(super) counters: &'a BTreeMap<String, String>,
}

impl Mapping {
    /// Our pile with the cards of a pile of theirs, or with its open top card if the others lie elsewhere.
    pub(super) fn get(&self, name: &str) -> Option<PileId> {
        self.piles.get(name).copied()
    }

    /// Whether a pile of ours holds cards of one of theirs.
    pub(super) fn stands_for(&self, pile: PileId) -> bool {
        self.piles.values().any(|ours| *ours == pile)
    }

    /// How many cards of a pile of theirs lie in another pile of ours than its top card.
    pub(super) fn count_below(&self, name: &str) -> usize {
        self.below.get(name).map_or(0, |(_, count)| *count)
    }
}

/// Finds the piles of ours: by the words of the table, else by role and number.
///
/// # Errors
/// Returns an error if the two have different numbers of piles.
pub(super) fn map_piles(game: &Game, words: Words, line: &Line) -> Result<Mapping, String> {
    let mut mapping = Mapping::default();
    for (kind, names) in line.by_kind() {
        let ours = match words.piles.get(kind).map(String::as_str) {
            Some(NONE) => continue,
            Some(words) => words
                .split(',')
                .flat_map(|word| named_piles(game, word.trim()))
                .collect(),
            None => piles_for(game, kind),
        };
        if let Some(word) = words.below.get(kind) {
            let below = named_piles(game, word)[0];
            for name in &names {
                let count = count_below(words, line, kind, &line.piles[*name]);
                mapping.below.insert((*name).clone(), (below, count));
            }
        }
        let piles = &mut mapping.piles;
        match *ours {
            [one] => piles.extend(names.into_iter().map(|name| (name.clone(), one))),
            _ if ours.len() == names.len() => piles.extend(names.into_iter().cloned().zip(ours)),
            [] if names.iter().all(|name| line.piles[*name].is_empty()) => {}
            _ => {
                return Err(format!(
                    "{} piles `{kind}`, but {} of ours",
                    names.len(),
                    ours.len()
                ));
            }
        }
    }
    Ok(mapping)
}

/// How many of the cards of a pile of theirs lie in the pile of ours that `below` names.
fn count_below(words: Words, line: &Line, kind: &str, cards: &[String]) -> usize {
    if let Some(&lowest) = words.lowest.get(kind) {
        return lowest.min(cards.len());
    }
    let has_open_top = cards.last().is_some_and(|card| !card.starts_with('#'));
    let is_held = words.held.get(kind).is_some_and(|kind| {
        let mut kinds = line.by_kind().into_iter();
        kinds.any(|(other, names)| {
            other == kind && names.iter().all(|name| !line.piles[*name].is_empty())
        })
    });
    cards.len() - usize::from(has_open_top && !is_held)
}

/// The pile or the group of piles with a name, or those of a group from one number to another, such as `reserve 1-7`.
fn named_piles(game: &Game, name: &str) -> Vec<PileId> {
    if let Some((first, last)) = name.split_once('-') {
        let (group, first) = first.rsplit_once(' ').expect("a range has a group");
        let [first, last] = [first, last].map(|number| number.parse().expect("it is a number"));
        let one = |number: usize| named_piles(game, &format!("{group} {number}"));
        return (first..=last).flat_map(one).collect();
    }
    let has_name =
        |pile: &PileId| game.group_name(*pile) == name || game.pile_full_name(*pile) == name;
    let piles: Vec<PileId> = game.piles().filter(has_name).collect();
    assert!(!piles.is_empty(), "{} has no piles `{name}`", game.id());
    piles
}

/// The piles of ours with the role of a kind of theirs.
fn piles_for(game: &Game, kind: &str) -> Vec<PileId> {
    let with_roles = |roles: &&[Role]| -> Vec<PileId> {
        let groups = Compiled::new(game).groups.iter();
        let groups = groups.filter(|group| roles.contains(&group.role));
        groups.flat_map(|group| group.piles.iter()).collect()
    };
    let choices: &[&[Role]] = match kind {
        "talon" => &[&[Role::Stock]],
        // Without a waste, the turned card is the top card of our stock.
        "waste" => &[&[Role::Waste], &[Role::Stock]],
        "f" => &[&[Role::Foundation], &[Role::Discard]],
        "t" => &[&[Role::Tableau], &[Role::Reserve, Role::Cell]],
        "r" => &[&[Role::Reserve, Role::Cell]],
        _ => &[&[Role::Discard]],
    };
    let choices = choices.iter().map(with_roles);
    choices
        .into_iter()
        .find(|piles| !piles.is_empty())
        .unwrap_or_default()
}

/// Lays a position out. The base rank is left to our rules, unless no card of ours can tell it yet.
///
/// # Errors
/// Returns an error if our piles cannot hold the cards.
pub(super) fn lay_out(
    game: &Arc<Game>,
    mapping: &Mapping,
    words: Words,
    (meta, line): (&Meta, &Line),
) -> Result<Position, String> {
    let mut layout = Layout::default();
    for (kind, names) in line.by_kind() {
        for name in names {
            let texts = &line.piles[name];
            let mut cards: Vec<(Card, bool)> = texts
                .iter()
                .map(|text| read_card(game, meta, text))
                .collect();
            if let Some(&(below, count)) = mapping.below.get(name) {
                let top = cards.split_off(count);
                layout.piles.push((below, cards));
                cards = top;
            }
            match mapping.get(name) {
                Some(pile) => layout.piles.push((pile, cards)),
                None if cards.is_empty()
                    || words.piles.get(kind).is_some_and(|word| word == NONE) => {}
                None => return Err(format!("no pile of ours is `{name}`")),
            }
        }
    }
    // Their rounds count the redeals, which are our actions with a limit.
    for (id, action) in game.actions().zip(Compiled::new(game).actions) {
        if action.limit.is_some() || action.is_counted {
            layout.used.push((Counter::Action(id), line.round - 1));
        }
    }
    for (name, variable) in words.counters {
        let first = named_piles(game, name)[0];
        let group = Compiled::new(game).piles[first.index()].group;
        let value = line.state[variable]
            .as_i64()
            .expect("the variable is a number");
        let value = u16::try_from(value).unwrap_or(0);
        layout.used.push((Counter::Group(group), value));
    }
    let mut position = Position::lay_out(game, &layout).map_err(|error| error.to_string())?;
    if position.base().is_none() && line.base.is_some() {
        layout.base = line.base();
        position = Position::lay_out(game, &layout).map_err(|error| error.to_string())?;
    }
    Ok(position)
}

/// Reads a card, with `true` if it is face down. Where they play with other suits of as many, such as Clubs for our
/// Spades, the suits are translated in their order. Their jokers have colors.
fn read_card(game: &Game, meta: &Meta, text: &str) -> (Card, bool) {
    let face = text.trim_start_matches('#');
    let card = if face.starts_with('*') {
        Card::Joker
    } else {
        face.parse().expect("it is a card")
    };
    let translated = if let (Some(suits), Card::Suited(suit, rank)) = (&meta.suits, card) {
        let mut theirs: Vec<Suit> = suits
            .chars()
            .map(|c| c.to_string().parse().expect("it is a suit"))
            .collect();
        theirs.dedup();
        let mut ours: Vec<Suit> = game.deck().iter().filter_map(|card| card.suit()).collect();
        ours.sort_unstable();
        ours.dedup();
        let index = theirs.iter().position(|other| *other == suit);
        Card::Suited(ours[index.expect("it is one of their suits")], rank)
    } else {
        card
    };
    (translated, face.len() < text.len())
}
