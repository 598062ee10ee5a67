//! Laws of the board that a player sees.

use std::collections::HashMap;

use patience::internals::{Compiled, PileDisplay, Style, Suits, format_board};
use patience::{Card, CardId, Move, Position, built_in_ids};

use super::{all_games, deal, for_positions_of};

const WIDTHS: [usize; 4] = [60, 80, 120, 200];
const DEALS: u64 = 2;
/// Between two positions that are looked at, in moves.
const STRIDE: usize = 20;

fn plain(width: usize) -> Style {
    Style {
        width,
        suits: Suits::Letters,
        color: false,
    }
}

/// Calls `check` for some positions of random games of every game.
fn for_some_positions(mut check: impl FnMut(&Position)) {
    for game in all_games() {
        for seed in 1..=DEALS {
            let mut index = 0;
            for_positions_of(game, seed, |position, _| {
                if index % STRIDE == 0 {
                    check(position);
                }
                index += 1;
            });
        }
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

/// No line is too wide; every visible card is there, whole, and no other; every pile is named, in order.
#[test]
fn a_board_shows_what_is_visible_and_fits() {
    for_some_positions(|position| {
        let game = position.game();
        let expected = visible_cards(position);
        let closes_up = game
            .page()
            .to_text(400)
            .contains("into the gaps, in the same order");
        for width in WIDTHS {
            let board = format_board("A title", position, &plain(width));
            let text = board.join("\n");
            for line in &board {
                assert!(line.chars().count() <= width, "{}: {line}", game.id());
                assert_eq!(line.trim_end(), line, "{}", game.id());
            }
            let (title, board) = board.split_first().expect("there is a title");
            assert_eq!(title, "A title");
            let words: Vec<&str> = board.iter().flat_map(|l| l.split_whitespace()).collect();
            let is_card = |word: &&str| word.parse::<Card>().is_ok();
            let cards = words.iter().copied().filter(is_card);
            let expected = count(expected.iter().map(String::as_str));
            assert_eq!(count(cards), expected, "{} at {width}:\n{text}", game.id());
            // The piles of a group are named in order, wherever their cards are.
            let mut rest = words.iter();
            for group in Compiled::new(game).groups {
                for pile in group.piles.iter() {
                    let name = game.pile_name(pile);
                    let is_unused_stock = pile == game.stock() && position.size(pile) == 0;
                    // Behind the last card of piles that move up into gaps there may be none any more.
                    let piles = group.piles.iter().skip_while(|&other| other != pile);
                    let is_behind = { piles }.all(|pile| position.size(pile) == 0) && closes_up;
                    let mut ahead = rest.clone();
                    if ahead.any(|word| word.trim_end_matches(':') == name) {
                        rest = ahead;
                    } else {
                        assert!(is_unused_stock || is_behind, "{name} at {width}:\n{text}");
                    }
                }
            }
        }
    });
}

/// An empty foundation that is shown with a suit accepts no card of another suit.
#[test]
fn a_foundation_waits_for_the_suit_it_shows() {
    let mut checked = 0;
    for_some_positions(|position| {
        let game = position.game();
        let text = format_board("A title", position, &plain(200)).join("\n");
        let words: Vec<&str> = text.split_whitespace().collect();
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
                assert!(face.ends_with(shown), "{face} on {name}:\n{text}");
                checked += 1;
            }
        }
    });
    assert!(checked > 20, "{checked}");
}

/// A game with one pack fits a terminal of 24 lines, and a game with more packs has at most 40.
#[test]
fn a_board_is_not_too_tall() {
    let built_in = built_in_ids();
    for_some_positions(|position| {
        let game = position.game();
        if !built_in.contains(&game.id()) {
            return;
        }
        let cards = game.deck().len();
        let max = if cards <= 54 { 24 } else { 40 };
        for width in WIDTHS {
            let lines = format_board(game.name(), position, &plain(width)).len();
            assert!(lines <= max, "{} has {lines} lines at {width}", game.id());
        }
    });
}

/// Symbols and colors say nothing that letters do not say.
#[test]
fn symbols_and_colors_add_nothing() {
    for_some_positions(|position| {
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
        assert_eq!(text, letters);
    });
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
