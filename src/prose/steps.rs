use super::{describe_condition, piles, words_of};
use crate::condition::Condition;
use crate::rules::file::By;
use crate::rules::{Amount, Dealing, Game, Step, StepKind};
use crate::text::{join_with, pluralize};

/// Describes a step as an instruction: "deal 3 cards face up from the stock to the waste".
pub(super) fn describe_step(game: &Game, step: &Step) -> String {
    let one = |pile| piles(game, crate::condition::Piles::one(pile));
    let instruction = match &step.kind {
        StepKind::Deal(dealing) => describe_deal(game, dealing),
        StepKind::Turn { from, only, to } => {
            let turn = match from.as_slice() {
                [first, .., last] => {
                    let all = piles(game, game.group_of(*first).piles);
                    let place = if first < last {
                        "on top"
                    } else {
                        "at the bottom"
                    };
                    let to = one(*to);
                    format!("turn over {all} as one packet, the first {place}, onto {to}")
                }
                _ => {
                    let from = from.iter().map(|p| one(*p)).collect::<String>();
                    format!("turn {from} over onto {}", one(*to))
                }
            };
            match only {
                Some(only) => format!(
                    "{turn}, but only those for which {}",
                    describe_condition(game, only)
                ),
                None => turn,
            }
        }
        StepKind::Pick { cards, to } => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            let (cards, place) = (cards.join(" "), piles(game, *to));
            match to.count {
                1 => format!("take {cards} out of the pack and put it on {place}"),
                _ => format!("take {cards} out of the pack, one to each of {place}"),
            }
        }
        StepKind::Shuffle(pile) => format!("shuffle {}", one(*pile)),
        StepKind::Sink {
            piles: all,
            only,
            which,
        } => format!(
            "in each of {}{}, move to the bottom: {}",
            piles(game, *all),
            describe_selection(game, only.as_ref()),
            describe_condition(game, which)
        ),
        StepKind::Close { piles: all, only } => format!(
            "move {}{} up to close the gaps",
            piles(game, *all),
            describe_selection(game, only.as_ref())
        ),
        StepKind::Call(action) => {
            format!(
                "do what {} does",
                words_of(&game.actions[action.index()].name)
            )
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
fn describe_deal(game: &Game, dealing: &Dealing) -> String {
    let face = |face_up: bool| if face_up { "face up" } else { "face down" };
    let to = piles(game, dealing.to);
    let to_each = if dealing.to.count > 1 {
        format!("each of {to}")
    } else {
        to.clone()
    };
    let amount = match &dealing.amount {
        Amount::Each(number) => format!("{} to {to_each}", pluralize(*number, "card")),
        Amount::List(list) => {
            let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("{} cards to {to}", join_with(&numbers, "and"))
        }
        Amount::All => format!("all cards to {to}"),
    };
    let from = piles(game, dealing.from);
    let mut text = format!("deal {amount} {} from {from}", face(dealing.face_up));
    if dealing.to.count > 1 && dealing.by == By::Pile {
        text += ", pile by pile";
    }
    if dealing.under {
        text += ", under the cards there";
    }
    if let Some(only) = &dealing.only {
        text = format!(
            "{text}, only to piles for which {}",
            describe_condition(game, only)
        );
    }
    if let Some(which) = &dealing.which {
        text = format!(
            "{text}, but only these cards: {}",
            describe_condition(game, which)
        );
    }
    if let Some(divert) = &dealing.divert {
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
