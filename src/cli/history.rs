//! Undo and redo.

use crate::play::{Move, Position};

/// The distance between checkpoints, in moves. Undoing a move replays fewer moves than this.
const CHECKPOINT_INTERVAL: usize = 256;

/// The moves of a game, including those that were undone.
///
/// Playing the same move from the same position always gives the same result, so only some positions are stored, each
/// `CHECKPOINT_INTERVAL` moves after the one before. The others are found by replaying moves from there. That takes a
/// few bytes per move.
#[derive(Debug)]
pub(super) struct History {
    /// The positions after 0, `CHECKPOINT_INTERVAL`, 2 `CHECKPOINT_INTERVAL` ... moves.
    checkpoints: Vec<Position>,
    /// The moves that lead to the current position, followed by those that were undone.
    moves: Vec<Move>,
    /// The number of moves that lead to the current position.
    move_count: usize,
    current: Position,
}

impl History {
    /// A game in which no move has been played yet.
    pub(super) fn new(position: Position) -> History {
        History {
            checkpoints: vec![position.clone()],
            moves: Vec::new(),
            move_count: 0,
            current: position,
        }
    }

    /// The current position.
    pub(super) fn current(&self) -> &Position {
        &self.current
    }

    /// The number of moves that lead to the current position.
    pub(super) fn move_count(&self) -> usize {
        self.move_count
    }

    /// Plays a legal move. Moves that were undone are forgotten.
    pub(super) fn play(&mut self, mv: Move) {
        self.moves.truncate(self.move_count);
        self.checkpoints
            .truncate(self.move_count / CHECKPOINT_INTERVAL + 1);
        self.moves.push(mv);
        self.advance();
        if self.move_count.is_multiple_of(CHECKPOINT_INTERVAL) {
            self.checkpoints.push(self.current.clone());
        }
    }

    /// Undoes the last move; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(move_count) = self.move_count.checked_sub(1) else {
            return false;
        };
        self.move_count = move_count / CHECKPOINT_INTERVAL * CHECKPOINT_INTERVAL;
        self.current
            .clone_from(&self.checkpoints[move_count / CHECKPOINT_INTERVAL]);
        while self.move_count < move_count {
            self.advance();
        }
        true
    }

    /// Replays the most recently undone move; returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let has_next = self.move_count < self.moves.len();
        if has_next {
            self.advance();
        }
        has_next
    }

    /// Plays the next move in `moves`.
    fn advance(&mut self) {
        self.current.play_unchecked(self.moves[self.move_count]);
        self.move_count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{CHECKPOINT_INTERVAL, History};
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

    /// The key, the cards of every pile in order, and the score.
    fn state_of(position: &Position) -> (Vec<u8>, Vec<Vec<CardId>>, i32) {
        let piles = position.game().groups.iter().flat_map(|g| g.piles.iter());
        let piles = piles.map(|pile| position.cards(pile)).collect();
        (position.key(), piles, position.score())
    }

    #[test]
    fn undo_and_redo_restore_positions() {
        let rules = Rules::parse("endless", ENDLESS).expect("the rules are valid");
        let deal = Deal::Number(DealNumber(1));
        let first = Position::deal(rules.game(), &deal).expect("every deal number is valid");
        let mut rng = Stream::new(DealNumber(2));
        let mut history = History::new(first.clone());
        // The same game with every position stored.
        let mut positions = vec![first];
        let mut index = 0_usize;
        for _ in 0..3000 {
            // Many undos and redos, and new moves from wherever they lead.
            match rng.below(8) {
                0 => {
                    for _ in 0..rng.below(600) {
                        assert_eq!(history.undo(), index > 0);
                        index = index.saturating_sub(1);
                    }
                }
                1 => {
                    for _ in 0..rng.below(600) {
                        let has_next = index + 1 < positions.len();
                        assert_eq!(history.redo(), has_next);
                        index += usize::from(has_next);
                    }
                }
                _ => {
                    for _ in 0..rng.below(100) {
                        let legal = positions[index].legal_moves();
                        let mv = legal[rng.below(legal.len())];
                        positions.truncate(index + 1);
                        let mut next = positions[index].clone();
                        next.play(mv).expect("it is legal");
                        positions.push(next);
                        history.play(mv);
                        index += 1;
                    }
                }
            }
            assert_eq!(history.move_count(), index);
            assert_eq!(state_of(history.current()), state_of(&positions[index]));
            assert_eq!(
                history.checkpoints.len(),
                (positions.len() - 1) / CHECKPOINT_INTERVAL + 1
            );
        }
        assert!(
            positions.len() > 10 * CHECKPOINT_INTERVAL,
            "{}",
            positions.len()
        );
        while index > 0 {
            index -= 1;
            assert!(history.undo());
            assert_eq!(state_of(history.current()), state_of(&positions[index]));
        }
        assert!(!history.undo());
    }
}
