//! What the analysis finds out about a game, in words.

use super::analysis::{Findings, Reduction, Reductions};
use crate::play::CardOrder;
use crate::rules::Game;
use crate::text::join_with;

impl Game {
    /// What the solver may leave out in this game and, where it may not, the first reason: one fact a line, such as
    /// `solver.suits: suits do not matter`.
    pub fn solver_facts(&self) -> Vec<String> {
        let findings = Findings::new(self, Reductions::ALL);
        let actions: Vec<String> = self
            .actions
            .iter()
            .map(|a| format!("`{}`", a.name))
            .collect();
        let turning = format!(
            "{} only turn the stock, and are joined with the next move",
            join_with(&actions, "and")
        );
        let describe = |reduction: Reduction| {
            let (meaning, premises) = match reduction {
                Reduction::EqualPiles => return describe_equal_piles(self, &findings),
                Reduction::Suits => ("suits do not matter", findings.suits),
                Reduction::Order => return describe_orders(self, &findings),
                Reduction::Cycle => (
                    turning.as_str(),
                    findings.cycle.as_ref().map(|_| ()).map_err(|why| *why),
                ),
                Reduction::SafeGoals => (
                    "cards that no other card needs go to goal piles at once",
                    findings.safe_goals,
                ),
                Reduction::PartRuns => (
                    "a part of a run moves only to bare a card for a goal pile",
                    findings.part_runs,
                ),
                Reduction::RunEnds => (
                    "it does not matter on which of several like cards a run goes on",
                    findings.run_ends,
                ),
                Reduction::DeadEnds => (
                    "positions are given up that not even an easier game could win",
                    findings.dead_ends,
                ),
            };
            match premises {
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
        let findings = Findings::new(self, Reductions::ALL);
        let mut groups = self
            .groups
            .iter()
            .zip(&findings.equal_piles)
            .zip(&findings.equal_later);
        let are_equal = groups.any(|((group, now), later)| {
            group.piles.count > 1 && (now.is_none() || later.is_none())
        });
        let found = [
            (Reduction::EqualPiles, are_equal),
            (Reduction::Suits, findings.suits.is_ok()),
            (
                Reduction::Order,
                findings.orders.iter().any(|order| *order != CardOrder::All),
            ),
            (Reduction::Cycle, findings.cycle.is_ok()),
            (Reduction::SafeGoals, findings.safe_goals.is_ok()),
            (Reduction::PartRuns, findings.part_runs.is_ok()),
            (Reduction::RunEnds, findings.run_ends.is_ok()),
            (Reduction::DeadEnds, findings.dead_ends.is_ok()),
        ];
        let held = found.iter().filter(|(_, holds)| *holds);
        held.fold(Reductions::NONE, |set, (reduction, _)| set.with(*reduction))
    }

    /// What shuffles cards once the game is under way, and when: "`redeal` shuffles the stock when 'stock is empty'". Nobody
    /// can know what a shuffle brings, so the solver makes no move that leads to one.
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

fn describe_equal_piles(game: &Game, findings: &Findings) -> String {
    let (mut equal, mut apart) = (Vec::new(), Vec::new());
    let groups = game.groups.iter().zip(&findings.equal_piles);
    for ((group, why), later) in groups.zip(&findings.equal_later) {
        let Some(why) = why.filter(|_| group.piles.count > 1) else {
            if group.piles.count > 1 {
                equal.push(group.name.as_str());
            }
            continue;
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
    apart.join("; ")
}

fn describe_orders(game: &Game, findings: &Findings) -> String {
    let orders = game.groups.iter().zip(&findings.orders);
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
