use super::terms::terms;
use super::{describe_condition, describe_number, one_line, piles, steps};
use crate::condition::Condition;
use crate::rules::{Game, Group, Step, Unit};
use crate::text::{join_with, pluralize, printable_line};

/// Describes a compiled game, one fact per line: every pile, key, default, step and condition.
pub(super) fn facts(game: &Game) -> Vec<String> {
    let mut facts = general_facts(game);
    for group in &game.groups {
        let key = |(key, fact)| (format!("piles.{}{key}", group.name), fact);
        facts.extend(group_facts(game, group).into_iter().map(key));
    }
    facts.extend(step_facts(game, "setup", &game.setup));
    if let Some(until) = &game.until {
        facts.push(("setup.until".to_owned(), describe_condition(game, until)));
    }
    facts.extend(action_facts(game));
    facts.extend(goal_facts(game));
    facts.retain(|(_, fact)| !fact.is_empty());
    facts
        .into_iter()
        .map(|(key, fact)| format!("{key}: {fact}"))
        .collect()
}

/// The key that a fact is about, and its description.
type Fact = (String, String);

/// Describes the name, the origin, the deck and the base rank.
fn general_facts(game: &Game) -> Vec<Fact> {
    let pack = &game.pack;
    let ranks: Vec<String> = game.order.ranks().iter().map(ToString::to_string).collect();
    let wrap = if game.order.wraps() {
        "wrapping around"
    } else {
        "not wrapping around"
    };
    let mut suits: Vec<String> = Vec::new();
    for &suit in &pack.suits {
        let copies = pack.copies_of_suit(suit);
        let name = match copies {
            1 => suit.name().to_owned(),
            _ => format!("{} ({})", suit.name(), pluralize(copies, "time")),
        };
        if !suits.contains(&name) {
            suits.push(name);
        }
    }
    let cards = pluralize(game.deck.len(), "card");
    let mut facts = vec![
        ("name", game.name.clone()),
        ("id", printable_line(&game.id)),
        ("also called", join_with(&game.aliases, "and")),
        ("family", game.family.clone()),
        ("about", game.about.clone()),
        ("source", game.source.clone()),
        ("like", game.like.clone().unwrap_or_default()),
        ("variants played", join_with(&game.variants, "and")),
        (
            "deck",
            match pack.jokers {
                0 => format!("{}, {cards}", pluralize(pack.packs, "pack")),
                jokers => format!(
                    "{} and {}, {cards}",
                    pluralize(pack.packs, "pack"),
                    pluralize(jokers, "joker")
                ),
            },
        ),
        ("ranks", format!("{}, {wrap}", ranks.join(" "))),
        ("suits", join_with(&suits, "and")),
    ];
    if let Some(base) = &game.base {
        let from: Vec<String> = base
            .from
            .iter()
            .map(|g| piles(game, game.group(*g).piles))
            .collect();
        let target = piles(game, game.group(base.of).piles);
        let player = match from.as_slice() {
            [] => String::new(),
            from => format!(", moved by the player from {}", join_with(from, "or")),
        };
        let locks = if base.locks {
            "; no other move is legal before that"
        } else {
            ""
        };
        facts.push((
            "base",
            format!("the rank of the first card to arrive at {target}{player}{locks}"),
        ));
    }
    facts
        .into_iter()
        .map(|(key, fact)| (key.to_owned(), fact))
        .collect()
}

/// Describes actions, automatic rules and named conditions.
fn action_facts(game: &Game) -> Vec<Fact> {
    let when = |condition: &Option<Condition>| {
        condition
            .as_ref()
            .map_or("always".to_owned(), |c| describe_condition(game, c))
    };
    let mut facts = Vec::new();
    for action in &game.actions {
        let key = format!("actions.{}", action.name);
        let mut limit = action
            .limit
            .map_or("any number of times".to_owned(), |l| pluralize(l, "time"));
        if action.idle {
            limit += ", even if nothing changes";
        }
        facts.push((format!("{key}.when"), when(&action.when)));
        facts.push((format!("{key}.limit"), limit));
        facts.extend(step_facts(game, &format!("{key} step"), &action.steps));
    }
    for auto in &game.autos {
        let key = format!("auto.{}", auto.name);
        facts.push((format!("{key}.when"), when(&auto.when)));
        facts.extend(step_facts(game, &format!("{key} step"), &auto.steps));
    }
    facts.extend(definition_facts(game));
    facts
}

/// Describes the named conditions: those that other facts give by name in words, once for each argument if need be, and
/// of the others only the source text.
fn definition_facts(game: &Game) -> Vec<Fact> {
    let mut facts = Vec::new();
    for ((key, _), term) in game.definitions.iter().zip(terms(game, false)) {
        let text = one_line(term.text);
        for meaning in &term.meanings {
            let key = match &meaning.argument {
                Some(argument) => format!("define.{} ({argument})", term.name),
                None => format!("define.{key}"),
            };
            facts.push((key, format!("{} (`{text}`)", meaning.body)));
        }
        if term.meanings.is_empty() {
            facts.push((format!("define.{key}"), format!("`{text}`")));
        }
    }
    facts
}

/// Describes when the game is won and how it is scored.
fn goal_facts(game: &Game) -> Vec<Fact> {
    let goals: Vec<String> = game
        .groups
        .iter()
        .filter(|g| g.goal)
        .map(|g| piles(game, g.piles))
        .collect();
    let mut goal_groups = game.groups.iter().filter(|g| g.goal);
    let is_one_pile = goals.len() == 1 && goal_groups.all(|g| g.piles.count == 1);
    let default = format!(
        "{} {} all {} cards",
        join_with(&goals, "and"),
        if is_one_pile { "holds" } else { "hold" },
        game.deck.len()
    );
    let win = game
        .win
        .as_ref()
        .map_or(default, |c| describe_condition(game, c));
    let carry = if game.score.carry {
        ", added to the score of the previous game in the session"
    } else {
        ""
    };
    let points = match &game.score.points {
        Some(points) => format!(
            "{} (`{}`)",
            describe_number(&points.number, game),
            one_line(&points.text)
        ),
        None if goals.is_empty() => "always 0".to_owned(),
        None => format!("the number of cards on {}", join_with(&goals, "and")),
    };
    vec![
        ("win".to_owned(), win),
        ("score".to_owned(), points + carry),
    ]
}

/// Describes a list of steps.
fn step_facts(game: &Game, key: &str, steps: &[Step]) -> Vec<Fact> {
    let numbered = steps.iter().enumerate();
    numbered
        .map(|(number, step)| {
            (
                format!("{key} {}", number + 1),
                steps::describe_step(game, step),
            )
        })
        .collect()
}

/// Describes the keys of a group of piles.
fn group_facts(game: &Game, group: &Group) -> Vec<(&'static str, String)> {
    let describe = |c: &Option<Condition>, default: &str| {
        c.as_ref()
            .map_or(default.to_owned(), |c| describe_condition(game, c))
    };
    let fill: Vec<String> = group
        .fill
        .iter()
        .map(|g| piles(game, game.group(*g).piles))
        .collect();
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let mut facts = vec![
        (
            "",
            format!(
                "{} ({}), {}",
                pluralize(group.piles.count, "pile"),
                group.role.meaning(),
                group.pile_names()
            ),
        ),
        (".role", group.role.word().to_owned()),
        (".shape", shape(game, group)),
        (
            ".start",
            describe(&group.start, "an empty pile accepts no cards"),
        ),
        (
            ".build",
            describe(&group.build, "no card is accepted on another"),
        ),
        match &group.swap {
            Some(swap) => (".swap", describe_condition(game, swap)),
            None => (
                ".pair",
                describe(&group.pair, "no card is removed with its top card"),
            ),
        },
        (
            ".take",
            format!("{}: {}", group.take.word(), group.take.meaning()),
        ),
    ];
    if group.run.is_some() || group.take.lifts_runs() {
        facts.push((".run", describe(&group.run, "same as build")));
    }
    facts.push((".available", describe(&group.available, "always")));
    let fill = if fill.is_empty() {
        "never refilled".to_owned()
    } else {
        format!(
            "an empty pile is refilled from {}",
            fill.join(", otherwise from ")
        )
    };
    facts.push((".fill", fill));
    let unit = match group.unit {
        Unit::Any => "any number of cards at once".to_owned(),
        Unit::Exactly(number) => format!("{} at once", pluralize(number, "card")),
    };
    facts.push((".unit", unit));
    facts.push((".alike", yes(group.alike)));
    facts.push((".goal", yes(group.goal)));
    facts.push((
        ".capacity",
        group
            .capacity
            .map_or("any number of cards".to_owned(), |c| pluralize(c, "card")),
    ));
    facts.push((".keep", pluralize(group.keep, "card")));
    facts
}

/// Describes the rows of piles as a drawing: "one row", or "  x / x x".
fn shape(game: &Game, group: &Group) -> String {
    let piles = || game.piles[group.piles.range()].iter().map(|p| p.place);
    let rows = piles().map(|p| p.row).max().unwrap_or(1);
    if rows == 1 {
        return "one row".to_owned();
    }
    let drawing = (1..=rows).map(|row| {
        let cols: Vec<u8> = piles().filter(|p| p.row == row).map(|p| p.col).collect();
        let last = cols.iter().max().copied().unwrap_or(0);
        (1..=last)
            .map(|col| if cols.contains(&col) { 'x' } else { ' ' })
            .collect::<String>()
    });
    drawing.collect::<Vec<_>>().join(" / ")
}
