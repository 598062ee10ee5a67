//! The language server: whole conversations, through its standard input and output.

mod heirs;
mod messages;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::common::{rules_files, run_with_data, with_snapshot_settings};

/// Writes a message as it is sent.
fn encode(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// Reads the messages of an output.
fn decode(output: &str) -> Vec<Value> {
    let mut messages = Vec::new();
    let mut rest = output;
    while let Some((head, after)) = rest.split_once("\r\n\r\n") {
        let length = head.strip_prefix("Content-Length: ").expect("a length");
        let (text, after) = after.split_at(length.parse().expect("a number"));
        messages.push(serde_json::from_str(text).expect("JSON"));
        rest = after;
    }
    assert_eq!(rest, "");
    messages
}

const URI: &str = "file:///nowhere/four-heaps.toml";

fn note(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

fn ask(id: i32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn open(uri: &str, text: &str) -> Value {
    let document = json!({ "uri": uri, "languageId": "toml", "version": 1, "text": text });
    note("textDocument/didOpen", &json!({ "textDocument": document }))
}

/// The question about the place in a text that `mark` is before.
fn ask_at(id: i32, method: &str, uri: &str, text: &str, mark: &str) -> Value {
    let offset = text.find(mark).expect("the mark is in the text");
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .encode_utf16()
        .count();
    let position = json!({ "line": line, "character": column });
    let params = json!({
        "textDocument": { "uri": uri },
        "position": position,
        "range": { "start": position, "end": position },
    });
    ask(id, method, &params)
}

/// Holds a whole conversation. Returns the exit status and the answers, without the introduction.
fn converse(messages: &[Value], folder: &Path) -> (u8, Vec<Value>) {
    let begin = [
        ask(0, "initialize", &json!({ "capabilities": {} })),
        note("initialized", &json!({})),
    ];
    let end = [
        ask(99, "shutdown", &Value::Null),
        note("exit", &Value::Null),
    ];
    let all = begin.iter().chain(messages).chain(&end);
    let input: String = all.map(encode).collect();
    let result = run_with_data(&["lsp"], &input, false, folder);
    assert_eq!(result.stderr, "");
    let mut answers = decode(&result.stdout);
    let introduction = answers.remove(0);
    assert_eq!(introduction["result"]["serverInfo"]["name"], "patience");
    let last = answers.pop().expect("an answer to `shutdown`");
    assert_eq!((&last["id"], &last["result"]), (&json!(99), &Value::Null));
    (result.status, answers)
}

/// Writes answers to be read by a person.
fn summarize(answers: &[Value]) -> String {
    let mut text = String::new();
    for answer in answers {
        let result = &answer["result"];
        let shown = if let Some(items) = result["items"].as_array() {
            let items = items.iter().map(|item| {
                format!(
                    "  {:<14} {}\n",
                    item["textEdit"]["newText"].as_str().unwrap_or(""),
                    item["detail"].as_str().unwrap_or("")
                )
            });
            items.collect()
        } else if let Some(list) = answer["params"]["diagnostics"].as_array() {
            let list = list.iter().map(|d| {
                let start = &d["range"]["start"];
                format!(
                    "  {}:{} {}\n",
                    start["line"],
                    start["character"],
                    d["message"].as_str().unwrap_or("")
                )
            });
            list.collect()
        } else if let Some(hover) = result["contents"]["value"].as_str() {
            hover.lines().map(|line| format!("  {line}\n")).collect()
        } else if let Some(actions) = result.as_array() {
            let actions = actions
                .iter()
                .map(|a| format!("  {} {}\n", a["title"], a["edit"]));
            actions.collect()
        } else if result["uri"].is_string() {
            format!("  {} {}\n", result["uri"], result["range"])
        } else {
            format!("  {answer}\n")
        };
        let head = match answer["id"].as_i64() {
            Some(id) => format!("answer {id}"),
            None => answer["method"].as_str().unwrap_or_default().to_owned(),
        };
        write!(text, "{head}\n{shown}").expect("a string takes all");
    }
    text
}

const TEXT: &str = r#"name = "Four Heaps 🂡"

[piles.heap]
role  = "foundation"
count = 4
start = 'Ace'
build = 'in_siut and up'
available = 'stock is 

[actions.deal]
do = [{ deal = 1, to = "waste" }]
"#;

#[test]
fn a_conversation() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let fixed = TEXT
        .replace("'stock is ", "'stock is empty'")
        .replace("siut", "suit");
    let whole = fixed.clone() + "[piles.waste]\n";
    let change = |version: i32, text: &str| {
        note(
            "textDocument/didChange",
            &json!({
                "textDocument": { "uri": URI, "version": version },
                "contentChanges": [{ "text": text }],
            }),
        )
    };
    let range = |start: u32, end: u32| json!({ "start": { "line": 0, "character": start }, "end": { "line": 0, "character": end } });
    let typed = note(
        "textDocument/didChange",
        &json!({
            "textDocument": { "uri": URI, "version": 4 },
            "contentChanges": [
                { "range": range(21, 21), "text": "x" },
                { "range": range(8, 22), "text": "Heaps" },
            ],
        }),
    );
    let messages = [
        open(URI, TEXT),
        ask_at(1, "textDocument/completion", URI, TEXT, "\n\n[actions"),
        ask_at(2, "textDocument/completion", URI, TEXT, "and up"),
        change(2, &fixed.replace("suit", "siut")),
        ask_at(3, "textDocument/codeAction", URI, TEXT, "siut"),
        change(3, &whole),
        typed,
        ask_at(4, "textDocument/hover", URI, &whole, "heap]"),
        ask_at(5, "textDocument/hover", URI, &whole, "suit and"),
        ask_at(6, "textDocument/hover", URI, &whole, "build"),
        ask_at(7, "textDocument/hover", URI, &whole, "deal]"),
        ask_at(8, "textDocument/definition", URI, &whole, "waste\""),
        ask_at(9, "textDocument/definition", URI, &whole, "count"),
        ask_at(10, "textDocument/rename", URI, &whole, "count"),
        note(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": URI } }),
        ),
        ask_at(11, "textDocument/hover", URI, &whole, "build"),
    ];
    let (status, answers) = converse(&messages, folder.path());
    assert_eq!(status, 0);
    with_snapshot_settings("", || assert_snapshot!("lsp", summarize(&answers)));
}

#[test]
fn questions_out_of_order() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let run = |messages: &[Value]| {
        let input: String = messages.iter().map(encode).collect();
        let result = run_with_data(&["lsp"], &input, false, folder.path());
        let codes = decode(&result.stdout)
            .into_iter()
            .map(|a| a["error"]["code"].clone());
        (result.status, codes.collect::<Vec<Value>>())
    };
    let hover = ask_at(1, "textDocument/hover", URI, "a", "a");
    let begin = ask(0, "initialize", &json!({}));
    let end = ask(2, "shutdown", &Value::Null);
    let exit = note("exit", &Value::Null);
    assert_eq!(
        run(&[hover.clone(), exit.clone()]),
        (1, vec![json!(-32002)])
    );
    assert_eq!(
        run(&[
            begin.clone(),
            hover.clone(),
            begin.clone(),
            end,
            hover,
            exit.clone()
        ]),
        (
            0,
            vec![
                Value::Null,
                Value::Null,
                json!(-32600),
                Value::Null,
                json!(-32600)
            ]
        )
    );
    assert_eq!(run(&[begin, exit]).0, 1);
    assert_eq!(run(&[]).0, 1);
}

/// A test whose opening costs nearly all that it may is checked once, not dealt again with less.
#[test]
fn openings_at_the_limit() {
    let mut text = r#"name = "Slow"
[piles.waste]
[piles.heap]
role = "foundation"
count = 40
start = 'Ace'
build = 'in_suit and up'
[setup]
do = [{ deal = 5, to = "waste" }]
until = 'every(p in heap, every(q in heap, p.size + q.size == 0)) and waste.top is King and waste.bottom is red'
[actions.deal]
do = [{ deal = 1, to = "waste" }]
"#
    .to_owned();
    for deal in 1..=40 {
        write!(text, "[[test]]\ndeal = {deal}\nlegal = ['deal']\n").expect("a string takes all");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (status, answers) = converse(&[open(URI, &text)], folder.path());
    assert_eq!((status, answers.len()), (0, 1));
    assert_eq!(answers[0]["params"]["diagnostics"], json!([]));
}

/// How long it takes from a keystroke to what is wrong and to the completions, for every game:
/// `cargo test --release --test all -- --ignored --nocapture keystrokes`.
#[test]
#[ignore = "measures time"]
#[expect(clippy::print_stdout, reason = "the times are what it is run for")]
fn keystrokes() {
    let program = insta_cmd::get_cargo_bin("patience");
    let mut server = Server::start(&program, Path::new("."));
    server.send(&ask(0, "initialize", &json!({ "capabilities": {} })));
    server.receive();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for file in rules_files("games") {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let uri = format!("file://{}", file.display());
        server.send(&open(&uri, &text));
        server.receive();
        let mut best = Duration::MAX;
        for version in 0..3 {
            let change = json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "text": format!("{text}#") }],
            });
            let begin = Instant::now();
            server.send(&note("textDocument/didChange", &change));
            let answer = server.receive();
            best = best.min(begin.elapsed());
            assert_eq!(answer["params"]["diagnostics"], json!([]), "{uri}");
        }
        for mark in ["build = '", "start = '", "win = '", "holds = '"] {
            let Some(offset) = text.find(mark) else {
                continue;
            };
            let (_, rest) = text.split_at(offset + mark.len());
            let words = rest.split('\'').next().unwrap_or_default();
            let last = words.rfind(' ').map_or(0, |space| space + 1);
            server.send(&ask_at(
                1,
                "textDocument/completion",
                &uri,
                &text,
                &rest[last..],
            ));
            let begin = Instant::now();
            let answer = server.receive();
            assert!(answer["result"]["items"].is_array(), "{uri}");
            best = best.max(begin.elapsed());
        }
        server.send(&note(
            "textDocument/didClose",
            &json!({ "textDocument": { "uri": uri } }),
        ));
        server.receive();
        times.push((
            best,
            file.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
        ));
    }
    server.stop();
    times.sort();
    let total: Duration = times.iter().map(|(time, _)| *time).sum();
    println!(
        "{} games, on average {:?}",
        times.len(),
        total / u32::try_from(times.len()).expect("few")
    );
    for (time, name) in times.iter().rev().take(10) {
        println!("{name:<30} {time:?}");
    }
    assert!(
        times
            .iter()
            .all(|(time, _)| *time < Duration::from_millis(50))
    );
}

/// A server in a process of its own.
struct Server {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Server {
        let mut command = Command::new(program);
        command
            .arg("lsp")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Server { child, output }
    }

    fn send(&mut self, message: &Value) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        input
            .write_all(encode(message).as_bytes())
            .expect("it listens");
        input.flush().expect("it listens");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it answers");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line == "\r\n" => break,
                None => panic!("unexpected {line:?}"),
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("it answers");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn stop(mut self) {
        self.send(&ask(99, "shutdown", &Value::Null));
        self.receive();
        self.send(&note("exit", &Value::Null));
        assert!(self.child.wait().expect("it ends").success());
    }
}
