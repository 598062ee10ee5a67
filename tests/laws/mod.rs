//! What holds of every game in every position, tried in seeded random play.

mod hidden;
mod judge;
mod mutate;
mod oracle;
mod random;
mod random_rules;
mod shrink;
mod vocabulary;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use patience::internals::{Compiled, StepKind, pile_text};
use patience::{ActionId, CardId, Deal, DealNumber, Game, Move, Outcome, PileId, Position, Rules};

use self::judge::{Cited, judge_game, placed};
use crate::common::{Chance, rules, rules_files};

const SEEDS: u64 = 2;
const MOVES: usize = 80;

/// The rules files of the library and of the tests.
fn files() -> impl Iterator<Item = PathBuf> {
    let folders = ["games", "tests/games", "tests/hostile"];
    folders.into_iter().flat_map(rules_files)
}

/// The rules file of a game.
fn file_of(game: &Game) -> PathBuf {
    let is_its = |file: &PathBuf| file.file_stem().is_some_and(|stem| *stem == *game.id());
    files()
        .find(is_its)
        .expect("its id is the name of its file")
}

/// Every game of the library and of the tests, with each of its variants.
fn games() -> Vec<Arc<Game>> {
    let mut games = Vec::new();
    for file in files() {
        let rules = rules(&file);
        games.push(Arc::clone(rules.game()));
        for variant in rules.variants() {
            games.push(
                rules
                    .with_variants(&[variant])
                    .expect("a variant can be played"),
            );
        }
    }
    games
}

/// Calls `law` for every position of random games, with a number that is the same in every run.
fn everywhere(mut law: impl FnMut(&Position, &mut Chance)) {
    for game in games() {
        for seed in 1..=SEEDS {
            along(&game, seed, &mut law);
        }
    }
}

/// Calls `law` for every position of one random game.
fn along(game: &Arc<Game>, seed: u64, mut law: impl FnMut(&Position, &mut Chance)) {
    let mut position = dealt(game, seed);
    let mut chance = Chance(seed);
    for _ in 0..MOVES {
        law(&position, &mut chance);
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[chance.below(legal.len())]);
    }
}

fn dealt(game: &Arc<Game>, seed: u64) -> Position {
    Position::deal(game, &Deal::Number(DealNumber(seed))).expect("a number is a deal")
}

fn piles(position: &Position) -> impl Iterator<Item = PileId> + use<> {
    (0..Compiled::new(position.game()).piles.len()).map(PileId::new)
}

fn cards(position: &Position) -> Vec<CardId> {
    piles(position).flat_map(|p| position.cards(p)).collect()
}

/// Every move there could be: each card to each pile, and each action.
fn candidates(position: &Position) -> Vec<Move> {
    let cards = cards(position);
    let mut moves: Vec<Move> = cards
        .iter()
        .flat_map(|&c| piles(position).map(move |p| Move::Cards(c, p)))
        .collect();
    let actions = (0..Compiled::new(position.game()).actions.len()).map(ActionId::new);
    moves.extend(actions.map(Move::Action));
    moves
}

/// Everything that can be seen of a position, and what cannot.
fn whole(position: &Position) -> (Vec<String>, Vec<u8>, i32) {
    (piles_text(position), position.key(), position.score())
}

/// The cards of all piles, as they are shown.
fn piles_text(position: &Position) -> Vec<String> {
    let game = position.game();
    piles(position)
        .map(|p| pile_text(game, position, p))
        .collect()
}

/// The legal moves as they are typed, in the order of the alphabet.
fn move_texts(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
    texts.sort_unstable();
    texts
}

/// Whether a shuffle belongs to the rules of a game once it has begun.
fn may_shuffle(game: &Game) -> bool {
    let steps = Compiled::new(game).steps_in_play;
    steps
        .iter()
        .any(|step| matches!(step.kind, StepKind::Shuffle(_)))
}

/// What holds for random rules holds for every game of the library.
#[test]
fn games_keep_the_laws() {
    for game in games() {
        for seed in 1..=SEEDS {
            let found = judge_game(&game, seed, MOVES, &mut Cited::default());
            if let Err(broken) = found {
                panic!("{} {:?}: {broken:?}", game.id(), game.variants());
            }
        }
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    everywhere(|position, chance| {
        let candidates = candidates(position);
        for _ in 0..10 {
            let candidate = candidates[chance.below(candidates.len())];
            let mut copy = position.clone();
            if copy.play(candidate).is_err() {
                assert_eq!(whole(&copy), whole(position));
            }
        }
    });
}

/// What is listed by tables is what the rules allow when each of them is asked, of every card and every pile; and what
/// is kept is what follows from the board.
#[test]
fn the_list_is_what_no_rule_refuses() {
    for game in games() {
        let mut at = 0;
        along(&game, 11, |position, _| {
            assert!(position.is_sound(), "{}", game.id());
            at += 1;
            // The rest of the game is like its beginning.
            if at % 6 != 1 {
                return;
            }
            let listed: HashSet<Move> = position.legal_moves().into_iter().collect();
            let all: Vec<Move> = listed.iter().copied().collect();
            for chosen in candidates(position) {
                let is_listed =
                    listed.contains(&chosen) || judge::is_mirror_listed(position, chosen, &all);
                assert_eq!(
                    position.is_legal(chosen),
                    is_listed,
                    "{}: {chosen:?}",
                    game.id()
                );
            }
        });
    }
}

#[test]
fn a_move_changes_something_and_its_copy_only() {
    everywhere(|position, _| {
        let before = whole(position);
        for chosen in position.legal_moves() {
            let mut copy = position.clone();
            copy.play(chosen).expect("it is legal");
            assert!(
                whole(&copy) != before,
                "{} changes nothing",
                position.format_move(chosen)
            );
        }
        assert_eq!(whole(position), before);
    });
}

/// The hash is kept up to date by pile; positions with the same key share it, and others met here do not. What may be
/// done in them is the same.
#[test]
fn hashes_go_by_keys() {
    let mut game = String::new();
    let mut seen: HashMap<u64, Vec<u8>> = HashMap::new();
    let mut hashes = HashMap::new();
    let mut kept: Option<Position> = None;
    everywhere(|position, _| {
        let key = position.key();
        let id = format!("{} {:?}", position.game().id(), position.game().variants());
        if game != id {
            (game, kept) = (id, None);
            seen.clear();
            hashes.clear();
        }
        // One copy is hashed again and again, another for the first time.
        let copy = kept.get_or_insert_with(|| position.clone());
        copy.clone_from(position);
        let hash = copy.hash();
        assert_eq!(hash, position.clone().hash());
        assert_eq!(seen.entry(hash).or_insert_with(|| key.clone()), &key);
        let moves = position.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|m| placed(position, m)).collect();
        moves.sort_unstable();
        let same = hashes.entry(key).or_insert_with(|| (hash, moves.clone()));
        assert_eq!(same, &(hash, moves), "{game}");
    });
}

#[test]
fn a_hash_is_kept_from_move_to_move() {
    for game in games() {
        let mut position = dealt(&game, 3);
        let mut chance = Chance(3);
        for _ in 0..100 {
            let hash = position.hash();
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let before = position.key();
            position.play_unchecked(legal[chance.below(legal.len())]);
            let fresh = Position::lay_out(&game, &position.layout()).expect("it can lie so");
            assert_eq!(position.hash(), fresh.hash());
            assert_eq!(position.hash() == hash, position.key() == before);
        }
    }
}

#[test]
fn copying_over_is_copying() {
    let mut kept: Option<Position> = None;
    everywhere(|position, chance| {
        let mut position = position.clone();
        position.carry(i32::try_from(chance.below(100)).expect("it is small"));
        let copy = kept.get_or_insert_with(|| position.clone());
        copy.clone_from(&position);
        assert_eq!(whole(copy), whole(&position));
        assert_eq!(copy.legal_moves(), position.legal_moves());
    });
}

fn assert_conserved(position: &Position) {
    let mut ids: Vec<usize> = cards(position).iter().map(|c| c.index()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..position.game().deck().len()).collect::<Vec<_>>());
    for pile in piles(position) {
        assert_eq!(usize::from(position.size(pile)), position.cards(pile).len());
        assert!(
            position
                .cards(pile)
                .iter()
                .all(|c| position.pile_of(*c) == Some(pile))
        );
    }
    let goals = Compiled::new(position.game())
        .groups
        .iter()
        .filter(|g| g.goal)
        .flat_map(|g| g.piles.iter());
    let goal: i32 = goals.map(|p| i32::from(position.size(p))).sum();
    let score = Compiled::new(position.game()).score;
    assert_eq!(position.score(), score.start + score.card * goal);
}

/// Written as a position file has it and read again, a position is the same to the rules and to a player.
#[test]
fn a_position_is_read_as_it_is_written() {
    let mut last: Option<(Arc<Game>, Rules)> = None;
    everywhere(|position, _| {
        let game = position.game();
        if last.as_ref().is_none_or(|(g, _)| !Arc::ptr_eq(g, game)) {
            last = Some((Arc::clone(game), rules(&file_of(game))));
        }
        let (_, rules) = last.as_ref().expect("it was set");
        let text = position.to_text();
        let read = rules.read_position::<&str>("position", &text, &[]);
        let read = read.unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert_eq!(read.game().variants(), game.variants());
        assert_eq!(whole(&read), whole(position));
        assert_eq!(read.to_text(), text);
        assert_eq!(read.outcome(), position.outcome());
        assert_eq!(move_texts(&read), move_texts(position));
    });
}

#[test]
fn what_may_be_lifted_lies_face_up() {
    everywhere(|position, _| {
        for chosen in position.legal_moves() {
            if let Move::Cards(card, _) = chosen {
                assert!(!position.is_hidden(card));
            }
        }
    });
}

#[test]
fn the_same_moves_lead_to_the_same_position() {
    for game in games() {
        let play = |moves: Option<&[Move]>| {
            let mut position = dealt(&game, 7);
            let mut chance = Chance(7);
            let mut played = Vec::new();
            for at in 0..80 {
                let legal = position.legal_moves();
                let Some(&chosen) = moves.map_or_else(
                    || (!legal.is_empty()).then(|| &legal[chance.below(legal.len())]),
                    |moves| moves.get(at),
                ) else {
                    break;
                };
                position.play(chosen).expect("it is legal");
                played.push(chosen);
            }
            (whole(&position), played)
        };
        let (first, moves) = play(None);
        assert_eq!(first, play(Some(&moves)).0);
    }
}

/// Plays seeded random games and looks at each now and then: cards are conserved, an earlier position that was kept
/// is as it was, and what is said of the end is true.
fn random_games(seeds: std::ops::RangeInclusive<u64>, moves: usize) {
    for game in games() {
        let mut legal = Vec::new();
        for seed in seeds.clone() {
            let mut position = dealt(&game, seed);
            let mut chance = Chance(seed);
            let start = position.clone();
            let before = whole(&start);
            for at in 0..moves {
                position.legal_moves_into(&mut legal);
                if at % 10 == 0 || legal.is_empty() {
                    assert_end_is_true(&position, &legal);
                }
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(legal[chance.below(legal.len())]);
                if at % 50 == 0 {
                    assert_conserved(&position);
                }
            }
            assert_conserved(&position);
            assert_eq!(whole(&start), before);
        }
    }
}

/// A game that is stuck has no move of a card and no sequence of actions that brings one; one with no move at all
/// is over.
fn assert_end_is_true(position: &Position, legal: &[Move]) {
    let of_cards = legal.iter().any(|m| matches!(m, Move::Cards(..)));
    let outcome = position.outcome();
    assert!(!(of_cards && outcome == Outcome::Stuck));
    assert!(!legal.is_empty() || outcome != Outcome::Open);
    assert_eq!(outcome == Outcome::Won, position.is_won());
    if outcome == Outcome::Stuck {
        for &action in legal {
            let mut next = position.clone();
            next.play(action).expect("it is legal");
            assert_eq!(next.outcome(), Outcome::Stuck);
        }
    }
}

#[test]
fn random_games_end_as_it_is_said() {
    random_games(1..=200, 500);
}

#[test]
fn a_move_is_small() {
    assert!(size_of::<Move>() <= 4);
}
