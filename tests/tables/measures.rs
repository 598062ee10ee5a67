//! What the greedy player makes of the games: `games/measures.tsv`.

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::sync::Arc;

use patience::internals::Step;
use patience::library::catalog;
use patience::player::{Plan, Player, Tally, simulate};
use patience::view::CardView;
use patience::{Deal, DealNumber, Game, Position, Rules};
use patience_cli::{Character, DecidedBy, characters};

const HEAD: &str = "\
# What the greedy player made of the games: `cargo run --release --example tables -- measures` writes it.
key\twins\tmoves\tchoices\tchoices in the first ten deals\tdecided by
";

/// The deals that are enough to notice that a game has changed.
const FIRST_DEALS: RangeInclusive<u64> = 1..=10;
/// The maximum number of moves in each deal.
const MAX_MOVES: u32 = 500;

/// Writes the file, after measuring the games that have changed since they were measured.
pub(crate) fn write_measures() -> String {
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    let known = characters();
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    let lines = games.iter().filter_map(|entry| {
        let rules = Rules::built_in(&entry.id).expect("it is built in");
        let variants: Vec<&str> = entry.variant.as_deref().into_iter().collect();
        let game = rules.with_variants(&variants).expect("it is a variant");
        let current = known.get(entry.key()).filter(|c| is_current(c, &game));
        let character = current.copied().or_else(|| measure(&game, jobs))?;
        let Character {
            wins,
            moves,
            choices,
            first_choices,
            decided_by,
        } = character;
        let (key, word) = (entry.key(), decided_by.word());
        Some(format!(
            "{key}\t{wins}\t{moves}\t{choices}\t{first_choices}\t{word}\n"
        ))
    });
    HEAD.to_owned() + &lines.collect::<String>()
}

/// Plays all deals. Returns `None` if they cannot be dealt.
fn measure(game: &Arc<Game>, jobs: usize) -> Option<Character> {
    let tally = play(game, 1..=Character::DEALS, jobs)?;
    Some(Character {
        wins: tally.wins,
        moves: tally.moves,
        choices: tally.generated,
        first_choices: play(game, FIRST_DEALS, jobs)?.generated,
        decided_by: decided_by(game, tally.moves, tally.generated)?,
    })
}

/// Whether a character is still what measuring would give, as far as a few deals can tell.
fn is_current(character: &Character, game: &Arc<Game>) -> bool {
    let first = play(game, FIRST_DEALS, 1).map(|tally| tally.generated);
    let decided_by = decided_by(game, character.moves, character.choices);
    first == Some(character.first_choices) && decided_by == Some(character.decided_by)
}

/// Plays some deals with the greedy player. Returns `None` if one cannot be dealt.
fn play(game: &Arc<Game>, deals: RangeInclusive<u64>, jobs: usize) -> Option<Tally> {
    let plan = Plan::new(deals).with_player(Player::Greedy);
    let plan = plan.with_moves(MAX_MOVES).with_jobs(jobs);
    simulate(game, &plan, &|_| ()).ok()
}

/// What decides a game, given how many moves were chosen from how many choices.
fn decided_by(game: &Arc<Game>, moves: u64, choices: u64) -> Option<DecidedBy> {
    let first = Position::deal(game, &Deal::Number(DealNumber(1))).ok()?;
    let piles = first.view().piles;
    let mut cards = piles.iter().flat_map(|pile| &pile.cards);
    let is_open = cards.all(|card| matches!(card, CardView::Up(_)));
    let is_shuffled = game.steps_in_play().any(Step::shuffles);
    Some(if 10 * choices <= 11 * moves {
        DecidedBy::Luck
    } else if is_open && !is_shuffled {
        DecidedBy::Skill
    } else {
        DecidedBy::Both
    })
}
