//! Laws of the board that a player sees.

use std::collections::HashMap;

use patience::id::CardId;
use patience::internals::{Compiled, Group, PileDisplay, Verb};
use patience::library::built_in_ids;
use patience::{Card, Game, Move, Position};
use patience_cli::{Style, Suits, format_board};

use super::deal;
use super::walk::{Stop, Violation, ensure, fail};
use crate::common::all_games;

const WIDTHS: [usize; 4] = [60, 80, 120, 200];

fn plain(width: usize) -> Style {
    Style {
        width,
        suits: Suits::Letters,
        color: false,
    }
}

/// How often each word occurs.
fn count<'a>(words: impl Iterator<Item = &'a str>) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

/// The words for cards that belong on the board: those that lie face up, as far as the display of a pile goes.
fn visible_cards(position: &Position) -> Vec<String> {
    let mut cards = Vec::new();
    for group in Compiled::new(position.game()).groups {
        for pile in group.piles.iter() {
            let mut pile = position.cards(pile);
            let shown = match group.display {
                PileDisplay::Count => 0,
                PileDisplay::Top => 1,
                PileDisplay::Last => 8,
                PileDisplay::All => pile.len(),
            };
            pile.drain(..pile.len().saturating_sub(shown));
            pile.retain(|&card: &CardId| !position.is_hidden(card));
            let face = |card: &CardId| position.game().deck()[card.index()].to_string();
            cards.extend(pile.iter().map(face));
        }
    }
    cards
}

/// Whether a step moves the cards of a group up into its gaps, so that no card may come to its last piles any more.
fn closes_up(game: &Game, group: &Group) -> bool {
    let mut steps = game.steps_in_play();
    steps.any(|step| step.verb == Verb::Close && step.touches(group.piles))
}

/// No line is too wide; every visible card is there, whole, and no other; every pile is named, in order.
pub(super) fn check_board(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let game = position.game();
    let visible = visible_cards(position);
    let visible = count(visible.iter().map(String::as_str));
    for width in WIDTHS {
        let board = format_board("A title", position, &plain(width));
        let text = board.join("\n");
        let say = || format!("at {width}:\n{text}");
        for line in &board {
            ensure(line.chars().count() <= width, "boards fit the width", say)?;
            ensure(line.trim_end() == line, "no line ends with a space", say)?;
        }
        let (title, board) = board.split_first().expect("there is a title");
        ensure(title == "A title", "a board begins with its title", say)?;
        let words: Vec<&str> = board.iter().flat_map(|l| l.split_whitespace()).collect();
        let is_card = |word: &&str| word.parse::<Card>().is_ok();
        let shown = count(words.iter().copied().filter(is_card));
        ensure(shown == visible, "a board shows all visible cards", say)?;
        // The piles of a group are named in order, wherever their cards are.
        let mut rest = words.iter();
        for group in Compiled::new(game).groups {
            let closes_up = closes_up(game, group);
            for pile in group.piles.iter() {
                let name = game.pile_name(pile);
                let is_unused_stock = pile == game.stock() && position.size(pile) == 0;
                // Behind the last card of piles that move up into gaps there may be none any more.
                let piles = group.piles.iter().skip_while(|&other| other != pile);
                let is_behind = closes_up && { piles }.all(|pile| position.size(pile) == 0);
                let mut ahead = rest.clone();
                if ahead.any(|word| word.trim_end_matches(':') == name) {
                    rest = ahead;
                } else if !is_unused_stock && !is_behind {
                    fail(
                        "a board names its piles in order",
                        format!("{name} {}", say()),
                    )?;
                }
            }
        }
    }
    Ok(WIDTHS.len())
}

/// An empty foundation that is shown with a suit accepts no card of another suit.
pub(super) fn check_suits(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let game = position.game();
    let text = format_board("A title", position, &plain(200)).join("\n");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut count = 0;
    for mv in position.legal_moves() {
        let Move::Cards(card, pile) = mv else {
            continue;
        };
        let name = game.pile_name(pile);
        let shown = words
            .windows(2)
            .find(|w| w[0].trim_end_matches(':') == name);
        let shown = shown.and_then(|w| w[1].strip_prefix('-'));
        if let Some(shown) = shown.filter(|shown| !shown.is_empty()) {
            let face = game.deck()[card.index()].to_string();
            let law = "a foundation waits for the suit that it shows";
            ensure(face.ends_with(shown), law, || {
                format!("{face} on {name}:\n{text}")
            })?;
            count += 1;
        }
    }
    Ok(count)
}

/// A game with one pack fits a terminal of 24 lines, and a game with more packs has at most 40.
pub(super) fn check_height(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let game = position.game();
    if !built_in_ids().contains(&game.id()) {
        return Ok(0);
    }
    let cards = game.deck().len();
    let max = if cards <= 54 { 24 } else { 40 };
    for width in WIDTHS {
        let lines = format_board(game.name(), position, &plain(width)).len();
        ensure(lines <= max, "boards are not too tall", || {
            format!("{lines} lines at {width}")
        })?;
    }
    Ok(WIDTHS.len())
}

/// Symbols and colors say nothing that letters do not say.
pub(super) fn check_colors(stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let position = stop.position;
    let title = position.game().name();
    let colored = Style {
        width: 80,
        suits: Suits::Symbols,
        color: true,
    };
    let colored = format_board(title, position, &colored).join("\n");
    let mut text = String::new();
    let mut rest = colored.as_str();
    while let Some((before, code)) = rest.split_once('\x1b') {
        text.push_str(before);
        let (_, after) = code.split_once('m').expect("a code ends");
        rest = after;
    }
    text.push_str(rest);
    for (symbol, letter) in [('♣', "C"), ('♦', "D"), ('♥', "H"), ('♠', "S")] {
        text = text.replace(symbol, letter);
    }
    let letters = format_board(title, position, &plain(80)).join("\n");
    ensure(
        text == letters,
        "symbols and colors say nothing more",
        || format!("{text}\n{letters}"),
    )?;
    Ok(1)
}

/// No width is too small for the program to survive.
#[test]
fn any_width_and_title_will_do() {
    for game in all_games().iter().step_by(7) {
        let position = deal(game, 1);
        for width in [0, 1, 2, 7, 20, 40] {
            let title = "A very long title ♥ in 中文 and without_any_space_in_the_middle_of_it";
            let board = format_board(title, &position, &plain(width));
            assert!(board.len() > 2);
        }
    }
}
