use super::Tally;
use crate::assist::Greedy;
use crate::cards::{DealNumber, Stream};
use crate::honest::HonestPlayer;
use crate::play::{Move, Outcome, Position};
use crate::search::Control;

/// An automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Plays a random legal move or action; all are equally likely.
    Random,
    /// Plays the first move that leads to a new position, ordered by [`Merit`](crate::play::Merit) and then by the list
    /// of legal moves. Never plays a move that undoes progress. Gives up if no move is left.
    Greedy,
    /// Decides from what was seen, by looking at about so many positions for each decision: see [`HonestPlayer`].
    Honest {
        /// The number of positions.
        states: u64,
        /// Whether it looks through the stock first, where that costs nothing.
        looks: bool,
    },
}

/// A player during a game.
#[derive(Debug)]
enum Playing {
    Random(Stream),
    Greedy(Greedy),
    Honest(Box<HonestPlayer>),
}

impl Player {
    /// An honest player who looks at 30,000 positions for each decision, and through the stock first.
    pub const HONEST: Player = Player::Honest {
        states: 30_000,
        looks: true,
    };

    /// The player's name.
    pub fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::Greedy => "greedy",
            Player::Honest { .. } => "honest",
        }
    }

    /// What the player knows, in words, if that is not everything or nothing.
    pub fn knowledge(self) -> Option<&'static str> {
        match self {
            Player::Random | Player::Greedy => None,
            Player::Honest { looks: true, .. } => Some(
                "what was shown is remembered until a shuffle; the stock is looked through first where that costs nothing; \
                 no undo",
            ),
            Player::Honest { looks: false, .. } => Some(
                "what was shown is remembered until a shuffle; the stock is not looked through first; no undo",
            ),
        }
    }

    /// Plays a deal from a position until it ends or has `moves` moves. What the player does at random follows from the number
    /// `deal`.
    pub fn play(self, mut position: Position, deal: u64, moves: u32) -> Tally {
        let (mut tally, mut legal) = (Tally::one_game(), Vec::new());
        let mut playing = self.begin(&position, deal);
        while !position.is_won() {
            if tally.moves >= u64::from(moves) {
                return tally.cut_off();
            }
            position.legal_moves_into(&mut legal);
            if legal.is_empty() {
                return tally.stuck();
            }
            if !playing.play(&mut position, &legal) {
                return match position.outcome() {
                    Outcome::Stuck => tally.stuck(),
                    _ => tally.gave_up(),
                };
            }
            tally.generated += legal.len() as u64;
            tally.moves += 1;
        }
        tally.won()
    }

    fn begin(self, position: &Position, deal: u64) -> Playing {
        match self {
            // A different seed, because this deal's own random numbers have shuffled the pack.
            Player::Random => Playing::Random(Stream::new(DealNumber(!deal))),
            Player::Greedy => Playing::Greedy(Greedy::new(position)),
            Player::Honest { states, looks } => {
                let player = HonestPlayer::new(states);
                let player = if looks {
                    player
                } else {
                    player.without_looking()
                };
                Playing::Honest(Box::new(player))
            }
        }
    }
}

impl Playing {
    /// Plays one of the legal moves. Returns false to give up.
    fn play(&mut self, position: &mut Position, legal: &[Move]) -> bool {
        let chosen = match self {
            Playing::Random(random) => Some(legal[random.below(legal.len())]),
            Playing::Greedy(greedy) => return greedy.play(position, legal),
            Playing::Honest(player) => player.choose(position, &Control::default()),
        };
        if let Some(chosen) = chosen {
            position.play_unchecked(chosen);
        }
        chosen.is_some()
    }
}
