//! `patience lsp`: a language server for rules files, over standard input and output.

mod answers;
mod documents;
mod message;
mod uri;

use std::collections::VecDeque;
use std::io::{self, Write};

use serde_json::{Value, json};

use self::documents::Documents;
use self::message::{Code, Message};
use super::{Error, Streams};

/// The notification that has an editor show problems.
const SHOW: &str = "textDocument/publishDiagnostics";

/// Serves an editor until it says `exit`.
pub(super) fn run(streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut server = Server {
        documents: Documents::new(streams.library(), streams.data_folder.clone()),
        state: State::New,
    };
    let broken = |error: io::Error| Error::Io("the messages of the editor".to_owned(), error);
    let (input, output) = (&mut streams.input, &mut streams.output);
    // The URIs of files to check once no message has arrived.
    let mut waiting: VecDeque<String> = VecDeque::new();
    loop {
        if let Some(uri) = waiting.pop_front_if(|_| !(streams.has_input)()) {
            server.show(&uri, output)?;
            continue;
        }
        let Some(message) = message::read(input).map_err(broken)? else {
            break;
        };
        match message {
            Ok(Message::Request { id, method, params }) => {
                let answer = message::answer(&id, server.answer(&method, &params));
                message::write(output, &answer)?;
            }
            Ok(Message::Notification { method, .. }) if method == "exit" => {
                waiting.clear();
                break;
            }
            Ok(Message::Notification { method, params }) => {
                let mut changed = server.note(&method, &params).into_iter();
                let Some(first) = changed.next() else {
                    continue;
                };
                server.show(&first, output)?;
                waiting.retain(|uri| *uri != first);
                for uri in changed {
                    if !waiting.contains(&uri) {
                        waiting.push_back(uri);
                    }
                }
            }
            Ok(Message::Response) => {}
            Err(answer) => message::write(output, &answer)?,
        }
    }
    for uri in waiting {
        server.show(&uri, output)?;
    }
    match server.state {
        State::ShutDown => Ok(()),
        State::New | State::Running => Err(Error::No),
    }
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The editor has not introduced itself.
    New,
    Running,
    /// The editor has said `shutdown`.
    ShutDown,
}

struct Server {
    documents: Documents,
    state: State,
}

impl Server {
    /// The result of a request, or why there is none.
    fn answer(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let result = match (self.state, method) {
            (State::New, "initialize") => {
                self.state = State::Running;
                Ok(introduction())
            }
            (State::New, _) => Err((Code::NotInitialized, "expected `initialize`")),
            (State::ShutDown, _) => Err((Code::InvalidRequest, "the server is shut down")),
            (State::Running, "initialize") => {
                Err((Code::InvalidRequest, "the server is running already"))
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                Ok(Value::Null)
            }
            (State::Running, "textDocument/completion") => Ok(self.documents.complete(params)),
            (State::Running, "textDocument/hover") => Ok(self.documents.hover(params)),
            (State::Running, "textDocument/definition") => Ok(self.documents.define(params)),
            (State::Running, "textDocument/codeAction") => Ok(self.documents.fixes(params)),
            (State::Running, _) => Err((Code::UnknownMethod, "unknown method")),
        };
        result.map_err(|(code, why)| message::refuse(code, &format!("{why}: `{method}`")))
    }

    /// Checks a file, and has the editor show its problems.
    fn show(&mut self, uri: &str, output: &mut dyn Write) -> Result<(), Error> {
        let problems = self.documents.check(uri);
        let shown = message::notification(SHOW, &problems);
        Ok(message::write(output, &shown)?)
    }

    /// Takes note of what the editor did, and returns the URIs of the files whose problems it should show, the most urgent
    /// first.
    fn note(&mut self, method: &str, params: &Value) -> Vec<String> {
        if self.state != State::Running {
            return Vec::new();
        }
        let changed = match method {
            "textDocument/didOpen" => self.documents.open(params),
            "textDocument/didChange" => self.documents.change(params),
            "textDocument/didClose" => self.documents.close(params),
            _ => None,
        };
        changed.unwrap_or_default()
    }
}

/// What the server can do.
fn introduction() -> Value {
    json!({
        "serverInfo": { "name": "patience", "version": env!("CARGO_PKG_VERSION") },
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2 },
            "completionProvider": { "triggerCharacters": [".", "'", "\"", " ", "[", "("] },
            "hoverProvider": true,
            "definitionProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        },
    })
}
