//! Klondike written by hand, to compare the interpreter of rules with: the rules of `games/klondike.toml` in ordinary
//! Rust. `tests/klondike.rs` plays both side by side.

/// A rank, from Ace 1 to King 13.
type RankNumber = u8;

/// The suits, so that those of the same color are both even or both odd.
pub(crate) const SUITS: [char; 4] = ['C', 'D', 'S', 'H'];
pub(crate) const RANKS: [char; 13] = [
    'A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K',
];
const KING: RankNumber = 13;

/// A card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) rank: RankNumber,
    /// The index in [`SUITS`].
    pub(crate) suit: u8,
}

impl Card {
    /// Reads a card, such as `TS`.
    fn parse(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let (rank, suit) = (letters.next()?, letters.next()?);
        let index = |list: &[char], letter| list.iter().position(|other| *other == letter);
        Some(Card {
            rank: u8::try_from(index(&RANKS, rank)? + 1).ok()?,
            suit: u8::try_from(index(&SUITS, suit)?).ok()?,
        })
    }

    /// Whether the card may go on another one in the tableau.
    fn goes_on(self, other: Card) -> bool {
        self.rank + 1 == other.rank && (self.suit + other.suit) % 2 == 1
    }
}

/// A pile of at most `N` cards, the top card last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pile<const N: usize> {
    cards: [Card; N],
    size: usize,
    /// How many of them, from the bottom, are face down.
    hidden: usize,
}

impl<const N: usize> Pile<N> {
    fn new() -> Pile<N> {
        Pile {
            cards: [Card::default(); N],
            size: 0,
            hidden: 0,
        }
    }

    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards[..self.size]
    }

    pub(crate) fn top(&self) -> Option<Card> {
        self.cards().last().copied()
    }

    fn push(&mut self, card: Card) {
        self.cards[self.size] = card;
        self.size += 1;
    }

    fn pop(&mut self) -> Card {
        self.size -= 1;
        self.cards[self.size]
    }

    /// Turns the top card face up.
    fn uncover(&mut self) {
        if self.hidden == self.size && self.size > 0 {
            self.hidden -= 1;
        }
    }
}

/// Where a card is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Waste,
    /// The foundation of a suit.
    Foundation(usize),
    /// A tableau pile, and how many of its cards.
    Tableau(usize, usize),
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Deal,
    Redeal,
    ToFoundation(Source),
    ToTableau(Source, usize),
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Klondike {
    stock: Pile<24>,
    pub(crate) waste: Pile<24>,
    /// The rank of the top card, 0 if there is none.
    pub(crate) foundations: [RankNumber; 4],
    /// At most six cards face down, and a King to an Ace.
    pub(crate) tableau: [Pile<19>; 7],
}

impl Klondike {
    /// Deals a pack, such as `"TS 4C ..."`; `None` if it is not one.
    pub(crate) fn deal(pack: &str) -> Option<Klondike> {
        let cards: Vec<Card> = pack.split(' ').map(Card::parse).collect::<Option<_>>()?;
        let mut cards = cards.into_iter();
        let mut game = Klondike {
            stock: Pile::new(),
            waste: Pile::new(),
            foundations: [0; 4],
            tableau: [Pile::new(); 7],
        };
        for round in 0..7 {
            for pile in &mut game.tableau[round..] {
                pile.push(cards.next()?);
            }
        }
        for pile in &mut game.tableau {
            pile.hidden = pile.size - 1;
        }
        // The next card is the top card of the stock.
        let rest: Vec<Card> = cards.collect();
        rest.iter().rev().for_each(|card| game.stock.push(*card));
        Some(game)
    }

    pub(crate) fn is_won(&self) -> bool {
        self.foundations == [KING; 4]
    }

    /// Lists the legal moves in place of those in the list.
    pub(crate) fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.stock.size > 0 {
            moves.push(Move::Deal);
        } else if self.waste.size > 0 {
            moves.push(Move::Redeal);
        }
        if let Some(card) = self.waste.top() {
            self.list_foundation(card, Source::Waste, moves);
            self.list_tableau(card, Source::Waste, moves);
        }
        for (suit, rank) in self.foundations.iter().enumerate().filter(|(_, r)| **r > 0) {
            let card = Card {
                rank: *rank,
                suit: suit.to_le_bytes()[0],
            };
            self.list_tableau(card, Source::Foundation(suit), moves);
        }
        for (from, pile) in self.tableau.iter().enumerate() {
            if let Some(top) = pile.top() {
                self.list_foundation(top, Source::Tableau(from, 1), moves);
            }
            // The cards that are face up are always a run.
            for (index, card) in pile.cards().iter().enumerate().skip(pile.hidden) {
                let source = Source::Tableau(from, pile.size - index);
                self.list_tableau(*card, source, moves);
            }
        }
    }

    fn list_foundation(&self, card: Card, from: Source, moves: &mut Vec<Move>) {
        if self.foundations[usize::from(card.suit)] + 1 == card.rank {
            moves.push(Move::ToFoundation(from));
        }
    }

    /// Lists where a card can go in the tableau, with the cards on it.
    fn list_tableau(&self, card: Card, from: Source, moves: &mut Vec<Move>) {
        for (to, pile) in self.tableau.iter().enumerate() {
            if pile
                .top()
                .map_or(card.rank == KING, |top| card.goes_on(top))
            {
                moves.push(Move::ToTableau(from, to));
            }
        }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, chosen: Move) {
        match chosen {
            Move::Deal => {
                for _ in 0..self.stock.size.min(3) {
                    self.waste.push(self.stock.pop());
                }
            }
            Move::Redeal => {
                while self.waste.size > 0 {
                    self.stock.push(self.waste.pop());
                }
            }
            Move::ToFoundation(from) => {
                let card = self.take(from);
                self.foundations[usize::from(card.suit)] = card.rank;
            }
            Move::ToTableau(Source::Tableau(from, count), to) => {
                let first = self.tableau[from].size - count;
                for index in first..first + count {
                    self.tableau[to].push(self.tableau[from].cards[index]);
                }
                self.tableau[from].size = first;
                self.tableau[from].uncover();
            }
            Move::ToTableau(from, to) => {
                let card = self.take(from);
                self.tableau[to].push(card);
            }
        }
    }

    /// Takes a top card.
    fn take(&mut self, from: Source) -> Card {
        match from {
            Source::Waste => self.waste.pop(),
            Source::Foundation(suit) => {
                let rank = self.foundations[suit];
                self.foundations[suit] = rank - 1;
                let suit = suit.to_le_bytes()[0];
                Card { rank, suit }
            }
            Source::Tableau(from, _) => {
                let card = self.tableau[from].pop();
                self.tableau[from].uncover();
                card
            }
        }
    }
}

/// Generates and counts every position, leaves included, in the tree of all sequences of moves of a length.
pub(crate) fn generate_tree(game: &Klondike, lists: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 0;
    };
    game.legal_moves(moves);
    let mut count = 0;
    for &chosen in moves.iter() {
        let mut next = *game;
        next.play(chosen);
        count += 1 + generate_tree(&next, deeper);
    }
    count
}
