//! Games in progress, as programs play them without a terminal.

use std::time::Duration;

use patience::id::CardId;
use patience::session::{Command, Effort, Question, Request};
use patience::view::CardView;
use patience::{Deal, DealNumber, Outcome, Position, Rules, Session};
use patience_cli::complete_word;
use serde_json::json;

use crate::common::{Rng, run_patience};

/// An endless game whose shuffles depend on everything that happened before.
const ENDLESS: &str = r#"
name = "Endless"
[piles.waste]
take = "none"
[piles.tableau]
count = 4
goal = true
start = 'any'
build = 'any'
take = "top"
[setup]
do = [{ deal = 12, to = "tableau" }]
[actions.deal]
do = [{ deal = 1, to = "waste" }]
[actions.again]
when = 'stock is empty'
do = [{ turn = "waste", to = "stock" }, { shuffle = "stock" }]
"#;

fn deal(rules: &Rules, number: u64) -> Position {
    Position::deal(rules.game(), &Deal::Number(DealNumber(number)))
        .expect("every deal number is valid")
}

/// The cards of every pile in order, and the score.
fn state_of(position: &Position) -> (Vec<Vec<CardId>>, i32) {
    let piles = position.game().piles().map(|pile| position.cards(pile));
    (piles.collect(), position.score())
}

/// Many undos and redos, and new turns from wherever they lead, beside the same game with every position stored.
#[test]
fn undo_and_redo_restore_positions() {
    let rules = Rules::parse("endless", ENDLESS).expect("the rules are valid");
    let first = deal(&rules, 1);
    let mut rng = Rng(2);
    let mut session = Session::new(first.clone());
    // The positions after each turn, and the current turn.
    let mut positions = vec![first];
    let mut turn = 0_usize;
    for _ in 0..1500 {
        match rng.below(8) {
            0 => {
                for _ in 0..rng.below(40) {
                    assert_eq!(session.undo(), turn > 0);
                    turn = turn.saturating_sub(1);
                }
            }
            1 => {
                for _ in 0..rng.below(40) {
                    let has_next = turn + 1 < positions.len();
                    assert_eq!(session.redo(), has_next);
                    turn += usize::from(has_next);
                }
            }
            _ => {
                for _ in 0..rng.below(30) {
                    let mut next = positions[turn].clone();
                    let legal = next.legal_moves();
                    let mv = legal[rng.below(legal.len())];
                    next.play(mv).expect("it is legal");
                    positions.truncate(turn + 1);
                    positions.push(next);
                    turn += 1;
                    session.play_move(mv).expect("it is legal");
                }
            }
        }
        assert_eq!(session.position(), &positions[turn]);
        assert_eq!(state_of(session.position()), state_of(&positions[turn]));
        assert_eq!(session.moves().len(), turn);
    }
    assert!(positions.len() > 1000, "{}", positions.len());
    while turn > 0 {
        turn -= 1;
        assert!(session.undo());
        assert_eq!(state_of(session.position()), state_of(&positions[turn]));
    }
    assert!(!session.undo());
}

/// The numbers of moves mean the same in every position of a game, and lead back to the moves.
#[test]
fn numbers_of_moves_are_stable() {
    for game in ["klondike", "spider", "pyramid", "montana", "fan"] {
        let rules = Rules::built_in(game).expect("the game is built in");
        let mut rng = Rng(1);
        let mut meanings = std::collections::HashMap::new();
        for number in 1..6 {
            let mut session = Session::new(deal(&rules, number));
            for _ in 0..60 {
                let view = session.view();
                if view.outcome != Outcome::Open || view.legal.is_empty() {
                    break;
                }
                for legal in &view.legal {
                    assert!(legal.id < rules.game().move_ids());
                    assert_eq!(session.position().move_with_id(legal.id), Some(legal.mv));
                    let action = legal.from.is_none().then(|| legal.text.clone());
                    let places = (legal.from.clone(), legal.to.clone());
                    let meaning = (action, places);
                    let known = meanings.entry(legal.id).or_insert_with(|| meaning.clone());
                    assert_eq!(*known, meaning, "{game} {}", legal.id);
                }
                let chosen = &view.legal[rng.below(view.legal.len())];
                let read = Command::read(session.position(), &chosen.text);
                let Ok(Command::Play(request)) = read else {
                    panic!("{read:?}");
                };
                let event = session.play(&request).expect("it is legal");
                assert_eq!(
                    (event.moves, event.text),
                    (vec![chosen.mv], chosen.text.clone())
                );
            }
        }
    }
}

/// What a player has seen stays known, and nothing else is.
#[test]
fn seen_cards_stay_known() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let mut session = Session::new(deal(&rules, 3));
    let cards: Vec<CardId> = (0..52).map(CardId::new).collect();
    let seen = |session: &Session| -> Vec<CardId> {
        let seen = cards.iter().copied();
        seen.filter(|&card| session.has_seen(card)).collect()
    };
    assert_eq!(seen(&session).len(), 7);
    for _ in 0..3 {
        let hidden: Vec<CardView> = session
            .view()
            .piles
            .iter()
            .flat_map(|p| p.cards.clone())
            .collect();
        assert!(
            !hidden
                .iter()
                .any(|card| matches!(card, CardView::Down(Some(_))))
        );
        let deal = Request::Repeat(rules.game().action_named("deal").expect("it has one"), 1);
        session.play(&deal).expect("it is legal");
    }
    let after = seen(&session);
    assert_eq!(after.len(), 16);
    while session.undo() {}
    assert_eq!(seen(&session), after);
}

#[test]
fn commands_are_read() {
    let read = |text: &str| text.parse::<Command>().map_err(|error| error.to_string());
    let effort = |seconds| {
        let time = Effort::Time(Duration::from_secs_f64(seconds));
        Ok(Command::Solve(Question::Next, Some(time)))
    };
    assert_eq!(read("solve"), Ok(Command::Solve(Question::Next, None)));
    assert_eq!(read("solve 60"), effort(60.0));
    assert_eq!(read("solve 0.5 seconds"), effort(0.5));
    assert_eq!(read("SOLVE 1  Second"), effort(1.0));
    let states = Some(Effort::States(50_000));
    assert_eq!(
        read("solve --lost 50000 positions"),
        Ok(Command::Solve(Question::Lost, states))
    );
    for wrong in [
        "0",
        "-1",
        "nan",
        "inf",
        "1e300",
        "many",
        "5 minutes",
        "0 positions",
        "1.5 positions",
        "-1 positions",
        "60 60",
        "positions",
    ] {
        let error = read(&format!("solve {wrong}")).expect_err("it is no effort");
        assert!(
            error.starts_with(&format!("`{wrong}` cannot follow `solve`")),
            "{error}"
        );
    }
    assert_eq!(read("u 3"), Ok(Command::Undo(3)));
    assert_eq!(
        read("undo 99999999999999999999"),
        Ok(Command::Undo(usize::MAX))
    );
    assert_eq!(
        read("hint --sure"),
        Ok(Command::Solve(Question::Sure, None))
    );
    assert_eq!(
        read("hint sure 50000 positions"),
        Ok(Command::Solve(Question::Sure, states))
    );
    assert_eq!(read("exit"), Ok(Command::Quit));
    for (text, message) in [
        ("undo 0", "expected a number from 1 or `all` after `undo`"),
        ("moves now", "`moves` takes no argument"),
        ("hint shure", "nothing but `sure` can follow `hint`"),
        ("load", "`load` needs the name of a file"),
        (
            "re",
            "`re` is not a command; `help` lists what can be typed",
        ),
        ("hnit", "`hnit` is not a command; did you mean `hint`?"),
    ] {
        assert_eq!(read(text), Err(message.to_owned()));
    }
}

/// What people type in other words is understood, or answered with what to type; nothing that could lose a game is guessed.
#[test]
fn other_words_are_understood() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let position = deal(&rules, 3);
    let read = |text: &str| Command::read(&position, text).map_err(|error| error.to_string());
    let same = |text: &str, command: &str| {
        assert!(read(command).is_ok(), "{command}");
        assert_eq!(read(text), read(command), "{text}");
    };
    for (text, command) in [
        ("draw", "deal"),
        ("Flip", "deal"),
        ("turn", "deal"),
        ("New Game", "new"),
        ("play again", "new"),
        ("start over", "restart"),
        ("undo everything", "undo all"),
        ("oops", "undo"),
        ("finish", "auto"),
        ("do it", "accept"),
        ("!!", "repeat"),
        ("again", "repeat"),
        ("clear", "show"),
        ("show moves", "moves"),
        ("what can I do?", "moves"),
        ("help me", "hint"),
        ("score", "status"),
        ("time", "status"),
        ("is it winnable", "solve"),
        ("show solution", "solve all"),
        ("menu", "list"),
        ("queen of spades", "QS"),
        ("two of diamonds to three of spades", "2D 3S"),
        ("move 2♦ to 3♠", "2D 3S"),
        ("2♢ 3♠\u{fe0e}", "2D 3S"),
        ("t4-t6", "t4 t6"),
        ("t4=>t6", "t4 t6"),
        ("46", "t4 t6"),
        ("play freecell", "new freecell"),
        ("play 2D 3S", "2D 3S"),
    ] {
        same(text, command);
    }
    for (text, message) in [
        ("give up", "`new` leaves this game"),
        ("next", "`hint` suggests the next move"),
        ("draw 3", "`deal 3` does so three times"),
        ("yes", "nothing was asked"),
        ("shuffle", "only as the rules say"),
        ("where", "needs a card"),
        ("play", "`play GAME` starts another game"),
        ("new 1x", "is not a deal"),
    ] {
        let said = read(text).expect_err("it is no command");
        assert!(said.contains(message), "{text}: {said}");
    }
    // Words of the game come first.
    let text = ENDLESS.replace("actions.again", "actions.draw");
    let rules = Rules::parse("draws", text).expect("it is a game");
    let drawn = Command::read(&deal(&rules, 1), "draw 2");
    assert!(matches!(drawn, Ok(Command::Play(_))), "{drawn:?}");
}

/// Positions are equal if they lead to the same games.
#[test]
fn positions_are_compared() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let same = Rules::built_in("klondike").expect("the game is built in");
    let first = deal(&rules, 3);
    assert_eq!(first, deal(&same, 3));
    assert_ne!(first, deal(&rules, 4));
    let mut next = first.clone();
    let deal = next.parse_move("deal").expect("it is legal");
    next.play(deal).expect("it is legal");
    assert_ne!(first, next);
    let positions = std::collections::HashSet::from([first.clone(), next, first]);
    assert_eq!(positions.len(), 2);
}

/// What a player may see is written without face-down cards, and what programs send is read again.
#[test]
fn values_are_stored() {
    let rules = Rules::built_in("klondike").expect("the game is built in");
    let position = deal(&rules, 3);
    let text = position.to_string();
    assert!(text.contains("\nt2: # KS\n"), "{text}");
    let view = serde_json::to_value(position.view()).expect("it can be written");
    assert_eq!(view["outcome"], "open");
    assert_eq!(view["used"], json!({ "deal": 0, "redeal": 0 }));
    assert_eq!(view["piles"][7]["cards"], json!(["#", "KS"]));
    let moves = position.legal_moves();
    let written = serde_json::to_value(&moves).expect("it can be written");
    assert_eq!(
        serde_json::from_value::<Vec<patience::Move>>(written).expect("it is read"),
        moves
    );
    let deals = json!([{ "number": "3" }, { "deck": ["5S", "TH"] }, { "foreign": "ms:617" }]);
    let read: Vec<Deal> = serde_json::from_value(deals.clone()).expect("they are read");
    assert_eq!(
        serde_json::to_value(&read).expect("they are written"),
        deals
    );
    assert!(serde_json::from_value::<CardId>(json!(255)).is_err());
}

/// What can be typed while a game is played is no action of a game.
#[test]
fn names_of_commands_are_reserved() {
    let mut names = 0;
    for question in ["help all", "help authors"] {
        let answer = run_patience(&["play", "klondike", "--deal", "1"], question).stdout;
        let (_, answer) = answer.split_once("\n> ").expect("it was typed");
        let (_, commands) = answer.split_once("\n`show` ").unwrap_or(("", answer));
        let lines = commands.lines().filter_map(|line| line.strip_prefix('`'));
        for line in lines.chain((question == "help all").then_some("show")) {
            let name = line.split([' ', '`']).next().unwrap_or_default();
            let text = ENDLESS.replace("actions.again", &format!("actions.{name}"));
            let error = Rules::parse("named", text).expect_err("it is a command");
            assert!(error.to_string().contains("a command of `play`"), "{error}");
            names += 1;
        }
    }
    assert!(names >= 27, "{names}");
}

/// What an editor of lines offers while a command is typed.
#[test]
fn words_are_completed() {
    let lines = ["t1 t2", "t1 f", "t10 f", "7H t2", "deal", "undo"].map(str::to_owned);
    for (typed, start, words) in [
        ("d", 0, &["deal"][..]),
        ("T1", 0, &["t1", "t10"]),
        ("t1 ", 3, &["f", "t2"]),
        ("deal; 7h t", 9, &["t2"]),
        ("é", 0, &[]),
        ("t1 t2 ", 6, &[]),
        ("t1\u{a0}t", 4, &["t2"]),
    ] {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(complete_word(&lines, typed), (start, words), "{typed}");
    }
}
