//! What lies where after the opening deal, as far as it is the same in every game.

use super::faces::{describe_faces, list_sizes, shape};
use super::layout::pile_count;
use super::steps::cards_in_words;
use crate::cards::Card;
use crate::condition::{
    Comparison, Condition, PileExpr, PileId, Piles, Predicate, PredicateKind, Property, Value,
    ValueKind,
};
use crate::prose::words::{count, number, one_pile};
use crate::rules::file::{By, Take};
use crate::rules::{Amount, Game, Group, Step};

/// What lies where after the steps at the start of the setup whose effect is the same in every game.
pub(super) struct Opening<'a> {
    /// For each pile, whether its cards are face up, from the bottom.
    faces: Vec<Vec<bool>>,
    /// For each pile, the cards that were taken out of the pack for it.
    picked: Vec<Vec<Card>>,
    /// The other steps, which follow.
    pub(super) rest: Vec<&'a Step>,
    /// How many cards are left in the stock, if that is known.
    pub(super) stock: Option<usize>,
    /// The groups in the order in which they get cards.
    pub(super) order: Vec<&'a str>,
    /// Whether several cards are dealt to piles one by one in turn.
    pub(super) is_in_rounds: bool,
    /// The groups to which cards are dealt pile by pile.
    by_pile: Vec<&'a str>,
    /// Whether the cards of a pile may be in another order than they were dealt.
    is_mixed: Vec<bool>,
}

impl<'a> Opening<'a> {
    pub(super) fn new(game: &'a Game) -> Opening<'a> {
        let mut opening = Opening {
            faces: vec![Vec::new(); game.piles.len()],
            picked: vec![Vec::new(); game.piles.len()],
            rest: Vec::new(),
            stock: Some(game.deck.len()),
            order: Vec::new(),
            is_in_rounds: false,
            by_pile: Vec::new(),
            is_mixed: vec![false; game.piles.len()],
        };
        for step in &game.setup {
            if !opening.rest.iter().all(|step| step.reorders()) || !opening.apply(game, step) {
                if step.reorders() {
                    opening.is_mixed[step.from.range()].fill(true);
                }
                opening.rest.push(step);
                if touches_stock(game, step) {
                    opening.stock = None;
                }
            }
        }
        for pile in game.piles() {
            let group = game.group_of(pile);
            if group.take == Take::None || group.available.is_some() {
                continue;
            }
            let faces = &mut opening.faces[pile.index()];
            let is_any = group.take == Take::Any;
            let count = faces.len();
            for (index, face) in faces.iter_mut().enumerate() {
                *face |= is_any || index + 1 == count;
            }
        }
        opening
    }

    /// Does a step, unless its effect differs from game to game.
    fn apply(&mut self, game: &'a Game, step: &Step) -> bool {
        match self.is_true(game, step.when.as_ref()) {
            Some(true) => {}
            Some(false) => return true,
            None => return false,
        }
        if !step.cards.is_empty() {
            for (pile, card) in step.to.iter().zip(&step.cards) {
                let name = game.group_of(pile).name.as_str();
                if !self.order.contains(&name) {
                    self.order.push(name);
                }
                self.picked[pile.index()].push(*card);
                self.faces[pile.index()].push(true);
            }
            self.stock = self.stock.and_then(|s| s.checked_sub(step.cards.len()));
            return true;
        }
        if let Some(action) = step.action {
            let action = &game.actions[action.index()];
            let before = (self.faces.clone(), self.stock);
            let is_plain = self.is_true(game, action.when.as_ref()) == Some(true)
                && action.steps.iter().all(|step| self.apply(game, step));
            if !is_plain {
                (self.faces, self.stock) = before;
            }
            return is_plain;
        }
        step.is_plain_deal() && self.deal(game, step)
    }

    /// Whether a condition is true at this point of the setup, if that is known.
    fn is_true(&self, game: &Game, condition: Option<&Condition>) -> Option<bool> {
        condition.map_or(Some(true), |condition| {
            self.holds(game, &condition.predicate)
        })
    }

    fn holds(&self, game: &Game, predicate: &Predicate) -> Option<bool> {
        match &predicate.kind {
            PredicateKind::Not(inner) => self.holds(game, inner).map(|holds| !holds),
            PredicateKind::All(parts) => {
                let parts: Option<Vec<bool>> = parts.iter().map(|p| self.holds(game, p)).collect();
                Some(parts?.into_iter().all(|holds| holds))
            }
            PredicateKind::Compare(comparison, a, b) => {
                let (a, b) = (self.number(game, a)?, self.number(game, b)?);
                Some(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                    Comparison::More => a > b,
                    Comparison::AtLeast => a >= b,
                })
            }
            _ => None,
        }
    }

    /// Returns a number that is known at this point of the setup: no action was used yet.
    fn number(&self, game: &Game, number: &Value) -> Option<i32> {
        match &number.kind {
            ValueKind::Number(number) => Some(*number),
            ValueKind::Used(_) => Some(0),
            ValueKind::OfPile(Property::Size, PileExpr::At(pile)) if *pile == game.stock => {
                i32::try_from(self.stock?).ok()
            }
            _ => None,
        }
    }

    fn deal(&mut self, game: &'a Game, deal: &Step) -> bool {
        let is_from_stock = deal.from == Piles::one(game.stock);
        let (true, Some(stock), Some(amount)) = (is_from_stock, self.stock, &deal.amount) else {
            return false;
        };
        let wanted = |pile: PileId| usize::from(deal.amount_of(pile));
        let room = |faces: &[Vec<bool>], pile: PileId| {
            let capacity = game.group_of(pile).capacity.map_or(usize::MAX, usize::from);
            capacity.saturating_sub(faces[pile.index()].len())
        };
        let is_all = *amount == Amount::All;
        if self.is_mixed[deal.to.range()].contains(&true) {
            return false;
        }
        let group = game.group_of(deal.to.first);
        if !self.order.contains(&group.name.as_str()) {
            self.order.push(&group.name);
        }
        let has_several = match amount {
            Amount::Each(number) => *number > 1,
            Amount::List(list) => list.iter().any(|&number| number > 1),
            Amount::All => true,
        };
        if has_several && deal.to.count > 1 {
            match deal.by {
                By::Round => self.is_in_rounds = true,
                By::Pile => self.by_pile.push(&group.name),
            }
        }
        let mut left = stock;
        let mut dealt = vec![0; game.piles.len()];
        loop {
            let before = left;
            for pile in deal.to.iter() {
                let is_due = |dealt: &[usize]| is_all || dealt[pile.index()] < wanted(pile);
                while left > 0 && is_due(&dealt) && room(&self.faces, pile) > 0 {
                    self.faces[pile.index()].push(deal.face_up);
                    dealt[pile.index()] += 1;
                    left -= 1;
                    if deal.by == By::Round {
                        break;
                    }
                }
            }
            if left == before {
                break;
            }
        }
        self.stock = Some(left);
        true
    }

    pub(super) fn has_cards(&self) -> bool {
        self.faces.iter().any(|faces| !faces.is_empty())
    }

    pub(super) fn has_cards_in(&self, group: &Group) -> bool {
        self.faces[group.piles.range()]
            .iter()
            .any(|faces| !faces.is_empty())
    }

    /// Describes the piles of a group with their cards; `None` if all are empty.
    pub(super) fn describe(&self, game: &Game, group: &Group) -> Option<String> {
        let faces = &self.faces[group.piles.range()];
        let sizes: Vec<usize> = faces.iter().map(Vec::len).collect();
        let total: usize = sizes.iter().sum();
        if total == 0 {
            return None;
        }
        let picked = self.picked[group.piles.range()].concat();
        let shape = shape(game, group).map_or_else(String::new, |s| format!(", {s}"));
        let piles = pile_count(game, group);
        if picked.len() == total {
            let (cards, each) = match (group.piles.count, sizes.iter().all(|&size| size == 1)) {
                (1, _) => (cards_in_words(game, &picked), ""),
                (_, true) => (cards_in_words(game, &picked), ", one on each"),
                (_, false)
                    if sizes.iter().skip(picked.len()).all(|&size| size == 0)
                        && sizes.iter().all(|&size| size <= 1) =>
                {
                    let cards = cards_in_words(game, &picked);
                    let first = match picked.len() {
                        1 => " on the first".to_owned(),
                        filled => format!(" on the first {}", number(filled)),
                    };
                    (cards + &first, "")
                }
                (_, false) => {
                    let piles = self.picked[group.piles.range()].iter().enumerate();
                    let has_gaps = sizes.contains(&0);
                    let last = sizes.len() - 1;
                    let piles = piles.filter(|(_, cards)| !cards.is_empty());
                    let piles = piles.map(|(index, cards)| {
                        let cards = cards_in_words(game, cards);
                        match index {
                            _ if !has_gaps => cards,
                            0 => format!("{cards} on the first"),
                            index if index == last => format!("{cards} on the last"),
                            index => format!("{cards} on the one with number {}", index + 1),
                        }
                    });
                    (piles.collect::<Vec<_>>().join("; "), "")
                }
            };
            return Some(format!(
                "{piles}{shape}: {cards}{each}, taken out of the pack"
            ));
        }
        let with = if picked.is_empty() {
            String::new()
        } else {
            let cards = cards_in_words(game, &picked);
            format!(", beginning with {cards}, taken out of the pack")
        };
        let mut face = describe_faces(faces);
        if self.by_pile.contains(&group.name.as_str()) {
            face += ", dealt pile by pile";
        }
        let one = one_pile(group);
        Some(match sizes.as_slice() {
            [size] => format!("{piles}: {}{with}, {face}", count(*size, "card")),
            [first, rest @ ..] if rest.iter().all(|size| size == first) => {
                format!(
                    "{piles} of {} each{with}, {face}{shape}",
                    count(*first, "card")
                )
            }
            sizes => {
                let sizes = list_sizes(sizes, &one);
                let is_list = sizes.starts_with(|c: char| c.is_ascii_digit());
                let of = if is_list { " of" } else { ":" };
                format!(
                    "{piles}{shape}{}{of} {sizes}{with}, {face}",
                    if shape.is_empty() { "" } else { "," }
                )
            }
        })
    }
}

/// Whether a step may take cards from the stock or put cards there.
fn touches_stock(game: &Game, step: &Step) -> bool {
    step.action.is_some() || step.moves_cards() && step.touches(Piles::one(game.stock))
}

/// Whether a step may put cards on a group.
pub(super) fn fills(group: &Group, step: &Step) -> bool {
    step.action.is_some() || step.fills(group.piles)
}
