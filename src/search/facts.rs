//! What the analysis finds out about a game, in words.

use super::analysis::{
    Analysis, Apart, Cycle, Parts, Reductions, check_decided, check_relaxable, find_orders,
    find_sources, ignores_suits, tell_piles_apart,
};
use crate::condition::PileSet;
use crate::play::CardOrder;
use crate::rules::Game;
use crate::text::join_with;

impl Game {
    /// What the solver may leave out in this game and, where it may not, the first reason: one fact a line, in the form of
    /// [`Game::facts`].
    #[must_use]
    pub fn solver_facts(&self) -> Vec<String> {
        let analysis = Analysis::new(self, Reductions::ALL);
        let cycle = Cycle::find(self, &analysis.shuffles);
        let relaxable = check_relaxable(self, analysis.cycle.as_ref());
        let decided = relaxable.and_then(|()| check_decided(self));
        let parts = Parts::of(self, &analysis.dominance.others);
        let needless = decided.and_then(|()| parts.check_needless());
        let exchangeable = needless.and_then(|()| parts.check_exchangeable());
        vec![
            describe_equal_piles(self),
            describe_suits(self),
            describe_orders(self),
            describe_cycle(self, &cycle),
            describe(
                "safe_goals",
                "cards that no other card needs go to goal piles at once",
                decided,
            ),
            describe(
                "part_runs",
                "a part of a run moves only to bare a card for a goal pile",
                needless,
            ),
            describe(
                "run_ends",
                "it does not matter on which of several like cards a run goes on",
                exchangeable,
            ),
            describe(
                "dead_ends",
                "positions are given up that not even an easier game could win",
                relaxable,
            ),
            describe_shuffles(self, &analysis),
        ]
    }
}

/// A reduction and what it means, or why it is not used.
fn describe(key: &str, meaning: &str, check: Result<(), &str>) -> String {
    match check {
        Ok(()) => format!("solver.{key}: {meaning}"),
        Err(why) => format!("solver.{key}: not used, as {why}"),
    }
}

fn describe_equal_piles(game: &Game) -> String {
    let (mut equal, mut apart) = (Vec::new(), Vec::new());
    let later = tell_piles_apart(game, find_sources(game));
    let groups = game
        .groups
        .iter()
        .zip(tell_piles_apart(game, PileSet::EMPTY));
    for ((group, why), later) in groups.zip(later) {
        let why = match why {
            _ if group.piles.count < 2 => continue,
            None => {
                equal.push(group.name.as_str());
                continue;
            }
            Some(Apart::Place) => "a condition reads where they are",
            Some(Apart::Named) => "a condition names one of them",
            Some(Apart::Step) => "a step takes them in order",
            Some(Apart::Refill) => "a refill takes them in order",
        };
        let until = if later.is_none() {
            " until nothing is left to deal"
        } else {
            ""
        };
        apart.push(format!("not those of {}, as {why}{until}", group.name));
    }
    let equal = if equal.is_empty() {
        "no piles are alike".to_owned()
    } else {
        format!("the piles of {} are alike", join_with(&equal, "and"))
    };
    apart.insert(0, equal);
    format!("solver.equal_piles: {}", apart.join("; "))
}

fn describe_suits(game: &Game) -> String {
    let fact = if ignores_suits(game) {
        "ignored"
    } else {
        "not ignored, as a condition reads suits or colors"
    };
    format!("solver.suits: {fact}")
}

fn describe_orders(game: &Game) -> String {
    let orders = game.groups.iter().zip(find_orders(game));
    let ignored = orders.filter(|(_, order)| *order != CardOrder::All);
    let names: Vec<&str> = ignored.map(|(group, _)| group.name.as_str()).collect();
    let fact = if names.is_empty() {
        "kept in all piles, as cards leave them or a condition reads their ends".to_owned()
    } else {
        format!("ignored under the top of {}", join_with(&names, "and"))
    };
    format!("solver.order: {fact}")
}

fn describe_cycle(game: &Game, cycle: &Result<Cycle, &str>) -> String {
    let names: Vec<String> = game
        .actions
        .iter()
        .map(|action| format!("`{}`", action.name))
        .collect();
    let meaning = format!(
        "{} only turn the stock, and are joined with the next move",
        join_with(&names, "and")
    );
    describe(
        "cycle",
        &meaning,
        cycle.as_ref().map(|_| ()).map_err(|why| *why),
    )
}

fn describe_shuffles(game: &Game, analysis: &Analysis) -> String {
    let actions = game.actions.iter().zip(&analysis.shuffles);
    let shuffling = actions.filter(|(_, shuffles)| **shuffles);
    let names: Vec<String> = shuffling
        .map(|(action, _)| format!("`{}`", action.name))
        .collect();
    let fact = if analysis.autos_shuffle {
        "an automatic move does, so nothing is searched".to_owned()
    } else if names.is_empty() {
        "none".to_owned()
    } else {
        format!("never tried: {}", join_with(&names, "and"))
    };
    format!("solver.shuffles: {fact}")
}
