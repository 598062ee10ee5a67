//! Plays whole games.

use std::collections::{HashSet, VecDeque};

use crate::cards::{CardId, CardSet};
use crate::play::{Move, Position};
use crate::rules::Step;
use crate::search::{Control, Limits, Scout, Solver, Verdict};

use super::deliberation::{Chances, Deliberation};
use super::knowledge::Knowledge;

/// Once all cards are known, one search decides, and may look at so many times as many positions as other decisions.
const OPEN: u64 = 7;
/// The most actions for looking through the stock.
const MAX_LOOK: usize = 400;

/// A player who decides from what a person at the table can see and has seen, and never takes a move back.
///
/// It remembers every card that was shown, until cards are shuffled; where the unknown cards lie, it can only guess. So it
/// deals them at random many times, looks for wins in each of these worlds as if all cards were open, and plays the moves
/// that can still win most of them, up to the next card that is turned up. Then it decides anew.
///
/// Decisions follow from the rules, from what is known and from the number of positions: they are the same on every
/// machine. A player is for one game.
///
/// ```
/// use patience::{Control, Deal, DealNumber, HonestPlayer, Position, Rules};
///
/// let rules = Rules::built_in("klondike")?;
/// let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
/// let mut player = HonestPlayer::new(1000);
/// let control = Control::default();
/// while let Some(chosen) = player.choose(&position, &control) {
///     println!("{}", position.format_move(chosen));
///     position.play(chosen)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HonestPlayer {
    /// The positions to look at for each decision.
    states: u64,
    looks: bool,
    scout: Option<Scout>,
    /// The position of the last choice.
    last: Option<Position>,
    /// The cards whose place is known.
    known: CardSet,
    /// The hashes of what was known earlier in the game.
    past: HashSet<u64>,
    /// The moves to play next.
    plan: VecDeque<Move>,
    /// Whether the plan only looks through the stock, so that it goes on whatever is shown.
    is_looking: bool,
    /// Whether a win was looked for since all cards are known.
    is_searched: bool,
    chances: Option<Chances>,
}

impl HonestPlayer {
    /// A player who looks at about so many positions for each decision. It looks through the stock first, where that
    /// costs nothing.
    pub fn new(states: u64) -> HonestPlayer {
        HonestPlayer {
            states,
            looks: true,
            scout: None,
            last: None,
            known: CardSet::EMPTY,
            past: HashSet::new(),
            plan: VecDeque::new(),
            is_looking: false,
            is_searched: false,
            chances: None,
        }
    }

    /// Does not look through the stock first.
    pub fn without_looking(self) -> HonestPlayer {
        HonestPlayer {
            looks: false,
            ..self
        }
    }

    /// Remembers some cards, for example from earlier in the game.
    pub fn remember(&mut self, cards: impl IntoIterator<Item = CardId>) {
        self.known |= cards.into_iter().collect();
    }

    /// Notes a position of the game: what it shows, and whether the game goes as planned. Each position since the last one
    /// should be shown to it, so that it remembers all cards.
    pub fn watch(&mut self, position: &Position) {
        let last = self.last.get_or_insert_with(|| position.clone());
        let has_shuffled = position.has_shuffled_since(last);
        if position != last
            && let Some(planned) = self.plan.pop_front()
        {
            let follows = last.is_legal(planned) && {
                last.play_unchecked(planned);
                position == last
            };
            if !follows {
                self.plan.clear();
            }
        }
        let shown = position.shown_cards();
        if has_shuffled {
            self.known = CardSet::EMPTY;
            self.is_searched = false;
        }
        if has_shuffled || !self.is_looking && !(shown - self.known).is_empty() {
            self.plan.clear();
        }
        self.known |= shown;
        last.clone_from(position);
    }

    /// The next move; `None` once the game is over or given up. If it is interrupted, it chooses by what it found out so
    /// far. It plans some moves at once: as long as these are played, it keeps to them.
    pub fn choose(&mut self, position: &Position, control: &Control) -> Option<Move> {
        if position.is_won() {
            return None;
        }
        self.watch(position);
        let planned = self.plan.front().copied();
        planned.filter(|&mv| position.is_legal(mv)).or_else(|| {
            self.plan.clear();
            self.chances = None;
            self.decide(position, control);
            self.plan.front().copied()
        })
    }

    /// How the worlds that were tried for the last choice turned out; `None` if the place of every card was known.
    pub fn chances(&self) -> Option<Chances> {
        self.chances
    }

    /// Makes a plan, if there is anything to play.
    fn decide(&mut self, position: &Position, control: &Control) {
        let knowledge = Knowledge::new(position, self.known);
        self.past.insert(knowledge.hash());
        let scout = self.scout.get_or_insert_with(|| Scout::new(position));
        let look = self.looks.then(|| look_through_stock(&knowledge, scout));
        self.is_looking = look.as_ref().is_some_and(Option::is_some);
        if let Some(look) = look.flatten() {
            self.plan = look;
            return;
        }
        if !knowledge.is_complete() {
            let mut decision = Deliberation::new(&knowledge, scout, &self.past, self.states);
            decision.think(control);
            self.chances = Some(decision.chances());
            self.plan = decision.best().unwrap_or_default().into();
            return;
        }
        // Nothing is unknown, so this is the position itself.
        if !self.is_searched {
            self.is_searched = true;
            let limits = Limits::default().with_states(self.states.saturating_mul(OPEN));
            let solution = Solver::new(limits).solve(&knowledge.position, control);
            if let Verdict::Winnable(moves) = solution.verdict {
                self.plan = moves.into();
            }
        }
        let mut steps = position.game().steps_in_play();
        if self.plan.is_empty() && steps.any(Step::shuffles) {
            // Only a shuffle can help, if anything.
            let decision = Deliberation::new(&knowledge, scout, &self.past, self.states);
            let mut decision = decision.by_playing_on();
            decision.think(control);
            self.plan = decision.best().unwrap_or_default().into();
        }
    }
}

/// The actions that lead around to the same position, if they show an unknown card. They cost nothing: neither points nor
/// one of a limited number of redeals.
fn look_through_stock(knowledge: &Knowledge, scout: &Scout) -> Option<VecDeque<Move>> {
    if !scout.only_turns() {
        return None;
    }
    let (mut at, mut moves, mut shown) =
        (knowledge.position.clone(), VecDeque::new(), knowledge.known);
    while moves.len() < MAX_LOOK {
        let mut actions = at.game().actions().map(Move::Action);
        let action = actions.find(|&action| at.is_legal(action))?;
        at.play_unchecked(action);
        moves.push_back(action);
        shown |= at.shown_cards();
        if at == knowledge.position {
            return (shown != knowledge.known).then_some(moves);
        }
    }
    None
}
