//! What the analysis finds out about a game, in words.

use super::analysis::{Analysis, Reduction, Reductions};
use crate::play::CardOrder;
use crate::rules::Game;
use crate::text::join_with;

impl Game {
    /// What the solver may leave out in this game and, where it may not, the first reason: one fact a line, such as
    /// `solver.suits: suits do not matter`.
    pub fn solver_facts(&self) -> Vec<String> {
        let analysis = Analysis::new(self, Reductions::ALL);
        let actions = self.actions.iter().map(|a| format!("`{}`", a.name));
        let actions: Vec<String> = actions.collect();
        let turning = format!(
            "{} only turn the stock, and are joined with the next move",
            join_with(&actions, "and")
        );
        let describe = |reduction: Reduction| {
            let meaning = match reduction {
                Reduction::EqualPiles => return describe_equal_piles(self, &analysis),
                Reduction::Order => return describe_orders(self, &analysis),
                Reduction::Suits => "suits do not matter",
                Reduction::Cycle => turning.as_str(),
                Reduction::SafeGoals => "cards that no other card needs go to goal piles at once",
                Reduction::PartRuns => "a part of a run moves only to bare a card for a goal pile",
                Reduction::RunEnds => {
                    "it does not matter on which of several like cards a run goes on"
                }
                Reduction::DeadEnds => {
                    "positions are given up that not even an easier game could win"
                }
            };
            match analysis.premise(reduction) {
                Ok(()) => meaning.to_owned(),
                Err(why) => format!("not used, as {why}"),
            }
        };
        let facts = Reduction::ALL.iter();
        let facts =
            facts.map(|reduction| format!("solver.{}: {}", reduction.name(), describe(*reduction)));
        facts.chain([describe_shuffles(self)]).collect()
    }

    /// The reductions whose premises hold in this game, for at least one group of piles.
    pub fn reductions(&self) -> Reductions {
        let analysis = Analysis::new(self, Reductions::ALL);
        let used = Reduction::ALL.into_iter().filter(|r| analysis.uses(*r));
        used.fold(Reductions::NONE, Reductions::with)
    }

    /// What shuffles cards once the game is under way, and when: "`redeal` shuffles the stock when 'stock is empty'".
    /// Nobody can know what a shuffle brings, so the solver makes no move that leads to one.
    pub fn shuffles(&self) -> Vec<String> {
        let actions = self.actions.iter();
        let actions = actions.map(|action| (&action.name, &action.when, &action.steps));
        let autos = self
            .autos
            .iter()
            .map(|auto| (&auto.name, &auto.when, &auto.steps));
        let mut found = Vec::new();
        // What an action calls is said of the action that is called.
        for (name, when, steps) in actions.chain(autos) {
            for step in steps.iter().filter(|step| step.shuffles()) {
                let conditions = [when, &step.when].into_iter().flatten();
                let conditions: Vec<String> = conditions
                    .map(|condition| format!("'{}'", condition.text))
                    .collect();
                let when = if conditions.is_empty() {
                    String::new()
                } else {
                    format!(" when {}", join_with(&conditions, "and"))
                };
                let pile = self.pile_full_name(step.from.first);
                found.push(format!("`{name}` shuffles the {pile}{when}"));
            }
        }
        found
    }
}

fn describe_equal_piles(game: &Game, analysis: &Analysis) -> String {
    let (mut equal, mut apart) = (Vec::new(), Vec::new());
    let groups = game.groups.iter().zip(&analysis.equal_piles);
    for ((group, why), later) in groups.zip(&analysis.equal_later) {
        let name = group.name.as_str();
        match why {
            _ if group.piles.count == 1 => {}
            None => equal.push(name),
            Some(why) if later.is_none() => apart.push(format!(
                "not those of {name}, as {why} until nothing is left to deal"
            )),
            Some(why) => apart.push(format!("not those of {name}, as {why}")),
        }
    }
    let equal = if equal.is_empty() {
        "no piles are alike".to_owned()
    } else {
        format!("the piles of {} are alike", join_with(&equal, "and"))
    };
    apart.insert(0, equal);
    apart.join("; ")
}

fn describe_orders(game: &Game, analysis: &Analysis) -> String {
    let orders = game.groups.iter().zip(&analysis.orders);
    let ignored = orders.filter(|(_, order)| **order != CardOrder::All);
    let names: Vec<&str> = ignored.map(|(group, _)| group.name.as_str()).collect();
    if names.is_empty() {
        "kept in all piles, as cards leave them or a condition reads it".to_owned()
    } else {
        format!("ignored under the top of {}", join_with(&names, "and"))
    }
}

fn describe_shuffles(game: &Game) -> String {
    let shuffles = game.shuffles();
    if shuffles.is_empty() {
        "solver.shuffles: none".to_owned()
    } else {
        format!("solver.shuffles: never tried: {}", shuffles.join("; "))
    }
}
