//! Open files that inherit from others.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Server, ask, ask_at, converse, note, open};
use crate::common::root;

/// A game is checked against the open text of the game that it is like, and leads to the file of a built-in game.
#[test]
fn files_that_inherit() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let parent = "name = 'Heaps'\n[piles.heap]\nrole = 'foundation'\ncount = 4\nstart = 'any'\nbuild = 'any'\n\
        [piles.waste]\n[actions.deal]\ndo = [{ deal = 1, to = 'waste' }]\n";
    let child = "like = 'heaps'\nname = 'Two'\n[piles.heap]\ncount = 2\ncapacity = 26\n";
    let (of_parent, of_child) = ("file:///nowhere/heaps.toml", "file:///nowhere/two.toml");
    let third = "like = 'klondike'\nname = 'Other'\n";
    let of_third = "file:///nowhere/other.toml";
    let messages = [
        open(of_child, child),
        open(of_parent, parent),
        open(of_parent, &parent.replace("heap]", "stack]")),
        ask_at(1, "textDocument/definition", of_child, child, "heaps'"),
        open(of_third, third),
        ask_at(2, "textDocument/definition", of_third, third, "klondike"),
    ];
    let (_, answers) = converse(&messages, folder.path());
    let messages_of = |answer: &Value, uri: &str| -> Vec<String> {
        assert_eq!(answer["params"]["uri"], uri);
        let list = answer["params"]["diagnostics"].as_array().expect("a list");
        list.iter()
            .map(|d| d["message"].as_str().unwrap_or("").to_owned())
            .collect()
    };
    assert!(messages_of(&answers[0], of_child)[0].starts_with("there is no game `heaps`"));
    assert_eq!(messages_of(&answers[1], of_parent), [""; 0]);
    assert_eq!(messages_of(&answers[2], of_child), [""; 0]);
    assert_eq!(messages_of(&answers[3], of_parent).len(), 0);
    assert!(!messages_of(&answers[4], of_child).is_empty());
    assert_eq!(answers[5]["result"]["uri"], of_parent);
    assert_eq!(messages_of(&answers[6], of_third), [""; 0]);
    let uri = answers[7]["result"]["uri"].as_str().expect("a file");
    let path = uri.strip_prefix("file://").expect("a path");
    let copy = fs::read_to_string(path).expect("the file can be read");
    let original = fs::read_to_string(root().join("games/klondike.toml")).expect("it can be read");
    assert_eq!(copy, original);
}

/// Names of files are encoded in URIs; a text without a file has a URI too.
#[test]
fn files_are_named_by_uris() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let games = folder.path().join("my games ä%");
    fs::create_dir(&games).expect("there is room");
    fs::write(
        games.join("mother.toml"),
        "like = 'klondike'\nname = 'Mother'\n",
    )
    .expect("there is room");
    let child = "like = 'mother'\nname = 'Child'\n";
    let uri = format!("file://{}/my%20games%20%C3%A4%25", folder.path().display());
    let of_child = format!("{uri}/child.toml");
    let messages = [
        open(&of_child, child),
        ask_at(1, "textDocument/definition", &of_child, child, "mother"),
    ];
    let (_, answers) = converse(&messages, folder.path());
    assert_eq!(answers[1]["result"]["uri"], format!("{uri}/mother.toml"));
    for other in [
        "untitled:Untitled-1",
        "file:///%",
        "file:///%zz",
        "file://",
        "",
        "file:///%ff",
    ] {
        let (_, answers) = converse(&[open(other, child)], folder.path());
        assert_eq!(answers[0]["params"]["uri"], other);
        let message = &answers[0]["params"]["diagnostics"][0]["message"];
        let message = message.as_str().expect("the mother is not found");
        assert!(
            message.starts_with("there is no game `mother`"),
            "{message}"
        );
    }
}

/// A drive of Windows is where a path begins.
#[cfg(unix)]
#[test]
fn a_drive_begins_a_path() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::create_dir(folder.path().join("C:")).expect("there is room");
    let mother = folder.path().join("C:/mother.toml");
    fs::write(mother, "like = 'klondike'\nname = 'Mother'\n").expect("there is room");
    let mut server = Server::start(Path::new(env!("CARGO_BIN_EXE_patience")), folder.path());
    server.send(&ask(0, "initialize", &json!({})));
    server.receive();
    server.send(&open(
        "file:///C%3A/child.toml",
        "like = 'mother'\nname = 'Child'\n",
    ));
    assert_eq!(server.receive()["params"]["diagnostics"], json!([]));
    server.stop();
}

/// The URIs of the files that are shown again after each message.
fn checked(messages: &[Value]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (_, answers) = converse(messages, folder.path());
    let uris = answers.iter().map(|answer| {
        let uri = answer["params"]["uri"].as_str().expect("a URI");
        uri.trim_start_matches("file:///nowhere/")
            .trim_end_matches(".toml")
            .to_owned()
    });
    uris.collect()
}

/// Only what inherits from a file is checked again when it is opened, changed or closed: also through others, and
/// where the file was missing.
#[test]
fn what_is_checked_again() {
    let open = |id: &str, like: &str| {
        let text = format!("name = 'X'\nlike = '{like}'\n");
        open(&format!("file:///nowhere/{id}.toml"), &text)
    };
    let document = json!({ "uri": "file:///nowhere/b.toml", "version": 2 });
    let change =
        json!({ "textDocument": document, "contentChanges": [{ "text": "like = 'golf'" }] });
    let end = json!({ "textDocument": { "uri": "file:///nowhere/a.toml" } });
    let messages = [
        open("c", "b"),
        open("other", "klondike"),
        open("b", "a"),
        open("a", "klondike"),
        note("textDocument/didChange", &change),
        open("a", "golf"),
        note("textDocument/didClose", &end),
        open("self", "self"),
        open("klondike", "golf"),
    ];
    assert_eq!(
        checked(&messages).join(" "),
        "c other b c a b c b c a a self klondike other"
    );
}
