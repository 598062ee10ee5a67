//! Writes legal moves as players type them.

use super::operands::visible_card;
use super::{Attempt, Source, Target};
use crate::cards::CardId;
use crate::condition::{GroupId, PileId};
use crate::play::board_view::BoardView;
use crate::play::generate::Move;
use crate::play::position::Position;
use crate::rules::file::Take;
use crate::work::is_all_done;

/// Writes a legal move in the shortest unambiguous form.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let game = position.game();
    if !position.knows(mv) {
        return format!("{mv:?}");
    }
    let (card, to) = match mv {
        Move::Action(action) => return game.actions[action.index()].name.clone(),
        Move::Cards(card, to) => (card, to),
    };
    let Some(from) = position.pile_of(card) else {
        return format!("{mv:?}");
    };
    let (name, target) = (game.pile_name(from), game.pile_name(to));
    // Candidates from short to long. The first that resolves to the move wins.
    let sources = if game.group_of(from).take == Take::Any {
        let face = position.face(card);
        let alone = visible_card(position, face, None) == Ok(Source::Card(card));
        let text = if alone {
            face.to_string()
        } else {
            format!("{name}:{face}")
        };
        vec![(Source::Card(card), text, String::new())]
    } else {
        let size = position.unit_size(card, from);
        vec![
            (Source::Pile(from, None), name.clone(), String::new()),
            (Source::Pile(from, Some(size)), name, format!(" {size}")),
        ]
    };
    // With no work left to find out what is unambiguous, the longest form is.
    let may_try = !is_all_done();
    let group = may_try
        .then(|| unambiguous_group(position, card, to))
        .flatten();
    let group = group.map(|group| (Target::Group(group), game.group(group).short.clone()));
    let targets: Vec<(Target, String)> = group
        .into_iter()
        .chain([(Target::Pile(to), target)])
        .collect();
    let mut longest = String::new();
    for (source, from, count) in &sources {
        for (target, to) in &targets {
            let text = format!("{from} {to}{count}");
            if may_try && Attempt::Cards(*source, *target).resolve(position) == Ok(mv) {
                return text;
            }
            longest = text;
        }
    }
    longest
}

/// The group of a pile, if its piles are interchangeable and no other of them accepts the card.
fn unambiguous_group(position: &Position, card: CardId, to: PileId) -> Option<GroupId> {
    let game = position.game();
    let group = game.piles[to.index()].group;
    let rules = game.group(group);
    let mut others = rules.piles.iter().filter(|&p| p != to);
    let is_alone = rules.alike && !others.any(|p| position.is_listed(card, p));
    is_alone.then_some(group)
}
