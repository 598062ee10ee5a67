//! The object of a game, its base rank, its actions, what happens automatically, and its score.

use super::draft::Draft;
use super::opening::Opening;
use super::steps::Stock;
use super::terms::terms;
use super::{group, steps};
use crate::condition::{GroupExpr, Piles, Predicate, PredicateKind};
use crate::prose::words::{capitalized, the_groups, the_piles, times};
use crate::prose::{Describer, title_of, words_of};
use crate::rules::file::{Role, Take};
use crate::rules::{Action, Auto, Game, Group, Step, Verb};
use crate::text::join_with;

/// Names the groups whose cards count: "the foundations".
fn goals(game: &Game) -> Vec<String> {
    let goals = game.groups.iter().filter(|group| group.goal);
    goals.map(|group| the_piles(game, group.piles)).collect()
}

/// Says when the game is won, and how it is scored.
pub(super) fn write_object(draft: &mut Draft, game: &Game) {
    draft.start("Object", false);
    let text = match &game.win {
        Some(win) => {
            let win = Describer::new(game).clause(&win.predicate);
            format!("the game is won when {win}")
        }
        None => {
            let goals = join_with(&goals(game), "and");
            format!("move all {} cards to {goals}", game.deck.len())
        }
    };
    draft.add("win", "", &text);
    write_score(draft, game);
}

/// Explains the base rank.
pub(super) fn write_base(draft: &mut Draft, game: &Game, opening: &Opening<'_>) {
    let Some(base) = &game.base else { return };
    let target = game.group(base.of);
    draft.start("Base rank", false);
    let piles = the_piles(game, target.piles);
    let begins = if target.start.as_ref().is_some_and(group::is_base) && target.piles.count > 1 {
        ": each of these piles begins with it"
    } else {
        ""
    };
    let text =
        format!("the rank of the first card on {piles} is the base rank of the game{begins}");
    draft.add("base", "", &text);
    // If the deal sets it, nothing is left to choose.
    if opening.has_cards_in(target) {
        return;
    }
    if !base.from.is_empty() {
        let from = the_groups(game, &base.from, "or");
        let text = format!("the player chooses it, from {from} only");
        draft.add("from", "", &text);
    }
    if base.locks {
        let text = "until then no other move or deal is allowed";
        draft.add("locks", "", text);
    }
}

/// Whether a group is described together with the stock: it is the stock, or takes cards from it and none from the
/// player.
pub(super) fn is_beside_stock(game: &Game, group: &Group) -> bool {
    let takes_nothing = group.start.is_none() && group.build.is_none() && group.fill.is_empty();
    group.piles.first == game.stock || group.role == Role::Waste && takes_nothing
}

/// Describes the stock and the actions.
pub(super) fn write_actions(draft: &mut Draft, game: &Game, opening: &Opening<'_>) {
    let groups = || {
        let groups = game.groups.iter();
        groups.filter(|group| is_beside_stock(game, group))
    };
    let is_passing = stock_is_passing(game, opening);
    let uses_stock = game.uses_stock() && !is_passing;
    let named = groups().filter(|group| uses_stock || group.piles.first != game.stock);
    let names: Vec<String> = named.map(|group| words_of(&group.name)).collect();
    let heading = match names.as_slice() {
        [] if game.actions.len() == 1 => "action".to_owned(),
        [] => "actions".to_owned(),
        names => join_with(names, "and"),
    };
    draft.start(&capitalized(&heading), true);
    for action in &game.actions {
        write_action(draft, game, action, is_passing);
    }
    if is_dealt_once(game) {
        draft.add("redeal", "", "there is no redeal");
    }
    for group in groups() {
        let is_idle_stock = group.piles.first == game.stock
            && group.take == Take::None
            && group.start.is_none()
            && group.build.is_none();
        if !is_idle_stock {
            group::add_sentences(draft, game, group);
        }
    }
    // Authors say themselves what their own words do not say.
    let derived = game
        .actions
        .iter()
        .filter(|action| action.description.is_none());
    let mut deals = derived.flat_map(|action| &action.steps);
    if deals.any(|step| may_run_short(game, step)) && !always_divides(game, opening) {
        let stock = if is_passing { "packet" } else { "stock" };
        let text = format!("if the {stock} runs out during a deal, the deal ends there");
        draft.add("short", "", &text);
    }
}

/// Whether a player deals from the stock to piles that only deals fill, where no card ever comes back: one who knows
/// other games would expect a redeal.
fn is_dealt_once(game: &Game) -> bool {
    let is_waste = |step: &Step| {
        let group = game.group_of(step.to.first);
        step.from.first == game.stock
            && is_beside_stock(game, group)
            && group.piles.first != game.stock
    };
    let deals = game.actions.iter().flat_map(|action| &action.steps);
    let renews = |step: &Step| step.fills(Piles::one(game.stock));
    deals.into_iter().any(is_waste) && !game.steps_in_play().any(renews)
}

/// Whether cards lie in the stock only while an action takes them up and deals them again.
fn stock_is_passing(game: &Game, opening: &Opening<'_>) -> bool {
    let stock = game.group_of(game.stock);
    let gives = stock.take != Take::None
        || game.groups.iter().any(|group| {
            let mut fill = group.fill.iter();
            fill.any(|from| game.group(*from).piles == stock.piles)
        });
    let takes = stock.start.is_some() || stock.build.is_some() || stock.swap.is_some();
    let empties = |step: &Step| {
        let enough = step
            .total()
            .is_none_or(|total| total >= opening.cards_in_play());
        step.verb == Verb::Deal && step.from == stock.piles && step.when.is_none() && enough
    };
    let lists = game.actions.iter().map(|action| &action.steps);
    let lists = lists.chain(game.autos.iter().map(|auto| &auto.steps));
    let mut last = lists.filter_map(|steps| steps.iter().rfind(|step| step.touches(stock.piles)));
    let fills = |step: &Step| step.fills(stock.piles);
    let is_filled = game.steps_in_play().any(fills);
    opening.stock == Some(0) && is_filled && !gives && !takes && last.all(empties)
}

/// Whether the stock is certain to run out at the end of a deal: one step deals all its cards, always the same number.
fn always_divides(game: &Game, opening: &Opening<'_>) -> bool {
    let stock = Piles::one(game.stock);
    let uses_stock = |step: &&Step| step.moves_cards() && step.touches(stock);
    let steps: Vec<&Step> = game.steps_in_play().filter(uses_stock).collect();
    let (Some(stock), [step]) = (opening.stock, steps.as_slice()) else {
        return false;
    };
    let stock_moves = game.group_of(game.stock).take != Take::None
        || game.groups.iter().any(|group| {
            let mut fill = group.fill.iter();
            fill.any(|from| game.group(*from).piles.contains(game.stock))
        });
    let is_certain = step.is_plain_deal() && step.when.is_none() && !stock_moves;
    let total = step.total().filter(|_| is_certain);
    total.is_some_and(|total| total > 0 && stock % total == 0)
}

/// Whether a step deals a certain number of cards, more than one, from the stock.
fn may_run_short(game: &Game, step: &Step) -> bool {
    step.from.first == game.stock && step.total().is_some_and(|total| total > 1)
}

fn write_action(draft: &mut Draft, game: &Game, action: &Action, is_passing: bool) {
    let name = words_of(&action.name);
    let when = action.when.as_ref();
    let empty_stock = PredicateKind::AllEmpty(GroupExpr::Named(Piles::one(game.stock)));
    let stock_is_empty = when.is_some_and(|when| when.predicate.kind == empty_stock);
    let when = when.map_or_else(String::new, |when| {
        format!(", when {}", Describer::new(game).clause(&when.predicate))
    });
    let stock = match () {
        () if is_passing => Stock::Passing,
        () if stock_is_empty => Stock::Empty,
        () => Stock::Any,
    };
    let steps = match &action.description {
        // The name says the verb.
        Some(text) => text
            .strip_prefix(&format!("{name} "))
            .unwrap_or(text)
            .to_owned(),
        None => steps::instructions(game, &action.steps, stock, Some(&name)),
    };
    let mut steps_onto_stock = action.steps.iter().filter(|step| step.is_packet());
    let renews_stock = steps_onto_stock.any(|step| step.to.first == game.stock);
    let limit = match action.limit {
        Some(limit) => format!("{} in a game", times(usize::from(limit))),
        None if renews_stock => "any number of times".to_owned(),
        None => String::new(),
    };
    draft.add_action(&action.name, &name, format!("{when}: {steps}"), limit);
    if action.idle {
        let name = title_of(&action.name);
        let text = format!("*{name}* counts as used even if it changes nothing");
        draft.add("idle", &action.name, &text);
    }
}

/// Describes what happens automatically.
pub(super) fn write_autos(draft: &mut Draft, game: &Game, opening: &Opening<'_>) {
    draft.start("Automatic moves", true);
    if !game.autos.is_empty() {
        let is_told = |auto: &Auto| auto.when.is_some() || auto.description.is_some();
        let often = if game.autos.iter().all(is_told) {
            ""
        } else {
            ", as often as it applies"
        };
        let text = format!("at the start and after every move, the following is done{often}:");
        draft.lead("autos", &text);
    }
    for auto in &game.autos {
        let steps = match (&auto.description, game.autos.as_slice()) {
            (Some(text), _) => text.clone(),
            (None, [auto]) if auto.when.is_none() => steps::repeated(game, &auto.steps),
            _ => steps::instructions(game, &auto.steps, Stock::Any, None),
        };
        let text = match &auto.when {
            Some(when) => {
                let when = without_base(game, opening, &when.predicate);
                let when = Describer::new(game).clause(when);
                format!("whenever {when}: {steps}")
            }
            None => steps,
        };
        draft.add("auto", &auto.name, &text);
    }
}

/// A condition, or its other part if it first asks whether the base rank is set and the deal sets it.
fn without_base<'a>(game: &Game, opening: &Opening<'_>, when: &'a Predicate) -> &'a Predicate {
    let base = game.base.as_ref();
    let is_dealt = base.is_some_and(|base| opening.has_cards_in(game.group(base.of)));
    if is_dealt
        && let PredicateKind::All(parts) = &when.kind
        && let [first, other] = parts.as_slice()
        && first.kind == PredicateKind::BaseSet
    {
        other
    } else {
        when
    }
}

/// Describes the score.
fn write_score(draft: &mut Draft, game: &Game) {
    let goals = goals(game);
    let text = match &game.score.points {
        Some(points) => format!(
            "the score is {}",
            Describer::new(game).describe_value(&points.number)
        ),
        None if goals.is_empty() => return,
        None if game.win.is_none() => "each card there scores a point".to_owned(),
        None => format!("each card on {} scores a point", join_with(&goals, "and")),
    };
    draft.add("score", "", &text);
    if game.score.carry {
        let text = "the score is carried over from game to game";
        draft.add("carry", "", text);
    }
}

/// Explains the named conditions that are given by name.
pub(super) fn write_terms(draft: &mut Draft, game: &Game) {
    draft.start("Terms", true);
    for term in terms(game) {
        for meaning in &term.meanings {
            let mut name = format!("*{}*", words_of(term.name));
            if let Some(argument) = meaning.argument.as_deref().or(term.parameter) {
                name = format!("{name} ({argument})");
            }
            let text = format!("{name}: {}", meaning.body);
            draft.add("term", &name, &text);
        }
    }
}
