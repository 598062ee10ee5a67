//! What the lint says about conditions holds in play: a condition that it calls constant has that value whenever it is
//! evaluated, and a part that it calls idle makes no difference.

use patience::id::CardId;
use patience::internals::{Claim, Compiled, Scene, Slot, claims, file::Take};
use patience::{Deal, DealNumber, Game, Position, Rules};

use super::cards;
use super::random_rules::write_random_rules;
use super::walk::{Stop, Violation, fail};
use crate::common::Rng;

/// The number of scenes that a claim is checked in for each position.
const SCENES: usize = 40;

/// Conditions are as the lint says.
pub(super) fn check_claims(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    stop.memory.claims().check(stop.position, &mut stop.rng)
}

/// What is claimed about a game.
pub(super) struct Claims(Vec<Claim>);

impl Claims {
    pub(super) fn of(game: &Game) -> Claims {
        Claims(claims(game))
    }

    /// Checks the claims in scenes of a position.
    fn check(&self, position: &Position, rng: &mut Rng) -> Result<usize, Violation> {
        let mut checked = 0;
        for claim in &self.0 {
            for _ in 0..SCENES {
                let Some(scene) = random_scene(claim, position, rng) else {
                    continue;
                };
                checked += 1;
                let condition = &claim.condition;
                let expected = claim.equivalent.holds(&scene, &condition.order);
                if condition.holds(&scene) != expected {
                    let text = &condition.text;
                    let details = format!("`{text}` ({:?}): {expected} is claimed", condition.slot);
                    fail("what is said about conditions is true", details)?;
                }
            }
        }
        Ok(checked)
    }
}

/// A scene in which the rules could evaluate a condition.
fn random_scene<'p>(
    claim: &Claim,
    position: &'p Position,
    rng: &mut Rng,
) -> Option<Scene<'p, Position>> {
    let game = Compiled::new(position.game());
    let slot = claim.condition.slot;
    let mut scene = Scene::table(position, position.base());
    if let Some(owner) = claim.owner {
        let group = &game.groups[owner.index()];
        scene.this = group
            .piles
            .iter()
            .nth(rng.below(usize::from(group.piles.count)));
    }
    let this = scene.this;
    match slot {
        Slot::Start | Slot::Build | Slot::Pair | Slot::Swap | Slot::Which => {
            let card = random_card(position, rng);
            let from = position.pile_of(card)?;
            let is_judged = slot == Slot::Which
                || position.game().group_of(from).take != Take::None && Some(from) != this;
            let top = this.and_then(|this| position.cards(this).last().copied());
            if !is_judged || slot != Slot::Which && top.is_none() != (slot == Slot::Start) {
                return None;
            }
            scene.card = Some(position.face(card));
            scene.card_id = Some(card);
            scene.from = Some(from);
            if slot != Slot::Which {
                scene.top = top.map(|top| position.face(top));
            }
            if scene.base.is_none() && game.base.is_some() && rng.below(2) == 0 {
                scene.base = position.face(card).rank();
            }
        }
        Slot::Run => {
            let (card, top) = (random_card(position, rng), random_card(position, rng));
            if card == top {
                return None;
            }
            scene.card = Some(position.face(card));
            scene.card_id = Some(card);
            scene.top = Some(position.face(top));
        }
        _ => {}
    }
    Some(scene)
}

fn random_card(position: &Position, rng: &mut Rng) -> CardId {
    let cards = cards(position);
    cards[rng.below(cards.len())]
}

/// Random rules are full of conditions about which something is claimed.
#[test]
fn much_is_claimed_about_random_rules() {
    let mut checked = 0;
    for seed in 0..60 {
        let text = write_random_rules(&mut Rng(seed));
        let Ok(rules) = Rules::parse("random", text) else {
            continue;
        };
        let Ok(position) = Position::deal(rules.game(), &Deal::Number(DealNumber(seed))) else {
            continue;
        };
        let claims = Claims::of(rules.game());
        let found = claims.check(&position, &mut Rng(seed));
        checked += found.expect("the claims are true");
    }
    assert!(checked > 1000, "{checked}");
}
