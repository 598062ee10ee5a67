//! Finds out before play which cards a condition may ever hold for.

use crate::cards::Card;
use crate::condition::{Condition, PartialView, Reads, Scene, Unknown};
use crate::rules::game::Game;

/// Returns the faces of the game's cards, each once.
pub(super) fn faces(game: &Game) -> Vec<Card> {
    let mut faces = game.deck.clone();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Whether a condition holds for a card in some position, as far as can be told from the card and, if they are given,
/// the card below and the number of cards that are moved.
pub(super) fn may_hold(
    condition: &Condition,
    card: Card,
    top: Option<Card>,
    moved_size: Option<u8>,
) -> bool {
    let view = PartialView::new(&[]);
    let scene = Scene {
        card: Some(card),
        top,
        moved_size,
        ..Scene::table(&view, None)
    };
    let mut reads = Reads::BASE | Reads::INDEX | Reads::FROM | Reads::TABLE;
    if top.is_none() {
        reads = reads | Reads::TOP;
    }
    if moved_size.is_none() {
        reads = reads | Reads::MOVED_SIZE;
    }
    let unknown = Unknown {
        reads,
        was_read: &view.missed,
    };
    let holds = condition
        .predicate
        .evaluate_partial(&scene, &condition.order, unknown);
    holds != Some(false)
}
