//! What holds in every position of every game, whatever its rules are.

use std::collections::HashMap;
use std::sync::Arc;

use patience::internals::{BoardView, CardSet, Compiled, read};
use patience::{Deal, DealNumber, Game, Move, Position};

use super::hidden::{is_for_what_is_hidden, what_lies_face_down_is_not_told};
use super::oracle::{Verdict, is_pair, judge};
use super::{candidates, cards, may_shuffle, piles, whole};
use crate::common::Chance;

/// A law that does not hold: which, and what was found.
#[derive(Clone, Debug)]
pub(super) struct Broken {
    pub(super) law: &'static str,
    pub(super) found: String,
}

pub(super) fn broken(law: &'static str, found: impl Into<String>) -> Result<(), Broken> {
    Err(Broken {
        law,
        found: found.into(),
    })
}

/// How often each key refused a move.
#[derive(Default)]
pub(super) struct Cited(pub(super) HashMap<String, usize>);

impl Cited {
    /// Counts a clause under its key, without the name of the group or action.
    fn count(&mut self, key: &str) {
        let parts: Vec<&str> = key.split('.').collect();
        let key = match parts.as_slice() {
            [first, _, last] => format!("{first}.{last}"),
            _ => key.to_owned(),
        };
        *self.0.entry(key).or_default() += 1;
    }
}

/// Plays a random game and judges every position of it.
pub(super) fn judge_game(
    game: &Arc<Game>,
    seed: u64,
    moves: usize,
    cited: &mut Cited,
) -> Result<(), Broken> {
    let Ok(mut position) = Position::deal(game, &Deal::Number(DealNumber(seed))) else {
        return Ok(());
    };
    let mut chance = Chance(seed);
    for at in 0..moves {
        judge_position(&mut position, &mut chance, at % 8 == 0, cited)?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[chance.below(legal.len())]);
    }
    Ok(())
}

fn judge_position(
    position: &mut Position,
    chance: &mut Chance,
    is_thorough: bool,
    cited: &mut Cited,
) -> Result<(), Broken> {
    cards_are_conserved(position)?;
    moves_are_those_of_the_rules(position, chance, is_thorough, cited)?;
    let copy = nothing_is_stale(position)?;
    notation_goes_both_ways(position)?;
    accepted_texts_are_listed(position, chance)?;
    what_lies_face_down_is_not_told(position, chance, if is_thorough { 40 } else { 4 }, false)?;
    copies_play_alike(position, &copy, chance)
}

fn cards_are_conserved(position: &Position) -> Result<(), Broken> {
    let mut ids: Vec<usize> = cards(position).iter().map(|c| c.index()).collect();
    ids.sort_unstable();
    if ids != (0..position.game().deck().len()).collect::<Vec<_>>() {
        return broken("cards are conserved", format!("{ids:?}"));
    }
    for pile in piles(position) {
        let cards = position.cards(pile);
        let lie_here = cards.iter().all(|&c| position.pile_of(c) == Some(pile));
        if usize::from(position.size(pile)) != cards.len() || !lie_here {
            return broken("a pile holds its cards", format!("{pile:?}"));
        }
    }
    Ok(())
}

/// What is listed is what the rules allow, of all moves there could be; what is refused is refused by a rule that
/// does not allow it. Of the two names of a pair one is listed, and both are accepted.
fn moves_are_those_of_the_rules(
    position: &Position,
    chance: &mut Chance,
    is_thorough: bool,
    cited: &mut Cited,
) -> Result<(), Broken> {
    let listed = position.legal_moves();
    let tried = if is_thorough {
        candidates(position)
    } else {
        (0..60)
            .filter_map(|_| candidate(position, chance))
            .collect()
    };
    for chosen in listed.iter().copied().chain(tried) {
        let is_listed = listed.contains(&chosen);
        let refusal = position.refusal(chosen);
        if position.is_legal(chosen) != refusal.is_none() {
            return broken("what is legal is not refused", described(position, chosen));
        }
        match (judge(position, chosen), refusal) {
            (Verdict::Legal, None) => {
                if !is_listed && !is_mirror_listed(position, chosen, &listed) {
                    return broken("what is legal is listed", described(position, chosen));
                }
            }
            (Verdict::Legal, Some(refusal)) => {
                let found = format!("{}: {refusal}", described(position, chosen));
                return broken("what the rules allow is legal", found);
            }
            (Verdict::LegalIfItMoves(_), None) if is_listed => {}
            (Verdict::LegalIfItMoves(key), Some(refusal)) if refusal.key() == key => {}
            (Verdict::LegalIfItMoves(_) | Verdict::Broken(_), Some(refusal))
                if is_for_what_is_hidden(&refusal) => {}
            (Verdict::LegalIfItMoves(key), _) => {
                let found = format!("{}: {key}", described(position, chosen));
                return broken("what the rules allow is legal", found);
            }
            (Verdict::Broken(keys), None) => {
                let found = format!("{} {keys:?}", described(position, chosen));
                return broken("what is legal is allowed by the rules", found);
            }
            (Verdict::Broken(keys), Some(refusal)) => {
                cited.count(refusal.key());
                if !keys.iter().any(|k| k == refusal.key()) {
                    let found =
                        format!("{}: {refusal}; it is {keys:?}", described(position, chosen));
                    return broken("a refusal cites what does not hold", found);
                }
            }
            (Verdict::Nowhere, Some(refusal))
                if ["none", "base.locks"].contains(&refusal.key()) => {}
            (Verdict::Nowhere, _) => {
                return broken(
                    "cards do not go where they are",
                    described(position, chosen),
                );
            }
        }
    }
    let mut once = listed.clone();
    once.sort_unstable();
    once.dedup();
    if once.len() != listed.len() {
        return broken("a move is listed once", String::new());
    }
    Ok(())
}

/// A move there could be.
fn candidate(position: &Position, chance: &mut Chance) -> Option<Move> {
    let cards = cards(position);
    let piles: Vec<_> = piles(position).collect();
    let actions = Compiled::new(position.game()).actions.len();
    if actions > 0 && chance.below(8) == 0 {
        let action = patience::ActionId::new(chance.below(actions));
        return Some(Move::Action(action));
    }
    let lifted = |&pile: &patience::PileId| -> CardSet {
        let lifted = position.liftable(pile, game_keep(position, pile));
        lifted.units | lifted.singles
    };
    let offered: Vec<_> = piles.iter().flat_map(|pile| lifted(pile).iter()).collect();
    let from = if offered.is_empty() || chance.below(2) == 0 {
        cards
    } else {
        offered
    };
    let card = *from.get(chance.below(from.len().max(1)))?;
    Some(Move::Cards(card, piles[chance.below(piles.len())]))
}

/// How many bottom cards of a pile never leave.
fn game_keep(position: &Position, pile: patience::PileId) -> u8 {
    Compiled::new(position.game()).group_of(pile).keep
}

/// Whether the move of the other card of a pair onto this one is listed.
pub(super) fn is_mirror_listed(position: &Position, chosen: Move, listed: &[Move]) -> bool {
    let Move::Cards(card, to) = chosen else {
        return false;
    };
    let (Some(home), Some(top)) = (position.pile_of(card), position.cards_down(to).next()) else {
        return false;
    };
    is_pair(position, card, to) && listed.contains(&Move::Cards(top, home))
}

fn described(position: &Position, chosen: Move) -> String {
    let game = position.game();
    match chosen {
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

/// A move by the places of its cards, which is the same in two positions with equal faces at equal places.
pub(super) fn placed(position: &Position, chosen: Move) -> (usize, usize, usize) {
    match chosen {
        Move::Action(action) => (usize::MAX, action.index(), 0),
        Move::Cards(card, to) => {
            let from = position.pile_of(card).expect("it lies in a pile");
            let depth = position.cards_down(from).position(|c| c == card);
            (from.index(), depth.expect("it lies there"), to.index())
        }
    }
}

/// What a position keeps to be quick is what follows from the cards as they lie. Gives the position laid out anew.
fn nothing_is_stale(position: &mut Position) -> Result<Position, Broken> {
    let same = match Position::lay_out(position.game(), &position.layout()) {
        Ok(same) => same,
        Err(error) => {
            broken("a position can be laid out", error.to_string())?;
            unreachable!()
        }
    };
    let law = "a position is what it looks like";
    if !position.is_sound() {
        broken("what is kept follows from the board", String::new())?;
    }
    if whole(&same) != whole(position) {
        broken(
            law,
            format!(
                "{:?} laid out, {:?} played",
                whole(&same).0,
                whole(position).0
            ),
        )?;
    }
    if same.hash() != position.hash() {
        broken(law, "its hash")?;
    }
    let moves = |p: &Position| {
        let mut moves: Vec<_> = p.legal_moves().iter().map(|&m| placed(p, m)).collect();
        moves.sort_unstable();
        moves
    };
    if moves(&same) != moves(position) {
        broken(
            law,
            format!("{:?} laid out, {:?} played", moves(&same), moves(position)),
        )?;
    }
    Ok(same)
}

fn notation_goes_both_ways(position: &Position) -> Result<(), Broken> {
    let mut texts = HashMap::new();
    for chosen in position.legal_moves() {
        let text = position.format_move(chosen);
        let found = read(position, &text).map(|attempt| attempt.resolve(position));
        match found {
            Ok(Ok(same)) if same == chosen => {}
            Ok(Ok(other)) => {
                let found = format!(
                    "{text} is {}, not {}",
                    described(position, other),
                    described(position, chosen)
                );
                return broken("a move is read as it is written", found);
            }
            Ok(Err(refusal)) => {
                return broken(
                    "a move is read as it is written",
                    format!("{text}: {refusal}"),
                );
            }
            Err(error) => {
                return broken(
                    "a move is read as it is written",
                    format!("{text}: {error}"),
                );
            }
        }
        if let Some(other) = texts.insert(text.clone(), chosen) {
            let found = format!(
                "{text}: {} and {}",
                described(position, other),
                described(position, chosen)
            );
            return broken("no two moves are written alike", found);
        }
    }
    Ok(())
}

/// Whatever is typed, what is accepted is a listed move.
fn accepted_texts_are_listed(position: &Position, chance: &mut Chance) -> Result<(), Broken> {
    let game = position.game();
    let listed = position.legal_moves();
    let all = cards(position);
    for _ in 0..20 {
        let mut words = Vec::new();
        for _ in 0..2 {
            let pile = patience::PileId::new(chance.below(Compiled::new(game).piles.len()));
            words.push(match chance.below(4) {
                0 => Compiled::new(game).group_of(pile).name.clone(),
                1 if !all.is_empty() => position.face(all[chance.below(all.len())]).to_string(),
                _ => game.pile_name(pile),
            });
        }
        if chance.below(4) == 0 {
            words.push((1 + chance.below(4)).to_string());
        }
        let text = words.join(" ");
        if let Ok(attempt) = read(position, &text)
            && let Ok(chosen) = attempt.resolve(position)
            && !listed.contains(&chosen)
        {
            let found = format!("{text}: {}", described(position, chosen));
            return broken("what is accepted is listed", found);
        }
    }
    Ok(())
}

/// A card that is moved lies where it was moved to, or left the game with the card it was moved onto, as long as
/// nothing happens by itself.
fn lands_where_it_should(before: &Position, chosen: Move, after: &Position) -> Result<(), Broken> {
    let (game, Move::Cards(card, to)) = (before.game(), chosen) else {
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
    let (card, top) = (after.pile_of(card), before.cards_down(to).next());
    let top = top.and_then(|top| after.pile_of(top));
    let is_right = match chosen {
        Move::Cards(card_id, _) if is_pair(before, card_id, to) => {
            card == Compiled::new(game).discard && top == Compiled::new(game).discard
        }
        _ => card == Some(to) && top.is_none_or(|top| top == to),
    };
    if is_right {
        return Ok(());
    }
    broken("a card goes where it is moved", described(before, chosen))
}

/// A copy, and a position laid out anew, play as the position does; and what is played changes something.
fn copies_play_alike(
    position: &Position,
    same: &Position,
    chance: &mut Chance,
) -> Result<(), Broken> {
    let listed = position.legal_moves();
    if listed.is_empty() {
        return Ok(());
    }
    let chosen = listed[chance.below(listed.len())];
    let (mut one, mut other) = (position.clone(), position.clone());
    let before = whole(position);
    if let Err(refusal) = one.play(chosen) {
        return broken("what is listed can be played", refusal.to_string());
    }
    other.play_unchecked(chosen);
    lands_where_it_should(position, chosen, &one)?;
    if whole(&one) != whole(&other) || one.legal_moves() != other.legal_moves() {
        return broken("copies play alike", described(position, chosen));
    }
    if whole(position) != before {
        return broken(
            "a copy leaves the position alone",
            described(position, chosen),
        );
    }
    if may_shuffle(position.game()) {
        return Ok(());
    }
    let place = placed(position, chosen);
    let twin = same
        .legal_moves()
        .into_iter()
        .find(|&m| placed(same, m) == place);
    let mut laid = same.clone();
    laid.play_unchecked(twin.expect("the moves are the same"));
    if whole(&laid) != whole(&one) {
        let found = format!(
            "{}: {:?} laid out, {:?} played",
            described(position, chosen),
            whole(&laid).0,
            whole(&one).0
        );
        return broken("a position laid out plays alike", found);
    }
    Ok(())
}
