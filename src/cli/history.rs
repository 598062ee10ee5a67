//! The moves of a game back and forth, a few bytes each.

use crate::play::{Move, Position};

/// How many moves are played again at most to take one back.
const STRIDE: usize = 256;

/// A game and its moves. A move played from the same position always gives the same result, so only every
/// `STRIDE`th position is kept; the ones between are found by replaying moves.
#[derive(Debug)]
pub(super) struct History {
    /// The positions before the first move, before that with the number `STRIDE`, and so on.
    kept: Vec<Position>,
    /// The moves that were played, then those that were taken back.
    moves: Vec<Move>,
    /// How many of them were played.
    played: usize,
    now: Position,
}

impl History {
    pub(super) fn begin(position: Position) -> History {
        History {
            kept: vec![position.clone()],
            moves: Vec::new(),
            played: 0,
            now: position,
        }
    }

    pub(super) fn now(&self) -> &Position {
        &self.now
    }

    /// How many moves lead here.
    pub(super) fn played(&self) -> usize {
        self.played
    }

    /// Plays a legal move; what was taken back before cannot be played again.
    pub(super) fn play(&mut self, chosen: Move) {
        self.moves.truncate(self.played);
        self.kept.truncate(self.played / STRIDE + 1);
        self.moves.push(chosen);
        self.forward();
        if self.played.is_multiple_of(STRIDE) {
            self.kept.push(self.now.clone());
        }
    }

    /// Takes the last move back; says whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(played) = self.played.checked_sub(1) else {
            return false;
        };
        self.played = played / STRIDE * STRIDE;
        self.now.clone_from(&self.kept[played / STRIDE]);
        while self.played < played {
            self.forward();
        }
        true
    }

    /// Plays the next move that was taken back; says whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let is_there = self.played < self.moves.len();
        if is_there {
            self.forward();
        }
        is_there
    }

    fn forward(&mut self) {
        self.now.play_unchecked(self.moves[self.played]);
        self.played += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{History, STRIDE};
    use crate::cards::{CardId, DealNumber, Stream};
    use crate::play::{Deal, Position};
    use crate::rules::Rules;

    /// A game without an end, whose shuffles depend on all that came before.
    const ENDLESS: &str = r#"
name = "Endless"
[piles.waste]
take = "none"
[piles.tableau]
count = 4
goal = true
start = 'any'
build = 'any'
take = "top"
[setup]
do = [{ deal = 12, to = "tableau" }]
[actions.deal]
do = [{ deal = 1, to = "waste" }]
[actions.again]
when = 'stock is empty'
do = [{ turn = "waste", to = "stock" }, { shuffle = "stock" }]
"#;

    /// All that can be seen of a position, and the order of the cards that cannot.
    fn seen(position: &Position) -> (Vec<u8>, Vec<Vec<CardId>>, i32) {
        let piles = position.game().groups.iter().flat_map(|g| g.piles.iter());
        let piles = piles.map(|pile| position.cards(pile)).collect();
        (position.key(), piles, position.score())
    }

    #[test]
    fn positions_come_back_as_they_were() {
        let rules = Rules::parse("endless", ENDLESS).expect("it has no mistakes");
        let deal = Deal::Number(DealNumber(1));
        let first = Position::deal(rules.game(), &deal).expect("a number is a deal");
        let mut chance = Stream::new(DealNumber(2));
        let mut history = History::begin(first.clone());
        // The same game with every position kept.
        let mut all = vec![first];
        let mut at = 0_usize;
        for _ in 0..3000 {
            // Long ways back and forth, and new moves from wherever that leads.
            match chance.below(8) {
                0 => {
                    for _ in 0..chance.below(600) {
                        assert_eq!(history.undo(), at > 0);
                        at = at.saturating_sub(1);
                    }
                }
                1 => {
                    for _ in 0..chance.below(600) {
                        let more = at + 1 < all.len();
                        assert_eq!(history.redo(), more);
                        at += usize::from(more);
                    }
                }
                _ => {
                    for _ in 0..chance.below(100) {
                        let legal = all[at].legal_moves();
                        let chosen = legal[chance.below(legal.len())];
                        all.truncate(at + 1);
                        let mut next = all[at].clone();
                        next.play(chosen).expect("it is legal");
                        all.push(next);
                        history.play(chosen);
                        at += 1;
                    }
                }
            }
            assert_eq!(history.played(), at);
            assert_eq!(seen(history.now()), seen(&all[at]));
            assert_eq!(history.kept.len(), (all.len() - 1) / STRIDE + 1);
        }
        assert!(all.len() > 10 * STRIDE, "{}", all.len());
        while at > 0 {
            at -= 1;
            assert!(history.undo());
            assert_eq!(seen(history.now()), seen(&all[at]));
        }
        assert!(!history.undo());
    }
}
