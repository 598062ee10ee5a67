//! Undo and redo.

use crate::play::{Move, Position};

/// The distance between checkpoints, in moves. Undoing a move replays fewer moves than this.
const CHECKPOINT_INTERVAL: usize = 256;

/// The moves of a game, including those that were undone. Moves are played, undone and replayed in turns: what a player
/// asks for at once.
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
    /// The turns, including those that were undone.
    turns: Vec<Turn>,
    /// The hashes of the positions after 0, 1, 2 ... moves.
    hashes: Vec<u64>,
    current: Position,
}

/// What a player asked for at once.
#[derive(Debug)]
struct Turn {
    /// The number of moves after it.
    end: usize,
    /// Its moves as they can be typed, joined with `; `.
    text: String,
}

impl History {
    /// A game in which no move has been played yet.
    pub(super) fn new(position: Position) -> History {
        History {
            checkpoints: vec![position.clone()],
            moves: Vec::new(),
            move_count: 0,
            turns: Vec::new(),
            hashes: vec![position.hash()],
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

    /// Plays legal moves as one turn. Moves that were undone are forgotten.
    pub(super) fn play(&mut self, moves: &[Move]) {
        if moves.is_empty() {
            return;
        }
        self.forget_undone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(self.current.format_move(mv));
            self.moves.push(mv);
            self.advance();
            self.hashes.push(self.current.hash());
            if self.move_count.is_multiple_of(CHECKPOINT_INTERVAL) {
                self.checkpoints.push(self.current.clone());
            }
        }
        self.turns.push(Turn {
            end: self.move_count,
            text: texts.join("; "),
        });
    }

    /// Forgets the turns that were undone.
    pub(super) fn forget_undone(&mut self) {
        self.moves.truncate(self.move_count);
        self.turns.retain(|turn| turn.end <= self.move_count);
        self.hashes.truncate(self.move_count + 1);
        self.checkpoints
            .truncate(self.move_count / CHECKPOINT_INTERVAL + 1);
    }

    /// Undoes the last turn; returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(before) = self.start_of_last_turn() else {
            return false;
        };
        self.go_to(before);
        true
    }

    /// Replays the most recently undone turn; returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let next = self.turns.iter().find(|turn| turn.end > self.move_count);
        let Some(next) = next.map(|turn| turn.end) else {
            return false;
        };
        while self.move_count < next {
            self.advance();
        }
        true
    }

    /// The hashes of the positions up to the current one.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes[..=self.move_count]
    }

    /// Goes back to the position after a number of moves.
    fn go_to(&mut self, move_count: usize) {
        self.current = self.at(move_count);
        self.move_count = move_count;
    }

    /// The position after a number of moves.
    pub(super) fn at(&self, move_count: usize) -> Position {
        let checkpoint = move_count / CHECKPOINT_INTERVAL;
        let mut position = self.checkpoints[checkpoint].clone();
        for &mv in &self.moves[checkpoint * CHECKPOINT_INTERVAL..move_count] {
            position.play_unchecked(mv);
        }
        position
    }

    /// The moves that lead to the current position.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves[..self.move_count]
    }

    /// The position before the first move.
    pub(super) fn first(&self) -> &Position {
        &self.checkpoints[0]
    }

    /// The number of moves before the last turn; `None` if there is no turn.
    pub(super) fn start_of_last_turn(&self) -> Option<usize> {
        let ends = self.turns.iter().map(|turn| turn.end);
        let before = ends.take_while(|&end| end < self.move_count).last();
        (self.move_count > 0).then_some(before.unwrap_or(0))
    }

    /// The turns as they can be typed, including those that were undone.
    pub(super) fn turns(&self) -> impl Iterator<Item = &str> {
        self.turns.iter().map(|turn| turn.text.as_str())
    }

    /// The number of turns that lead to the current position.
    pub(super) fn turn_count(&self) -> usize {
        let ends = self.turns.iter().map(|turn| turn.end);
        ends.filter(|&end| end <= self.move_count).count()
    }

    /// The number of turns to undo, so that no more than so many moves lead to the current position.
    pub(super) fn turns_since(&self, move_count: usize) -> usize {
        let ends = self.turns.iter().map(|turn| turn.end);
        ends.filter(|&end| move_count < end && end <= self.move_count)
            .count()
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
        // The same game with every position stored, and the indices of those after each turn.
        let mut positions = vec![first];
        let mut turns = vec![0_usize];
        let mut turn = 0_usize;
        for _ in 0..600 {
            // Many undos and redos, and new turns from wherever they lead.
            match rng.below(8) {
                0 => {
                    for _ in 0..rng.below(40) {
                        assert_eq!(history.undo(), turn > 0);
                        turn = turn.saturating_sub(1);
                    }
                }
                1 => {
                    for _ in 0..rng.below(40) {
                        let has_next = turn + 1 < turns.len();
                        assert_eq!(history.redo(), has_next);
                        turn += usize::from(has_next);
                    }
                }
                _ => {
                    for _ in 0..rng.below(30) {
                        turns.truncate(turn + 1);
                        positions.truncate(turns[turn] + 1);
                        let mut moves = Vec::new();
                        for _ in 0..=rng.below(4) {
                            let position = positions.last().expect("the first is never removed");
                            let legal = position.legal_moves();
                            let mv = legal[rng.below(legal.len())];
                            let mut next = position.clone();
                            next.play(mv).expect("it is legal");
                            positions.push(next);
                            moves.push(mv);
                        }
                        history.play(&moves);
                        turns.push(positions.len() - 1);
                        turn += 1;
                    }
                }
            }
            let index = turns[turn];
            assert_eq!(history.move_count(), index);
            assert_eq!(state_of(history.current()), state_of(&positions[index]));
            assert_eq!(history.hashes().len(), index + 1);
            assert_eq!(history.hashes()[index], positions[index].hash());
            assert_eq!(
                history.checkpoints.len(),
                (positions.len() - 1) / CHECKPOINT_INTERVAL + 1
            );
        }
        assert!(
            positions.len() > 5 * CHECKPOINT_INTERVAL,
            "{}",
            positions.len()
        );
        while turn > 0 {
            turn -= 1;
            assert!(history.undo());
            assert_eq!(
                state_of(history.current()),
                state_of(&positions[turns[turn]])
            );
        }
        assert!(!history.undo());
    }
}
