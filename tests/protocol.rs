//! The protocol for programs: its page tells the truth, and nothing that arrives puts a conversation out of step.

use patience::dialogue::{Conversation, Shown};
use patience::internals::Stream;
use patience::{DealNumber, Position, Rules};
use patience_browser::Door;
use serde_json::{Value, json};

use crate::common::{cases, run_patience, say};
use crate::host::Alone;
use crate::markdown::{blocks_of, read_page};

/// What is sent, and what is shown of the answer. The first answer to a program is to nothing.
fn exchanges(block: &str) -> Vec<(Option<&str>, Value)> {
    let mut sent = None;
    let mut found = Vec::new();
    for line in block.lines() {
        match line.strip_prefix("> ") {
            Some(request) => sent = Some(request),
            None => found.push((sent.take(), serde_json::from_str(line).expect("it is JSON"))),
        }
    }
    found
}

/// Fails if an answer is not what is shown of it: each field that is shown has this value.
fn compare(shown: &Value, answer: &Value, about: &str) {
    match (shown, answer) {
        (Value::Object(fields), Value::Object(all)) => {
            for (name, value) in fields {
                let found = all.get(name).unwrap_or(&Value::Null);
                compare(value, found, &format!("{about}, {name}"));
            }
        }
        (Value::Array(items), Value::Array(all)) if items.len() <= all.len() => {
            for (item, found) in items.iter().zip(all) {
                compare(item, found, about);
            }
        }
        _ => assert_eq!(shown, answer, "{about}"),
    }
}

#[test]
fn the_page_of_the_protocol_shows_what_is_answered() {
    let page = read_page("games/PROTOCOL.md");
    let blocks = blocks_of(&page, "json");
    let shown: Vec<_> = blocks.iter().flat_map(|block| exchanges(block)).collect();
    let sent: Vec<&str> = shown.iter().filter_map(|(sent, _)| *sent).collect();
    let args = ["play", "klondike", "--deal", "3", "--format", "json"];
    let output = run_patience(&args, &(sent.join("\n") + "\n")).stdout;
    let answers: Vec<&str> = output.lines().collect();
    assert!(shown.len() > 6 && answers.len() == shown.len(), "{output}");
    for ((sent, shown), answer) in shown.iter().zip(answers) {
        let answer = serde_json::from_str(answer).expect("it is JSON");
        compare(shown, &answer, sent.unwrap_or("the first line"));
    }
    let blocks = blocks_of(&page, "json page");
    let shown: Vec<_> = blocks.iter().flat_map(|block| exchanges(block)).collect();
    assert!(shown.len() > 8);
    let mut door = Door::default();
    for (sent, shown) in &shown {
        let sent = sent.expect("a page asks");
        let answer = ask(&mut door, sent);
        compare(shown, &answer, sent);
    }
}

fn ask(door: &mut Door, request: &str) -> Value {
    let answer = door.answer(request.as_bytes());
    serde_json::from_slice(&answer).expect("it is JSON")
}

/// Words of requests, and of what stands in them.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"do\"",
    "\"play\"",
    "\"search\"",
    "\"game\"",
    "\"id\"",
    "\"start\"",
    "\"hunt\"",
    "\"rules\"",
    "\"check\"",
    "\"complete\"",
    "\"text\"",
    "\"go_on\"",
    "\"stop\"",
    "\"klondike\"",
    "\"undo 2\"",
    "\"hint; accept\"",
    "\"t1 t2\"",
    "\"new; solve 50 positions\"",
    "\"restart\"",
    "\"redo all\"",
    "\"quit\"",
    "null",
    "0",
    "17",
    "-1",
    "1e99",
    "true",
    "\"\\u0000\"",
    "\"\u{202e}\"",
    "\"name = 'x'\"",
    "\"at\"",
];

/// A request: often one that is well-formed, else any words.
fn random_request(rng: &mut Stream) -> String {
    let word = |rng: &mut Stream| WORDS[rng.below(WORDS.len())];
    if rng.below(3) == 0 {
        return (0..rng.below(9)).map(|_| word(rng)).collect();
    }
    let key = [
        "do", "play", "search", "game", "start", "rules", "text", "check",
    ][rng.below(8)];
    format!("{{\"{key}\":{}}}", word(rng))
}

/// Whatever is sent, each request has one answer, which is an object, and the game goes on.
#[test]
fn damaged_requests_are_answered() {
    let mut rng = Stream::new(DealNumber(52));
    let rules = Rules::built_in("klondike").expect("it is built in");
    let position = Position::deal(rules.game(), &DealNumber(3).into()).expect("it is dealt");
    let host = Alone {
        slice: Some(20),
        ..Alone::default()
    };
    let dialogue = Alone::dialogue(&position);
    let mut conversation = Conversation::new([(dialogue, host)], Shown::default());
    let mut door = Door::default();
    ask(&mut door, r#"{"start":{"game":"klondike","deal":"3"}}"#);
    let count = cases(10_000);
    for number in 0..count {
        let request = random_request(&mut rng);
        let mut answer = Vec::new();
        let written = conversation.answer(&request, &mut answer);
        written.expect("there is memory for it");
        let answer: Value = serde_json::from_slice(&answer).expect("it is JSON");
        assert!(answer["ok"].is_boolean(), "{request}: {answer}");
        let answer = ask(&mut door, &request);
        assert!(answer.is_object(), "{request}: {answer}");
        if number % 100 == 0 {
            let mut answer = Vec::new();
            let written = conversation.answer(r#"{"do":"show","id":7}"#, &mut answer);
            written.expect("there is memory for it");
            assert!(answer.starts_with(br#"{"id":7,"ok":true,"#));
            let answer = ask(&mut door, r#"{"do":"show","id":7}"#);
            assert_eq!(answer["id"], json!(7), "{answer}");
            assert_eq!(answer["ok"], json!(true), "{answer}");
        }
    }
    say("damaged requests to each of two front ends", &count);
}
