//! Face-down cards stay secret: nothing that a player is told depends on them, except whether a move is legal.
//!
//! The tests compare two positions that look alike to a player, because only face-down cards have changed places. A
//! move may be legal in one of them only; if both refuse it, they must do so in the same words.

use std::collections::BTreeSet;

use patience::id::PileId;
use patience::internals::{Compiled, Target, pile_named, read};
use patience::{Card, Game, Position, Refusal};

use super::walk::{Law, Stop, Violation, Walk, ensure, fail};
use super::{format_moves, law};
use crate::common::{Folder, Rng, file_of, open_rules, root, run_patience, say};

/// Shuffles the face-down cards of a position. Returns `None` if the result is not a valid layout, or if it looks
/// different: liftable cards are turned up, and which cards these are may depend on face-down cards.
fn shuffle_hidden(position: &Position, rng: &mut Rng) -> Option<Position> {
    let mut layout = position.layout();
    let cards = layout.piles.iter_mut().flat_map(|(_, cards)| cards);
    let mut hidden: Vec<&mut Card> = cards.filter(|(_, down)| *down).map(|(c, _)| c).collect();
    for index in (1..hidden.len()).rev() {
        let other = rng.below(index + 1);
        let (before, rest) = hidden.split_at_mut(index);
        if let Some(other) = before.get_mut(other) {
            std::mem::swap(*other, rest[0]);
        }
    }
    let other = Position::lay_out(position.game(), &layout).ok()?;
    (visible_cards(&other) == visible_cards(position) && other.key() != position.key())
        .then_some(other)
}

/// The cards of each pile as a player sees them: `None` for a face-down card.
fn visible_cards(position: &Position) -> Vec<Vec<Option<Card>>> {
    let piles = position.layout().piles.into_iter();
    let face = |(card, down): (Card, bool)| (!down).then_some(card);
    piles
        .map(|(_, cards)| cards.into_iter().map(face).collect())
        .collect()
}

/// The error, or the refusal with its key, for some input; `None` if the input is a legal move.
fn find_refusal(position: &Position, text: &str) -> Option<String> {
    match read(position, text) {
        Err(error) => Some(error.to_string()),
        Ok(attempt) => {
            let refusal = attempt.resolve(position).err()?;
            Some(format!("{}: {refusal}", refusal.key()))
        }
    }
}

/// The words to type in first, second and third place, valid and invalid.
fn input_words(game: &Game) -> [Vec<String>; 3] {
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

/// Whether the answers may differ because the legal moves do: a group stands for the piles that have a legal move.
fn depends_on_legal_moves(one: &Position, other: &Position, text: &str) -> bool {
    let from = text.split_whitespace().next().unwrap_or_default();
    let is_group = matches!(pile_named(one.game(), from), Ok(Target::Group(_)));
    is_group && format_moves(one) != format_moves(other)
}

/// Checks that both positions answer some input in the same words, if both refuse it.
fn compare_answers(one: &Position, other: &Position, text: &str) -> Result<(), Violation> {
    match (find_refusal(one, text), find_refusal(other, text)) {
        (Some(a), Some(b)) if a != b && !depends_on_legal_moves(one, other, text) => fail(
            "answers do not reveal face-down cards",
            format!("`{text}`\n{a}\n{b}\n{}{}", one.to_text(), other.to_text()),
        ),
        _ => Ok(()),
    }
}

/// What a player is told does not depend on face-down cards: a few random inputs.
pub(super) fn check_a_few_answers(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    check_secrecy(stop.position, &mut stop.rng, 4, false)
}

/// The same with more random inputs.
pub(super) fn check_many_answers(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    check_secrecy(stop.position, &mut stop.rng, 40, false)
}

/// Checks the answers to `count` random inputs; if `exhaustive` is set, also to every combination of two words. Returns how
/// many random inputs there were.
fn check_secrecy(
    position: &Position,
    rng: &mut Rng,
    count: usize,
    exhaustive: bool,
) -> Result<usize, Violation> {
    let Some(other) = shuffle_hidden(position, rng) else {
        return Ok(0);
    };
    let game = position.game();
    let [first, second, third] = input_words(game);
    if exhaustive {
        for first in &first {
            for second in &second {
                compare_answers(position, &other, &format!("{first} {second}"))?;
            }
        }
    }
    for _ in 0..count {
        let mut random_word = |words: &Vec<String>| words[rng.below(words.len())].clone();
        let mut text = format!(
            "{} {} {}",
            random_word(&first),
            random_word(&second),
            random_word(&third)
        );
        if rng.below(4) == 0 {
            // A specific card of a pile.
            let pile = PileId::new(rng.below(Compiled::new(game).piles.len()));
            text = format!("{}:{text}", game.pile_name(pile));
        }
        compare_answers(position, &other, &text)?;
    }
    Ok(count)
}

/// The end of a refusal that names no clause, because several depend on face-down cards.
const BECAUSE_OF_HIDDEN_CARDS: &str = "because of face-down cards";

/// Whether several clauses that depend on face-down cards refuse a move, so that the refusal names none of them.
pub(super) fn depends_on_hidden_cards(refusal: &Refusal) -> bool {
    let message = refusal.to_string();
    refusal.key() == "none" && message.ends_with(BECAUSE_OF_HIDDEN_CARDS)
}

/// Answers to single inputs, to all combinations of words now and then, and how many depend on face-down cards.
const LAWS: &[Law] = &[
    law("random inputs", 1, |stop| {
        check_secrecy(stop.position, &mut stop.rng, 80, false)
    }),
    law("all inputs", 20, |stop| {
        check_secrecy(stop.position, &mut stop.rng, 0, true).map(|_| 1)
    }),
    law("answers that hide something", 1, |stop| {
        Ok(count_hidden_answers(stop.position))
    }),
];

fn count_hidden_answers(position: &Position) -> usize {
    let game = position.game();
    let answer = |index| {
        let name = game.pile_name(PileId::new(index));
        find_refusal(position, &format!("t1 {name}")).unwrap_or_default()
    };
    let hides = |answer: &String| {
        answer.contains("depends on a face-down card") || answer.contains(BECAUSE_OF_HIDDEN_CARDS)
    };
    let piles = Compiled::new(game).piles.len();
    (0..piles).map(answer).filter(hides).count()
}

#[test]
fn nothing_is_revealed_if_every_rule_depends_on_hidden_cards() {
    let rules = open_rules(&root().join("tests/games/face-down.toml"));
    let walk = Walk {
        laws: &[LAWS],
        moves: 80,
        thin: 1,
        lags: true,
    };
    let found = walk.games(rules.game(), 1..=40);
    if let Some(Violation { law, details }) = found.violation {
        panic!("{law}: {details}");
    }
    say("nothing_is_revealed", &found.cases);
    let hidden = found.cases["answers that hide something"];
    assert!(
        hidden > 1000,
        "only {hidden} answers depend on face-down cards"
    );
}

/// The output of the program for a position, without the sentences that tell whether the game is stuck or won.
fn show_in_program(position: &Position) -> String {
    let folder = Folder::new();
    let path = folder.write("shown", position.to_text());
    let game = file_of(position.game()).display().to_string();
    let result = run_patience(
        &["play", &game, "--position", &path],
        "show\nhelp\nrules\nx\n",
    );
    assert_eq!(result.status, 0, "{}", result.stderr);
    let is_kept = |line: &&str| !line.starts_with("Stuck") && !line.starts_with("Won");
    let before_end = |part: &str| {
        part.lines()
            .take_while(is_kept)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let parts: Vec<String> = result.stdout.split("\n\n").map(before_end).collect();
    parts.join("\n\n").replace(&path, "shown")
}

/// The hints, and the first safe move: after it, a card may have been turned up.
fn list_help(position: &Position) -> Vec<String> {
    let hints = position.hints().into_iter();
    let hints = hints.map(|hint| format!("{}: {}", position.format_move(hint.mv), hint.reason));
    let safe = position.safe_moves();
    let safe = safe.first().map(|&mv| position.format_move(mv));
    hints.chain(safe).collect()
}

/// The program shows the same for two positions that look alike.
pub(super) fn check_program(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let Some(other) = shuffle_hidden(position, &mut stop.rng) else {
        return Ok(0);
    };
    if format_moves(position) == format_moves(&other) {
        let [one, two] = [position, &other].map(list_help);
        ensure(one == two, "hints do not reveal face-down cards", || {
            format!("{one:?}\n{two:?}")
        })?;
    }
    let [one, two] = [position, &other].map(show_in_program);
    ensure(one == two, "the program shows visible cards only", || {
        format!("{one}\n{two}")
    })?;
    Ok(1)
}
