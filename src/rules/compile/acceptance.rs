//! Finds out before play which cards a condition may ever hold for.

use crate::cards::Card;
use crate::condition::{Condition, Reads, Scene, Unknown};
use crate::rules::fold::PartialView;
use crate::rules::game::Game;

/// Returns the faces of the game's cards, each once.
pub(super) fn faces(game: &Game) -> Vec<Card> {
    let mut faces = game.deck.clone();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// Whether a condition holds for a card in some position, as far as can be told from the card and, if it is given, the
/// card below.
pub(super) fn may_hold(condition: &Condition, card: Card, top: Option<Card>) -> bool {
    let view = PartialView::new(&[]);
    let scene = Scene {
        card: Some(card),
        top,
        ..Scene::table(&view, None)
    };
    let others = Reads::BASE | Reads::INDEX | Reads::FROM | Reads::TABLE;
    let unknown = Unknown {
        reads: if top.is_some() {
            others
        } else {
            others | Reads::TOP
        },
        was_read: &view.missed,
    };
    let holds = condition
        .predicate
        .evaluate_partial(&scene, &condition.order, unknown);
    holds != Some(false)
}
