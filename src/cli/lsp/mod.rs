//! `patience lsp`: a language server for rules files, over standard input and output.

mod answers;
mod documents;
mod uri;

use std::io;

use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use self::documents::Documents;
use super::{Error, Streams};

/// Serves an editor until it says `exit`.
pub(super) fn run(streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut server = Server {
        documents: Documents::new(streams.library(), streams.data_folder.clone()),
        state: State::New,
    };
    let broken = |error: io::Error| Error::Io("the messages of the editor".to_owned(), error);
    while let Some(message) = Message::read(&mut streams.input).map_err(broken)? {
        let answers = match message {
            Message::Request(request) => vec![server.answer(request).into()],
            Message::Notification(notification) if notification.method == "exit" => break,
            Message::Notification(notification) => server.note(&notification),
            Message::Response(_) => Vec::new(),
        };
        for answer in answers {
            answer.write(&mut streams.output)?;
        }
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
    fn answer(&mut self, request: Request) -> Response {
        let params = &request.params;
        let result = match (self.state, request.method.as_str()) {
            (State::New, "initialize") => {
                self.state = State::Running;
                Ok(introduction())
            }
            (State::New, _) => Err((ErrorCode::ServerNotInitialized, "expected `initialize`")),
            (State::ShutDown, _) => Err((ErrorCode::InvalidRequest, "the server is shut down")),
            (State::Running, "initialize") => {
                Err((ErrorCode::InvalidRequest, "the server is running already"))
            }
            (State::Running, "shutdown") => {
                self.state = State::ShutDown;
                Ok(Value::Null)
            }
            (State::Running, "textDocument/completion") => Ok(self.documents.complete(params)),
            (State::Running, "textDocument/hover") => Ok(self.documents.hover(params)),
            (State::Running, "textDocument/definition") => Ok(self.documents.define(params)),
            (State::Running, "textDocument/codeAction") => Ok(self.documents.fixes(params)),
            (State::Running, _) => Err((ErrorCode::MethodNotFound, "unknown method")),
        };
        match result {
            Ok(result) => Response::new_ok(request.id, result),
            Err((code, message)) => {
                let message = format!("{message}: `{}`", request.method);
                Response::new_err(request.id, code as i32, message)
            }
        }
    }

    /// Takes note of what the editor did, and returns what it should show.
    fn note(&mut self, notification: &Notification) -> Vec<Message> {
        if self.state != State::Running {
            return Vec::new();
        }
        let params = &notification.params;
        let shown = match notification.method.as_str() {
            "textDocument/didOpen" => self.documents.open(params),
            "textDocument/didChange" => self.documents.change(params),
            "textDocument/didClose" => self.documents.close(params),
            _ => Vec::new(),
        };
        let method = "textDocument/publishDiagnostics";
        let shown = shown.into_iter();
        shown
            .map(|params| Notification::new(method.to_owned(), params).into())
            .collect()
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
