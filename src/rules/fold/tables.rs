//! Lookup tables of card sets.

use std::collections::HashMap;

use crate::cards::{Card, CardId, CardSet, Rank};
use crate::condition::Aspect;
use crate::work::{Kind, spend};

/// A table of card sets, indexed by a card or `None`, and by the base rank if the table depends on it. It refers to a
/// range of the [`FaceTables`] of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceTable {
    first: u32,
    /// The number of sets for each base rank; 0 if the table does not depend on the base rank.
    per_base: u8,
}

impl FaceTable {
    /// The table whose sets are all empty.
    pub const NONE: FaceTable = FaceTable {
        first: 0,
        per_base: 0,
    };
}

/// The number of rows of an unfinished table or a relation: one for `None`, then one for each face.
pub(super) const ROWS: usize = Card::FACES + 1;

/// Returns the row of a card in an unfinished table or a relation.
#[inline]
pub fn row_of(card: Option<Card>) -> usize {
    card.map_or(0, |card| card.face() + 1)
}

/// Returns the first row whose card agrees in an aspect with the card of the given row.
pub(super) fn first_row_like(row: usize, aspect: Aspect) -> usize {
    row_of(card_of(row).map(|card| aspect.first_like(card)))
}

/// Returns the card of a row, or `None` for the first row.
pub(super) fn card_of(row: usize) -> Option<Card> {
    row.checked_sub(1).map(Card::from_face)
}

/// The number of base ranks, including `None`.
pub(super) const BASES: usize = Rank::COUNT + 1;

/// The storage of all tables of a game.
#[derive(Clone, Debug, Default)]
pub struct FaceTables {
    /// The number of words in a set.
    words: usize,
    sets: Vec<u64>,
}

impl FaceTables {
    /// Returns the set for a base rank and a card. `WORDS` must be the number of words that the game's positions use.
    #[inline]
    pub fn get<const WORDS: usize>(
        &self,
        table: FaceTable,
        base: Option<Rank>,
        row_card: Option<CardId>,
    ) -> CardSet<WORDS> {
        debug_assert_eq!(self.words, WORDS);
        let index = FaceTables::index(table, base, row_card);
        let words = self.sets[index * WORDS..].first_chunk::<WORDS>();
        words.map_or(CardSet::EMPTY, |&words| CardSet::from_words(words))
    }

    /// Returns the set for a base rank and a card, whatever the size of the game's positions.
    pub fn get_wide(
        &self,
        table: FaceTable,
        base: Option<Rank>,
        row_card: Option<CardId>,
    ) -> CardSet {
        let index = FaceTables::index(table, base, row_card) * self.words;
        let words = &self.sets[index..index + self.words];
        CardSet::from_words(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)))
    }

    /// Whether the set for a base rank and a face contains a card. The face must be one of the pack.
    pub fn accept(
        &self,
        table: FaceTable,
        base: Option<Rank>,
        row_card: Option<CardId>,
        card: CardId,
    ) -> bool {
        let index = FaceTables::index(table, base, row_card);
        let word = self.sets.get(index * self.words + card.index() / 64);
        word.is_some_and(|word| word >> (card.index() % 64) & 1 == 1)
    }

    /// Returns the rows of a table for a base rank.
    #[inline]
    pub fn rows(&self, table: FaceTable, base: Option<Rank>) -> Rows<'_> {
        let first = FaceTables::index(table, base, None) * self.words;
        Rows {
            words: self.sets.get(first..).unwrap_or_default(),
            per_row: self.words,
        }
    }

    /// Returns the index of a set among all sets.
    #[inline]
    fn index(table: FaceTable, base: Option<Rank>, row_card: Option<CardId>) -> usize {
        let base = base.map_or(0, |base| usize::from(base.number()));
        table.first as usize
            + base * usize::from(table.per_base)
            + usize::from(CardId::number(row_card))
    }
}

/// The rows of a table for one base rank.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    words: &'a [u64],
    /// The number of words in a row.
    per_row: usize,
}

impl Rows<'_> {
    /// Whether the set in the row of `row_card` contains `card`.
    #[inline]
    pub fn contain(&self, row_card: CardId, card: CardId) -> bool {
        let row = usize::from(CardId::number(Some(row_card)));
        let word = self.words.get(row * self.per_row + card.index() / 64);
        word.is_some_and(|word| word >> (card.index() % 64) & 1 == 1)
    }
}

/// An unfinished table.
#[derive(Clone, Debug)]
pub(super) struct TableDraft {
    pub(super) by_base: bool,
    pub(super) by_face: bool,
    /// The rows, for each base rank if the table depends on it.
    pub(super) rows: Vec<CardSet>,
}

impl TableDraft {
    /// A table that has the same set for every base rank and face.
    pub(super) fn constant(set: CardSet) -> TableDraft {
        TableDraft {
            by_base: false,
            by_face: false,
            rows: vec![set],
        }
    }

    pub(super) fn base_count(&self) -> usize {
        if self.by_base { BASES } else { 1 }
    }

    pub(super) fn row_count(&self) -> usize {
        if self.by_face { ROWS } else { 1 }
    }

    fn get(&self, base: usize, row: usize) -> CardSet {
        let base = if self.by_base { base } else { 0 };
        let row = if self.by_face { row } else { 0 };
        self.rows[base * self.row_count() + row]
    }

    /// Returns the intersection with another table.
    pub(super) fn intersect(&self, other: &TableDraft) -> TableDraft {
        let mut intersection = TableDraft {
            by_base: self.by_base || other.by_base,
            by_face: self.by_face || other.by_face,
            rows: Vec::new(),
        };
        for base in 0..intersection.base_count() {
            for row in 0..intersection.row_count() {
                intersection
                    .rows
                    .push(self.get(base, row) & other.get(base, row));
            }
        }
        intersection
    }
}

/// Builds the [`FaceTables`] of a game and stores equal tables only once.
#[derive(Debug)]
pub(super) struct TableInterner {
    words: usize,
    /// `None`, then the face of each card.
    faces: Vec<Option<Card>>,
    tables: FaceTables,
    interned: HashMap<(bool, Vec<u64>), FaceTable>,
}

impl TableInterner {
    pub(super) fn new(words: usize, deck: &[Card]) -> TableInterner {
        let faces = deck.iter().copied().map(Some);
        TableInterner {
            words,
            faces: std::iter::once(None).chain(faces).collect(),
            tables: FaceTables {
                words,
                sets: vec![0; words * (deck.len() + 1)],
            },
            interned: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, draft: &TableDraft) -> FaceTable {
        spend(Kind::Cell, 4 * draft.rows.len());
        let mut words = Vec::new();
        for base in 0..draft.base_count() {
            for &face in &self.faces {
                words.extend(&draft.get(base, row_of(face)).words()[..self.words]);
            }
        }
        if words.iter().all(|&word| word == 0) {
            return FaceTable::NONE;
        }
        let next = self.tables.sets.len() / self.words;
        let per_base = u8::try_from(self.faces.len()).expect("at most 224 cards and `None`");
        let table = FaceTable {
            first: u32::try_from(next).expect("tables are bounded"),
            per_base: if draft.by_base { per_base } else { 0 },
        };
        let interned = self.interned.entry((draft.by_base, words));
        let interned = interned.or_insert_with_key(|(_, words)| {
            self.tables.sets.extend(words);
            table
        });
        *interned
    }

    pub(super) fn finish(self) -> FaceTables {
        self.tables
    }
}
