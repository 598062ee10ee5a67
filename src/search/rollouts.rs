//! Nested rollouts that adapt their policy: random games, each led by the moves of the best game so far.
//!
//! The algorithm is from C. Rosin, "Nested Rollout Policy Adaptation for Monte Carlo Tree Search", IJCAI 2011. It finds wins
//! where a tree of positions is too wide to be searched: it remembers which moves are promising, wherever they are made,
//! and no positions.

use std::collections::{HashMap, HashSet};

use crate::play::{Move, Position, mix};
use crate::rules::fold::row_of;

use super::estimate::Estimate;
use super::expand::Expander;
use super::node::{Candidate, Found, Node};
use super::table::{BuildKeyHasher, Key};

/// How many levels are nested.
const LEVELS: u32 = 3;
/// How many games the lowest level plays, and how often each other level runs the level below it.
const REPETITIONS: u32 = 40;
/// The most moves of a game.
const MAX_MOVES: usize = 400;
/// By how much the logarithm of a candidate's odds decreases for each step of its order.
const PRIOR: f32 = 0.4;

/// For the code of each move, how much the logarithm of its odds has changed by learning.
type Policy = HashMap<u64, f32, BuildKeyHasher>;

/// A move that can be made: its code, and the logarithm of its odds before anything is learned.
type Choice = (u64, f32);

/// What is learned from a game.
#[derive(Debug, Default)]
struct Lesson {
    /// How far from a win it ended.
    distance: i32,
    /// For each of its moves, the choices and the index of the one that was made.
    steps: Vec<(Vec<Choice>, usize)>,
}

/// Nested rollouts.
#[derive(Debug)]
pub(super) struct Rollouts<'a, 'b> {
    expander: &'a mut Expander<'b>,
    estimate: &'a mut Estimate,
    /// The state of the random numbers.
    random: u64,
    /// The rollouts give up once the search has looked at this many positions in all.
    last: u64,
}

impl<'a, 'b> Rollouts<'a, 'b> {
    /// Rollouts that look at no more than `most` positions.
    pub(super) fn new(
        expander: &'a mut Expander<'b>,
        estimate: &'a mut Estimate,
        seed: u64,
        most: u64,
    ) -> Rollouts<'a, 'b> {
        Rollouts {
            last: expander.watch.states.saturating_add(most),
            expander,
            estimate,
            random: seed,
        }
    }

    /// Searches from a position that is not won. This never proves that it cannot be won.
    pub(super) fn run(&mut self, position: &Position) -> Found {
        loop {
            let before = self.expander.watch.states;
            if let Err(found) = self.run_level(position, LEVELS, Policy::default()) {
                return found;
            }
            if self.expander.watch.states == before {
                // No game made a move.
                return Found::GaveUp;
            }
        }
    }

    /// The lesson of the best game of a level.
    ///
    /// # Errors
    /// Returns an error if the rollouts end, by a win or by a limit.
    fn run_level(
        &mut self,
        root: &Position,
        level: u32,
        mut policy: Policy,
    ) -> Result<Lesson, Found> {
        let mut best: Option<Lesson> = None;
        for _ in 0..REPETITIONS {
            let lesson = match level {
                1 => self.play(root, &policy)?,
                _ => self.run_level(root, level - 1, policy.clone())?,
            };
            let best = match &mut best {
                Some(best) if best.distance < lesson.distance => best,
                best => best.insert(lesson),
            };
            adapt(&mut policy, best);
        }
        Ok(best.unwrap_or_default())
    }

    /// Plays a game by a policy, without coming to any position twice.
    fn play(&mut self, root: &Position, policy: &Policy) -> Result<Lesson, Found> {
        let mut steps = Vec::new();
        let mut walk = Walk::new(root, self.expander);
        let mut candidates = Vec::new();
        while steps.len() < MAX_MOVES {
            self.expander.expand(&mut walk.node, &mut candidates);
            let choice_of = |candidate: &Candidate| {
                let prior = -PRIOR * f32::from(candidate.order);
                (code_of(&walk.node.position, *candidate), prior)
            };
            let mut choices: Vec<Choice> = candidates.iter().map(choice_of).collect();
            let chosen = loop {
                if choices.is_empty() {
                    break None;
                }
                let chosen = self.choose(policy, &choices);
                if self.follow(&mut walk, candidates[chosen])? {
                    break Some(chosen);
                }
                choices.remove(chosen);
                candidates.remove(chosen);
            };
            let Some(chosen) = chosen else {
                break;
            };
            steps.push((choices, chosen));
        }
        Ok(Lesson {
            distance: self
                .estimate
                .of(&walk.node.position, &self.estimate.quick[1]),
            steps,
        })
    }

    /// Goes on with a candidate. Returns whether it leads to a position that is known and new.
    fn follow(&mut self, walk: &mut Walk, candidate: Candidate) -> Result<bool, Found> {
        let expander = &mut *self.expander;
        let is_known = expander.play(&mut walk.next, &walk.node, candidate);
        if let Some(limit) = expander.watch.count() {
            return Err(Found::Stopped(limit));
        }
        if expander.watch.states > self.last {
            return Err(Found::GaveUp);
        }
        if !is_known {
            return Ok(false);
        }
        let is_won = walk.next.is_won();
        let entry = expander.enter_after(&walk.next, &walk.node, candidate);
        if !is_won && !walk.visited.insert(entry.key) {
            return Ok(false);
        }
        walk.moves.extend(walk.node.moves(candidate));
        if is_won {
            return Err(Found::Win(std::mem::take(&mut walk.moves)));
        }
        expander.keep_in(&mut walk.node, &mut walk.next, entry);
        Ok(true)
    }

    /// Draws one of some choices by a policy.
    fn choose(&mut self, policy: &Policy, choices: &[Choice]) -> usize {
        let odds = odds_of(policy, choices);
        self.random = mix(self.random);
        let [a, b, ..] = self.random.to_le_bytes();
        let fraction = f32::from(u16::from_le_bytes([a, b])) / 65536.0;
        let mut left = fraction * odds.iter().sum::<f32>();
        let drawn = odds.iter().position(|odds| {
            left -= odds;
            left < 0.0
        });
        drawn.unwrap_or(choices.len() - 1)
    }
}

/// A game in progress.
struct Walk {
    node: Node,
    /// The moves so far.
    moves: Vec<Move>,
    /// The positions so far.
    visited: HashSet<Key, BuildKeyHasher>,
    /// A position to try moves in.
    next: Position,
}

impl Walk {
    fn new(root: &Position, expander: &mut Expander<'_>) -> Walk {
        let node = expander.enter(root);
        Walk {
            moves: Vec::new(),
            visited: HashSet::from_iter([node.entry.key]),
            next: root.clone(),
            node,
        }
    }
}

/// Makes the moves of a game more likely, and what could have been done instead less likely.
fn adapt(policy: &mut Policy, lesson: &Lesson) {
    for (choices, chosen) in &lesson.steps {
        let odds = odds_of(policy, choices);
        let sum: f32 = odds.iter().sum();
        for ((code, _), odds) in choices.iter().zip(odds) {
            *policy.entry(*code).or_default() -= odds / sum;
        }
        *policy.entry(choices[*chosen].0).or_default() += 1.0;
    }
}

/// The odds of choices by a policy; 1 for the best.
fn odds_of(policy: &Policy, choices: &[Choice]) -> Vec<f32> {
    let log = |(code, prior): &Choice| policy.get(code).unwrap_or(&0.0) + prior;
    let mut odds: Vec<f32> = choices.iter().map(log).collect();
    let best = odds.iter().copied().fold(f32::MIN, f32::max);
    for odds in &mut odds {
        *odds = exp(*odds - best);
    }
    odds
}

/// About the exponential of a number that is not positive. The exact one differs between computers, and so would what is
/// found.
fn exp(number: f32) -> f32 {
    // The limit of (1 + x / n)^n, for n = 1024.
    let base = (1.0 + number / 1024.0).max(0.0);
    (0..10).fold(base, |power, _| power * power)
}

/// The code of a candidate: an action and the size of the stock, or a card, the group it goes to and the face it goes on.
fn code_of(position: &Position, candidate: Candidate) -> u64 {
    let game = position.game();
    let parts = match candidate.mv {
        Move::Action(action) => [0, action.index(), usize::from(position.size(game.stock)), 0],
        Move::Cards(card, to) => {
            let top = position.top(to).map(|top| position.face(top));
            let group = game.piles[to.index()].group;
            [1, card.index(), group.index(), row_of(top)]
        }
    };
    mix(parts.iter().fold(0, |code, &part| code << 8 | part as u64))
}
