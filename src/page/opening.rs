//! What lies where after the opening deal, as far as it is the same in every game. The engine deals; the page says what
//! some deals agree in.

use std::sync::Arc;

use super::cards::{cards_in_words, pack_in_words};
use super::faces::{Lead, describe_faces, list_sizes, shape};
use super::layout::pile_count;
use super::steps::Stock;
use crate::cards::{Card, DealNumber};
use crate::condition::{Condition, Leaf, PileSet, Piles};
use crate::play::Position;
use crate::prose::words::{count, number, one_pile, ordinal};
use crate::rules::file::By;
use crate::rules::{Amount, Game, Group, Step};
use crate::text::join_with;

/// The deals that have to agree.
const DEALS: [u64; 3] = [1, 2, 3];

/// For each pile, whether its cards are face up, from the bottom.
type Faces = Vec<Vec<bool>>;

/// What lies where after the steps at the start of the setup whose effect is the same in every game.
pub(super) struct Opening<'a> {
    game: &'a Game,
    /// What lies where.
    faces: Faces,
    /// The steps that dealt it, those that they call among them.
    dealt: Vec<&'a Step>,
    /// The other steps, which follow.
    pub(super) rest: Vec<&'a Step>,
    /// How many cards are left in the stock, if that is known.
    pub(super) stock: Option<usize>,
    /// Whether the steps that follow deal the whole stock at last, in every game.
    pub(super) leaves_no_stock: bool,
    /// The groups in the order in which they get cards.
    pub(super) order: Vec<&'a str>,
}

impl<'a> Opening<'a> {
    pub(super) fn new(game: &'a Arc<Game>) -> Opening<'a> {
        let most = count_fixed(game);
        // Steps that need too much work are described, like those that do something else in every deal.
        let boards: Vec<Faces> = (0..=most).map_while(|steps| deal(game, steps)).collect();
        let steps = boards.len().saturating_sub(1);
        let (mut dealt, mut order) = (Vec::new(), Vec::new());
        for (index, step) in game.setup[..steps].iter().enumerate() {
            if boards[index] != boards[index + 1] {
                add_inlined(game, step, &mut dealt);
            }
            let groups = game.groups.iter().filter(|group| {
                group.piles.first != game.stock && has_cards(&boards[index + 1], group)
            });
            for group in groups {
                if !order.contains(&group.name.as_str()) {
                    order.push(group.name.as_str());
                }
            }
        }
        let is_described = |(index, step): &(usize, &'a Step)| *index >= steps || step.reorders();
        let rest = game.setup.iter().enumerate().filter(is_described);
        let rest: Vec<&Step> = rest.map(|(_, step)| step).collect();
        let faces = boards.into_iter().last().unwrap_or_default();
        let left = faces.get(game.stock.index()).map(Vec::len);
        Opening {
            leaves_no_stock: empties_stock(game, &rest),
            stock: left.filter(|_| !rest.iter().any(|step| touches_stock(game, step))),
            game,
            faces,
            dealt,
            rest,
            order,
        }
    }

    pub(super) fn has_cards(&self) -> bool {
        let mut groups = self.game.groups.iter();
        groups.any(|group| group.piles.first != self.game.stock && self.has_cards_in(group))
    }

    pub(super) fn has_cards_in(&self, group: &Group) -> bool {
        has_cards(&self.faces, group)
    }

    /// Whether several cards are dealt to piles one by one in turn.
    pub(super) fn is_in_rounds(&self) -> bool {
        self.deals_several().any(|step| step.by == By::Round)
    }

    /// Whether several groups are dealt to, one after the other.
    pub(super) fn deals_to_several(&self) -> bool {
        let mut deals = self.dealt.iter().filter(|step| step.is_plain_deal());
        let first = deals.next();
        deals.any(|step| first.is_some_and(|first| first.to != step.to))
    }

    /// The deals of several cards to several piles.
    fn deals_several(&self) -> impl Iterator<Item = &Step> {
        let has_several = |step: &&Step| match &step.amount {
            Some(Amount::Each(number)) => *number > 1,
            Some(Amount::List(list)) => list.iter().any(|&number| number > 1),
            Some(Amount::All) => true,
            None => false,
        };
        let deals = self.dealt.iter().copied().filter(has_several);
        deals.filter(|step| step.to.count > 1)
    }

    /// The numbers of cards in a row of a group's piles, if they are the same in all its rows.
    fn repeated_row<'s>(&self, group: &Group, sizes: &'s [usize]) -> Option<&'s [usize]> {
        let piles = &self.game.piles[group.piles.range()];
        let row = piles.chunk_by(|a, b| a.place.row == b.place.row).next()?;
        let (first, rest) = sizes.split_at_checked(row.len())?;
        let is_repeated = rest.chunks(row.len()).all(|other| other == first);
        let is_colon = matches!(list_sizes(first, "").1, Lead::Colon);
        (!rest.is_empty() && is_repeated && is_colon).then_some(first)
    }

    /// For each pile of a group, the cards that were taken out of the pack for it.
    fn picked(&self, group: &Group) -> Vec<Vec<Card>> {
        let cards_of = |pile| {
            let picks = self.dealt.iter();
            let picks = picks.flat_map(|step| step.to.iter().zip(step.cards.iter().copied()));
            let cards = picks.filter(|(to, _)| *to == pile);
            cards.map(|(_, card)| card).collect()
        };
        group.piles.iter().map(cards_of).collect()
    }

    /// What is known of the stock before the steps that follow.
    pub(super) fn stock_at_rest(&self) -> Stock {
        let cards = self.faces.get(self.game.stock.index());
        match cards {
            Some(cards) if cards.is_empty() => Stock::Empty,
            _ => Stock::Any,
        }
    }

    /// How many cards lie on piles whose cards count for nothing there, and are still to be played.
    pub(super) fn cards_in_play(&self) -> usize {
        let groups = self.game.groups.iter().filter(|group| !group.goal);
        let piles =
            groups.flat_map(|group| self.faces.get(group.piles.range()).unwrap_or_default());
        piles.map(Vec::len).sum()
    }

    /// Describes the piles of a group with their cards; `None` if all are empty.
    pub(super) fn describe(&self, group: &Group) -> Option<String> {
        let game = self.game;
        let faces = self.faces.get(group.piles.range())?;
        let sizes: Vec<usize> = faces.iter().map(Vec::len).collect();
        let total: usize = sizes.iter().sum();
        if total == 0 {
            return None;
        }
        let (shape, piles) = (shape(game, group), pile_count(game, group));
        let shape = shape.map_or_else(String::new, |shape| format!(", {shape}"));
        let pack = pack_in_words(game);
        let by_pile = self.picked(group);
        let picked = by_pile.concat();
        if picked.len() == total {
            let cards = picked_in_words(game, &by_pile);
            return Some(format!("{piles}{shape}: {cards}, taken out of {pack}"));
        }
        let with = if picked.is_empty() {
            String::new()
        } else {
            let cards = cards_in_words(game, &picked);
            format!(", beginning with {cards}, taken out of {pack}")
        };
        let mut several = self.deals_several();
        let by_pile =
            several.any(|step| step.by == By::Pile && group.piles.contains(step.to.first));
        let face = |is_clause| {
            let manner = if by_pile { ", dealt pile by pile" } else { "" };
            describe_faces(faces, is_clause) + manner
        };
        Some(match sizes.as_slice() {
            [size] => format!("{piles}: {}{with}{}", count(*size, "card"), face(false)),
            [first, rest @ ..] if rest.iter().all(|size| size == first) => {
                let cards = count(*first, "card");
                format!("{piles} of {cards} each{with}{}{shape}", face(false))
            }
            sizes => {
                let row = self.repeated_row(group, sizes);
                let (sizes, lead) = list_sizes(row.unwrap_or(sizes), &one_pile(group));
                let of = match lead {
                    Lead::Colon if row.is_some() => ": in each row",
                    Lead::Colon => ":",
                    Lead::Of if shape.is_empty() => " of",
                    Lead::Of => ", of",
                    Lead::With => ", with",
                };
                format!(
                    "{piles}{shape}{of} {sizes}{with}{}",
                    face(lead == Lead::With)
                )
            }
        })
    }
}

/// Lists the cards that were picked for the piles of a group: "the four Aces, one on each".
fn picked_in_words(game: &Game, by_pile: &[Vec<Card>]) -> String {
    let picked = by_pile.concat();
    let cards = cards_in_words(game, &picked);
    let filled = by_pile.iter().take_while(|cards| cards.len() == 1).count();
    match (by_pile.len(), filled) {
        (1, _) => return cards,
        (piles, filled) if filled == piles => return format!("{cards}, one on each"),
        (_, 1) if picked.len() == 1 => return format!("{cards} on the first"),
        (_, filled) if picked.len() == filled => {
            return format!("{cards} on the first {}", number(filled));
        }
        _ => {}
    }
    let has_gaps = by_pile.iter().any(Vec::is_empty);
    let piles = by_pile.iter().enumerate();
    let piles = piles.filter(|(_, cards)| !cards.is_empty());
    let piles = piles.map(|(index, cards)| {
        let cards = cards_in_words(game, cards);
        match index {
            0 => format!("{cards} on the first"),
            index if index + 1 == by_pile.len() => format!("{cards} on the last"),
            index => match ordinal(index + 1).filter(|_| !has_gaps) {
                Some(ordinal) => format!("{cards} on the {ordinal}"),
                None => format!("{cards} on the one with number {}", index + 1),
            },
        }
    });
    join_with(&piles.collect::<Vec<_>>(), "and")
}

/// How many steps at the start of the setup look at no card: they do the same in every deal. Those that only put some
/// cards of a pile under the others are among them, as long as the pile gets no more cards.
fn count_fixed(game: &Game) -> usize {
    let mut mixed = PileSet::EMPTY;
    let is_fixed = |step: &&Step| {
        if step.reorders() && !step.shuffles() {
            mixed |= step.sources();
            return true;
        }
        looks_at_no_card(game, step) && (step.targets() & mixed).is_empty()
    };
    game.setup.iter().take_while(is_fixed).count()
}

/// Whether a step takes the next cards from the stock or the pack, whatever they are.
fn looks_at_no_card(game: &Game, step: &Step) -> bool {
    let called = step.action.map(|action| &game.actions[action.index()]);
    let is_plain = match called {
        Some(action) => {
            let mut steps = action.steps.iter();
            is_about_numbers(action.when.as_ref()) && steps.all(|step| looks_at_no_card(game, step))
        }
        None => {
            let is_from_stock = step.from == Piles::one(game.stock);
            !step.cards.is_empty() || step.is_plain_deal() && is_from_stock
        }
    };
    is_plain && is_about_numbers(step.when.as_ref())
}

/// Whether a condition is about numbers of cards and counters, so that it is true in all deals or in none.
fn is_about_numbers(condition: Option<&Condition>) -> bool {
    let mut reads_cards = false;
    if let Some(condition) = condition {
        condition.predicate.walk(&mut |leaf| {
            reads_cards |= matches!(
                leaf,
                Leaf::Card
                    | Leaf::Top
                    | Leaf::Base
                    | Leaf::EachCard(_)
                    | Leaf::EndCard(_)
                    | Leaf::FaceUp
                    | Leaf::Score
                    | Leaf::Stuck
                    | Leaf::Won
            );
        });
    }
    !reads_cards
}

/// What lies where after the first steps of the setup; `None` if the deals do not agree.
fn deal(game: &Arc<Game>, steps: usize) -> Option<Faces> {
    let faces_in = |deal| {
        let position = Position::deal_partly(game, DealNumber(deal), steps)?;
        let faces = |pile| {
            let cards = position.cards_with_facing(pile).into_iter();
            cards.map(|(_, is_down)| !is_down).collect()
        };
        Some(game.piles().map(faces).collect::<Faces>())
    };
    let [first, others @ ..] = DEALS.map(faces_in);
    first.filter(|first| others.iter().all(|other| other.as_ref() == Some(first)))
}

/// Whether some steps of the setup deal the whole stock at last, in every game.
fn empties_stock(game: &Arc<Game>, rest: &[&Step]) -> bool {
    let stock = Piles::one(game.stock);
    let mut inlined = Vec::new();
    let mut is_certain = true;
    for step in rest {
        let called = step.action.map(|action| &game.actions[action.index()]);
        let when = called.and_then(|action| action.when.as_ref());
        is_certain &= is_about_numbers(when) && is_about_numbers(step.when.as_ref());
        add_inlined(game, step, &mut inlined);
    }
    let deals_all = |step: &Step| {
        let is_all = step.amount == Some(Amount::All) && step.from == stock;
        is_all && step.which.is_none() && step.when.is_none()
    };
    let last = inlined.into_iter().rfind(|step| step.touches(stock));
    // What depends on numbers alone is the same in all deals.
    let is_empty = |number: &u64| {
        let position = Position::deal_partly(game, DealNumber(*number), game.setup.len());
        position.is_some_and(|position| position.cards_with_facing(game.stock).is_empty())
    };
    is_certain && last.is_some_and(deals_all) && DEALS.iter().all(is_empty)
}

/// Adds a step, or the steps of the action that it calls.
fn add_inlined<'a>(game: &'a Game, step: &'a Step, steps: &mut Vec<&'a Step>) {
    match step.action {
        Some(action) => {
            let called = &game.actions[action.index()].steps;
            for step in called {
                add_inlined(game, step, steps);
            }
        }
        None => steps.push(step),
    }
}

fn has_cards(faces: &Faces, group: &Group) -> bool {
    let piles = faces.get(group.piles.range()).unwrap_or_default();
    piles.iter().any(|faces| !faces.is_empty())
}

/// Whether a step may take cards from the stock or put cards there.
fn touches_stock(game: &Game, step: &Step) -> bool {
    let is_elsewhere = step.reorders() || step.keeps_piles_whole();
    !is_elsewhere
        && (!step.cards.is_empty() || step.action.is_some() || step.touches(Piles::one(game.stock)))
}

/// Whether a step may put cards on a group.
pub(super) fn fills(game: &Game, group: &Group, step: &Step) -> bool {
    match step.action {
        Some(action) => {
            let mut steps = game.actions[action.index()].steps.iter();
            steps.any(|step| fills(game, group, step))
        }
        None => step.fills(group.piles),
    }
}
