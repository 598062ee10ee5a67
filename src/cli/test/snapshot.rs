//! What a game is like, as text: a change of its rules shows in it, whether or not a test is about it.

use std::fmt::Write as _;
use std::sync::Arc;

use super::replay::play_commands;
use crate::Error;
use crate::args::{LookArgs, SourceArgs, WithArgs};
use patience::dialogue::ChosenDeal;
use patience::internals::Stream;
use patience::player::perft;
use patience::{Deal, DealNumber, Game, Outcome, Position, Rules, work};

/// The width of a page of rules.
const WIDTH: usize = 80;
/// The number of random moves that are played.
const MOVES: usize = 60;
/// The deal whose opening is shown, and the one that random moves are played in.
const DEALS: [u64; 2] = [1, 2];
/// The deals whose move sequences are counted.
const COUNTED: [u64; 3] = [1, 2, 3];
/// The number that random moves come from.
const SEED: u64 = 1;
/// Sequences that are one longer are counted only after so few: where any two cards may change places, four moves are
/// too many.
const MAX_COUNT: u64 = 50_000;
/// The work for a count. The games of the library need far less.
const MAX_WORK: u64 = 20_000_000_000;

/// The parts of a snapshot, each a file of its own: a change of the program or of the rules has one cause in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What a player reads: the rules in English, and an opening with its legal moves.
    Page,
    /// The merged rules.
    Rules,
    /// How the game plays, without a sentence.
    Play,
}

impl Part {
    pub(super) const ALL: [Part; 3] = [Part::Page, Part::Rules, Part::Play];

    /// Its name, which is a part of the name of its file.
    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Page => "page",
            Part::Rules => "rules",
            Part::Play => "play",
        }
    }

    /// Writes this part of the snapshot of a game.
    ///
    /// # Errors
    /// Returns an error if the game or a variant of it cannot be dealt.
    pub(super) fn describe(self, rules: &Rules) -> Result<String, Error> {
        match self {
            Part::Page => {
                let opening = play_opening(rules)?;
                Ok(format!(
                    "{}\n{}\n",
                    rules.page().to_text(WIDTH),
                    opening.trim_end()
                ))
            }
            Part::Rules => describe_rules(rules),
            Part::Play => describe_play(rules),
        }
    }
}

/// The keys of the merged rules, and the ones that each variant changes.
fn describe_rules(rules: &Rules) -> Result<String, Error> {
    let settings = |with: &[&str]| rules.settings(with).map_err(Error::from);
    let plain = settings(&[])?;
    let (mut text, lines) = (plain.to_toml(false), plain.lines());
    for name in rules.variants() {
        let changed = settings(&[name])?.lines();
        let gone = lines.iter().filter(|line| !changed.contains(line));
        let new = changed.iter().filter(|line| !lines.contains(line));
        write!(text, "\n# the variant {name}\n").expect("text can be written");
        for (sign, setting) in gone.map(|s| ('-', s)).chain(new.map(|s| ('+', s))) {
            for line in setting.lines() {
                writeln!(text, "{sign} {line}").expect("text can be written");
            }
        }
    }
    Ok(text)
}

/// The opening, random moves and the numbers of move sequences, and the opening of each variant.
fn describe_play(rules: &Rules) -> Result<String, Error> {
    let game = rules.game();
    let mut text = String::new();
    let mut add = |title: &str, section: &str| {
        let section = section.trim_end();
        write!(text, "===== {title}\n\n{section}\n\n").expect("text can be written");
    };
    let opening = deal(game, DEALS[0])?;
    let moves = opening.legal_moves();
    let moves: Vec<String> = moves.iter().map(|mv| opening.format_move(*mv)).collect();
    let section = format!("{}\n{}", state(&opening), moves.join(", "));
    add("deal 1 and its legal moves", &section);
    add("random moves of deal 2", &play_at_random(game)?);
    add(
        "move sequences of length 1, 2, 3, 4",
        &count_sequences(game, &COUNTED)?,
    );
    for name in rules.variants() {
        let game = rules.with_variants(&[name])?;
        let opening = state(&deal(&game, DEALS[0])?);
        let counts = count_sequences(&game, &COUNTED[..1])?;
        add(
            &format!("the variant {name}"),
            &format!("{opening}\n{counts}"),
        );
    }
    Ok(text)
}

/// The cards of a position, its score, and how it stands.
fn state(position: &Position) -> String {
    let (cards, score) = (position.to_text(), position.score());
    let outcome = match position.outcome() {
        Outcome::Open => "open",
        Outcome::Stuck => "stuck",
        Outcome::Won => "won",
    };
    format!("{cards}score {score}, {outcome}\n")
}

/// The board of the opening, and what a player is told of its moves.
fn play_opening(rules: &Rules) -> Result<String, Error> {
    let source = SourceArgs {
        with: WithArgs::of_variants(&[]),
        deal: Some(ChosenDeal::new(Deal::Number(DealNumber(DEALS[0])))),
        deck: None,
        position: None,
    };
    play_commands(rules, &source, &LookArgs::default(), "moves\n")
}

fn deal(game: &Arc<Game>, number: u64) -> Result<Position, Error> {
    let position = Position::deal(game, &Deal::Number(DealNumber(number)));
    position.map_err(|error| Error::Usage(format!("deal {number}: {error}")))
}

/// Random moves, and the position after them.
fn play_at_random(game: &Arc<Game>) -> Result<String, Error> {
    let mut rng = Stream::new(DealNumber(SEED));
    let mut position = deal(game, DEALS[1])?;
    let mut moves = Vec::new();
    for _ in 0..MOVES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[rng.below(legal.len())];
        moves.push(position.format_move(chosen));
        position.play_unchecked(chosen);
    }
    Ok(format!(
        "{}\n\nafter the last:\n{}",
        moves.join(", "),
        state(&position)
    ))
}

/// The numbers of move sequences of the first lengths, for each deal.
fn count_sequences(game: &Arc<Game>, deals: &[u64]) -> Result<String, Error> {
    let mut lines = Vec::new();
    for &number in deals {
        let position = deal(game, number)?;
        let mut counts: Vec<String> = Vec::new();
        for depth in 1..=4 {
            let Some(count) = work::within(MAX_WORK, || perft(&position, depth)) else {
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
