//! Ranks the legal moves and says what each achieves.

use std::cmp::Reverse;

use crate::cards::CardId;
use crate::condition::PileId;
use crate::page;
use crate::play::{BoardView, Merit, Move, Position};
use crate::rules::{Unit, Way};
use crate::text::pluralize;
use crate::work::{Kind, LINE, Window, spend};

/// A legal move, and what it achieves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What it achieves; `None` if it undoes progress, or leads back to an earlier position of a session.
    pub merit: Option<Merit>,
    /// What it achieves in words, such as "frees 5H for f2". It names no face-down card.
    pub reason: String,
    /// Whether it leads back to an earlier position of a [`Session`](crate::Session).
    pub leads_back: bool,
}

impl Position {
    /// Returns all legal moves, best first, each with what it achieves. It is empty only if no move is legal; some are
    /// missing if all of them take more work than a quarter of [`LINE`](crate::work::LINE).
    ///
    /// They are ordered by [`Merit`]; actions that can be used only so many times come after all other moves that make
    /// progress, and moves that undo progress last. Of equal moves, those from piles with more
    /// face-down cards come first, then those onto other cards, then those to empty piles; the rest by
    /// their piles, the target first.
    ///
    /// ```
    /// use patience::{Deal, DealNumber, Position, Rules};
    ///
    /// let rules = Rules::built_in("klondike")?;
    /// let position = Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?;
    /// let hints = position.hints();
    /// let best = &hints[0];
    /// println!("{}: {}", position.format_move(best.mv), best.reason);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hints(&self) -> Vec<Hint> {
        let window = Window::new(LINE / 4);
        let moves = self.legal_moves().into_iter();
        let moves = moves.take_while(|_| window.is_open());
        let mut hints: Vec<Hint> = moves.map(|mv| self.hint_for(mv)).collect();
        hints.sort_by_cached_key(|hint| {
            let (hidden, is_to_empty, place) = match hint.mv {
                Move::Cards(card, to) => {
                    let from = self.expect_pile_of(card);
                    let place = (to.index(), from.index(), self.unit_size(card, from));
                    (self.count_hidden(from), self.top(to).is_none(), place)
                }
                Move::Action(action) => (0, false, (0, action.index(), 0)),
            };
            // A card that goes to an empty pile only moves the gap.
            let merit = match hint.merit {
                Some(Merit::Empties) if is_to_empty => Some(Merit::Other),
                merit => merit,
            };
            let is_limited = match hint.mv {
                Move::Action(action) => self.game().actions[action.index()].limit.is_some(),
                Move::Cards(..) => false,
            };
            // The order of equal moves must not tell which of two equal cards is face down.
            let rest = (Reverse(hidden), is_to_empty, place);
            (merit.is_none(), is_limited, merit, rest)
        });
        hints
    }

    fn hint_for(&self, mv: Move) -> Hint {
        spend(Kind::Sentence, 2);
        let merit = match self.merit(mv) {
            Some(Merit::Frees) if self.find_goal_freed_for(mv).is_none() => Some(Merit::Other),
            merit => merit,
        };
        let reason = match mv {
            Move::Action(action) => page::action(self.game(), action),
            Move::Cards(card, to) => self.describe_card_move(card, to, merit),
        };
        Hint {
            mv,
            merit,
            reason,
            leads_back: false,
        }
    }

    /// The card that a move of cards uncovers, and a goal pile that it can go to alone.
    fn find_goal_freed_for(&self, mv: Move) -> Option<(CardId, PileId)> {
        let Move::Cards(card, _) = mv else {
            return None;
        };
        let freed = self.card_below(card)?;
        let takes_one = |goal: &PileId| {
            let unit = self.game().group_of(*goal).unit;
            matches!(unit, Unit::Any | Unit::Exactly(1))
        };
        let mut goals = self.goals().filter(takes_one);
        let goal = goals.find(|&goal| self.may_accept(goal, freed))?;
        Some((freed, goal))
    }

    /// The number of face-down cards in a pile.
    fn count_hidden(&self, pile: PileId) -> usize {
        self.cards_down(pile)
            .filter(|&card| self.is_hidden(card))
            .count()
    }

    /// Says what a move of cards achieves.
    fn describe_card_move(&self, card: CardId, to: PileId, merit: Option<Merit>) -> String {
        let game = self.game();
        let from = self.expect_pile_of(card);
        let (source, target) = (game.pile_name(from), game.pile_name(to));
        let unit: Vec<CardId> = self.unit(card, from).collect();
        let moved = match unit.len() {
            1 => self.name_card(card),
            size => pluralize(size, "card"),
        };
        let next = || {
            let mut next = self.clone();
            next.play_unchecked(Move::Cards(card, to));
            next
        };
        let place = match self.top(to) {
            Some(top) => format!("onto {}", self.name_card(top)),
            None => format!("to the empty {target}"),
        };
        let top = || {
            self.top(to)
                .map_or(String::new(), |top| self.name_card(top))
        };
        match (self.way_of(card, to), merit) {
            (Way::Pair, _) => format!("removes {moved} and {}", top()),
            (Way::Swap, _) => format!("exchanges {moved} and {}", top()),
            (Way::Land, None) if game.piles[from.index()].goal => {
                format!("takes {moved} back from {source}")
            }
            (Way::Land, None) if self.keeps_all_but(&unit, &next()) => {
                format!("only changes the place of {moved}")
            }
            (Way::Land, Some(Merit::Goal)) => format!("adds {moved} to {target}"),
            (Way::Land, Some(Merit::Uncovers)) => format!("uncovers a face-down card of {source}"),
            (Way::Land, Some(Merit::Frees)) => {
                match self.find_goal_freed_for(Move::Cards(card, to)) {
                    Some((freed, goal)) => {
                        let freed = self.name_card(freed);
                        format!("frees {freed} for {}", game.pile_name(goal))
                    }
                    None => format!("moves {moved} {place}"),
                }
            }
            (Way::Land, Some(Merit::Leaves)) => format!("brings {moved} from {source} {place}"),
            (Way::Land, Some(Merit::Empties)) if next().size(from) == 0 => {
                format!("empties {source}")
            }
            (Way::Land, None | Some(Merit::Empties | Merit::Action | Merit::Other)) => {
                format!("moves {moved} {place}")
            }
        }
    }
}
