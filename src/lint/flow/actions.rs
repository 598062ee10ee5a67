//! Steps, actions and automatic moves that never do anything.

use super::evaluate::Scene;
use super::finding::{Finding, Kind, list_groups};
use super::traffic::Traffic;
use crate::condition::{Condition, PileSet, Piles};
use crate::rules::{Action, Game, Step};
use crate::text::{Describe, Span, pluralize};

/// Checks the setup, the actions and the automatic moves.
pub(super) fn check(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let game = traffic.world.game;
    check_steps(traffic, &game.setup, found);
    check_setup_order(traffic, found);
    let actions = game.actions.iter().map(|action| {
        let what = format!("`{}` can never be used", action.name);
        (what, action.when.as_ref(), &action.steps, Some(action))
    });
    let autos = game.autos.iter().map(|auto| {
        let what = format!("`auto.{}` never runs", auto.name);
        (what, auto.when.as_ref(), &auto.steps, None)
    });
    for (what, when, steps, action) in actions.chain(autos) {
        if !is_ever_run(traffic, when, &what, found) {
            continue;
        }
        let before = found.len();
        check_steps(traffic, steps, found);
        if found.len() == before && !action.is_some_and(|action| action.idle) {
            let what = format!("{what}: it would change nothing");
            check_effect(traffic, when, steps, &what, found);
        }
        found.extend(action.and_then(|action| generous_limit(traffic, action)));
    }
    check_twins(game, found);
}

/// Checks that a `when` may hold. Returns whether it may.
fn is_ever_run(
    traffic: &Traffic<'_>,
    when: Option<&Condition>,
    what: &str,
    found: &mut Vec<Finding>,
) -> bool {
    let world = &traffic.world;
    let Some(when) = when.filter(|when| !world.may_hold(Some(when), &Scene::TABLE)) else {
        return true;
    };
    let (span, label) = world.false_part(when, &Scene::TABLE);
    let message = format!("{what}: its `when` never holds");
    found.push(Finding::new(Kind::Condition, span, message).label(label));
    false
}

/// Checks that each step may do something by itself.
fn check_steps(traffic: &Traffic<'_>, steps: &[Step], found: &mut Vec<Finding>) {
    let world = &traffic.world;
    for step in steps {
        if !step.cards.is_empty()
            || step.action.is_some()
            || !is_ever_run(traffic, step.when.as_ref(), "this step never runs", found)
        {
            continue;
        }
        if world.sources(step).is_empty() {
            found.extend(idle_step(traffic, step));
        } else if let Some(divert) = &step.divert
            && let Some(which) = &divert.which
        {
            let from = step.sources();
            let faces = world.cards_of(from);
            let is_diverted = |card| {
                let mut piles = step.to.iter();
                piles.any(|to| world.is_dealt(card, from, to, Some(which)))
            };
            if !faces.iter().any(is_diverted) {
                let message = "no card is ever diverted";
                let label = "no card that is dealt here meets this";
                found.push(Finding::new(Kind::Condition, which.span, message).label(label));
            }
        }
    }
}

/// Says why a step never does anything, unless that is said of the group that it takes cards from.
fn idle_step(traffic: &Traffic<'_>, step: &Step) -> Option<Finding> {
    let world = &traffic.world;
    let game = world.game;
    let (from, only) = (step.sources(), step.only.as_ref());
    let message = "this step never moves a card";
    if world.cards_of(from).is_empty() {
        return None;
    }
    let is_selected = |pile| world.is_selected(pile, only);
    if let Some(only) = only.filter(|_| !step.choices().iter().any(is_selected)) {
        let label = "`where` never selects a pile";
        return Some(Finding::new(Kind::Condition, only.span, message).label(label));
    }
    let names = list_groups(game, from, "and");
    Some(match &step.which {
        Some(which) => Finding::new(Kind::Condition, which.span, message).label(format!(
            "`which` selects none of the cards that {names} may hold"
        )),
        None => Finding::new(Kind::Step, step.span, message)
            .label(format!("{names} never holds a card that it could move")),
    })
}

/// Checks that the setup takes cards only from piles that it has put some in.
fn check_setup_order(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let game = world.game;
    let mut filled = PileSet::only(game.stock);
    for step in &game.setup {
        if step.action.is_some() {
            return;
        }
        let from = step.sources();
        if (from & filled).is_empty() && !world.cards_of(from).is_empty() {
            let label = format!(
                "{} is still empty when this step runs",
                list_groups(game, from, "and")
            );
            let finding = Finding::new(Kind::Step, step.span, "this step never moves a card");
            found.push(finding.label(label));
        }
        if step.moves_cards() {
            filled |= step.targets();
        }
    }
}

/// Checks that steps may change something when their condition holds.
fn check_effect(
    traffic: &Traffic<'_>,
    when: Option<&Condition>,
    steps: &[Step],
    what: &str,
    found: &mut Vec<Finding>,
) {
    let world = &traffic.world;
    if world.may_take_effect(when, steps) {
        return;
    }
    let mut sources = PileSet::EMPTY;
    for (step, _) in world.game.inline_calls(steps) {
        sources |= world.sources(step);
    }
    let condition = when.or_else(|| steps.iter().find_map(|step| step.when.as_ref()));
    let (Some(condition), Some(step)) = (condition, steps.first()) else {
        return;
    };
    // That nothing ever comes to where the cards are taken from has been said.
    if sources.is_empty() {
        return;
    }
    let names = list_groups(world.game, sources, "and");
    let label = format!(
        "whenever this holds, {names} {} empty",
        if sources.len() == 1 { "is" } else { "are" }
    );
    let finding = Finding::new(Kind::Condition, condition.span, what)
        .label(label)
        .also(step.span, format!("but cards are taken from {names}"));
    found.push(with_target(world.game, step, sources, finding));
}

/// Suggests to wait for the pile that gets the cards instead of the one that they come from.
fn with_target(game: &Game, step: &Step, sources: PileSet, finding: Finding) -> Finding {
    if !step.is_packet() {
        return finding.help("steps that would move no card never run: no condition has to say so");
    }
    let to = step.to.first;
    if sources.contains(to) {
        return finding;
    }
    let (group, pile) = (game.group_of(to), game.pile_full_name(to));
    let pile = if group.piles.count == 1 {
        group.name.clone()
    } else {
        pile
    };
    finding.help(format!(
        "to wait until `{pile}` has run out, write `{pile} is empty`"
    ))
}

/// Finds a limit that can never be reached, because each use takes cards from piles that get no new ones.
fn generous_limit(traffic: &Traffic<'_>, action: &Action) -> Option<Finding> {
    let game = traffic.world.game;
    let (limit, span) = (action.limit?, action.limit_span?);
    if action.idle {
        return None;
    }
    let mut sources = PileSet::EMPTY;
    for step in &action.steps {
        if step.amount.is_none() && !step.is_packet() {
            return None;
        }
        sources |= traffic.world.sources(step);
    }
    let mut moves = traffic.moves_in_play();
    if moves.any(|flow| flow.comes_to(sources)) {
        return None;
    }
    let cards = usize::from(traffic.world.copies_of(traffic.world.cards_of(sources)));
    let cards = if sources == PileSet::only(game.stock) {
        cards.min(game.deck.len() - least_dealt(game))
    } else {
        cards
    };
    let uses = cards.div_ceil(least_per_use(game, action));
    if usize::from(limit) <= uses || uses == 0 {
        return None;
    }
    let message = format!(
        "`limit` is never reached: `{}` can be used at most {}",
        action.name,
        times(uses)
    );
    let names = list_groups(game, sources, "and");
    Some(
        Finding::new(Kind::Key, span, message)
            .label(format!(
                "after the setup, {names} holds at most {} and gets no new ones",
                pluralize(cards, "card")
            ))
            .also_at(
                action.steps.first().map(|step| step.span),
                "each use takes cards from there",
            ),
    )
}

fn times(uses: usize) -> String {
    match uses {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{uses} times"),
    }
}

/// The least number of cards that the setup certainly takes from the stock.
fn least_dealt(game: &Game) -> usize {
    let stock = Piles::one(game.stock);
    let mut dealt = 0;
    for step in game.setup.iter().filter(|step| step.when.is_none()) {
        if step.action.is_some() || step.fills(stock) {
            return 0;
        }
        if step.from == stock && step.only.is_none() && step.which.is_none() {
            dealt += step.total().unwrap_or(0);
        }
    }
    dealt.min(game.deck.len())
}

/// The least number of cards that a use takes, as long as there are enough.
fn least_per_use(game: &Game, action: &Action) -> usize {
    let [step] = action.steps.as_slice() else {
        return 1;
    };
    let is_unlimited = game.group_of(step.to.first).capacity.is_none();
    if !step.is_plain_deal() || !is_unlimited || step.when.is_some() {
        return 1;
    }
    step.total().map_or(game.deck.len(), |total| total.max(1))
}

/// Finds actions that do the same as another.
fn check_twins(game: &Game, found: &mut Vec<Finding>) {
    let text = |span: Span| game.sources.text(span);
    let rules = |action: &Action| {
        let when = action.when.as_ref().map(|when| when.text.clone());
        (
            when,
            text(action.steps_span).to_owned(),
            action.limit,
            action.idle,
        )
    };
    for (index, action) in game.actions.iter().enumerate() {
        let twin = game.actions[..index]
            .iter()
            .find(|other| rules(other) == rules(action));
        if let Some(twin) = twin {
            let message = format!("`{}` does the same as `{}`", action.name, twin.name);
            found.push(
                Finding::new(Kind::Twice, action.steps_span, message)
                    .also(twin.steps_span, "the same steps are here")
                    .help("one of the two actions is enough"),
            );
        }
    }
}
