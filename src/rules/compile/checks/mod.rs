//! Checks a whole game: deals that do not fit, piles that no card can reach, wins that are impossible.

mod groups;
mod setup;

use super::reads::for_each_read;
use crate::condition::{Counter, Leaf};
use crate::rules::file::File;
use crate::rules::game::Game;
use crate::text::{Describe, Diagnostics, Span, pluralize};

/// Checks a compiled game.
pub(super) fn check(game: &Game, file: &File, report: &mut Diagnostics) {
    setup::check_setup_deals(game, report);
    setup::check_picks(game, report);
    groups::check_groups(game, report);
    check_own_counts(game, file, report);
    groups::check_fill_cycles(game, report);
    check_win(game, file, report);
    check_base(game, file, report);
}

/// Checks that actions whose steps differ from use to use say whether a use that changes nothing counts.
fn check_own_counts(game: &Game, file: &File, report: &mut Diagnostics) {
    let tables = file.actions.named().iter();
    for ((id, action), (_, table)) in game.actions().zip(&game.actions).zip(tables) {
        if action.limit.is_none() || table.keys().idle.is_set() {
            continue;
        }
        let mut first: Option<Span> = None;
        for (step, _) in game.inline_calls(&action.steps) {
            for (condition, _) in game.conditions_of_step(step) {
                condition.predicate.walk(&mut |leaf| {
                    if matches!(leaf, Leaf::Used(counter) if counter == Counter::Action(id)) {
                        first = first.or(Some(condition.span));
                    }
                });
            }
        }
        let Some(span) = first else { continue };
        let name = &action.name;
        report.warn(span, format!("this reads how often `{name}` was used, but a use that changes nothing is illegal and does not count"))
                .help("write `idle = true` in the action if such a use counts, else `idle = false`");
    }
}

/// Checks that the default win condition can be met: that the goal piles can hold all cards.
fn check_win(game: &Game, file: &File, report: &mut Diagnostics) {
    if file.win.is_set() {
        return;
    }
    let goals = || game.groups.iter().filter(|g| g.goal);
    let room: Option<usize> = goals()
        .map(|g| {
            g.capacity
                .map(|c| usize::from(c) * usize::from(g.piles.count))
        })
        .sum();
    let span = goals().find_map(|g| g.header);
    if goals().next().is_none() {
        report
            .error(
                Span::START,
                "the game can never be won: no group of piles is a goal",
            )
            .help("write `goal = true` in a group, or say when it is won: `win = '...'`");
        return;
    }
    if room.is_some_and(|room| room < game.deck.len()) {
        let room = pluralize(room.unwrap_or(0), "card");
        report
            .error(
                span.unwrap_or_default(),
                format!(
                    "the goal piles hold {room}, but the game has {}",
                    game.deck.len()
                ),
            )
            .label("so the game can never be won")
            .help("change `count` or `capacity`, or say when it is won: `win = '...'`");
    }
}

/// Checks that something sets the base rank if the game uses it.
fn check_base(game: &Game, file: &File, report: &mut Diagnostics) {
    let Some(base) = &game.base else {
        let mut first: Option<Span> = None;
        for_each_read(game, |read| {
            if let Leaf::Base = read.leaf {
                first = first.or(Some(read.span));
            }
        });
        if let Some(span) = first {
            report
                .error(span, "this reads the base rank, but nothing sets it")
                .help(
                    "add `[base]` with the group whose first card sets it: `of = \"foundation\"`",
                );
        }
        return;
    };
    let base_group = game.group(base.of);
    let mut setup = game.inline_calls(&game.setup).into_iter();
    let is_dealt = setup.any(|(step, _)| step.fills(base_group.piles));
    if !is_dealt && base.from.is_empty() {
        let span = file.base.keys().of.span;
        report.error(span, format!("nothing ever sets the base rank of `{}`", base_group.name))
                .help("deal a card to it in the setup, or write the groups that a player's first card comes from: `from = [...]`");
    }
}
