//! Laws of cards and legal moves: the engine and the oracle agree about every move.

use std::collections::{BTreeMap, HashSet};

use patience::id::{ActionId, CardId, PileId};
use patience::internals::{BoardView, CardSet, Compiled};
use patience::{Move, Position};

use super::hidden::depends_on_hidden_cards;
use super::oracle::{Verdict, judge, partnership};
use super::walk::{Stop, Violation, ensure, fail};
use super::{candidates, cards, full_state, piles};
use crate::common::Rng;

/// Counts a refusal under its key, without the name of the group or action.
fn count_refusal(refusals: &mut BTreeMap<String, usize>, key: &str) {
    let parts: Vec<&str> = key.split('.').collect();
    let key = match parts.as_slice() {
        [first, _, last] => format!("{first}.{last}"),
        _ => key.to_owned(),
    };
    *refusals.entry(key).or_default() += 1;
}

/// Cards are conserved, and each is where its pile says.
pub(super) fn check_cards(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let mut ids: Vec<usize> = cards(position).iter().map(|c| c.index()).collect();
    ids.sort_unstable();
    let are_all = ids.iter().copied().eq(0..position.game().deck().len());
    ensure(are_all, "cards are conserved", || format!("{ids:?}"))?;
    for pile in piles(position) {
        let cards = position.cards(pile);
        let are_here = cards.iter().all(|&c| position.pile_of(c) == Some(pile));
        let is_right = usize::from(position.size(pile)) == cards.len() && are_here;
        ensure(is_right, "a pile holds its cards", || format!("{pile:?}"))?;
    }
    let compiled = Compiled::new(position.game());
    let goals = compiled.groups.iter().filter(|g| g.goal);
    let goals = goals.flat_map(|g| g.piles.iter());
    let goal_cards: i32 = goals.map(|p| i32::from(position.size(p))).sum();
    let is_right = compiled.score.points.is_some() || position.score() == goal_cards;
    ensure(
        is_right,
        "the cards in the foundations are the score",
        || format!("{} of {goal_cards}", position.score()),
    )?;
    Ok(1)
}

/// The listed moves, and random ones.
pub(super) fn check_some_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let candidates = Candidates::of(stop.position);
    let sample = (0..60).filter_map(|_| candidates.random(&mut stop.rng));
    let sample = sample.collect();
    check_moves(stop, sample)
}

/// The listed moves, and all that can be thought of.
pub(super) fn check_all_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let all = candidates(stop.position);
    check_moves(stop, all)
}

/// Checks that the listed moves are exactly those that the oracle allows, and that each refusal cites a rule that the
/// oracle says is violated. A pair or swap can be named in two ways: both are legal, but only one is listed.
fn check_moves(stop: &mut Stop<'_, '_>, sample: Vec<Move>) -> Result<usize, Violation> {
    let position = stop.position;
    let moves = position.legal_moves();
    let listed: HashSet<Move> = moves.iter().copied().collect();
    ensure(
        listed.len() == moves.len(),
        "a move is listed once",
        String::new,
    )?;
    let count = moves.len() + sample.len();
    for mv in moves.into_iter().chain(sample) {
        check_move(stop, mv, &listed)?;
    }
    Ok(count)
}

fn check_move(stop: &mut Stop<'_, '_>, mv: Move, listed: &HashSet<Move>) -> Result<(), Violation> {
    let position = stop.position;
    let refusal = position.refusal(mv);
    let is_legal = position.is_legal(mv);
    ensure(
        is_legal == refusal.is_none(),
        "a move is legal if there is no refusal",
        || describe(position, mv),
    )?;
    if is_legal {
        let id = position.move_id(mv);
        let id = id.filter(|&id| id < position.game().move_ids());
        let meant = id.and_then(|id| position.move_with_id(id));
        ensure(
            meant == Some(mv),
            "a legal move has an id of its own",
            || describe(position, mv),
        )?;
    }
    let is_listed = listed.contains(&mv);
    if is_legal != is_listed && !(is_legal && is_listed_in_reverse(position, mv, listed)) {
        return fail(
            "the legal moves are listed, and no others",
            describe(position, mv),
        );
    }
    match (judge(position, mv), refusal) {
        (Verdict::Legal, None) => Ok(()),
        (Verdict::Legal, Some(refusal)) => {
            let details = format!("{}: {refusal}", describe(position, mv));
            fail("moves that the rules allow are legal", details)
        }
        (Verdict::LegalIfItMoves(_), None) if is_listed => Ok(()),
        (Verdict::LegalIfItMoves(key), Some(refusal)) if key.is(refusal.key()) => Ok(()),
        (Verdict::LegalIfItMoves(_) | Verdict::Illegal(_), Some(refusal))
            if depends_on_hidden_cards(&refusal) =>
        {
            Ok(())
        }
        (Verdict::LegalIfItMoves(key), _) => {
            let details = format!("{}: {key:?}", describe(position, mv));
            fail("moves that the rules allow are legal", details)
        }
        (Verdict::Illegal(keys), None) => {
            let details = format!("{} {keys:?}", describe(position, mv));
            fail("the rules allow legal moves", details)
        }
        (Verdict::Illegal(keys), Some(refusal)) => {
            count_refusal(&mut stop.memory.refusals, refusal.key());
            let is_violated = keys.iter().any(|key| key.is(refusal.key()));
            ensure(
                is_violated,
                "a refusal cites a rule that is violated",
                || {
                    let mv = describe(position, mv);
                    format!("{mv}: {refusal}; the oracle says {keys:?}")
                },
            )
        }
        (Verdict::SamePile, Some(refusal)) if ["none", "base.locks"].contains(&refusal.key()) => {
            Ok(())
        }
        (Verdict::SamePile, _) => {
            let law = "cards do not move to the pile they are in";
            fail(law, describe(position, mv))
        }
    }
}

/// A refused move changes nothing.
pub(super) fn check_refused_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let (candidates, before) = (candidates(position), full_state(position));
    let mut count = 0;
    for _ in 0..10 {
        let candidate = candidates[stop.rng.below(candidates.len())];
        let mut copy = position.clone();
        if copy.play(candidate).is_err() {
            let is_same = full_state(&copy) == before;
            let details = || describe(position, candidate);
            ensure(is_same, "a refused move changes nothing", details)?;
            count += 1;
        }
    }
    Ok(count)
}

/// What random moves of a position are made of.
struct Candidates {
    actions: usize,
    piles: Vec<PileId>,
    cards: Vec<CardId>,
    /// The cards that may be lifted.
    liftable: Vec<CardId>,
}

impl Candidates {
    fn of(position: &Position) -> Candidates {
        let piles: Vec<_> = piles(position).collect();
        let liftable_cards = |&pile: &PileId| -> CardSet {
            let liftable = position.liftable(pile, keep_of(position, pile));
            liftable.units | liftable.singles
        };
        Candidates {
            actions: Compiled::new(position.game()).actions.len(),
            cards: cards(position),
            liftable: piles
                .iter()
                .flat_map(|p| liftable_cards(p).iter())
                .collect(),
            piles,
        }
    }

    /// A random move, legal or not; half of the card moves take a card that may be lifted.
    fn random(&self, rng: &mut Rng) -> Option<Move> {
        if self.actions > 0 && rng.below(8) == 0 {
            return Some(Move::Action(ActionId::new(rng.below(self.actions))));
        }
        let from = if self.liftable.is_empty() || rng.below(2) == 0 {
            &self.cards
        } else {
            &self.liftable
        };
        let card = *from.get(rng.below(from.len().max(1)))?;
        Some(Move::Cards(card, self.piles[rng.below(self.piles.len())]))
    }
}

/// How many bottom cards never leave a pile.
fn keep_of(position: &Position, pile: PileId) -> u8 {
    position.game().group_of(pile).keep
}

/// Whether the move makes a pair or a swap that is listed the other way round.
fn is_listed_in_reverse(position: &Position, mv: Move, listed: &HashSet<Move>) -> bool {
    let Move::Cards(card, to) = mv else {
        return false;
    };
    let (Some(from), Some(top)) = (position.pile_of(card), position.cards_down(to).next()) else {
        return false;
    };
    let made = partnership(position, card, to);
    made.is_some()
        && made == partnership(position, top, from)
        && listed.contains(&Move::Cards(top, from))
}

pub(super) fn describe(position: &Position, mv: Move) -> String {
    let game = position.game();
    match mv {
        Move::Action(action) => Compiled::new(game).actions[action.index()].name.clone(),
        Move::Cards(card, to) => {
            let from = position
                .pile_of(card)
                .map_or_else(String::new, |p| game.pile_name(p));
            format!(
                "{} from {from} to {}",
                position.face(card),
                game.pile_name(to)
            )
        }
    }
}

/// A move in terms of piles and depths: equal in two positions that look the same, even if their card ids differ.
pub(super) fn move_by_location(position: &Position, mv: Move) -> (usize, usize, usize) {
    match mv {
        Move::Action(action) => (usize::MAX, action.index(), 0),
        Move::Cards(card, to) => {
            let from = position.pile_of(card).expect("every card is in a pile");
            let depth = position.cards_down(from).position(|c| c == card);
            (
                from.index(),
                depth.expect("the card is in the pile"),
                to.index(),
            )
        }
    }
}
