use super::{condition, piles, said};
use crate::condition::Condition;
use crate::rules::file::{By, Distinct, Take};
use crate::rules::{Amount, Game, Group, Step, StepKind, Unit};
use crate::text::{counted, listed};

/// The compiled facts of a game, one a line: every pile, key, default, step and condition in words.
#[must_use]
pub fn facts(game: &Game) -> Vec<String> {
    let mut facts = head(game);
    for group in &game.groups {
        let key = |(key, fact)| (format!("piles.{}{key}", group.name), fact);
        facts.extend(group_facts(game, group).into_iter().map(key));
    }
    facts.extend(step_facts(game, "setup", &game.setup));
    facts.extend(done_facts(game));
    facts.extend(goal_facts(game));
    facts.retain(|(_, fact)| !fact.is_empty());
    facts
        .into_iter()
        .map(|(key, fact)| format!("{key}: {fact}"))
        .collect()
}

/// What it is about, and what it says.
type Fact = (String, String);

/// What the game is called, and what it is played with.
fn head(game: &Game) -> Vec<Fact> {
    let pack = &game.pack;
    let ranks: Vec<String> = game.order.ranks().iter().map(ToString::to_string).collect();
    let corner = if game.order.wraps() {
        "and around the corner"
    } else {
        "with an end"
    };
    let suits: Vec<&str> = pack.suits.iter().map(|s| s.name()).collect();
    let cards = counted(i64::try_from(game.deck.len()).unwrap_or(0), "card");
    let mut facts = vec![
        ("name", game.name.clone()),
        ("id", game.id.clone()),
        ("also called", listed(&game.aliases, "and")),
        ("family", game.family.clone()),
        ("about", game.about.clone()),
        ("source", game.source.clone()),
        ("like", game.like.clone().unwrap_or_default()),
        ("variants played", listed(&game.variants, "and")),
        ("deck", format!("{}, {cards}", counted(pack.packs, "pack"))),
        ("ranks", format!("{}, {corner}", ranks.join(" "))),
        ("suits", listed(&suits, "and")),
    ];
    if let Some(base) = &game.base {
        let from: Vec<String> = base
            .from
            .iter()
            .map(|g| piles(game, game.group(*g).piles))
            .collect();
        let of = piles(game, game.group(base.of).piles);
        let player = match from.as_slice() {
            [] => String::new(),
            from => format!(", by a player's card from {}", listed(from, "or")),
        };
        let locks = if base.locks {
            "; nothing else is legal before that"
        } else {
            ""
        };
        facts.push((
            "base",
            format!("the rank of the first card to arrive at {of}{player}{locks}"),
        ));
    }
    facts
        .into_iter()
        .map(|(key, fact)| (key.to_owned(), fact))
        .collect()
}

/// What can be done, what happens by itself, and what has a name.
fn done_facts(game: &Game) -> Vec<Fact> {
    let when = |condition: &Option<Condition>| {
        condition
            .as_ref()
            .map_or("always".to_owned(), |c| words(game, c))
    };
    let mut facts = Vec::new();
    for action in &game.actions {
        let key = format!("actions.{}", action.name);
        let limit = action
            .limit
            .map_or("any number of times".to_owned(), |l| counted(l, "time"));
        facts.push((format!("{key}.when"), when(&action.when)));
        facts.push((format!("{key}.limit"), limit));
        facts.extend(step_facts(game, &format!("{key} step"), &action.steps));
    }
    for auto in &game.autos {
        let key = format!("auto.{}", auto.name);
        facts.push((format!("{key}.when"), when(&auto.when)));
        facts.extend(step_facts(game, &format!("{key} step"), &auto.steps));
    }
    facts.extend(
        game.defines
            .iter()
            .map(|(name, text)| (format!("define.{name}"), format!("`{text}`"))),
    );
    facts
}

/// When the game is won, and how points are counted.
fn goal_facts(game: &Game) -> Vec<Fact> {
    let goals: Vec<String> = game
        .groups
        .iter()
        .filter(|g| g.goal)
        .map(|g| piles(game, g.piles))
        .collect();
    let default = format!(
        "{} hold all {} cards",
        listed(&goals, "and"),
        game.deck.len()
    );
    let win = game.win.as_ref().map_or(default, |c| words(game, c));
    let score = game.score;
    let carry = if score.carry {
        ", on top of the game before in the same sitting"
    } else {
        ""
    };
    let each = format!("{} for each card on {}", score.card, listed(&goals, "or"));
    vec![
        ("win".to_owned(), win),
        (
            "score".to_owned(),
            format!("{} at the start, {each}{carry}", score.start),
        ),
    ]
}

fn step_facts(game: &Game, key: &str, steps: &[Step]) -> Vec<Fact> {
    let numbered = steps.iter().enumerate();
    numbered
        .map(|(number, step)| (format!("{key} {}", number + 1), step_words(game, step)))
        .collect()
}

fn words(game: &Game, condition: &Condition) -> String {
    let phrase = condition::phrase(&condition.test, game, None);
    let phrase = phrase.strip_prefix("that ").unwrap_or(&phrase);
    format!("{phrase} (`{}`)", condition.text.trim())
}

fn group_facts(game: &Game, group: &Group) -> Vec<(&'static str, String)> {
    let condition = |c: &Option<Condition>, without: &str| {
        c.as_ref().map_or(without.to_owned(), |c| words(game, c))
    };
    let lifts = matches!(group.take, Take::Run | Take::Full);
    let fill: Vec<String> = group
        .fill
        .iter()
        .map(|g| piles(game, game.group(*g).piles))
        .collect();
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let numbers = if group.piles.count > 1 {
        format!(", `{0}1` to `{0}{1}`", group.short, group.piles.count)
    } else {
        format!(", `{}`", group.short)
    };
    let mut facts = vec![
        (
            "",
            format!(
                "{} ({}){numbers}",
                counted(group.piles.count, "pile"),
                group.role.meaning()
            ),
        ),
        (".role", group.role.word().to_owned()),
        (
            ".start",
            condition(&group.start, "an empty pile accepts nothing"),
        ),
        (
            ".build",
            condition(&group.build, "nothing is accepted on a card"),
        ),
        (
            ".take",
            format!("{}: {}", group.take.word(), group.take.meaning()),
        ),
    ];
    if lifts {
        facts.push((".run", condition(&group.run, "as build")));
    }
    facts.push((".available", condition(&group.available, "always")));
    let fill = if fill.is_empty() {
        "never refilled".to_owned()
    } else {
        format!(
            "an emptied pile is refilled from {}",
            fill.join(", else from ")
        )
    };
    facts.push((".fill", fill));
    let unit = match group.unit {
        Unit::Any => "any number of cards at once".to_owned(),
        Unit::Exactly(number) => format!("{} at once", counted(number, "card")),
    };
    facts.push((".unit", unit));
    facts.push((".alike", yes(group.alike)));
    facts.push((".goal", yes(group.goal)));
    facts.push((
        ".capacity",
        group
            .capacity
            .map_or("any number of cards".to_owned(), |c| counted(c, "card")),
    ));
    facts.push((".keep", counted(group.keep, "card")));
    let distinct = match group.distinct {
        None => "bottom cards may be alike".to_owned(),
        Some(distinct @ (Distinct::Suit | Distinct::Rank | Distinct::Color)) => {
            format!("no two bottom cards have the same {}", distinct.word())
        }
    };
    facts.push((".distinct", distinct));
    facts
}

fn step_words(game: &Game, step: &Step) -> String {
    let one = |pile| {
        piles(
            game,
            crate::condition::Piles {
                first: pile,
                count: 1,
            },
        )
    };
    let done = match &step.kind {
        StepKind::Deal {
            from,
            to,
            amount,
            by,
            up,
        } => {
            let face = if *up { "face up" } else { "face down" };
            let to_words = piles(game, *to);
            let to_each = if to.count > 1 {
                format!("each of {to_words}")
            } else {
                to_words.clone()
            };
            let many = match amount {
                Amount::Each(number) => format!("{} to {to_each}", counted(*number, "card")),
                Amount::List(list) => {
                    let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
                    format!("{} cards to {to_words}", listed(&numbers, "and"))
                }
                Amount::All => format!("all cards to {to_words}"),
            };
            let by = if to.count > 1 && *by == By::Pile {
                ", pile by pile"
            } else {
                ""
            };
            format!("deal {many} {face} from {}{by}", one(*from))
        }
        StepKind::Turn { from, to } => {
            let mut names: Vec<String> = from.iter().map(|p| one(*p)).collect();
            if names.len() > 1 {
                names.reverse();
                format!(
                    "turn over as one packet, from its bottom to its top, {}, onto {}",
                    names.join(", "),
                    one(*to)
                )
            } else {
                format!("turn {} over onto {}", names.concat(), one(*to))
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
        StepKind::Call(action) => format!("do what {} does", said(&game.actions[action.at()].name)),
    };
    match &step.when {
        Some(condition) => format!("{done}, when {}", words(game, condition)),
        None => done,
    }
}
