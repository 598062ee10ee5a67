use super::{clause, piles, said};
use crate::rules::file::By;
use crate::rules::{Amount, Dealing, Game, Step, StepKind};
use crate::text::{join_with, pluralize};

/// What a step does, as an order: "deal 3 cards face up from the stock to the waste".
pub(super) fn step(game: &Game, step: &Step) -> String {
    let one = |pile| piles(game, crate::condition::Piles::one(pile));
    let done = match &step.kind {
        StepKind::Deal(dealing) => deal(game, dealing),
        StepKind::Turn { from, only, to } => {
            let turned = match from.as_slice() {
                [first, .., last] => {
                    let all = piles(game, game.group_of(*first).piles);
                    let lies = if first < last {
                        "on top"
                    } else {
                        "at the bottom"
                    };
                    let to = one(*to);
                    format!("turn over {all} as one packet, the first {lies}, onto {to}")
                }
                _ => {
                    let from = from.iter().map(|p| one(*p)).collect::<String>();
                    format!("turn {from} over onto {}", one(*to))
                }
            };
            match only {
                Some(only) => format!("{turned}, of these only where {}", clause(game, only)),
                None => turned,
            }
        }
        StepKind::Pick { cards, to } => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            format!(
                "take {} out of the pack, one to each of {}",
                cards.join(" "),
                piles(game, *to)
            )
        }
        StepKind::Shuffle(pile) => format!("shuffle {}", one(*pile)),
        StepKind::Rotate(all) => format!(
            "put the bottom card of each of {} on its top",
            piles(game, *all)
        ),
        StepKind::Sink(all, which) => format!(
            "in each of {}, put to the bottom: {}",
            piles(game, *all),
            clause(game, which)
        ),
        StepKind::Close(all) => format!(
            "move {} up, so that no empty one is left between",
            piles(game, *all)
        ),
        StepKind::Call(action) => format!("do what {} does", said(&game.actions[action.at()].name)),
    };
    match &step.when {
        Some(condition) => format!("{done}, when {}", clause(game, condition)),
        None => done,
    }
}

fn deal(game: &Game, dealing: &Dealing) -> String {
    let face = |up: bool| if up { "face up" } else { "face down" };
    let to = piles(game, dealing.to);
    let to_each = if dealing.to.count > 1 {
        format!("each of {to}")
    } else {
        to.clone()
    };
    let many = match &dealing.amount {
        Amount::Each(number) => format!("{} to {to_each}", pluralize(*number, "card")),
        Amount::List(list) => {
            let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
            format!("{} cards to {to}", join_with(&numbers, "and"))
        }
        Amount::All => format!("all cards to {to}"),
    };
    let from = piles(game, dealing.from);
    let mut said = format!("deal {many} {} from {from}", face(dealing.up));
    if dealing.to.count > 1 && dealing.by == By::Pile {
        said += ", pile by pile";
    }
    if dealing.under {
        said += ", under what lies there";
    }
    if let Some(only) = &dealing.only {
        said = format!("{said}, to piles where {}", clause(game, only));
    }
    if let Some(which) = &dealing.which {
        said = format!("{said}, of these cards only: {}", clause(game, which));
    }
    if let Some(divert) = &dealing.divert {
        said = format!(
            "{said}; others go {} to {} and the next is dealt in their place: {}",
            face(divert.up),
            piles(game, divert.to),
            clause(game, &divert.which)
        );
    }
    said
}
