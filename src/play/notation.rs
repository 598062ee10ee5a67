//! Moves as they are typed and printed: `t3 t5`, `w f`, `7H a`, `r:7H a`, and the names of actions.

use super::generate::Move;
use super::position::Position;
use super::refusal::Refusal;
use crate::cards::{Card, CardId, Pack};
use crate::condition::{ActionId, GroupId, PileId, View};
use crate::rules::file::Take;
use crate::rules::{Game, Group, Unit};
use crate::text::{listed, nearest};

/// A move as it was asked for. It may be no move of the position at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// An action.
    Action(ActionId),
    /// Cards from somewhere to somewhere.
    Cards(Source, Target),
}

/// Where cards are to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A pile, and how many cards, if that was said.
    Pile(PileId, Option<u8>),
    /// The unit whose lowest card this is.
    Card(CardId),
}

/// Where cards are to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A pile.
    Pile(PileId),
    /// The first pile of a group that accepts them.
    Group(GroupId),
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

/// The pile or the group that a name stands for: the short name, the full name or anything between, with the
/// number of the pile or without; a name without a number stands for a group's only pile too.
///
/// # Errors
/// A name that stands for nothing.
pub fn pile_named(game: &Game, text: &str) -> Result<Target, NotationError> {
    let lower = text.to_ascii_lowercase();
    let letters = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &lower[letters.len()..];
    let stands_for =
        |name: &str, short: &str| name.starts_with(letters) && letters.len() >= short.len();
    let exact = game.groups.iter().position(|g| g.name == letters);
    let found = exact.or_else(|| {
        game.groups
            .iter()
            .position(|g| stands_for(&g.name, &g.short))
    });
    let Some(at) = found.filter(|_| !letters.is_empty()) else {
        return Err(unknown_pile(game, text));
    };
    let group = &game.groups[at];
    if digits.is_empty() {
        let only = group.piles.count == 1;
        let id = GroupId::new(at);
        return Ok(if only {
            Target::Pile(group.piles.first)
        } else {
            Target::Group(id)
        });
    }
    let pile = digits
        .parse()
        .ok()
        .and_then(|number| group.piles.nth(number));
    pile.map(Target::Pile).ok_or_else(|| {
        let (short, count) = (&group.short, group.piles.count);
        NotationError(if count == 1 {
            format!("there is no {text}: {} is one pile, `{short}`", group.name)
        } else {
            format!(
                "there is no {text}: {} is `{short}1` to `{short}{count}`",
                group.name
            )
        })
    })
}

fn unknown_pile(game: &Game, text: &str) -> NotationError {
    let names: Vec<String> = game
        .groups
        .iter()
        .map(|g| {
            if g.piles.count == 1 {
                g.short.clone()
            } else {
                format!("{0}1-{0}{1}", g.short, g.piles.count)
            }
        })
        .collect();
    NotationError(format!(
        "`{text}` is no pile and no card; the piles are {}",
        listed(&names, "and")
    ))
}

/// Reads a move.
///
/// # Errors
/// A text that names no action, no pile or no card in sight.
pub fn read(position: &Position, text: &str) -> Result<Attempt, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let game = position.game();
    match words.as_slice() {
        [] => Err(NotationError(
            "a move is expected, such as `t3 t5`".to_owned(),
        )),
        [word] => {
            let lower = word.to_ascii_lowercase();
            if let Some(action) = game.names.action(&lower) {
                return Ok(Attempt::Action(action));
            }
            if word.parse::<Card>().is_ok() || pile_named(game, word).is_ok() {
                return Err(NotationError(format!(
                    "where to? write `{word} ` and a pile"
                )));
            }
            let actions = game.actions.iter().map(|a| a.name.as_str());
            let known: Vec<&str> = actions
                .chain(crate::rules::COMMANDS.iter().map(|c| c.name))
                .collect();
            let hint = match nearest(&lower, known.iter().copied()) {
                Some(word) => format!("; did you mean `{word}`?"),
                None => "; `help` says what can be typed".to_owned(),
            };
            Err(NotationError(format!("`{word}` is no command{hint}")))
        }
        [from, to] => Ok(Attempt::Cards(
            source(position, from, to, None)?,
            pile_named(game, to)?,
        )),
        [from, to, count] => {
            let number = count
                .parse()
                .ok()
                .filter(|&n| (1..=Pack::MOST).contains(&usize::from(n)));
            let number =
                number.ok_or_else(|| NotationError(format!("`{count}` is no number of cards")))?;
            Ok(Attempt::Cards(
                source(position, from, to, Some(number))?,
                pile_named(game, to)?,
            ))
        }
        _ => Err(NotationError(
            "a move is one pile, another, and perhaps a number of cards: `t3 t5 2`".to_owned(),
        )),
    }
}

fn source(
    position: &Position,
    text: &str,
    to: &str,
    count: Option<u8>,
) -> Result<Source, NotationError> {
    let game = position.game();
    if let Some((pile, card)) = text.split_once(':') {
        let Target::Pile(pile) = pile_named(game, pile)? else {
            return Err(NotationError(format!(
                "which pile of `{pile}`? write its number, as in `{pile}1:{card}`"
            )));
        };
        let card: Card = card.parse().map_err(|e| NotationError(format!("{e}")))?;
        return in_sight(position, card, Some(pile));
    }
    // `ac` is the Ace of clubs before it is a part of `aces`; a name that a pile is printed with stays that.
    let letters = text
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_ascii_lowercase();
    let is_name = game
        .groups
        .iter()
        .any(|g| g.short == letters || g.name == letters);
    let named = match text.parse::<Card>() {
        Ok(card) if !is_name => Err(NotationError(format!("no {card} is in sight"))),
        _ => pile_named(game, text),
    };
    match named {
        Ok(Target::Pile(pile)) => Ok(Source::Pile(pile, count)),
        Ok(Target::Group(group)) => {
            let pile = only_source(position, game.group(group), pile_named(game, to)?, count)?;
            Ok(Source::Pile(pile, count))
        }
        Err(error) => {
            let card: Card = text.parse().map_err(|_| error)?;
            if count.is_some() {
                return Err(NotationError(format!(
                    "{card} and the cards on it move together: leave the number out"
                )));
            }
            in_sight(position, card, None)
        }
    }
}

/// The only pile of a group from which the move is legal; where there is none, the only one with cards.
fn only_source(
    position: &Position,
    group: &Group,
    to: Target,
    count: Option<u8>,
) -> Result<PileId, NotationError> {
    let is_legal = |pile: PileId| {
        let attempt = Attempt::Cards(Source::Pile(pile, count), to);
        attempt.resolve(position).is_ok()
    };
    let legal: Vec<PileId> = group.piles.iter().filter(|&p| is_legal(p)).collect();
    let mut filled = group.piles.iter().filter(|&p| position.size(p) > 0);
    let all = format!("`{0}1` to `{0}{1}`", group.short, group.piles.count);
    let message = match (legal.as_slice(), filled.next(), filled.next()) {
        ([only], ..) => return Ok(*only),
        ([], Some(only), None) => return Ok(only),
        ([], None, _) => format!("no card lies in {all}"),
        ([], ..) => format!("from none of {all} is that legal; name one to be told why"),
        (several, ..) => {
            let name = |pile: &PileId| format!("`{}`", position.game().pile_name(*pile));
            let names: Vec<String> = several.iter().map(name).collect();
            format!("which of {}?", listed(&names, "and"))
        }
    };
    Err(NotationError(message))
}

/// A card that lies face up; where it is asked for by its face and lies in several piles, that has to be said.
fn in_sight(
    position: &Position,
    card: Card,
    within: Option<PileId>,
) -> Result<Source, NotationError> {
    let (game, seen) = (position.game(), position.seen());
    let mut found: Vec<(PileId, CardId)> = Vec::new();
    for pile in position
        .pile_ids()
        .filter(|p| within.is_none_or(|w| w == *p))
    {
        let mut cards = position.cards_down(pile);
        let face_up = cards.find(|&c| seen.face(c) == Some(card));
        found.extend(face_up.map(|c| (pile, c)));
    }
    match found.as_slice() {
        [(_, card)] => Ok(Source::Card(*card)),
        [] => {
            let place = within.map_or_else(String::new, |p| format!(" in {}", game.pile_name(p)));
            Err(NotationError(format!("no {card} is in sight{place}")))
        }
        several => {
            let names: Vec<String> = several
                .iter()
                .map(|(p, _)| format!("{}:{card}", game.pile_name(*p)))
                .collect();
            Err(NotationError(format!(
                "{card} lies in several piles: write {}",
                listed(&names, "or")
            )))
        }
    }
}

impl Attempt {
    /// The legal move that was asked for: of several lengths the longest, of several piles the first.
    ///
    /// # Errors
    /// Where no move is legal, why not: of several refusals the one that comes latest.
    pub fn resolve(&self, position: &Position) -> Result<Move, Refusal> {
        let (source, target) = match self {
            Attempt::Action(action) => {
                let chosen = Move::Action(*action);
                return position.refusal(chosen).map_or(Ok(chosen), Err);
            }
            Attempt::Cards(source, target) => (*source, *target),
        };
        let mut refusals = Vec::new();
        for pile in targets(position, target) {
            let cards = match source {
                Source::Card(card) => vec![card],
                Source::Pile(from, Some(count)) => {
                    if count > 1 && position.game().group_of(from).take == Take::Any {
                        return Err(position
                            .refused_lock()
                            .unwrap_or(position.refused_count(from)));
                    }
                    vec![nth(position, from, count)?]
                }
                Source::Pile(from, None) => lengths(position, from, pile)?,
            };
            for card in cards {
                let chosen = Move::Cards(card, pile);
                if position.is_listed(card, pile) {
                    return Ok(chosen);
                }
                match position.mirrored(card, pile) {
                    Some(same) => return Ok(same),
                    None => refusals.extend(position.refusal(chosen)),
                }
            }
        }
        Err(Refusal::latest(refusals).expect("there is a pile and a card, so there is a refusal"))
    }

    /// The piles of the target that accept what was asked for, where the target is a group of places that differ.
    #[must_use]
    pub fn choices(&self, position: &Position) -> Vec<PileId> {
        match self {
            Attempt::Cards(source, Target::Group(group))
                if !position.game().group(*group).alike =>
            {
                let piles = position.game().group(*group).piles;
                piles
                    .iter()
                    .filter(|p| {
                        Attempt::Cards(*source, Target::Pile(*p))
                            .resolve(position)
                            .is_ok()
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The piles to try. Of piles that are one place, the empty ones are tried as the first of them.
fn targets(position: &Position, target: Target) -> Vec<PileId> {
    let game = position.game();
    match target {
        Target::Pile(pile) => {
            let group = game.group_of(pile);
            let first = position
                .first_empty(group)
                .filter(|_| group.alike && position.size(pile) == 0);
            vec![first.unwrap_or(pile)]
        }
        Target::Group(group) => {
            let group = game.group(group);
            let first = position.first_empty(group);
            group
                .piles
                .iter()
                .filter(|&p| !group.alike || position.size(p) > 0 || first == Some(p))
                .collect()
        }
    }
}

/// The card with so many cards from the top, itself counted.
fn nth(position: &Position, from: PileId, count: u8) -> Result<CardId, Refusal> {
    let size = position.size(from);
    if size == 0 {
        let empty = Refusal::of_empty(position.game(), from);
        return Err(position.refused_lock().unwrap_or(empty));
    }
    let card = position.cards_down(from).nth(usize::from(count) - 1);
    card.ok_or_else(|| Refusal::of_few(position.game(), from, size))
}

/// The lowest cards of the units that a pile offers, as far as its own cards tell, the longest first; its top card
/// where it offers none.
fn lengths(position: &Position, from: PileId, to: PileId) -> Result<Vec<CardId>, Refusal> {
    let top = nth(position, from, 1)?;
    if position.game().group_of(from).take == Take::Any {
        // Which of them is meant has to be said; alone, the pile's name stands for its top card.
        return Ok(vec![top]);
    }
    if position.game().group_of(to).unit == Unit::Exactly(1) {
        return Ok(vec![top]);
    }
    let seen = position.seen();
    let units = seen.units(from).filter(|&card| !seen.is_kept(card));
    let mut cards: Vec<CardId> = units.collect();
    cards.reverse();
    Ok(if cards.is_empty() { vec![top] } else { cards })
}

/// Writes a legal move as it can be typed, as short as it is clear.
#[must_use]
pub fn write(position: &Position, chosen: Move) -> String {
    let game = position.game();
    let (card, to) = match chosen {
        Move::Action(action) => return game.actions[action.at()].name.clone(),
        Move::Cards(card, to) => (card, to),
    };
    let from = position.pile_with(card);
    let (name, target) = (game.pile_name(from), game.pile_name(to));
    // From the shortest to the longest; the first that is read as this move.
    let sources = if game.group_of(from).take == Take::Any {
        let face = position.face(card);
        let alone = in_sight(position, face, None) == Ok(Source::Card(card));
        let text = if alone {
            face.to_string()
        } else {
            format!("{name}:{face}")
        };
        vec![(Source::Card(card), text, String::new())]
    } else {
        let size = position.unit_size(card);
        vec![
            (Source::Pile(from, None), name.clone(), String::new()),
            (Source::Pile(from, Some(size)), name, format!(" {size}")),
        ]
    };
    let group = group_alone(position, card, to);
    let group = group.map(|group| (Target::Group(group), game.group(group).short.clone()));
    let targets: Vec<(Target, String)> = group
        .into_iter()
        .chain([(Target::Pile(to), target)])
        .collect();
    let mut longest = String::new();
    for (source, from, count) in &sources {
        for (target, to) in &targets {
            let text = format!("{from} {to}{count}");
            if Attempt::Cards(*source, *target).resolve(position) == Ok(chosen) {
                return text;
            }
            longest = text;
        }
    }
    longest
}

/// The group of a pile, where its piles are one place and no other of them accepts the card.
fn group_alone(position: &Position, card: CardId, to: PileId) -> Option<GroupId> {
    let game = position.game();
    let group = game.piles[to.at()].group;
    let rules = game.group(group);
    let mut others = rules.piles.iter().filter(|&p| p != to);
    let is_alone = rules.alike && !others.any(|p| position.is_listed(card, p));
    is_alone.then_some(group)
}
