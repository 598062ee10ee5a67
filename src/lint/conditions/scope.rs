//! The values that a condition can read in any position of a game.

use crate::cards::Card;
use crate::condition::{Domain, PileId, PileSet, Place, Slot, Ternary, Value, ValueKind};
use crate::lint::flow::{Bound, Evaluator, Number, Scene, World};
use crate::rules::Game;
use crate::rules::Step;
use crate::rules::file::Take;

/// What is known about a game.
pub(super) struct Known<'a> {
    pub(super) game: &'a Game,
    /// The different faces of its pack, each with whether there is only one such card.
    pub(super) faces: Vec<(Card, bool)>,
    /// The places of its piles.
    pub(super) places: Vec<Place>,
    /// All of its positions, and more.
    world: World<'a>,
    /// The piles from which cards can come that `start` or `build` judges.
    origins: PileSet,
}

impl<'a> Known<'a> {
    pub(super) fn new(game: &'a Game) -> Known<'a> {
        let mut faces: Vec<(Card, bool)> = Vec::new();
        for &card in &game.deck {
            match faces.iter_mut().find(|(face, _)| *face == card) {
                Some((_, is_only)) => *is_only = false,
                None => faces.push((card, true)),
            }
        }
        let is_origin = |pile: &PileId| {
            let group = game.group_of(*pile);
            let diverts_from_it = |step: &Step| step.divert.is_some() && step.from.contains(*pile);
            let mut steps = game.steps_in_play().chain(&game.setup);
            group.take != Take::None || steps.any(diverts_from_it)
        };
        Known {
            game,
            faces,
            places: game.piles.iter().map(|pile| pile.place).collect(),
            world: World::everything(game),
            origins: game.piles().filter(is_origin).collect(),
        }
    }

    /// Whether another game has the same cards, piles and limits, so that its conditions mean the same.
    pub(super) fn is_like(&self, other: &Known<'_>) -> bool {
        let (known, game, other) = (other, self.game, other.game);
        let piles = |game: &Game| -> Vec<_> {
            let groups = game.groups.iter();
            groups
                .map(|g| (g.name.clone(), g.piles, g.capacity, g.take))
                .collect()
        };
        let limits = |game: &Game| -> Vec<_> {
            let actions = game.actions.iter();
            actions.map(|a| (a.name.clone(), a.limit)).collect()
        };
        game.deck == other.deck
            && game.order == other.order
            && piles(game) == piles(other)
            && limits(game) == limits(other)
            && game.score.points.is_none() == other.score.points.is_none()
            && self.origins == known.origins
            && self.places == known.places
    }
}

/// What a condition can read.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) known: &'a Known<'a>,
    /// The key that the condition is written in.
    pub(super) slot: Slot,
    /// The piles that `this` can stand for.
    pub(super) this: PileSet,
    /// What the variables of the enclosing quantifiers stand for, outermost first.
    pub(super) variables: Vec<Bound<'a>>,
}

impl<'a> Scope<'a> {
    /// The scope of a whole condition.
    pub(super) fn new(known: &'a Known<'a>, slot: Slot, this: PileSet) -> Scope<'a> {
        Scope {
            known,
            slot,
            this,
            variables: Vec::new(),
        }
    }

    /// The scope of the body of a quantifier.
    pub(super) fn within(&self, domain: &'a Domain) -> Self {
        let mut inner = self.clone();
        inner.variables.push(match domain {
            Domain::Piles(group) => Bound::Pile(self.evaluator().group(*group).0),
            Domain::Cards(_) => Bound::Card(self.known.world.faces),
            Domain::Lines { lines, .. } => Bound::Line(lines),
        });
        inner
    }

    /// Whether `this` has a top card, which is `top`.
    pub(super) fn top_is_of_this(&self) -> bool {
        matches!(self.slot, Slot::Build | Slot::Pair | Slot::Swap)
    }

    /// The piles that `from` can stand for.
    pub(super) fn origins(&self) -> PileSet {
        match self.slot {
            Slot::Which => self.known.game.piles().collect(),
            _ => self.known.origins,
        }
    }

    /// How many elements a domain can have.
    pub(super) fn elements(&self, domain: &Domain) -> Number {
        self.evaluator().element_count(domain)
    }

    /// The values that a number can have.
    pub(super) fn range(&self, number: &Value) -> Number {
        match &number.kind {
            // A body that always or never holds is reported by itself.
            ValueKind::Count(domain, _) => {
                let most = self.elements(domain).set.map_or(0, |(_, most)| most);
                Number::between(0, most)
            }
            _ => self.evaluator().number(number),
        }
    }

    /// An evaluator that knows as much of the variables as the slot says.
    pub(super) fn evaluator(&self) -> Evaluator<'_> {
        let this_is_empty: Ternary = match self.slot {
            Slot::Start => Some(true),
            _ => self.top_is_of_this().then_some(false),
        };
        let most = u8::try_from(self.known.game.deck.len()).unwrap_or(u8::MAX);
        let scene = Scene {
            this: self.this,
            this_is_empty,
            from: self.origins(),
            moved: (1, most),
            ..Scene::TABLE
        };
        let mut evaluator = Evaluator::new(&self.known.world, &scene);
        evaluator.locals.clone_from(&self.variables);
        evaluator
    }
}
