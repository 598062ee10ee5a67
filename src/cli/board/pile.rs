//! The words that are shown for a pile.

use super::line::{Tone, Word};
use super::style::Suits;
use patience::id::PileId;
use patience::internals::{Group, PileDisplay, Sight, pluralize};
use patience::{Card, Color, Game, Position};

/// How many cards are shown of a pile that displays only its last cards.
pub(super) const LAST_CARDS_SHOWN: usize = 8;
/// The longest run of face-down cards that is still shown card by card.
const MAX_UNCOLLAPSED_RUN: usize = 9;

/// Puts piles into words.
pub(super) struct PileWords<'a> {
    pub(super) position: &'a Position,
    suits: Suits,
}

impl<'a> PileWords<'a> {
    pub(super) fn new(position: &'a Position, suits: Suits) -> PileWords<'a> {
        PileWords { position, suits }
    }

    pub(super) fn game(&self) -> &'a Game {
        self.position.game()
    }

    pub(super) fn size(&self, pile: PileId) -> usize {
        usize::from(self.position.size(pile))
    }

    /// The words for a pile: at least one.
    pub(super) fn of(&self, group: &Group, pile: PileId) -> Vec<Word> {
        let size = self.size(pile);
        if size == 0 {
            return vec![self.empty(group, pile)];
        }
        let sight = Sight::for_player(self.position);
        let cards = self.position.cards(pile);
        let faces: Vec<_> = cards.into_iter().map(|card| sight.face(card)).collect();
        let word = |face: &Option<_>| match *face {
            Some(face) => self.card(face),
            None => Word::new("#", Tone::Dim),
        };
        match group.display {
            PileDisplay::Count => {
                let count = pluralize(size, "card");
                count.split(' ').map(Word::plain).collect()
            }
            PileDisplay::Top => {
                let count = (size > 1).then(|| Word::plain(format!("({size})")));
                faces.last().map(word).into_iter().chain(count).collect()
            }
            PileDisplay::Last if size > LAST_CARDS_SHOWN => {
                let count = [Word::plain(format!("({size})")), Word::plain("...")];
                let last = &faces[size - LAST_CARDS_SHOWN..];
                count.into_iter().chain(last.iter().map(word)).collect()
            }
            PileDisplay::Last | PileDisplay::All => {
                let mut words = Vec::new();
                for run in faces.chunk_by(|a, b| a.is_none() && b.is_none()) {
                    if run.len() > MAX_UNCOLLAPSED_RUN {
                        words.push(Word::new(format!("#x{}", run.len()), Tone::Dim));
                    } else {
                        words.extend(run.iter().map(word));
                    }
                }
                words
            }
        }
    }

    fn card(&self, card: Card) -> Word {
        let tone = tone_of(card.color());
        Word::new(self.suits.write_card(card), tone)
    }

    /// An empty pile; a foundation with the suit that it waits for, if the rules say which.
    fn empty(&self, group: &Group, pile: PileId) -> Word {
        match self.position.awaited_suit(group, pile) {
            Some(suit) => Word::new(
                format!("-{}", self.suits.write(suit)),
                tone_of(Some(suit.color())),
            ),
            None => Word::plain("-"),
        }
    }
}

fn tone_of(color: Option<Color>) -> Tone {
    if color == Some(Color::Red) {
        Tone::Red
    } else {
        Tone::Plain
    }
}
