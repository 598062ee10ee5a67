use super::{describe_condition, piles, words_of};
use crate::condition::Condition;
use crate::rules::file::By;
use crate::rules::{Amount, Game, Step, Verb};
use crate::text::{join_with, pluralize};

/// Describes a step as an instruction: "deal 3 cards face up from the stock to the waste".
pub(super) fn describe_step(game: &Game, step: &Step) -> String {
    let all = || piles(game, step.to);
    let selection = || describe_selection(game, step.only.as_ref());
    let instruction = match step.verb {
        Verb::Deal => describe_deal(game, step),
        Verb::Turn => {
            let (from, to) = (piles(game, step.from), all());
            let turn = if step.from.count == 1 {
                format!("turn {from} over onto {to}")
            } else {
                let place = if step.is_reversed {
                    "at the bottom"
                } else {
                    "on top"
                };
                format!("turn over {from} as one packet, the first {place}, onto {to}")
            };
            match &step.only {
                Some(only) => format!(
                    "{turn}, but only those for which {}",
                    describe_condition(game, only)
                ),
                None => turn,
            }
        }
        Verb::Pick => {
            let cards: Vec<String> = step.cards.iter().map(ToString::to_string).collect();
            let (cards, place) = (cards.join(" "), all());
            match step.to.count {
                1 => format!("take {cards} out of the pack and put it on {place}"),
                _ => format!("take {cards} out of the pack, one to each of {place}"),
            }
        }
        Verb::Shuffle => format!("shuffle {}", all()),
        Verb::Sink => {
            let which = step.which.as_ref();
            let which = which.map_or_else(String::new, |which| describe_condition(game, which));
            format!(
                "in each of {}{}, move to the bottom: {which}",
                all(),
                selection()
            )
        }
        Verb::Close => format!("move {}{} up to close the gaps", all(), selection()),
        Verb::Call => {
            let action = step.action.map(|action| &game.actions[action.index()]);
            let name = action.map_or_else(String::new, |action| words_of(&action.name));
            format!("do what {name} does")
        }
    };
    match &step.when {
        Some(condition) => format!(
            "{instruction}, when {}",
            describe_condition(game, condition)
        ),
        None => instruction,
    }
}

/// Describes which of some piles a step is limited to: ", but only those for which ...,"; nothing if it is not limited.
fn describe_selection(game: &Game, only: Option<&Condition>) -> String {
    only.map_or(String::new(), |only| {
        format!(
            ", but only those for which {},",
            describe_condition(game, only)
        )
    })
}

/// Describes a deal, with the piles and cards it is limited to.
fn describe_deal(game: &Game, deal: &Step) -> String {
    let face = |face_up: bool| if face_up { "face up" } else { "face down" };
    let to = piles(game, deal.to);
    let to_each = if deal.to.count > 1 {
        format!("each of {to}")
    } else {
        to.clone()
    };
    let amount = match deal.amount.as_ref().unwrap_or(&Amount::All) {
        Amount::Each(number) => format!("{} to {to_each}", pluralize(*number, "card")),
        Amount::List(list) => {
            let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("{} cards to {to}", join_with(&numbers, "and"))
        }
        Amount::All => format!("all cards to {to}"),
    };
    let from = piles(game, deal.from);
    let mut text = format!("deal {amount} {} from {from}", face(deal.face_up));
    if deal.to.count > 1 && deal.by == By::Pile {
        text += ", pile by pile";
    }
    if deal.under {
        text += ", under the cards there";
    }
    if let Some(only) = &deal.only {
        text = format!(
            "{text}, only to piles for which {}",
            describe_condition(game, only)
        );
    }
    if let Some(which) = &deal.which {
        text = format!(
            "{text}, but only these cards: {}",
            describe_condition(game, which)
        );
    }
    if let Some(divert) = &deal.divert {
        let (face, elsewhere) = (face(divert.face_up), piles(game, divert.to));
        let accepted = if game.group_of(divert.to.first).judges_diverted_cards() {
            " that are accepted there"
        } else {
            ""
        };
        let next = if divert.skip {
            "the pile goes without"
        } else {
            "the next card is dealt in their place"
        };
        let which = divert.which.as_ref();
        let which = which.map(|which| format!(": {}", describe_condition(game, which)));
        let cards = if which.is_some() {
            "these cards"
        } else {
            "cards"
        };
        text = format!(
            "{text}; {cards}{accepted} go {face} to {elsewhere} instead, and {next}{}",
            which.unwrap_or_default()
        );
    }
    text
}
