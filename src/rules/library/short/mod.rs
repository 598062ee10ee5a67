//! Games with a shorter pack: fewer ranks, fewer suits. They are small enough that everything about them can be known.
//!
//! A short game is a rules file like any other, made from the table of the whole game:
//!
//! - The pack keeps the ranks and suits that the rules name. The other ranks are the lowest; if the rules read values,
//!   they come from both ends in turn, so that values that add up still do. The other suits are the first.
//! - Each number of cards that the setup deals shrinks in proportion to the pack, to no less than one card for each pile
//!   that gets any, as long as there are cards. Picked cards that the pack lacks are not picked.
//! - `unit`, `capacity` and the sizes that conditions compare follow the pack if they are the number of ranks, a multiple
//!   of it, or the number of cards; in `win`, also if a few cards are exempt.
//!
//! All else stays as it is written.

use crate::cards::{Pack, Rank, Suit};
use crate::rules::game::Game;
use crate::rules::library::error::VariantError;
use crate::rules::library::merge::is_inherited;
use crate::rules::tree::{Entry, TomlKind, TomlTable, Value};
use crate::text::{Span, join_with, pluralize};

mod named;
mod setup;
mod sizes;

use named::Named;
use setup::shrink_setup;
use sizes::Sizes;

/// How many ranks and suits a short pack has; all where it is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Short {
    ranks: Option<usize>,
    suits: Option<usize>,
}

/// What a pack has fewer of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Ranks,
    Suits,
}

impl Part {
    const ALL: [Part; 2] = [Part::Ranks, Part::Suits];

    fn word(self) -> &'static str {
        match self {
            Part::Ranks => "rank",
            Part::Suits => "suit",
        }
    }

    /// The number in `5 ranks`.
    fn number_in(self, text: &str) -> Option<usize> {
        let (number, word) = text.split_once(' ')?;
        let is_word = word.strip_suffix('s').unwrap_or(word) == self.word();
        number.parse().ok().filter(|_| is_word)
    }
}

impl Short {
    /// Takes what shortens the pack, such as `5 ranks`, out of a list of variants.
    pub(super) fn split<S: AsRef<str>>(variants: &[S]) -> Result<(Short, Vec<&str>), VariantError> {
        let mut short = Short::default();
        let mut others = Vec::new();
        for name in variants.iter().map(AsRef::as_ref) {
            let mut parts = Part::ALL.into_iter();
            let Some((part, number)) = parts.find_map(|p| Some((p, p.number_in(name)?))) else {
                others.push(name);
                continue;
            };
            let known = short.part_mut(part);
            if let Some(known) = known.filter(|known| *known != number) {
                return Err(VariantError::Conflict {
                    one: pluralize(known, part.word()),
                    other: name.to_owned(),
                    path: format!("deck.{}s", part.word()),
                });
            }
            *known = Some(number);
        }
        Ok((short, others))
    }

    fn part_mut(&mut self, part: Part) -> &mut Option<usize> {
        match part {
            Part::Ranks => &mut self.ranks,
            Part::Suits => &mut self.suits,
        }
    }

    /// Whether the pack stays whole.
    pub(super) fn is_whole(self) -> bool {
        self == Short::default()
    }

    /// What shortens the pack, in the words of [`Short::split`].
    pub(super) fn names(self) -> impl Iterator<Item = String> {
        let parts = Part::ALL.into_iter().zip([self.ranks, self.suits]);
        parts.filter_map(|(part, number)| Some(pluralize(number?, part.word())))
    }

    /// Makes the table of a game that of the game with the short pack.
    pub(super) fn apply(self, table: &mut TomlTable, whole: &Game) -> Result<(), VariantError> {
        let named = Named::of(whole);
        let pack = &whole.pack;
        let ranks = choose(
            Part::Ranks,
            self.ranks,
            whole,
            &pack.ranks,
            &named.ranks,
            named.reads_values,
            Rank::letter,
        )?;
        let suits = choose(
            Part::Suits,
            self.suits,
            whole,
            &pack.suits,
            &named.suits,
            false,
            Suit::letter,
        )?;
        let deck = table_at(table, "deck");
        set(
            deck,
            "ranks",
            letters(ranks.iter().map(|rank| rank.letter())),
        );
        set(
            deck,
            "suits",
            letters(suits.iter().map(|suit| suit.letter())),
        );
        let short = Pack {
            suits,
            ranks,
            ..*pack
        };
        shrink_setup(table, whole, &short.cards());
        let sizes = Sizes::new(pack, &short);
        for (key, entry) in table.iter_mut().filter(|(key, _)| is_inherited(key)) {
            sizes.follow(key, &mut entry.value, key == "win");
        }
        Ok(())
    }
}

/// A list of letters.
fn letters(letters: impl Iterator<Item = char>) -> TomlKind {
    let text = |letter: char| Value::unwritten(TomlKind::Text(letter.to_string()));
    TomlKind::List(letters.map(text).collect())
}

/// Chooses the parts of a short pack, in the order of the whole one: the named ones, and others. A suit that the pack
/// has several times counts once.
fn choose<T: Copy + PartialEq>(
    part: Part,
    number: Option<usize>,
    whole: &Game,
    all: &[T],
    named: &[T],
    from_both_ends: bool,
    letter: fn(T) -> char,
) -> Result<Vec<T>, VariantError> {
    let Some(number) = number else {
        return Ok(all.to_vec());
    };
    let refuse = |expected: String| VariantError::Pack {
        name: pluralize(number, part.word()),
        game: whole.name.clone(),
        expected,
    };
    let is_first = |(index, item): &(usize, &T)| !all[..*index].contains(item);
    let different = all.iter().enumerate().filter(is_first);
    let (mut chosen, others): (Vec<T>, Vec<T>) = different
        .map(|(_, item)| *item)
        .partition(|item| named.contains(item));
    let count = chosen.len() + others.len();
    if number == 0 || number > count {
        return Err(refuse(format!("expected 1 to {count}")));
    }
    let Some(missing) = number.checked_sub(chosen.len()) else {
        let names: Vec<String> = chosen
            .iter()
            .map(|item| letter(*item).to_string())
            .collect();
        let (names, least) = (join_with(&names, "and"), chosen.len());
        let reason = format!("its rules name {names}, so at least {least} are needed");
        return Err(refuse(reason));
    };
    let high = if from_both_ends {
        missing.div_ceil(2)
    } else {
        0
    };
    chosen.extend(&others[..missing - high]);
    chosen.extend(&others[others.len() - high..]);
    Ok(all
        .iter()
        .copied()
        .filter(|item| chosen.contains(item))
        .collect())
}

/// The table under a key, which is added if it is missing.
fn table_at<'t>(table: &'t mut TomlTable, key: &str) -> &'t mut TomlTable {
    if !table.contains_key(key) {
        set(table, key, TomlKind::Table(TomlTable::new()));
    }
    let added = table[key].value.as_table_mut();
    added.expect("the rules were compiled, so this is a table")
}

/// Sets a key. A value that was there keeps its place.
fn set(table: &mut TomlTable, key: &str, kind: TomlKind) {
    match table.get_mut(key) {
        Some(entry) => entry.value.kind = kind,
        None => {
            let (key_span, value) = (Span::default(), Value::unwritten(kind));
            let entry = Entry {
                key: key_span,
                value,
            };
            table.insert(key.to_owned(), entry);
        }
    }
}
