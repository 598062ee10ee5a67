//! Resolves move requests to legal moves.

use super::{Attempt, Source, Target};
use crate::cards::CardId;
use crate::condition::PileId;
use crate::play::board_view::BoardView;
use crate::play::generate::Move;
use crate::play::position::Position;
use crate::play::refusal::Refusal;
use crate::rules::Unit;
use crate::rules::file::Take;

impl Attempt {
    /// The legal move that the player asked for: the longest unit if several are legal, and the first pile that accepts
    /// it.
    ///
    /// # Errors
    /// If no move is legal, returns the refusal that got furthest.
    pub fn resolve(&self, position: &Position) -> Result<Move, Refusal> {
        let (source, target) = match self {
            Attempt::Action(action) => {
                let mv = Move::Action(*action);
                return position.refusal(mv).map_or(Ok(mv), Err);
            }
            Attempt::Cards(source, target) => (*source, *target),
        };
        let mut refusals = Vec::new();
        for pile in target_piles(position, target) {
            let cards = match source {
                Source::Card(card) => vec![card],
                Source::Pile(from, Some(count)) => {
                    if count > 1 && position.game().group_of(from).take == Take::Any {
                        return Err(position
                            .refuse_if_locked()
                            .unwrap_or(position.refuse_count(from)));
                    }
                    vec![card_from_top(position, from, count)?]
                }
                Source::Pile(from, None) => liftable_units(position, from, pile)?,
            };
            for card in cards {
                if position.is_listed(card, pile) {
                    return Ok(Move::Cards(card, pile));
                }
                match position.mirrored_move(card, pile) {
                    Some(same) => return Ok(same),
                    None => {
                        let refusal = position.refuse_cards(card, pile);
                        refusals.push((shows_suit_of(position, card, pile), refusal));
                    }
                }
            }
        }
        // Of several piles, one that shows the card's suit is the one that was meant.
        if refusals.iter().any(|(shows_suit, _)| *shows_suit) {
            refusals.retain(|(shows_suit, _)| *shows_suit);
        }
        let latest = Refusal::latest(refusals.into_iter().map(|(_, refusal)| refusal));
        Err(latest.expect("there is a pile and a card, so there is a refusal"))
    }

    /// The piles of a target group that accept the cards, if the group's piles are not interchangeable.
    pub fn choices(&self, position: &Position) -> Vec<PileId> {
        match self {
            Attempt::Cards(source, Target::Group(group))
                if !position.game().group(*group).alike =>
            {
                let piles = position.game().group(*group).piles;
                piles
                    .iter()
                    .filter(|p| {
                        Attempt::Cards(*source, Target::Pile(*p))
                            .resolve(position)
                            .is_ok()
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a card and the top card of a pile are visible and have the same suit.
fn shows_suit_of(position: &Position, card: CardId, pile: PileId) -> bool {
    let sight = position.player_sight();
    let suit = |card| sight.face(card).and_then(crate::cards::Card::suit);
    let top = position.top_card(pile).and_then(suit);
    top.is_some() && top == suit(card)
}

/// The target piles to try. All empty piles of an interchangeable group stand for the first of them.
fn target_piles(position: &Position, target: Target) -> Vec<PileId> {
    let game = position.game();
    match target {
        Target::Pile(pile) => {
            let group = game.group_of(pile);
            let first = position
                .first_empty(group.piles)
                .filter(|_| group.alike && position.size(pile) == 0);
            vec![first.unwrap_or(pile)]
        }
        Target::Group(group) => {
            let group = game.group(group);
            let first = position.first_empty(group.piles);
            group
                .piles
                .iter()
                .filter(|&p| !group.alike || position.size(p) > 0 || first == Some(p))
                .collect()
        }
    }
}

/// The `count`th card from the top, counting from 1.
fn card_from_top(position: &Position, from: PileId, count: u8) -> Result<CardId, Refusal> {
    let size = position.size(from);
    if size == 0 {
        let empty = Refusal::for_empty_pile(position.game(), from);
        return Err(position.refuse_if_locked().unwrap_or(empty));
    }
    let card = position.cards_down(from).nth(usize::from(count) - 1);
    card.ok_or_else(|| Refusal::for_too_few_cards(position.game(), from, size))
}

/// The lowest cards of the units that may be lifted from a pile, ignoring `available`, longest unit first; its top card
/// if there are none.
fn liftable_units(position: &Position, from: PileId, to: PileId) -> Result<Vec<CardId>, Refusal> {
    let top = card_from_top(position, from, 1)?;
    if position.game().group_of(from).take == Take::Any {
        // Any other card must be named; the pile's name alone stands for its top card.
        return Ok(vec![top]);
    }
    if position.game().group_of(to).unit == Unit::Exactly(1) {
        return Ok(vec![top]);
    }
    let sight = position.player_sight();
    let units = sight.units(from).filter(|&card| !sight.is_kept(card, from));
    let mut cards: Vec<CardId> = units.collect();
    cards.reverse();
    Ok(if cards.is_empty() { vec![top] } else { cards })
}
