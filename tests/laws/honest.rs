//! The law that the honest player knows nothing that a person at the table would not know.
//!
//! A deal is played, and then others that look the same up to some moment, because only cards that were not known until
//! then have changed places. They must be played the same until the next card is shown.

use patience::id::CardId;
use patience::internals::{CardSet, has_shuffled_since, shown_cards, shuffle_unknown};
use patience::library::Library;
use patience::player::HonestPlayer;
use patience::solve::Control;
use patience::{Card, Deal, DealNumber, Position, Rank, Rules};

use super::judge::move_by_location;
use super::random_rules::write_random_rules;
use super::{deal, piles};
use crate::common::{Rng, all_games, assert_cases, cases, in_parallel, thinning};

/// The most moves of a game.
const MOVES: usize = 40;
/// In how many moments unknown cards change places.
const MOMENTS: usize = 4;

/// A move by where its card lies: which of two equal cards it is makes no difference.
type Place = (usize, usize, usize);

/// What is seen of a position: it may depend on face-down cards where the rules read these.
#[derive(PartialEq)]
struct Seen {
    /// The cards of each pile; `None` for one that is face down.
    piles: Vec<Vec<Option<Card>>>,
    base: Option<Rank>,
    score: i32,
    legal: Vec<Place>,
}

impl Seen {
    fn new(position: &Position) -> Seen {
        let show = |card: CardId| (!position.is_hidden(card)).then_some(position.face(card));
        let show_pile = |pile| position.cards(pile).into_iter().map(show).collect();
        Seen {
            piles: piles(position).map(show_pile).collect(),
            base: position.base(),
            score: position.score(),
            legal: legal_places(position),
        }
    }
}

fn legal_places(position: &Position) -> Vec<Place> {
    let legal = position.legal_moves().into_iter();
    let mut legal: Vec<Place> = legal.map(|mv| move_by_location(position, mv)).collect();
    legal.sort_unstable();
    legal
}

/// A game as it was played.
#[derive(Default)]
struct Played {
    moves: Vec<Place>,
    /// What was seen before each move.
    seen: Vec<Seen>,
    /// Whenever something new was shown: the number of moves before, and the cards that were known then.
    shown: Vec<(usize, CardSet)>,
}

/// The numbers of the cards that are seen, pile by pile.
fn numbers(position: &Position) -> Vec<CardId> {
    let cards = super::cards(position).into_iter();
    cards.filter(|&card| !position.is_hidden(card)).collect()
}

fn play(mut position: Position, mut player: HonestPlayer, most: usize) -> Played {
    let (control, first, mut played) = (Control::default(), position.clone(), Played::default());
    let mut known = CardSet::EMPTY;
    // What a shuffle brings differs between the deals.
    while played.moves.len() < most && !has_shuffled_since(&position, &first) {
        known |= shown_cards(&position);
        if played.shown.last().is_none_or(|(_, last)| *last != known) {
            played.shown.push((played.moves.len(), known));
        }
        played.seen.push(Seen::new(&position));
        let Some(chosen) = player.choose(&position, &control) else {
            break;
        };
        played.moves.push(move_by_location(&position, chosen));
        position.play(chosen).expect("it chooses legal moves");
    }
    played
}

/// How often the same was known and seen, and how often something else was played even so.
#[derive(Debug, Default)]
struct Count {
    same: usize,
    peeks: usize,
}

impl Count {
    fn add(&mut self, first: &Position, new: impl Fn() -> HonestPlayer) {
        let played = play(first.clone(), new(), MOVES);
        let step = played.shown.len().div_ceil(MOMENTS);
        for index in (0..played.shown.len()).step_by(step) {
            let (_, known) = played.shown[index];
            let next = played.shown.get(index + 1);
            let until = next.map_or(played.moves.len(), |(moves, _)| *moves);
            let other = shuffle_unknown(first, known, index as u64);
            if other == *first {
                continue;
            }
            let again = play(other, new(), until);
            let mut pairs = again.seen.iter().zip(&played.seen);
            let alike = pairs.position(|(one, other)| one != other);
            // The moves in positions that looked the same.
            let alike = alike.unwrap_or(until).min(until);
            self.same += 1;
            self.peeks += usize::from(again.moves.get(..alike) != played.moves.get(..alike));
        }
    }
}

/// A player who thinks in slices chooses what one does who thinks at once.
#[test]
fn thinking_in_slices_changes_no_choice() {
    let mut slices = 0;
    for name in ["klondike", "yukon", "spiderette", "la-belle-lucie"] {
        let rules = Rules::built_in(name).expect("it is a game");
        let mut position = deal(rules.game(), 2);
        let control = Control::default();
        let (mut one, mut other) = (HonestPlayer::new(3000), HonestPlayer::new(3000));
        for _ in 0..60 {
            while !other.think(&position, 170, &control) {
                slices += 1;
            }
            let chosen = one.choose(&position, &control);
            assert_eq!(other.choose(&position, &control), chosen, "{name}");
            assert_eq!(other.chances(), one.chances(), "{name}");
            let Some(chosen) = chosen else { break };
            position.play(chosen).expect("it chooses legal moves");
        }
    }
    assert!(slices > 100, "{slices}");
}

#[test]
fn unknown_cards_change_places_and_nothing_else() {
    for game in all_games() {
        let position = deal(game, 1);
        let known = shown_cards(&position);
        let other = shuffle_unknown(&position, known, 1);
        assert!(other.is_sound(), "{}", game.id());
        for pile in piles(&position) {
            let cards = other.cards(pile).into_iter().zip(position.cards(pile));
            assert_eq!(other.size(pile), position.size(pile));
            for (card, before) in cards {
                let is_alike = other.pile_of(card) == Some(pile)
                    && other.is_hidden(card) == position.is_hidden(before)
                    && (card == before || !known.contains(before));
                assert!(is_alike, "{}", game.id());
            }
        }
    }
}

/// Of how many games of the library and of the tests one is tried in `.ci/run`.
const ONE_IN: usize = 9;

#[test]
fn an_honest_player_does_not_peek() {
    let mut count = Count::default();
    // An odd number, so that players of both kinds are tried.
    let step = ONE_IN * (thinning() | 1);
    for (number, game) in all_games().iter().enumerate().step_by(step) {
        let before = count.peeks;
        count.add(&deal(game, 3), || match number % 2 {
            0 => HonestPlayer::new(150),
            _ => HonestPlayer::new(150).without_looking(),
        });
        assert_eq!(count.peeks, before, "{} {:?}", game.id(), game.variants());
    }
    for (id, states) in [("klondike", 3000), ("spider", 3000), ("canfield", 3000)] {
        let before = count.peeks;
        let rules = Rules::built_in(id).expect("a game");
        count.add(&deal(rules.game(), 3), || HonestPlayer::new(states));
        assert_eq!(count.peeks, before, "{id}");
    }
    assert_cases("an_honest_player_does_not_peek", count.same, 60);
}

/// Which of two equal cards lies where makes no difference, neither in sight nor face down.
#[test]
fn equal_cards_are_the_same_to_a_player() {
    let games: Vec<_> = all_games()
        .iter()
        .filter(|game| {
            let hides = |position: &Position| {
                super::cards(position)
                    .iter()
                    .any(|&card| position.is_hidden(card))
            };
            game.deck().len() > 100 && hides(&deal(game, 1))
        })
        .collect();
    let counts = in_parallel(&games, |game| {
        let (mut count, mut rng) = (0, Rng(5));
        for seed in 1..=2 {
            let mut position = deal(game, seed);
            for moves in 0..30 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let laid_out = Position::lay_out(game, &position.layout());
                if moves % 10 == 5
                    && let Ok(other) = laid_out
                    && numbers(&other) != numbers(&position)
                {
                    let [one, two] = [&position, &other].map(|position| {
                        let chosen = HonestPlayer::new(600).choose(position, &Control::default());
                        chosen.map(|mv| move_by_location(position, mv))
                    });
                    assert_eq!(
                        one,
                        two,
                        "{}, deal {seed}\n{}",
                        game.id(),
                        position.to_text()
                    );
                    count += 1;
                }
                position.play_unchecked(legal[rng.below(legal.len())]);
            }
        }
        count
    });
    assert_cases(
        "equal_cards_are_the_same_to_a_player",
        counts.iter().sum(),
        100,
    );
}

#[test]
fn an_honest_player_does_not_peek_under_random_rules() {
    let mut count = Count::default();
    for seed in 0..cases(150) {
        let text = write_random_rules(&mut Rng(seed));
        let rules = Rules::parse_with("random.toml", "random", text.as_bytes(), &Library::new());
        let Ok(rules) = rules else { continue };
        let Ok(first) = Position::deal(rules.game(), &Deal::Number(DealNumber(seed))) else {
            continue;
        };
        count.add(&first, || HonestPlayer::new(100));
        assert_eq!(count.peeks, 0, "seed {seed}\n{text}");
    }
    let test = "an_honest_player_does_not_peek_under_random_rules";
    assert_cases(test, count.same, 50);
}

#[test]
fn a_player_who_is_given_all_cards_is_found_out() {
    for id in ["klondike", "yukon"] {
        let mut count = Count::default();
        let rules = Rules::built_in(id).expect("a game");
        let first = deal(rules.game(), 3);
        let all: Vec<CardId> = super::cards(&first);
        count.add(&first, || {
            let mut cheat = HonestPlayer::new(3000);
            cheat.remember(all.iter().copied());
            cheat
        });
        assert!(count.peeks > 0, "{id}: {count:?}");
    }
}
