//! Laws of hints, safe moves and moves made of several.

use patience::deal::parse_cards;
use patience::dialogue::Reply;
use patience::id::PileId;
use patience::player::SingleMoves;
use patience::session::Command;
use patience::{Card, Deal, Move, Position, Rules, Session};

use super::walk::{Stop, Violation, ensure, fail};
use super::{format_moves, piles};
use crate::common::tell_moves;
use crate::host::Alone;

/// The faces of the cards of each pile.
fn order_of(position: &Position) -> Vec<Vec<Card>> {
    let faces = |pile| {
        position
            .cards(pile)
            .into_iter()
            .map(|card| position.face(card))
            .collect()
    };
    piles(position).map(faces).collect()
}

/// The hints are the legal moves, each with a reason.
pub(super) fn check_hints(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let hints = position.hints();
    let have_reasons = hints.iter().all(|hint| !hint.reason.is_empty());
    ensure(have_reasons, "a hint has a reason", String::new)?;
    let hinted = hints.iter().map(|hint| position.format_move(hint.mv));
    let mut hinted: Vec<String> = hinted.collect();
    hinted.sort_unstable();
    let legal = format_moves(position);
    ensure(hinted == legal, "the hints are the legal moves", || {
        format!("{hinted:?}, {legal:?}")
    })?;
    Ok(hints.len())
}

/// Safe moves can be played one after the other, and are moves of cards.
pub(super) fn check_safe_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let mut next = stop.position.clone();
    let moves = stop.position.safe_moves();
    for &mv in &moves {
        let is_right = matches!(mv, Move::Cards(..)) && next.play(mv).is_ok();
        ensure(is_right, "a safe move is a legal move of cards", || {
            format!("{mv:?}")
        })?;
    }
    Ok(moves.len())
}

/// A compound move moves its cards, in their order, and nothing else. Tries a random one.
pub(super) fn check_compound_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let (position, rng) = (stop.position, &mut stop.rng);
    let all: Vec<PileId> = piles(position).collect();
    let (from, to) = (all[rng.below(all.len())], all[rng.below(all.len())]);
    let cards = position.cards(from);
    if cards.len() < 2 {
        return Ok(0);
    }
    let index = cards.len() - 2 - rng.below((cards.len() - 1).min(3));
    let Some(SingleMoves::Found(moves)) = position.find_compound_move(cards[index], to) else {
        return Ok(0);
    };
    let mut expected = order_of(position);
    let unit = expected[from.index()].split_off(index);
    expected[to.index()].extend(unit);
    let mut next = position.clone();
    for mv in moves {
        if let Err(refusal) = next.play(mv) {
            fail("each part of a compound move is legal", refusal.to_string())?;
        }
    }
    let law = "a compound move moves its cards and nothing else";
    ensure(order_of(&next) == expected, law, || position.to_text())?;
    Ok(1)
}

/// Each move that is shown, if it is typed, is played exactly so: in the list of moves, and as a hint.
pub(super) fn check_shown_moves(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let shown = tell_moves(position);
    let single = position.legal_moves().len();
    let mut count = 0;
    for (index, text) in moves_in(&shown).into_iter().enumerate() {
        let after = type_in(position, &text)?;
        if index < single {
            let mut next = position.clone();
            let mv = Session::new(position.clone()).hints()[index].mv;
            next.play_unchecked(mv);
            ensure(after == next, "a move that is shown is played", || text)?;
            continue;
        }
        let law = "a move of several cards that is shown is played";
        let words: Vec<&str> = text.split(' ').collect();
        let pile = |word: &str| piles(position).find(|&p| position.game().pile_name(p) == word);
        let (from, to) = (pile(words[0]), pile(words[1]));
        let (from, to) = (from.expect("a pile"), to.expect("a pile"));
        let size: usize = words[2].parse().expect("a number of cards");
        let mut expected = order_of(position);
        let keeps = expected[from.index()].len() - size;
        let unit = expected[from.index()].split_off(keeps);
        expected[to.index()].extend(unit);
        ensure(size > 1 && order_of(&after) == expected, law, || text)?;
        count += 1;
    }
    Ok(count)
}

/// A hint is played as it is shown, and may be accepted.
pub(super) fn check_shown_hints(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let mut host = Alone::default();
    let mut dialogue = Alone::dialogue(position);
    let hint = dialogue.run("hint", &mut host);
    let texts = moves_in(&hint);
    let shown = texts.iter().map(|text| type_in(position, text));
    let shown = shown.collect::<Result<Vec<Position>, Violation>>()?;
    dialogue.run("accept", &mut host);
    let accepted = dialogue.game().position();
    ensure(
        shown.first().unwrap_or(position).hash() == accepted.hash(),
        "a hint can be accepted",
        || format!("{:?}: {:?}", hint.lines, dialogue.game().session.moves()),
    )?;
    Ok(texts.len())
}

/// The moves that lines begin with.
fn moves_in(reply: &Reply) -> Vec<String> {
    let moves = reply.lines.iter().filter_map(|line| {
        let (text, rest) = line.strip_prefix('`')?.split_once('`')?;
        rest.starts_with(':').then(|| text.to_owned())
    });
    moves.collect()
}

/// The position after a player typed a move.
fn type_in(position: &Position, text: &str) -> Result<Position, Violation> {
    let law = "a move that is shown is read as a move";
    let mut session = Session::new(position.clone());
    match Command::read(position, text) {
        Ok(Command::Play(request)) => match session.play(&request) {
            Ok(event) if event.stopped.is_none() => {}
            Ok(_) => fail(law, format!("{text}: not all of it is played"))?,
            Err(refused) => fail(law, format!("{text}: {refused}"))?,
        },
        other => fail(law, format!("{text}: {other:?}"))?,
    }
    Ok(session.position().clone())
}

/// A card is not safe if another one could go to its place instead.
#[test]
fn a_card_that_has_a_rival_is_not_safe() {
    let rules = |build: &str| {
        let text = format!(
            "name = 'Rivals'\nwin = 'score == 3'\n[deck]\nranks = ['A', '2', '3']\n[piles.foundation]\nstart = 'Ace and spades'\nbuild = '{build}'\n\
             [piles.reserve]\ncount = 2\n[setup]\ndo = [{{ deal = 1, to = 'foundation' }}, {{ deal = 'all', to = 'reserve' }}]"
        );
        Rules::parse("rivals", text).expect("the rules are valid")
    };
    let deck = parse_cards("AS 3S 3H 3D 3C AH AD AC 2C 2D 2S 2H").expect("they are cards");
    for (build, is_safe) in [("up", false), ("up and in_suit", true)] {
        let rules = rules(build);
        let position = Position::deal(rules.game(), &Deal::Deck(deck.clone())).expect("a pack");
        assert_eq!(!position.safe_moves().is_empty(), is_safe, "{build}");
    }
}
