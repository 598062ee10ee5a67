//! Ids of another game: whoever uses the library can mix up games, and is refused.

use patience::deal::Layout;
use patience::diagnostic::{Sources, Span};
use patience::id::{ActionId, CardId, Counter, PileId};
use patience::player::HonestPlayer;
use patience::solve::Control;
use patience::{Deal, DealNumber, Move, Position, Rank, Rules, Session};

/// Small and large games, in which the places for cards and piles are more than the cards and piles.
const GAMES: [&str; 4] = ["klondike", "pyramid", "spider", "accordion"];

/// The first and the last index that a game has, those after it, and the last one that there is.
fn indices(count: usize) -> Vec<usize> {
    let next_powers = [16, 32, 64, 128].map(|power| power + count % 16);
    let mut indices = vec![0, count - 1, count, count + 1, 253, 254];
    indices.extend(next_powers);
    indices
}

#[test]
fn foreign_ids_are_refused() {
    for game in GAMES {
        let rules = Rules::built_in(game).expect("the game is built in");
        let deal = Deal::Number(DealNumber(1));
        let position = Position::deal(rules.game(), &deal).expect("the deal succeeds");
        let game = rules.game();
        let (cards, piles) = (game.deck().len(), game.piles().count());
        for card in indices(cards) {
            let is_own = card < cards;
            let card = CardId::new(card);
            assert_eq!(position.pile_of(card).is_some(), is_own);
            assert!(is_own || !position.is_hidden(card));
            for pile in indices(piles) {
                let is_own = is_own && pile < piles;
                let pile = PileId::new(pile);
                let found = position.find_compound_move(card, pile);
                assert!(is_own || found.is_none());
                check_move(&position, Move::Cards(card, pile), is_own);
            }
        }
        for pile in indices(piles) {
            let is_own = pile < piles;
            let pile = PileId::new(pile);
            let cards = position.cards(pile);
            assert_eq!(position.cards_down(pile).count(), cards.len());
            assert_eq!(usize::from(position.size(pile)), cards.len());
            assert_eq!(position.top(pile), cards.last().copied());
            assert!(is_own || cards.is_empty());
        }
        let actions = game.actions().count();
        for action in indices(actions.max(1)) {
            let mv = Move::Action(ActionId::new(action));
            check_move(&position, mv, action < actions);
        }
    }
}

/// Asks everything about a move that can be asked.
fn check_move(position: &Position, mv: Move, is_own: bool) {
    let refusal = position.refusal(mv);
    assert_eq!(position.is_legal(mv), refusal.is_none());
    let mut after = position.clone();
    let played = after.play(mv);
    assert_eq!(played.err(), refusal);
    let text = position.format_move(mv);
    let id = position.move_id(mv);
    assert_eq!(id.and_then(|id| position.move_with_id(id)), id.map(|_| mv));
    let mut session = Session::new(position.clone());
    assert_eq!(session.play_move(mv).is_ok(), refusal.is_none());
    let merit = position.merit(mv);
    if !is_own {
        assert_eq!(id, None);
        let refusal = refusal.expect("it is no move of the game");
        assert_eq!(refusal.to_string(), format!("the game has no move {mv:?}"));
        assert_eq!(refusal.key(), "none");
        assert_eq!((text, merit), (format!("{mv:?}"), None));
        assert_eq!(after.key(), position.key());
    }
}

/// What another game made, or nobody, is answered and never a panic.
#[test]
fn what_a_game_does_not_have_is_refused() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let game = rules.game();
    let position = Position::deal(game, &Deal::Number(DealNumber(1))).expect("the deal succeeds");
    let with = |change: &dyn Fn(&mut Layout)| {
        let mut layout = position.layout();
        change(&mut layout);
        Position::lay_out(game, &layout)
            .expect_err("the game lacks it")
            .to_string()
    };
    let pile = with(&|layout| layout.piles.push((PileId::new(200), Vec::new())));
    assert_eq!(pile, "the game has no pile 200");
    let action = Counter::Action(ActionId::new(200));
    let counter = with(&|layout| layout.used.push((action, 1)));
    assert_eq!(counter, format!("the game does not count {action:?}"));
    let base = with(&|layout| layout.base = Rank::new(5));
    assert_eq!(base, "5 cannot be the base rank");
    // An honest player goes on with another game.
    let (mut player, control) = (HonestPlayer::new(300), Control::default());
    for game in GAMES {
        let rules = Rules::built_in(game).expect("the game is built in");
        let deal = Deal::Number(DealNumber(2));
        let mut position = Position::deal(rules.game(), &deal).expect("the deal succeeds");
        for _ in 0..3 {
            if let Some(chosen) = player.choose(&position, &control) {
                position.play(chosen).expect("it chooses legal moves");
            }
            player.weigh(300, &control);
        }
    }
    let mut sources = Sources::default();
    sources.add("a.toml", "name = 'Ä'");
    let reversed = Span { start: 9, end: 2 };
    assert_eq!(sources.text(reversed), "");
}
