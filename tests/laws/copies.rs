//! Laws of copies of a position: clones, positions that are laid out from scratch, and those that are written and read.

use std::cell::RefCell;

use patience::Move;
use patience::Position;
use patience::internals::Compiled;

use super::judge::{describe, move_by_location};
use super::oracle::{Partnership, partnership};
use super::walk::{Stop, Violation, ensure, fail};
use super::{format_moves, full_state, may_shuffle};
use crate::common::rules_of;

/// Every legal move can be played, takes cards that are face up, and changes no other position.
pub(super) fn check_played_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    play_each(stop, false)
}

/// Every legal move changes something besides. Not under all rules: automatic steps may take a move back.
pub(super) fn check_changes(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    play_each(stop, true)
}

fn play_each(stop: &Stop<'_, '_>, changes: bool) -> Result<usize, Violation> {
    let position = stop.position;
    let (before, moves) = (full_state(position), position.legal_moves());
    for &mv in &moves {
        let details = || describe(position, mv);
        let mut copy = position.clone();
        let is_played = copy.play(mv).is_ok();
        ensure(is_played, "listed moves can be played", details)?;
        let has_changed = !changes || full_state(&copy) != before;
        ensure(has_changed, "a move changes something", details)?;
        if let Move::Cards(card, _) = mv {
            let is_shown = !position.is_hidden(card);
            ensure(is_shown, "cards that can be moved are face up", details)?;
        }
    }
    let law = "playing a clone does not change the original";
    ensure(full_state(position) == before, law, String::new)?;
    Ok(moves.len())
}

thread_local! {
    /// A position of any game, for clones to be made into.
    static KEPT: RefCell<Option<Position>> = const { RefCell::new(None) };
}

/// A clone that is made into another position is the same as a new one.
pub(super) fn check_clones(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let mut position = stop.position.clone();
    position.carry(i32::try_from(stop.rng.below(100)).expect("it is below 100"));
    KEPT.with_borrow_mut(|kept| {
        let copy = kept.get_or_insert_with(|| position.clone());
        copy.clone_from(&position);
        let is_same = full_state(copy) == full_state(&position)
            && copy.legal_moves() == position.legal_moves();
        ensure(is_same, "a clone is made into any position", String::new)
    })?;
    Ok(1)
}

/// Checks that a moved card is in the pile it was moved to, or has left the game with the card it was moved onto, or has
/// changed places with it. Games with `auto` or `fill` are skipped.
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

/// Clones play alike, and the original stays as it is.
pub(super) fn check_copies(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let listed = position.legal_moves();
    if listed.is_empty() {
        return Ok(0);
    }
    let mv = listed[stop.rng.below(listed.len())];
    let (mut played, mut other) = (position.clone(), position.clone());
    if let Err(refusal) = played.play(mv) {
        fail("listed moves can be played", refusal.to_string())?;
    }
    other.play_unchecked(mv);
    check_destination(position, mv, &played)?;
    let is_alike =
        full_state(&played) == full_state(&other) && played.legal_moves() == other.legal_moves();
    ensure(is_alike, "clones play alike", || describe(position, mv))?;
    Ok(1)
}

/// The same moves lead to the same position, whether they are checked or not.
pub(super) fn check_replays(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let (mut first, mut second) = (stop.position.clone(), stop.position.clone());
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for _ in 0..10 {
        first.legal_moves_into(&mut legal);
        if legal.is_empty() {
            break;
        }
        let mv = legal[stop.rng.below(legal.len())];
        first.play_unchecked(mv);
        moves.push(mv);
    }
    for &mv in &moves {
        let is_legal = second.play(mv).is_ok();
        ensure(is_legal, "listed moves can be played", || {
            describe(&second, mv)
        })?;
    }
    let is_same = full_state(&first) == full_state(&second);
    let law = "the same moves lead to the same position";
    ensure(is_same, law, || {
        format!("{}{}", first.to_text(), second.to_text())
    })?;
    Ok(moves.len())
}

/// A position depends only on its layout: what is cached follows from the cards on the board, and the same position laid
/// out from scratch plays alike.
pub(super) fn check_layout(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let laid_out = match Position::lay_out(position.game(), &position.layout()) {
        Ok(copy) => copy,
        Err(error) => {
            fail("a position can be laid out", error.to_string())?;
            return Ok(0);
        }
    };
    let law = "a position depends only on its layout";
    ensure(
        position.is_sound(),
        "cached data follows from the board",
        String::new,
    )?;
    let differ = |laid_out: &Position, position: &Position| {
        let [one, other] = [laid_out, position].map(|p| full_state(p).0);
        format!("{one:?} laid out, {other:?} played")
    };
    ensure(full_state(&laid_out) == full_state(position), law, || {
        differ(&laid_out, position)
    })?;
    let hash_after = |mut position: Position| {
        position.keep_hash();
        position.hash()
    };
    let hashes = [
        laid_out.hash(),
        position.hash(),
        hash_after(laid_out.clone()),
        hash_after(position.clone()),
    ];
    ensure(
        hashes.iter().all(|hash| *hash == hashes[0]),
        law,
        || "the hashes differ",
    )?;
    let sorted_moves = |p: &Position| {
        let moves = p.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|m| (move_by_location(p, m), m)).collect();
        moves.sort_unstable();
        moves
    };
    let [ours, theirs] = [position, &laid_out].map(sorted_moves);
    let are_same = ours.iter().map(|m| m.0).eq(theirs.iter().map(|m| m.0));
    ensure(are_same, law, || {
        format!("{theirs:?} laid out, {ours:?} played")
    })?;
    if ours.is_empty() || may_shuffle(position.game()) {
        return Ok(1);
    }
    let index = stop.rng.below(ours.len());
    let (mut played, mut other) = (position.clone(), laid_out);
    played.play_unchecked(ours[index].1);
    other.play_unchecked(theirs[index].1);
    ensure(
        full_state(&other) == full_state(&played),
        "a position laid out from scratch plays alike",
        || {
            format!(
                "{}: {}",
                describe(position, ours[index].1),
                differ(&other, &played)
            )
        },
    )?;
    Ok(1)
}

/// A position that is written as a position file and read again is the same to the rules and to a player.
pub(super) fn check_text(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let (game, text) = (position.game(), position.to_text());
    let law = "a position that is written is read back";
    let read = match rules_of(game).read_position::<&str>("position", &text, &[]) {
        Ok(read) => read,
        Err(rejected) => {
            fail(law, format!("{rejected}\n{text}"))?;
            return Ok(0);
        }
    };
    let is_same = read.game().variants() == game.variants()
        && full_state(&read) == full_state(position)
        && read.to_text() == text
        // Where later shuffles lead is not written.
        && (may_shuffle(game) || read.outcome() == position.outcome())
        && format_moves(&read) == format_moves(position);
    ensure(is_same, law, || text)?;
    Ok(1)
}

/// Positions with the same key can be played alike, whatever their counters say that are not in it.
pub(super) fn check_counters(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let mut count = 0;
    let layout = position.layout();
    for index in 0..layout.used.len() {
        let mut other = layout.clone();
        other.used[index].1 = other.used[index].1.saturating_add(5);
        let made = [&layout, &other].map(|layout| Position::lay_out(position.game(), layout));
        let [Ok(mut one), Ok(mut two)] = made else {
            continue;
        };
        if layout.used[index].1 == 0 || one.key() != two.key() {
            continue;
        }
        count += 1;
        for _ in 0..10 {
            let (legal, others) = (one.legal_moves(), two.legal_moves());
            let is_alike =
                legal == others && one.is_won() == two.is_won() && one.key() == two.key();
            ensure(
                is_alike,
                "positions with the same key are played alike",
                || format!("{:?}: {}", other.used[index], one.to_text()),
            )?;
            if legal.is_empty() {
                break;
            }
            let mv = legal[stop.rng.below(legal.len())];
            one.play_unchecked(mv);
            two.play_unchecked(mv);
        }
    }
    Ok(count)
}
