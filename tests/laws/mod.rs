//! Laws that hold for every game in every position, checked in random play from fixed seeds.

mod assist;
mod board;
mod claims;
mod flow;
mod hidden;
mod honest;
mod judge;
mod mutate;
mod oracle;
mod pages;
mod phrases;
mod plain_rules;
mod random;
mod random_rules;
mod shrink;
mod solve;
mod vocabulary;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use patience::internals::{Compiled, pile_text};
use patience::{ActionId, CardId, Deal, DealNumber, Game, Move, Outcome, PileId, Position, Rules};

use self::judge::{RefusalCounts, check_random_game, move_by_location};
use crate::common::{Rng, open_rules, rules_files};

const SEEDS: u64 = 1;
const MOVES: usize = 80;

/// The rules files of the library and of the tests.
fn all_rules_files() -> impl Iterator<Item = PathBuf> {
    let folders = ["games", "tests/games", "tests/hostile"];
    folders.into_iter().flat_map(rules_files)
}

/// The rules file of a game.
fn find_file(game: &Game) -> PathBuf {
    let has_its_name = |file: &PathBuf| file.file_stem().is_some_and(|stem| *stem == *game.id());
    all_rules_files()
        .find(has_its_name)
        .expect("the id of a game is the name of its file")
}

/// Every game of the library and of the tests, with each of its variants. They are compiled once for all tests.
fn all_games() -> &'static [Arc<Game>] {
    static GAMES: OnceLock<Vec<Arc<Game>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = Vec::new();
        for file in all_rules_files() {
            let rules = open_rules(&file);
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
    })
}

/// Calls `check` for every position in random games from fixed seeds, with a random number generator.
fn for_every_position(mut check: impl FnMut(&Position, &mut Rng)) {
    for game in all_games() {
        for seed in 1..=SEEDS {
            for_positions_of(game, seed, &mut check);
        }
    }
}

/// Calls `check` for every position of one random game.
fn for_positions_of(game: &Arc<Game>, seed: u64, mut check: impl FnMut(&Position, &mut Rng)) {
    let mut position = deal(game, seed);
    let mut rng = Rng(seed);
    for move_count in 0..MOVES {
        check(&position, &mut rng);
        let legal = list_moves(&mut position, move_count);
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[rng.below(legal.len())]);
    }
}

/// Lists the legal moves. After each third move the position stays as it is; after the others, what it caches is brought up to
/// date. So both a single move and several are followed by a look at the cache.
fn list_moves(position: &mut Position, move_count: usize) -> Vec<Move> {
    if move_count % 3 == 2 {
        return position.legal_moves();
    }
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    moves
}

fn deal(game: &Arc<Game>, seed: u64) -> Position {
    Position::deal(game, &Deal::Number(DealNumber(seed))).expect("the deal succeeds")
}

fn piles(position: &Position) -> impl Iterator<Item = PileId> + use<> {
    (0..Compiled::new(position.game()).piles.len()).map(PileId::new)
}

fn cards(position: &Position) -> Vec<CardId> {
    piles(position).flat_map(|p| position.cards(p)).collect()
}

/// Every conceivable move, legal or not: each card to each pile, and each action.
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

/// The complete state of a position: what a player sees, and the key with everything else.
fn full_state(position: &Position) -> (Vec<String>, Vec<u8>, i32) {
    (format_piles(position), position.key(), position.score())
}

/// The cards of all piles, as they are displayed.
fn format_piles(position: &Position) -> Vec<String> {
    let game = position.game();
    piles(position)
        .map(|p| pile_text(game, position, p))
        .collect()
}

/// The legal moves as a player types them, in alphabetical order.
fn format_moves(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|&m| position.format_move(m)).collect();
    texts.sort_unstable();
    texts
}

/// Whether a game may shuffle cards after the setup.
fn may_shuffle(game: &Game) -> bool {
    let steps = Compiled::new(game).steps_in_play;
    steps.iter().any(|step| step.shuffles())
}

/// Checks the laws for random rules with every game of the library as well.
#[test]
fn games_keep_the_laws() {
    for game in all_games() {
        for seed in 1..=SEEDS {
            let result = check_random_game(game, seed, MOVES, &mut RefusalCounts::default());
            if let Err(violation) = result {
                panic!("{} {:?}: {violation:?}", game.id(), game.variants());
            }
        }
    }
}

#[test]
fn refused_moves_change_nothing() {
    for_every_position(|position, rng| {
        let candidates = candidates(position);
        for _ in 0..10 {
            let candidate = candidates[rng.below(candidates.len())];
            let mut copy = position.clone();
            if copy.play(candidate).is_err() {
                assert_eq!(full_state(&copy), full_state(position));
            }
        }
    });
}

/// The move generator, which uses lookup tables, lists exactly the moves that no rule refuses if each rule is evaluated
/// for each card and each pile. The cached data follows from the board.
#[test]
fn the_list_is_what_no_rule_refuses() {
    for game in all_games() {
        let mut index = 0;
        for_positions_of(game, 11, |position, _| {
            assert!(position.is_sound(), "{}", game.id());
            index += 1;
            // A sample is enough.
            if index % 6 != 1 {
                return;
            }
            let listed: HashSet<Move> = position.legal_moves().into_iter().collect();
            let listed_moves: Vec<Move> = listed.iter().copied().collect();
            for mv in candidates(position) {
                let is_listed = listed.contains(&mv)
                    || judge::is_listed_in_reverse(position, mv, &listed_moves);
                assert_eq!(position.is_legal(mv), is_listed, "{}: {mv:?}", game.id());
            }
        });
    }
}

#[test]
fn a_move_changes_its_own_position_only() {
    for_every_position(|position, _| {
        let before = full_state(position);
        for mv in position.legal_moves() {
            let mut copy = position.clone();
            copy.play(mv).expect("the move is legal");
            assert!(
                full_state(&copy) != before,
                "{} changes nothing",
                position.format_move(mv)
            );
        }
        assert_eq!(full_state(position), before);
    });
}

/// Positions with the same key have the same hash and the same legal moves; positions with different keys that occur
/// here have different hashes.
#[test]
fn hashes_agree_with_keys() {
    let mut game = String::new();
    let mut keys: HashMap<u64, Vec<u8>> = HashMap::new();
    let mut hashes = HashMap::new();
    let mut reused: Option<Position> = None;
    for_every_position(|position, _| {
        let key = position.key();
        let id = format!("{} {:?}", position.game().id(), position.game().variants());
        if game != id {
            (game, reused) = (id, None);
            keys.clear();
            hashes.clear();
        }
        // One copy is hashed repeatedly, which updates its hash; a fresh clone is hashed for the first time.
        let copy = reused.get_or_insert_with(|| position.clone());
        copy.clone_from(position);
        let hash = copy.hash();
        assert_eq!(hash, position.clone().hash());
        assert_eq!(keys.entry(hash).or_insert_with(|| key.clone()), &key);
        let moves = position.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|m| move_by_location(position, m)).collect();
        moves.sort_unstable();
        let first = hashes.entry(key).or_insert_with(|| (hash, moves.clone()));
        assert_eq!(first, &(hash, moves), "{game}");
    });
}

#[test]
fn hashes_are_updated_after_each_move() {
    for game in all_games() {
        let mut position = deal(game, 3);
        let mut rng = Rng(3);
        for _ in 0..100 {
            let hash = position.hash();
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let before = position.key();
            position.play_unchecked(legal[rng.below(legal.len())]);
            let fresh = Position::lay_out(game, &position.layout()).expect("the layout is valid");
            assert_eq!(position.hash(), fresh.hash());
            assert_eq!(position.hash() == hash, position.key() == before);
        }
    }
}

#[test]
fn clone_from_equals_clone() {
    let mut kept: Option<Position> = None;
    for_every_position(|position, rng| {
        let mut position = position.clone();
        position.carry(i32::try_from(rng.below(100)).expect("it is below 100"));
        let copy = kept.get_or_insert_with(|| position.clone());
        copy.clone_from(&position);
        assert_eq!(full_state(copy), full_state(&position));
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
    let goal_cards: i32 = goals.map(|p| i32::from(position.size(p))).sum();
    if Compiled::new(position.game()).score.points.is_none() {
        assert_eq!(position.score(), goal_cards);
    }
}

/// A position that is written as a position file and read again is the same to the rules and to a player.
#[test]
fn written_positions_are_read_back() {
    let mut last: Option<(Arc<Game>, Rules)> = None;
    for_every_position(|position, _| {
        let game = position.game();
        if last.as_ref().is_none_or(|(g, _)| !Arc::ptr_eq(g, game)) {
            last = Some((Arc::clone(game), open_rules(&find_file(game))));
        }
        let (_, rules) = last.as_ref().expect("the rules were loaded");
        let text = position.to_text();
        let read = rules.read_position::<&str>("position", &text, &[]);
        let read = read.unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
        assert_eq!(read.game().variants(), game.variants());
        assert_eq!(full_state(&read), full_state(position));
        assert_eq!(read.to_text(), text);
        // Where later shuffles lead is not written.
        if !may_shuffle(game) {
            assert_eq!(read.outcome(), position.outcome());
        }
        assert_eq!(format_moves(&read), format_moves(position));
    });
}

#[test]
fn liftable_cards_are_face_up() {
    for_every_position(|position, _| {
        for mv in position.legal_moves() {
            if let Move::Cards(card, _) = mv {
                assert!(!position.is_hidden(card));
            }
        }
    });
}

#[test]
fn the_same_moves_lead_to_the_same_position() {
    for game in all_games() {
        let play = |moves: Option<&[Move]>| {
            let mut position = deal(game, 7);
            let mut rng = Rng(7);
            let mut played = Vec::new();
            for move_count in 0..80 {
                let legal = position.legal_moves();
                let Some(&mv) = moves.map_or_else(
                    || (!legal.is_empty()).then(|| &legal[rng.below(legal.len())]),
                    |moves| moves.get(move_count),
                ) else {
                    break;
                };
                position.play(mv).expect("the move is legal");
                played.push(mv);
            }
            (full_state(&position), played)
        };
        let (first, moves) = play(None);
        assert_eq!(first, play(Some(&moves)).0);
    }
}

/// Plays random games and checks them at intervals: cards are conserved, a clone of the start is unchanged, and the
/// outcome is right.
fn check_random_games(seeds: std::ops::RangeInclusive<u64>, moves: usize) {
    for game in all_games() {
        let mut legal = Vec::new();
        for seed in seeds.clone() {
            let mut position = deal(game, seed);
            let mut rng = Rng(seed);
            let start = position.clone();
            let before = full_state(&start);
            for move_count in 0..moves {
                position.legal_moves_into(&mut legal);
                if move_count % 10 == 0 || legal.is_empty() {
                    assert_outcome_is_right(&position, &legal);
                }
                if legal.is_empty() {
                    break;
                }
                position.play_unchecked(legal[rng.below(legal.len())]);
                if move_count % 50 == 0 {
                    assert_conserved(&position);
                }
            }
            assert_conserved(&position);
            assert_eq!(full_state(&start), before);
        }
    }
}

/// Asserts that a stuck game has no card moves, not even after any sequence of actions, and that a game without legal
/// moves is not open.
fn assert_outcome_is_right(position: &Position, legal: &[Move]) {
    let has_card_move = legal.iter().any(|m| matches!(m, Move::Cards(..)));
    let outcome = position.outcome();
    assert!(!(has_card_move && outcome == Outcome::Stuck));
    assert!(!legal.is_empty() || outcome != Outcome::Open);
    assert_eq!(outcome == Outcome::Won, position.is_won());
    if outcome == Outcome::Stuck {
        for &action in legal {
            let mut next = position.clone();
            next.play(action).expect("the move is legal");
            assert_eq!(next.outcome(), Outcome::Stuck);
        }
    }
}

#[test]
fn outcomes_of_random_games_are_right() {
    check_random_games(1..=200, 500);
}

#[test]
fn a_move_is_small() {
    assert!(size_of::<Move>() <= 4);
}
