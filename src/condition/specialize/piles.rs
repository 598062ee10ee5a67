//! The domains, cards, piles and variables of specialized conditions.

use super::pass::{Binder, Pass, changes};
use crate::condition::{
    CardExpr, Domain, GroupExpr, Line, Node, PartialView, PileExpr, PileId, Piles, Predicate,
    PredicateKind, Scoped, ValueKind,
};

/// The maximum number of piles that placeholders can replace.
pub(super) const MAX_REPLACED: usize = 16;

impl Pass<'_, '_> {
    /// Specializes the body of a quantifier that looks for elements of a domain. What the body says about the places of
    /// piles then narrows the domain instead, if the piles that are left are consecutive.
    pub(super) fn restrict(
        &mut self,
        domain: Domain,
        body: &Scoped<Predicate>,
    ) -> (Domain, Scoped<Predicate>) {
        let specialized = self.within(body);
        let narrower = match domain {
            Domain::Piles(GroupExpr::Named(piles)) => self.narrow(piles, &specialized.body),
            Domain::Piles(_) | Domain::Cards(_) | Domain::Lines { .. } => None,
        };
        match narrower {
            Some((piles, parts)) => {
                let body = Predicate::new(PredicateKind::All(parts), specialized.body.span);
                let domain = Domain::Piles(GroupExpr::Named(piles));
                (
                    domain,
                    Scoped {
                        body,
                        ..specialized
                    },
                )
            }
            None => (domain, specialized),
        }
    }

    /// Evaluates the parts of a quantifier's body that depend only on the place of a pile. Returns the piles that satisfy
    /// these parts, together with the remaining parts. Returns `None` if no part depends only on the place, or if the piles
    /// are not consecutive.
    fn narrow(&mut self, piles: Piles, body: &Predicate) -> Option<(Piles, Vec<Predicate>)> {
        if self.replaced.is_some() || self.is_within_kept() {
            return None;
        }
        let (rest, of_places): (Vec<&Predicate>, Vec<&Predicate>) = body
            .conjuncts()
            .iter()
            .partition(|part| changes(Node::Predicate(part)));
        if of_places.is_empty() {
            return None;
        }
        let mut left = Vec::new();
        for pile in piles.iter() {
            let mut holds = true;
            for part in &of_places {
                holds &= self.known.open(part, &[pile]).literal()?;
            }
            left.extend(holds.then_some(pile));
        }
        let left = match left.as_slice() {
            [] => Piles::NONE,
            left => consecutive(left)?,
        };
        Some((left, rest.into_iter().cloned().collect()))
    }

    /// Whether any quantifier around the current node remains.
    pub(super) fn is_within_kept(&self) -> bool {
        let mut binders = self.binders.iter();
        binders.any(|binder| matches!(binder, Binder::Kept))
    }

    pub(super) fn card(&mut self, card: &CardExpr) -> CardExpr {
        match card {
            CardExpr::Card => CardExpr::Card,
            CardExpr::Top => match self.this.filter(|_| self.knows_top) {
                Some(this) => CardExpr::TopOf(PileExpr::At(this)),
                None => CardExpr::Top,
            },
            CardExpr::TopOf(pile) => CardExpr::TopOf(self.pile(pile)),
            CardExpr::BottomOf(pile) => CardExpr::BottomOf(self.pile(pile)),
            CardExpr::Local(depth) => match self.bound(*depth) {
                Some(pile) => CardExpr::TopOf(PileExpr::At(pile)),
                None => CardExpr::Local(self.depth(*depth)),
            },
        }
    }

    /// Specializes a card whose place matters and not its face, so that `top` is the top card of `this`.
    pub(super) fn place_of(&mut self, card: &CardExpr) -> CardExpr {
        match (card, self.this) {
            (CardExpr::Top, Some(this)) => CardExpr::TopOf(PileExpr::At(this)),
            _ => self.card(card),
        }
    }

    pub(super) fn pile(&mut self, pile: &PileExpr) -> PileExpr {
        match pile {
            PileExpr::This => self.this.map_or(PileExpr::This, PileExpr::At),
            PileExpr::From => self.from.map_or(PileExpr::From, PileExpr::At),
            PileExpr::Moved => PileExpr::Moved,
            PileExpr::At(pile) => PileExpr::At(self.replace(*pile)),
            PileExpr::Nth(group, number) => {
                let (group, number) = (self.group(*group), self.value(number));
                match (group, number.literal()) {
                    (GroupExpr::Named(piles), Some(number)) => match piles.nth(number) {
                        Some(pile) => PileExpr::At(self.replace(pile)),
                        None => no_pile(),
                    },
                    _ => PileExpr::Nth(group, Box::new(number)),
                }
            }
            PileExpr::Beside(pile, side) => match self.pile(pile) {
                PileExpr::At(pile) => {
                    match self.known.places.get(pile.index()) {
                        Some(place) => {
                            place.beside[*side as usize].map_or_else(no_pile, PileExpr::At)
                        }
                        // It is a placeholder.
                        None => PileExpr::Beside(Box::new(PileExpr::At(pile)), *side),
                    }
                }
                pile if is_no_pile(&pile) => pile,
                pile => PileExpr::Beside(Box::new(pile), *side),
            },
            PileExpr::Local(depth) => match self.bound(*depth) {
                Some(pile) => PileExpr::At(pile),
                None => PileExpr::Local(self.depth(*depth)),
            },
        }
    }

    /// Returns the placeholder of a pile if piles are replaced, and otherwise the pile.
    fn replace(&mut self, pile: PileId) -> PileId {
        let Some(replaced) = &mut self.replaced else {
            return pile;
        };
        let known = replaced.iter().position(|known| *known == pile);
        let number = known.unwrap_or_else(|| {
            replaced.push(pile);
            replaced.len() - 1
        });
        if number < MAX_REPLACED {
            PartialView::placeholder(self.first_placeholder + number)
        } else {
            pile
        }
    }

    /// What the variable of a quantifier stands for, if the quantifier is left out.
    pub(super) fn bound(&self, depth: u8) -> Option<PileId> {
        match self.binders.iter().rev().nth(usize::from(depth)) {
            Some(Binder::Pile(pile)) => Some(*pile),
            Some(Binder::Kept | Binder::Line(_)) | None => None,
        }
    }

    pub(super) fn group(&mut self, group: GroupExpr) -> GroupExpr {
        self.needs_line |= self.line_of(group).is_some();
        match group {
            GroupExpr::Named(piles) => GroupExpr::Named(piles),
            GroupExpr::Local(depth) => GroupExpr::Local(self.depth(depth)),
        }
    }

    /// The line that a group stands for, if its quantifier is left out.
    pub(super) fn line_of(&self, group: GroupExpr) -> Option<Line> {
        let GroupExpr::Local(depth) = group else {
            return None;
        };
        match self.binders.iter().rev().nth(usize::from(depth)) {
            Some(Binder::Line(line)) => Some(line.clone()),
            Some(Binder::Kept | Binder::Pile(_)) | None => None,
        }
    }

    /// The de Bruijn index of a variable without the quantifiers that are left out.
    pub(super) fn depth(&self, depth: u8) -> u8 {
        let inner = self.binders.iter().rev().take(usize::from(depth));
        let left_out = inner.filter(|binder| !matches!(binder, Binder::Kept));
        depth - u8::try_from(left_out.count()).unwrap_or(0)
    }
}

/// The piles of a list, if they are consecutive.
fn consecutive(piles: &[PileId]) -> Option<Piles> {
    let first = *piles.first()?;
    let mut numbers = (first.index()..).zip(piles);
    let count = u8::try_from(piles.len()).ok()?;
    let are_consecutive = numbers.all(|(number, pile)| pile.index() == number);
    are_consecutive.then_some(Piles { first, count })
}

/// An expression that stands for no pile.
pub(super) fn no_pile() -> PileExpr {
    let number = ValueKind::Number(0).into();
    PileExpr::Nth(GroupExpr::Named(Piles::NONE), Box::new(number))
}

pub(super) fn is_no_pile(pile: &PileExpr) -> bool {
    matches!(pile, PileExpr::Nth(GroupExpr::Named(Piles::NONE), _))
}
