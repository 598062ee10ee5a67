//! The laws that hold in every position of every game, regardless of its rules.

use std::collections::HashMap;
use std::sync::Arc;

use patience::internals::{BoardView, CardSet, Compiled, Traffic, read};
use patience::{Deal, DealNumber, Game, Move, Position};

use super::claims::Claims;
use super::flow::{check_flow, check_move};
use super::hidden::{check_secrecy, depends_on_hidden_cards};
use super::oracle::{Partnership, Verdict, judge, partnership};
use super::pages::check_page;
use super::{candidates, cards, full_state, list_moves, may_shuffle, piles};
use crate::common::Rng;

/// A law that does not hold, and the details of the case.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    pub(super) law: &'static str,
    pub(super) details: String,
}

/// Fails with a violation of a law.
pub(super) fn fail(law: &'static str, details: impl Into<String>) -> Result<(), Violation> {
    Err(Violation {
        law,
        details: details.into(),
    })
}

/// How many moves each key refused.
#[derive(Default)]
pub(super) struct RefusalCounts(pub(super) HashMap<String, usize>);

impl RefusalCounts {
    /// Counts a refusal under its key, without the name of the group or action.
    fn count(&mut self, key: &str) {
        let parts: Vec<&str> = key.split('.').collect();
        let key = match parts.as_slice() {
            [first, _, last] => format!("{first}.{last}"),
            _ => key.to_owned(),
        };
        *self.0.entry(key).or_default() += 1;
    }
}

/// Plays a random game and checks every position of it, and the page of the game.
pub(super) fn check_random_game(
    game: &Arc<Game>,
    seed: u64,
    moves: usize,
    refusals: &mut RefusalCounts,
) -> Result<(), Violation> {
    check_page(game)?;
    let Ok(mut position) = Position::deal(game, &Deal::Number(DealNumber(seed))) else {
        return Ok(());
    };
    let traffic = Traffic::explore(game);
    let mut rng = Rng(seed);
    let claims = Claims::of(game);
    for move_count in 0..moves {
        claims.check(&position, &mut rng)?;
        check_position(&mut position, &mut rng, move_count % 8 == 0, refusals)?;
        if let Some(traffic) = &traffic {
            check_flow(traffic, &position)?;
        }
        let legal = list_moves(&mut position, move_count);
        if legal.is_empty() {
            break;
        }
        let (before, chosen) = (position.clone(), legal[rng.below(legal.len())]);
        position.play_unchecked(chosen);
        if let Some(traffic) = &traffic {
            check_move(traffic, &before, chosen, &position)?;
        }
    }
    Ok(())
}

fn check_position(
    position: &mut Position,
    rng: &mut Rng,
    is_thorough: bool,
    refusals: &mut RefusalCounts,
) -> Result<(), Violation> {
    check_cards(position)?;
    check_moves(position, rng, is_thorough, refusals)?;
    let copy = check_caches(position)?;
    check_notation(position)?;
    check_random_input(position, rng)?;
    check_secrecy(position, rng, if is_thorough { 40 } else { 4 }, false)?;
    check_copies(position, &copy, rng)
}

fn check_cards(position: &Position) -> Result<(), Violation> {
    let mut ids: Vec<usize> = cards(position).iter().map(|c| c.index()).collect();
    ids.sort_unstable();
    if ids != (0..position.game().deck().len()).collect::<Vec<_>>() {
        return fail("cards are conserved", format!("{ids:?}"));
    }
    for pile in piles(position) {
        let cards = position.cards(pile);
        let are_here = cards.iter().all(|&c| position.pile_of(c) == Some(pile));
        if usize::from(position.size(pile)) != cards.len() || !are_here {
            return fail("a pile holds its cards", format!("{pile:?}"));
        }
    }
    Ok(())
}

/// Checks that the listed moves are exactly those that the oracle allows, and that each refusal cites a rule that the
/// oracle says is violated. A pair or swap can be named in two ways: both are legal, but only one is listed.
fn check_moves(
    position: &Position,
    rng: &mut Rng,
    is_thorough: bool,
    refusals: &mut RefusalCounts,
) -> Result<(), Violation> {
    let listed = position.legal_moves();
    let sample = if is_thorough {
        candidates(position)
    } else {
        (0..60)
            .filter_map(|_| random_candidate(position, rng))
            .collect()
    };
    for mv in listed.iter().copied().chain(sample) {
        let is_listed = listed.contains(&mv);
        let refusal = position.refusal(mv);
        if position.is_legal(mv) != refusal.is_none() {
            return fail(
                "a move is legal if there is no refusal",
                describe(position, mv),
            );
        }
        match (judge(position, mv), refusal) {
            (Verdict::Legal, None) => {
                if !is_listed && !is_listed_in_reverse(position, mv, &listed) {
                    return fail("legal moves are listed", describe(position, mv));
                }
            }
            (Verdict::Legal, Some(refusal)) => {
                let details = format!("{}: {refusal}", describe(position, mv));
                return fail("moves that the rules allow are legal", details);
            }
            (Verdict::LegalIfItMoves(_), None) if is_listed => {}
            (Verdict::LegalIfItMoves(key), Some(refusal)) if refusal.key() == key => {}
            (Verdict::LegalIfItMoves(_) | Verdict::Illegal(_), Some(refusal))
                if depends_on_hidden_cards(&refusal) => {}
            (Verdict::LegalIfItMoves(key), _) => {
                let details = format!("{}: {key}", describe(position, mv));
                return fail("moves that the rules allow are legal", details);
            }
            (Verdict::Illegal(keys), None) => {
                let details = format!("{} {keys:?}", describe(position, mv));
                return fail("the rules allow legal moves", details);
            }
            (Verdict::Illegal(keys), Some(refusal)) => {
                refusals.count(refusal.key());
                if !keys.iter().any(|k| k == refusal.key()) {
                    let details = format!(
                        "{}: {refusal}; the oracle says {keys:?}",
                        describe(position, mv)
                    );
                    return fail("a refusal cites a rule that is violated", details);
                }
            }
            (Verdict::SamePile, Some(refusal))
                if ["none", "base.locks"].contains(&refusal.key()) => {}
            (Verdict::SamePile, _) => {
                return fail(
                    "cards do not move to the pile they are in",
                    describe(position, mv),
                );
            }
        }
    }
    let mut distinct = listed.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != listed.len() {
        return fail("a move is listed once", String::new());
    }
    Ok(())
}

/// A random move, legal or not; half of the card moves take a card that may be lifted.
fn random_candidate(position: &Position, rng: &mut Rng) -> Option<Move> {
    let cards = cards(position);
    let piles: Vec<_> = piles(position).collect();
    let actions = Compiled::new(position.game()).actions.len();
    if actions > 0 && rng.below(8) == 0 {
        let action = patience::ActionId::new(rng.below(actions));
        return Some(Move::Action(action));
    }
    let liftable_cards = |&pile: &patience::PileId| -> CardSet {
        let liftable = position.liftable(pile, keep_of(position, pile));
        liftable.units | liftable.singles
    };
    let liftable: Vec<_> = piles
        .iter()
        .flat_map(|pile| liftable_cards(pile).iter())
        .collect();
    let from = if liftable.is_empty() || rng.below(2) == 0 {
        cards
    } else {
        liftable
    };
    let card = *from.get(rng.below(from.len().max(1)))?;
    Some(Move::Cards(card, piles[rng.below(piles.len())]))
}

/// How many bottom cards never leave a pile.
fn keep_of(position: &Position, pile: patience::PileId) -> u8 {
    Compiled::new(position.game()).group_of(pile).keep
}

/// Whether the move makes a pair or a swap that is listed the other way round.
pub(super) fn is_listed_in_reverse(position: &Position, mv: Move, listed: &[Move]) -> bool {
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

fn describe(position: &Position, mv: Move) -> String {
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

/// Checks that cached data follows from the cards on the board. Returns the same position, laid out from scratch.
fn check_caches(position: &mut Position) -> Result<Position, Violation> {
    let copy = match Position::lay_out(position.game(), &position.layout()) {
        Ok(copy) => copy,
        Err(error) => {
            fail("a position can be laid out", error.to_string())?;
            unreachable!()
        }
    };
    let law = "a position depends only on its layout";
    if !position.is_sound() {
        fail("cached data follows from the board", String::new())?;
    }
    if full_state(&copy) != full_state(position) {
        fail(
            law,
            format!(
                "{:?} laid out, {:?} played",
                full_state(&copy).0,
                full_state(position).0
            ),
        )?;
    }
    if copy.hash() != position.hash() {
        fail(law, "the hashes differ")?;
    }
    let sorted_moves = |p: &Position| {
        let moves = p.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|m| move_by_location(p, m)).collect();
        moves.sort_unstable();
        moves
    };
    if sorted_moves(&copy) != sorted_moves(position) {
        fail(
            law,
            format!(
                "{:?} laid out, {:?} played",
                sorted_moves(&copy),
                sorted_moves(position)
            ),
        )?;
    }
    Ok(copy)
}

/// Checks that each legal move can be written and read back, and that no two have the same text.
fn check_notation(position: &Position) -> Result<(), Violation> {
    let mut texts = HashMap::new();
    for mv in position.legal_moves() {
        let text = position.format_move(mv);
        let result = read(position, &text).map(|attempt| attempt.resolve(position));
        match result {
            Ok(Ok(other)) if other == mv => {}
            Ok(Ok(other)) => {
                let details = format!(
                    "{text} is {}, not {}",
                    describe(position, other),
                    describe(position, mv)
                );
                return fail("a move is read as it is written", details);
            }
            Ok(Err(refusal)) => {
                return fail(
                    "a move is read as it is written",
                    format!("{text}: {refusal}"),
                );
            }
            Err(error) => {
                return fail(
                    "a move is read as it is written",
                    format!("{text}: {error}"),
                );
            }
        }
        if let Some(other) = texts.insert(text.clone(), mv) {
            let details = format!(
                "{text}: {} and {}",
                describe(position, other),
                describe(position, mv)
            );
            return fail("no two moves are written alike", details);
        }
    }
    Ok(())
}

/// Checks that random input, if accepted, is a listed move.
fn check_random_input(position: &Position, rng: &mut Rng) -> Result<(), Violation> {
    let game = position.game();
    let listed = position.legal_moves();
    let cards_on_board = cards(position);
    for _ in 0..20 {
        let mut words = Vec::new();
        for _ in 0..2 {
            let pile = patience::PileId::new(rng.below(Compiled::new(game).piles.len()));
            words.push(match rng.below(4) {
                0 => Compiled::new(game).group_of(pile).name.clone(),
                1 if !cards_on_board.is_empty() => position
                    .face(cards_on_board[rng.below(cards_on_board.len())])
                    .to_string(),
                _ => game.pile_name(pile),
            });
        }
        if rng.below(4) == 0 {
            words.push((1 + rng.below(4)).to_string());
        }
        let text = words.join(" ");
        if let Ok(attempt) = read(position, &text)
            && let Ok(mv) = attempt.resolve(position)
            && !listed.contains(&mv)
        {
            let details = format!("{text}: {}", describe(position, mv));
            return fail("accepted input is a listed move", details);
        }
    }
    Ok(())
}

/// Checks that a moved card is in the pile it was moved to, or has left the game with the card it was moved onto, or has
/// changed places with it. Games
/// with `auto` or `fill` are skipped.
fn check_destination(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let (game, Move::Cards(card, to)) = (before.game(), mv) else {
        return Ok(());
    };
    if !Compiled::new(game).autos.is_empty()
        || Compiled::new(game)
            .groups
            .iter()
            .any(|g| !g.fill.is_empty())
    {
        return Ok(());
    }
    let (card_pile, top) = (after.pile_of(card), before.cards_down(to).next());
    let top_pile = top.and_then(|top| after.pile_of(top));
    let is_right = match partnership(before, card, to) {
        Some(Partnership::Pair) => {
            card_pile == Compiled::new(game).discard && top_pile == Compiled::new(game).discard
        }
        Some(Partnership::Swap) => card_pile == Some(to) && top_pile == before.pile_of(card),
        None => card_pile == Some(to) && top_pile.is_none_or(|pile| pile == to),
    };
    if is_right {
        return Ok(());
    }
    fail("a card moves to its destination", describe(before, mv))
}

/// Checks that a clone, and the same position laid out from scratch, play like the original, which stays unchanged.
fn check_copies(position: &Position, laid_out: &Position, rng: &mut Rng) -> Result<(), Violation> {
    let listed = position.legal_moves();
    if listed.is_empty() {
        return Ok(());
    }
    let mv = listed[rng.below(listed.len())];
    let (mut played, mut other) = (position.clone(), position.clone());
    let before = full_state(position);
    if let Err(refusal) = played.play(mv) {
        return fail("listed moves can be played", refusal.to_string());
    }
    other.play_unchecked(mv);
    check_destination(position, mv, &played)?;
    if full_state(&played) != full_state(&other) || played.legal_moves() != other.legal_moves() {
        return fail("clones play alike", describe(position, mv));
    }
    if full_state(position) != before {
        return fail(
            "playing a clone does not change the original",
            describe(position, mv),
        );
    }
    if may_shuffle(position.game()) {
        return Ok(());
    }
    let location = move_by_location(position, mv);
    let same_move = laid_out
        .legal_moves()
        .into_iter()
        .find(|&m| move_by_location(laid_out, m) == location);
    let mut other = laid_out.clone();
    other.play_unchecked(same_move.expect("the moves are the same"));
    if full_state(&other) != full_state(&played) {
        let details = format!(
            "{}: {:?} laid out, {:?} played",
            describe(position, mv),
            full_state(&other).0,
            full_state(&played).0
        );
        return fail("a position laid out from scratch plays alike", details);
    }
    Ok(())
}
