//! The law that the honest player knows nothing that a person at the table would not know.
//!
//! A deal is played, and then others that look the same up to some moment, because only cards that were not known until
//! then have changed places. They must be played the same until the next card is shown.

use patience::internals::{CardSet, has_shuffled_since, shown_cards, shuffle_unknown};
use patience::{
    CardId, Control, Deal, DealNumber, HonestPlayer, Library, Move, Position, Rank, Rules,
};

use super::random_rules::write_random_rules;
use super::{deal, piles};
use crate::common::{Rng, all_games, assert_cases, cases, thinning};

/// The most moves of a game.
const MOVES: usize = 40;
/// In how many moments unknown cards change places.
const MOMENTS: usize = 4;

/// What is seen of a position: it may depend on face-down cards where the rules read these.
#[derive(PartialEq)]
struct Seen {
    /// The cards of each pile; `None` for one that is face down.
    piles: Vec<Vec<Option<CardId>>>,
    base: Option<Rank>,
    score: i32,
    legal: Vec<Move>,
}

impl Seen {
    fn new(position: &Position) -> Seen {
        let show = |card: CardId| (!position.is_hidden(card)).then_some(card);
        let show_pile = |pile| position.cards(pile).into_iter().map(show).collect();
        Seen {
            piles: piles(position).map(show_pile).collect(),
            base: position.base(),
            score: position.score(),
            legal: position.legal_moves(),
        }
    }
}

/// A game as it was played.
#[derive(Default)]
struct Played {
    moves: Vec<Move>,
    /// What was seen before each move.
    seen: Vec<Seen>,
    /// Whenever something new was shown: the number of moves before, and the cards that were known then.
    shown: Vec<(usize, CardSet)>,
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
        position.play(chosen).expect("it chooses legal moves");
        played.moves.push(chosen);
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
