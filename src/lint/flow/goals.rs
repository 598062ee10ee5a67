//! Wins that are out of reach, whatever the deal and the moves.

use super::evaluate::Scene;
use super::finding::{Finding, Kind, groups, has_word, list_cards, place_of};
use super::moves::{build_up, first};
use super::room::{Target, most_cards};
use super::traffic::Traffic;
use crate::cards::{Card, FaceSet};
use crate::condition::{Condition, GroupId, PileSet, Piles, Predicate, PredicateKind};
use crate::rules::file::{Role, Take};
use crate::rules::{Game, Group, Step, Unit};
use crate::text::{Describe, Span, pluralize};

const SAY_WHEN: &str = "if the game is won otherwise, say when: `win = '...'`";

/// Checks that the game can be won, and that its cards come into play.
pub(super) fn check(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let game = traffic.world.game;
    check_condition(
        traffic,
        game.until.as_ref(),
        "the setup never ends: `until` never holds",
        found,
    );
    if game.win.is_some() {
        let message = "the game can never be won: `win` never holds";
        check_condition(traffic, game.win.as_ref(), message, found);
    } else if let Some(idle) = idle_stock(traffic) {
        found.push(idle);
    } else {
        let missing = missing_cards(traffic);
        let is_complete = missing.is_none();
        found.extend(missing);
        let is_reached = |(id, _): (GroupId, &Group)| !traffic.world.cards_in(id).is_empty();
        if is_complete && goals(game).any(is_reached) {
            found.extend(lack_of_room(traffic));
            check_dead_ends(traffic, found);
        }
    }
}

/// Checks that a condition on the whole table may hold.
fn check_condition(
    traffic: &Traffic<'_>,
    condition: Option<&Condition>,
    message: &str,
    found: &mut Vec<Finding>,
) {
    let world = &traffic.world;
    if let Some(condition) = condition
        && world.evaluate(condition, &Scene::TABLE) == Some(false)
    {
        let (span, label) = world.false_part(condition, &Scene::TABLE);
        found.push(Finding::new(Kind::Condition, span, message).label(label));
    }
}

/// The groups whose cards count for the win.
fn goals(game: &Game) -> impl Iterator<Item = (GroupId, &Group)> {
    groups(game).filter(|(_, group)| group.goal)
}

/// Where to say that something is wrong with the goal piles.
fn place_of_goals(game: &Game) -> Span {
    let mut groups = goals(game).map(|(_, group)| group);
    let written = groups.find_map(|g| g.span_of("build").or(g.span_of("start")).or(g.header));
    written.unwrap_or_default()
}

/// Finds cards that no goal pile ever holds.
fn missing_cards(traffic: &Traffic<'_>) -> Option<Finding> {
    let world = &traffic.world;
    let game = world.game;
    let piles = goals(game).fold(PileSet::EMPTY, |piles, (_, group)| {
        piles | group.piles.set()
    });
    let home = world.cards_of(piles);
    let missing = world.faces - home;
    if missing.is_empty() || home.is_empty() {
        return None;
    }
    let (number, all) = (world.copies_of(missing), game.deck.len());
    let message =
        format!("the game can never be won: {number} of its {all} cards never come to a goal pile");
    let label = format!("only {} ever do", list_cards(home));
    let finding = Finding::new(Kind::Win, place_of_goals(game), message).label(label);
    Some(with_advice(traffic, missing, finding).help(SAY_WHEN))
}

/// Says what to write for goal piles that some cards never come to.
fn with_advice(traffic: &Traffic<'_>, missing: FaceSet, finding: Finding) -> Finding {
    let game = traffic.world.game;
    let names: Vec<String> = goals(game)
        .map(|(_, group)| format!("`{}`", group.name))
        .collect();
    let names = crate::text::join_with(&names, "or");
    let Some((_, group)) = goals(game).find(|(_, group)| group.build.is_some()) else {
        return finding.help(format!("no key of {names} lets {} in", list_cards(missing)));
    };
    let says = |word: &str| {
        group
            .build
            .as_ref()
            .is_some_and(|build| has_word(&build.text, word))
    };
    let ranks = game.order.ranks();
    let starts = |rank: Option<&crate::Rank>| {
        let text = group.start.as_ref().map_or("", |start| &start.text);
        rank.is_some_and(|rank| text.contains(rank.name()))
    };
    if says("down") && !says("up") && starts(ranks.first()) {
        finding.help("no rank is below the first: to build from low to high, write `up`")
    } else if says("up") && !says("down") && starts(ranks.last()) {
        finding.help("no rank is above the last: to build from high to low, write `down`")
    } else {
        let missing = list_cards(missing);
        finding.help(format!(
            "look at what `start` and `build` of {names} let in, and at what lets {missing} be lifted"
        ))
    }
}

/// Checks by counting that the goal piles can hold all cards together.
fn lack_of_room(traffic: &Traffic<'_>) -> Option<Finding> {
    let world = &traffic.world;
    let game = world.game;
    let mut room = Vec::new();
    let mut tightest: Option<(&Group, u16)> = None;
    for (id, group) in goals(game) {
        for unit in world.units_of(group) {
            let chain = chain_of(traffic, id, group, unit);
            let capacity = world.max_size(first(unit));
            let most = chain.map_or(capacity, |chain| capacity.min(chain.into()));
            let piles = u16::try_from(unit.len()).unwrap_or(u16::MAX);
            room.push(Target {
                faces: world.cards(first(unit)),
                room: most.saturating_mul(piles),
                // In a chain without an end, a card may come again.
                of_face: chain.map_or(u16::MAX, |_| piles),
                cards: [0; Card::FACES],
            });
            if chain.is_some_and(|chain| u16::from(chain) <= capacity) {
                tightest = tightest.or(Some((group, most)));
            }
        }
    }
    let all = game.deck.len();
    let held = most_cards(&mut room, &game.deck);
    if held >= all {
        return None;
    }
    let message =
        format!("the game can never be won: the goal piles hold at most {held} of its {all} cards");
    let place = tightest.map_or(place_of_goals(game), |(group, _)| place_of(group, "build"));
    let label = tightest.map_or(String::new(), |(group, most)| {
        let most = pluralize(most, "card");
        format!("no pile of `{}` ever holds more than {most}", group.name)
    });
    Some(
        Finding::new(Kind::Win, place, message)
            .label(label)
            .help("more piles, another `start` or another `build` make room")
            .help(SAY_WHEN),
    )
}

/// The most cards that can lie on each other in a pile of a unit, if each fits on the one below; `None` if there is no
/// limit. Cards that do not come from the player fit anywhere.
fn chain_of(traffic: &Traffic<'_>, id: GroupId, group: &Group, unit: PileSet) -> Option<u8> {
    let world = &traffic.world;
    if group.unit != Unit::Exactly(1) || group.take == Take::Any || is_disturbed(world.game, group)
    {
        return None;
    }
    let faces = world.cards(first(unit));
    let brought = traffic.brought(id);
    let from = PileSet::first(world.game.piles.len());
    let scene = Scene {
        this: unit,
        this_is_empty: Some(false),
        from,
        moved: (1, 1),
        ..Scene::TABLE
    };
    let build = group.build.as_ref();
    let pairs = build.map(|build| world.pairs(build, &scene, faces, faces));
    let built_on = |tops| {
        let built = pairs.as_ref().map(|pairs| pairs.with_any(tops));
        built.unwrap_or_default()
    };
    let (_, longest) = build_up(faces, |tops| built_on(tops) | (brought & faces));
    longest
}

/// Whether steps change the piles of a group otherwise than at the top.
fn is_disturbed(game: &Game, group: &Group) -> bool {
    let piles = group.piles;
    let mut steps = game.steps_in_play().chain(&game.setup);
    steps.any(|step| {
        let is_at_the_top = step.moves_cards() && !step.keeps_piles_whole();
        !is_at_the_top && step.touches(piles)
            || step.under && piles.contains(step.to.first)
            || step.which.is_some() && piles.contains(step.from.first)
    })
}

/// Finds groups whose cards can never come to a goal pile.
fn check_dead_ends(traffic: &Traffic<'_>, found: &mut Vec<Finding>) {
    let world = &traffic.world;
    let game = world.game;
    let mut gets_home: Vec<bool> = game.groups.iter().map(|group| group.goal).collect();
    while let Some((from, _)) = groups(game).find(|(from, _)| {
        let mut ways = groups(game).filter(|(to, _)| gets_home[to.index()]);
        !gets_home[from.index()] && ways.any(|(to, _)| traffic.may_give(*from, to))
    }) {
        gets_home[from.index()] = true;
    }
    for (id, group) in groups(game) {
        let cards = world.cards_in(id);
        if gets_home[id.index()] || cards.is_empty() {
            continue;
        }
        let name = &group.name;
        let message = format!("a card that comes to `{name}` can never come to a goal pile");
        let label = if traffic.may_leave(id) {
            "cards go only from here to where they cannot come to one either".to_owned()
        } else if group.take == Take::None {
            format!("no card is lifted from `{name}`, and no step or `fill` takes one away")
        } else {
            "no pile ever accepts a card from here".to_owned()
        };
        let span = group.span_of("take").filter(|_| group.take == Take::None);
        let span = span.or(group.header).unwrap_or_default();
        let finding = Finding::new(Kind::Stuck, span, message).label(label);
        let finding = match (group.role, group.take) {
            (Role::Discard, _) => {
                finding.help("to let its cards count for the win, write `goal = true`")
            }
            (_, Take::None) => {
                finding.help("to let its top cards be lifted, write `take = \"top\"`")
            }
            _ => finding,
        };
        found.push(
            finding.help(
                "the game is won when all cards are on goal piles: if not, write `win = '...'`",
            ),
        );
    }
}

/// Finds a stock whose cards stay for ever.
fn idle_stock(traffic: &Traffic<'_>) -> Option<Finding> {
    let game = traffic.world.game;
    let mut moves = traffic.moves_in_play();
    if moves.any(|flow| flow.from.contains(game.stock)) {
        return None;
    }
    let mut left = game.deck.len();
    for step in &game.setup {
        left = left.checked_sub(most_dealt(game, step)?)?;
    }
    if left == 0 {
        return None;
    }
    let message = format!(
        "{} never {} the stock",
        pluralize(left, "card"),
        if left == 1 { "leaves" } else { "leave" }
    );
    let last = game.setup.last().map(|step| step.span);
    let span = last
        .or(game.group_of(game.stock).header)
        .unwrap_or_default();
    Some(
        Finding::new(Kind::Idle, span, message)
            .label(match last {
                Some(_) => "after this, no step, move or `fill` takes cards from there",
                None => "no step, move or `fill` takes cards from here",
            })
            .help("to deal the rest: `[actions.deal]` with `do = [{ deal = 1, to = \"...\" }]`, or `deal = \"all\"`")
            .help("to play without these cards, leave their ranks or suits out of the `[deck]`"),
    )
}

/// The most cards that a step of the setup takes from the stock; `None` if that is not certain.
fn most_dealt(game: &Game, step: &Step) -> Option<usize> {
    if step.action.is_some() {
        None
    } else if !step.moves_cards() || !step.touches(Piles::one(game.stock)) {
        Some(0)
    } else if step.divert.is_some() || step.fills(Piles::one(game.stock)) {
        None
    } else {
        step.total()
    }
}

impl super::world::World<'_> {
    /// The part of a condition that is never met, and the reason.
    pub(super) fn false_part(&self, condition: &Condition, scene: &Scene) -> (Span, String) {
        let mut part: &Predicate = &condition.predicate;
        while let PredicateKind::All(parts) = &part.kind
            && let Some(inner) = parts
                .iter()
                .find(|inner| self.evaluate_part(inner, scene) == Some(false))
        {
            part = inner;
        }
        let is_in_text =
            condition.span.start <= part.span.start && part.span.end <= condition.span.end;
        let span = if is_in_text {
            part.span
        } else {
            condition.span
        };
        (span, self.why_false(part, scene))
    }
}
