//! Tables of cards.

use std::collections::HashMap;

use crate::cards::{Card, CardId, CardSet, Rank};

/// A table of sets of cards: one set for each base rank where that matters, times one for no card and for each card. It is
/// a place among the [`FaceTables`] of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceTable {
    first: u32,
    /// How many sets there are for each base rank; 0 where that does not matter.
    per_base: u8,
}

impl FaceTable {
    /// The table that has no cards at all.
    pub const NONE: FaceTable = FaceTable {
        first: 0,
        per_base: 0,
    };
}

/// How many rows a table in the making has: that of no card, then one for each face.
pub(super) const ROWS: usize = Card::FACES + 1;
/// The row of a card in a table in the making.
pub(super) fn row_of(card: Option<Card>) -> usize {
    card.map_or(0, |card| card.face() + 1)
}

/// The card of a row.
pub(super) fn card_of(row: usize) -> Option<Card> {
    row.checked_sub(1).map(Card::from_face)
}

/// How many base ranks there are, with none.
pub(super) const BASES: usize = Rank::COUNT + 1;

/// All tables of a game, one after the other.
#[derive(Clone, Debug, Default)]
pub struct FaceTables {
    /// How many words a set has.
    words: usize,
    sets: Vec<u64>,
}

impl FaceTables {
    /// The set for a base rank and a card. `WORDS` is what the game's positions have room for.
    #[inline]
    #[must_use]
    pub fn get<const WORDS: usize>(
        &self,
        table: FaceTable,
        base: Option<Rank>,
        by: Option<CardId>,
    ) -> CardSet<WORDS> {
        debug_assert_eq!(self.words, WORDS);
        let at = FaceTables::place(table, base, by);
        let words = self.sets[at * WORDS..].first_chunk::<WORDS>();
        words.map_or(CardSet::EMPTY, |&words| CardSet::from_words(words))
    }

    /// The rows of a table for a base rank.
    #[inline]
    #[must_use]
    pub fn rows(&self, table: FaceTable, base: Option<Rank>) -> Rows<'_> {
        let first = FaceTables::place(table, base, None) * self.words;
        Rows {
            words: self.sets.get(first..).unwrap_or_default(),
            per_row: self.words,
        }
    }

    /// The place of a set among all sets.
    #[inline]
    fn place(table: FaceTable, base: Option<Rank>, by: Option<CardId>) -> usize {
        let base = base.map_or(0, |base| usize::from(base.number()));
        table.first as usize + base * usize::from(table.per_base) + usize::from(CardId::number(by))
    }
}

/// The rows of a table for one base rank.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    words: &'a [u64],
    /// How many words lie between a row and the next.
    per_row: usize,
}

impl Rows<'_> {
    /// Whether a card is in the set for another.
    #[inline]
    #[must_use]
    pub fn contain(&self, by: CardId, card: CardId) -> bool {
        let row = usize::from(CardId::number(Some(by)));
        let word = self.words.get(row * self.per_row + card.at() / 64);
        word.is_some_and(|word| word >> (card.at() % 64) & 1 == 1)
    }
}

/// A table in the making.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    pub(super) by_base: bool,
    pub(super) by_face: bool,
    /// For each base, where that matters, for each row.
    pub(super) rows: Vec<CardSet>,
}

impl Sets {
    /// The same set whatever the base rank and the face.
    pub(super) fn one(set: CardSet) -> Sets {
        Sets {
            by_base: false,
            by_face: false,
            rows: vec![set],
        }
    }

    /// How many cards a set holds at most.
    pub(super) fn most(&self) -> u64 {
        let sizes = self.rows.iter().map(|set| set.len() as u64);
        sizes.max().unwrap_or(0)
    }

    pub(super) fn bases(&self) -> usize {
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

    /// The cards that are in both.
    pub(super) fn and(&self, other: &Sets) -> Sets {
        let mut both = Sets {
            by_base: self.by_base || other.by_base,
            by_face: self.by_face || other.by_face,
            rows: Vec::new(),
        };
        for base in 0..both.bases() {
            for row in 0..both.row_count() {
                both.rows.push(self.get(base, row) & other.get(base, row));
            }
        }
        both
    }
}

/// Puts tables one after the other, each once.
#[derive(Debug)]
pub(super) struct Collector {
    words: usize,
    /// The face of no card, then that of each card.
    faces: Vec<Option<Card>>,
    tables: FaceTables,
    known: HashMap<(bool, Vec<u64>), FaceTable>,
}

impl Collector {
    pub(super) fn new(words: usize, deck: &[Card]) -> Collector {
        let faces = deck.iter().copied().map(Some);
        Collector {
            words,
            faces: std::iter::once(None).chain(faces).collect(),
            tables: FaceTables {
                words,
                sets: vec![0; words * (deck.len() + 1)],
            },
            known: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, sets: &Sets) -> FaceTable {
        let mut words = Vec::new();
        for base in 0..sets.bases() {
            for &face in &self.faces {
                words.extend(&sets.get(base, row_of(face)).words()[..self.words]);
            }
        }
        if words.iter().all(|&word| word == 0) {
            return FaceTable::NONE;
        }
        let next = self.tables.sets.len() / self.words;
        let per_base = u8::try_from(self.faces.len()).expect("224 cards and none");
        let table = FaceTable {
            first: u32::try_from(next).expect("tables are bounded"),
            per_base: if sets.by_base { per_base } else { 0 },
        };
        let known = self.known.entry((sets.by_base, words));
        let known = known.or_insert_with_key(|(_, words)| {
            self.tables.sets.extend(words);
            table
        });
        *known
    }

    pub(super) fn finish(self) -> FaceTables {
        self.tables
    }
}
