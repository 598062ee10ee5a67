//! Undo and redo.

use crate::play::{Move, Position};

/// The distance between checkpoints: the most moves that are replayed to undo one.
const STRIDE: usize = 256;

/// The moves of a game, those that were undone included.
///
/// A move from the same position always gives the same result, so only every `STRIDE`th position is stored; the others
/// are found by replaying moves from there. That takes a few bytes per move.
#[derive(Debug)]
pub(super) struct History {
    /// The positions after 0, `STRIDE`, 2 `STRIDE` ... moves.
    checkpoints: Vec<Position>,
    /// The moves that were played, followed by those that were undone.
    moves: Vec<Move>,
    /// The number of moves that lead to the current position.
    played: usize,
    current: Position,
}

impl History {
    /// A game in which no move was played yet.
    pub(super) fn new(position: Position) -> History {
        History {
            checkpoints: vec![position.clone()],
            moves: Vec::new(),
            played: 0,
            current: position,
        }
    }

    /// The current position.
    pub(super) fn current(&self) -> &Position {
        &self.current
    }

    /// The number of moves that lead to the current position.
    pub(super) fn played(&self) -> usize {
        self.played
    }

    /// Plays a legal move. Moves that were undone are forgotten.
    pub(super) fn play(&mut self, chosen: Move) {
        self.moves.truncate(self.played);
        self.checkpoints.truncate(self.played / STRIDE + 1);
        self.moves.push(chosen);
        self.replay_next();
        if self.played.is_multiple_of(STRIDE) {
            self.checkpoints.push(self.current.clone());
        }
    }

    /// Undoes the last move; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(played) = self.played.checked_sub(1) else {
            return false;
        };
        self.played = played / STRIDE * STRIDE;
        self.current.clone_from(&self.checkpoints[played / STRIDE]);
        while self.played < played {
            self.replay_next();
        }
        true
    }

    /// Plays again the move that was undone last; returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let has_next = self.played < self.moves.len();
        if has_next {
            self.replay_next();
        }
        has_next
    }

    /// Plays the next of the moves.
    fn replay_next(&mut self) {
        self.current.play_unchecked(self.moves[self.played]);
        self.played += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{History, STRIDE};
    use crate::cards::{CardId, DealNumber, Stream};
    use crate::play::{Deal, Position};
    use crate::rules::Rules;

    /// An endless game whose shuffles depend on everything that happened before.
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

    /// The position as the rules know it, the order of all its cards, and the score.
    fn state_of(position: &Position) -> (Vec<u8>, Vec<Vec<CardId>>, i32) {
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
        let mut history = History::new(first.clone());
        // The same game with every position stored.
        let mut all = vec![first];
        let mut at = 0_usize;
        for _ in 0..3000 {
            // Many undos and redos, and new moves from wherever they lead.
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
            assert_eq!(state_of(history.current()), state_of(&all[at]));
            assert_eq!(history.checkpoints.len(), (all.len() - 1) / STRIDE + 1);
        }
        assert!(all.len() > 10 * STRIDE, "{}", all.len());
        while at > 0 {
            at -= 1;
            assert!(history.undo());
            assert_eq!(state_of(history.current()), state_of(&all[at]));
        }
        assert!(!history.undo());
    }
}
