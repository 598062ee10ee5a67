//! What a game is like, as text: a change of its rules shows in it, whether or not a test is about it.

use std::fmt::Write as _;
use std::sync::Arc;

use super::replay::play_commands;
use crate::cards::DealNumber;
use crate::cli::Error;
use crate::cli::args::SourceArgs;
use crate::cli::deal::ChosenDeal;
use crate::cli::start::with_variants;
use crate::play::{Deal, Position, WorkBudget, perft_within};
use crate::rules::{Game, Rules};

/// The width of a page of rules.
const WIDTH: usize = 80;
/// The number of random moves that are played.
const MOVES: usize = 60;
/// The deal whose opening is shown, and the one that random moves are played in.
const DEALS: [u64; 2] = [1, 2];
/// The deals whose move sequences are counted.
const COUNTED: [u64; 3] = [1, 2, 3];
/// Sequences that are one longer are counted only after so few: where any two cards may change places, four moves are
/// too many.
const MAX_COUNT: u64 = 50_000;
/// The work for the counts of one deal. The games of the library need far less.
const MAX_WORK: u64 = 20_000_000_000;

/// Titles, each with a text.
pub(super) type Sections = Vec<(String, String)>;

/// What a snapshot of a game says, without its variants; `choose` chooses a move out of so many. `None` if the game
/// cannot be dealt.
pub fn describe_game(rules: &Rules, choose: &mut dyn FnMut(usize) -> usize) -> Option<String> {
    let sections = sections(rules, choose).ok()?;
    Some(write_sections("", &sections))
}

/// The sections of a game: a title and a text each. `choose` chooses a move out of so many.
///
/// # Errors
/// Returns an error if the game cannot be dealt.
pub(super) fn sections(
    rules: &Rules,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Result<Sections, Error> {
    let (game, no_variants) = (rules.game(), Vec::new());
    let sections = [
        ("rules", rules.page().to_text(WIDTH)),
        ("facts", game.facts().join("\n")),
        (
            "deal 1 and its legal moves",
            play_deal(rules, &no_variants, DEALS[0], "moves\n")?,
        ),
        ("random moves of deal 2", play_at_random(rules, choose)?),
        (
            "move sequences of length 1, 2, 3, 4",
            count_sequences(game, &COUNTED)?,
        ),
    ];
    let owned = |(title, text): (&str, String)| (title.to_owned(), text);
    Ok(sections.map(owned).into())
}

/// A section for each variant: the facts that it changes, its opening, and how many moves it has.
pub(super) fn variant_sections(rules: &Rules) -> Result<Sections, Error> {
    let facts = rules.game().facts();
    let mut sections = Vec::new();
    for name in rules.variants() {
        let with = vec![name.to_owned()];
        let game = with_variants(rules, &with)?;
        let (mut text, changed) = (String::new(), game.facts());
        for line in facts.iter().filter(|line| !changed.contains(line)) {
            writeln!(text, "- {line}").expect("text can be written");
        }
        for line in changed.iter().filter(|line| !facts.contains(line)) {
            writeln!(text, "+ {line}").expect("text can be written");
        }
        let opening = play_deal(rules, &with, DEALS[0], "")?;
        let counts = count_sequences(&game, &COUNTED[..1])?;
        write!(text, "\n{}\n\n{counts}", opening.trim_end()).expect("text can be written");
        sections.push((format!("the variant {name}"), text));
    }
    Ok(sections)
}

/// What is printed when commands are played in a deal.
fn play_deal(rules: &Rules, with: &[String], deal: u64, commands: &str) -> Result<String, Error> {
    let source = SourceArgs {
        with: with.to_vec(),
        deal: Some(ChosenDeal::new(Deal::Number(DealNumber(deal)))),
        deck: None,
        position: None,
    };
    play_commands(rules, &source, None, commands)
}

fn deal(game: &Arc<Game>, number: u64) -> Result<Position, Error> {
    let position = Position::deal(game, &Deal::Number(DealNumber(number)));
    position.map_err(|error| Error::Usage(format!("deal {number}: {error}")))
}

/// Random moves, and the board after them.
fn play_at_random(rules: &Rules, choose: &mut dyn FnMut(usize) -> usize) -> Result<String, Error> {
    let mut position = deal(rules.game(), DEALS[1])?;
    let mut moves = Vec::new();
    for _ in 0..MOVES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[choose(legal.len())];
        moves.push(position.format_move(chosen));
        position.play_unchecked(chosen);
    }
    let transcript = play_deal(rules, &[], DEALS[1], &moves.join("\n"))?;
    // A few games are lost before the first move.
    let last = transcript.rsplit_once("> ");
    let last = last.map_or(transcript.as_str(), |(_, last)| last);
    Ok(format!("{}\n\nafter the last: {last}", moves.join(", ")))
}

/// The numbers of move sequences of the first lengths, for each deal.
fn count_sequences(game: &Arc<Game>, deals: &[u64]) -> Result<String, Error> {
    let mut lines = Vec::new();
    for &number in deals {
        let position = deal(game, number)?;
        let mut budget = WorkBudget::new(MAX_WORK);
        let mut counts: Vec<String> = Vec::new();
        for depth in 1..=4 {
            let Some(count) = perft_within(&position, depth, &mut budget) else {
                break;
            };
            counts.push(count.to_string());
            if count > MAX_COUNT {
                break;
            }
        }
        lines.push(format!("deal {number}: {}", counts.join(" ")));
    }
    Ok(lines.join("\n"))
}

/// Writes sections as one text.
pub(super) fn write_sections(head: &str, sections: &[(String, String)]) -> String {
    let mut text = head.to_owned();
    for (title, section) in sections {
        let section = section.trim_end();
        write!(text, "\n===== {title}\n\n{section}\n").expect("text can be written");
    }
    text
}

/// Reads the sections of a text that [`write_sections`] wrote.
pub(super) fn read_sections(text: &str) -> Sections {
    let mut sections = Sections::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("===== ") {
            sections.push((title.trim_end().to_owned(), String::new()));
        } else if let Some((_, section)) = sections.last_mut() {
            *section += line;
            section.push('\n');
        }
    }
    for (_, section) in &mut sections {
        *section = section.trim_matches('\n').to_owned();
    }
    sections
}
