//! What lies face down stays a secret: no answer but what is legal depends on it.
//!
//! Two positions that look alike to a player, as only the cards that lie face down changed places, are asked the same
//! things. Whether a move is legal may depend on such a card; where both refuse, they do it in the same words.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use patience::internals::{Compiled, Target, pile_named, read};
use patience::{Card, Game, PileId, Position, Refusal};

use super::judge::{Broken, broken};
use super::{along, everywhere, file_of, move_texts};
use crate::common::{Chance, patience, root, rules};

/// The same position but that the cards that lie face down have changed places. Nothing where they cannot lie so, or
/// where what is seen would be another: a card is turned up where it may be lifted, and that may depend on them.
fn exchanged(position: &Position, chance: &mut Chance) -> Option<Position> {
    let mut layout = position.layout();
    let cards = layout.piles.iter_mut().flat_map(|(_, cards)| cards);
    let mut hidden: Vec<&mut Card> = cards.filter(|(_, down)| *down).map(|(c, _)| c).collect();
    for at in (1..hidden.len()).rev() {
        let other = chance.below(at + 1);
        let (before, from) = hidden.split_at_mut(at);
        if let Some(other) = before.get_mut(other) {
            std::mem::swap(*other, from[0]);
        }
    }
    let other = Position::lay_out(position.game(), &layout).ok()?;
    (seen(&other) == seen(position) && other.key() != position.key()).then_some(other)
}

/// What lies face up where, and where the others lie.
fn seen(position: &Position) -> Vec<Vec<Option<Card>>> {
    let piles = position.layout().piles.into_iter();
    let face = |(card, down): (Card, bool)| (!down).then_some(card);
    piles
        .map(|(_, cards)| cards.into_iter().map(face).collect())
        .collect()
}

/// What is said of something that is typed, with the clause that refuses; nothing where it is played.
fn answer(position: &Position, text: &str) -> Option<String> {
    match read(position, text) {
        Err(error) => Some(error.to_string()),
        Ok(attempt) => {
            let refusal = attempt.resolve(position).err()?;
            Some(format!("{}: {refusal}", refusal.key()))
        }
    }
}

/// What may be typed first, second and third.
fn words(game: &Game) -> [Vec<String>; 3] {
    let groups = Compiled::new(game).groups.iter();
    let mut piles: Vec<String> = groups.clone().map(|g| g.short.clone()).collect();
    piles.extend(
        groups
            .flat_map(|g| g.piles.iter())
            .map(|p| game.pile_name(p)),
    );
    let faces: BTreeSet<Card> = game.deck().iter().copied().collect();
    let cards = faces.iter().map(Card::to_string);
    let mut first: Vec<String> = cards.chain(piles.iter().cloned()).collect();
    first.extend(Compiled::new(game).actions.iter().map(|a| a.name.clone()));
    first.extend(["", "x9", "t99", "KS", "7", "dael", "t1:1S", "t:2S"].map(str::to_owned));
    piles.extend(["", "x", "t99"].map(str::to_owned));
    let third = ["", "", "", "1", "2", "3", "7", "200"].map(str::to_owned);
    [first, piles, third.to_vec()]
}

/// Whether the answer may be another as other moves are legal: a group stands for those piles from which one is.
fn asks_what_is_legal(one: &Position, other: &Position, text: &str) -> bool {
    let from = text.split_whitespace().next().unwrap_or_default();
    let is_group = matches!(pile_named(one.game(), from), Ok(Target::Group(_)));
    is_group && move_texts(one) != move_texts(other)
}

fn compare(one: &Position, other: &Position, text: &str) -> Result<(), Broken> {
    match (answer(one, text), answer(other, text)) {
        (Some(a), Some(b)) if a != b && !asks_what_is_legal(one, other, text) => broken(
            "no answer tells what lies face down",
            format!("`{text}`\n{a}\n{b}\n{}{}", one.to_text(), other.to_text()),
        ),
        _ => Ok(()),
    }
}

/// Asks so many things, and where `all` is said whatever two words there are.
pub(super) fn what_lies_face_down_is_not_told(
    position: &Position,
    chance: &mut Chance,
    asked: usize,
    all: bool,
) -> Result<(), Broken> {
    let Some(other) = exchanged(position, chance) else {
        return Ok(());
    };
    let game = position.game();
    let [first, second, third] = words(game);
    if all {
        for first in &first {
            for second in &second {
                compare(position, &other, &format!("{first} {second}"))?;
            }
        }
    }
    for _ in 0..asked {
        let mut any = |words: &Vec<String>| words[chance.below(words.len())].clone();
        let mut text = format!("{} {} {}", any(&first), any(&second), any(&third));
        if chance.below(4) == 0 {
            // A certain card of a pile.
            let pile = PileId::new(chance.below(Compiled::new(game).piles.len()));
            text = format!("{}:{text}", game.pile_name(pile));
        }
        compare(position, &other, &text)?;
    }
    Ok(())
}

/// Whether a move is refused for one of several things that depend on what lies face down, so that none is named.
pub(super) fn is_for_what_is_hidden(refusal: &Refusal) -> bool {
    let said = refusal.to_string();
    refusal.key() == "none" && said.ends_with("that depends on face-down cards")
}

#[test]
fn nothing_is_told_where_everything_depends_on_it() {
    let rules = rules(&root().join("tests/games/face-down.toml"));
    let mut hidden = 0;
    for seed in 1..=40 {
        along(rules.game(), seed, |position, chance| {
            let mut chance = Chance(chance.0);
            let all = chance.below(20) == 0;
            let law = what_lies_face_down_is_not_told(position, &mut chance, 80, all);
            if let Err(broken) = law {
                panic!("{}", broken.found);
            }
            let answers = Compiled::new(position.game())
                .piles
                .iter()
                .enumerate()
                .map(|(at, _)| {
                    let name = position.game().pile_name(PileId::new(at));
                    answer(position, &format!("t1 {name}")).unwrap_or_default()
                });
            hidden += answers.filter(|a| a.contains("depends on")).count();
        });
    }
    assert!(hidden > 1000, "only {hidden} answers had anything to hide");
}

/// What the program shows of a position, but for how the game stands.
fn shown(position: &Position, name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, position.to_text()).expect("it can be written");
    let (game, path) = (file_of(position.game()), path.display().to_string());
    let game = game.display().to_string();
    let answer = patience(
        &["play", &game, "--position", &path],
        "show\nhelp\nrules\nx\n",
    );
    assert_eq!(answer.status, 0, "{}", answer.errors);
    let is_kept = |line: &&str| !line.starts_with("Stuck") && !line.starts_with("Won");
    let lines: Vec<&str> = answer.output.lines().filter(is_kept).collect();
    lines.join("\n")
}

#[test]
fn what_is_shown_is_what_is_seen() {
    let mut compared = 0;
    everywhere(|position, chance| {
        let mut chance = Chance(chance.0);
        if chance.below(100) > 0 {
            return;
        }
        if let Some(other) = exchanged(position, &mut chance) {
            compared += 1;
            assert_eq!(shown(position, "one"), shown(&other, "other"));
        }
    });
    assert!(compared > 50, "only {compared} positions hid anything");
}
