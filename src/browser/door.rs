//! The requests of the page: those of the protocol for programs, and a few about no game in progress.

use patience::Rules;
use patience::dialogue::{Conversation, Dialogue, Hunt, Shown};
use patience::internals::{describe_refused, to_json};
use patience::solve::Control;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::host::{Page, PlayedGame, Start};
use crate::workshop;

/// What the page asks for beside the protocol: an object with one of these keys.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Request {
    /// Starts a game, and plays moves of it.
    Start(Box<Start>),
    /// Tries whether a deal can be won.
    Hunt(Box<Start>),
    /// The rules of the game as a page.
    Rules {},
    /// The text of a built-in game.
    Text(String),
    /// Checks rules that are being written, and runs their tests.
    Check(String),
    /// What can be typed at a place of rules that are being written, in UTF-16 units from the start.
    Complete {
        /// The rules.
        text: String,
        /// The place.
        at: usize,
    },
}

const KEYS: [&str; 6] = ["start", "hunt", "rules", "text", "check", "complete"];

/// Where requests come in.
#[derive(Debug, Default)]
pub struct Door {
    conversation: Option<Conversation<Page>>,
    hunt: Hunt,
}

impl Door {
    /// Answers a request. Whatever it is, the answer is an object.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let answer = match serde_json::from_slice::<Value>(request) {
            Ok(Value::Object(keys)) if KEYS.iter().any(|key| keys.contains_key(*key)) => {
                let request = serde_json::from_value(Value::Object(keys));
                let answer = request.map_err(|error| error.to_string());
                answer.and_then(|request| self.carry_out(request))
            }
            _ => match &mut self.conversation {
                Some(conversation) => {
                    let request = String::from_utf8_lossy(request);
                    let mut answer = Vec::new();
                    let written = conversation.answer(&request, &mut answer);
                    return match written {
                        Ok(_) => answer,
                        Err(error) => describe_refused(&error.to_string()).into_bytes(),
                    };
                }
                None => Err("no game was started".to_owned()),
            },
        };
        answer
            .unwrap_or_else(|error| describe_refused(&error))
            .into_bytes()
    }

    fn carry_out(&mut self, request: Request) -> Result<String, String> {
        let answer = match request {
            Request::Start(start) => return self.start(&start),
            Request::Hunt(start) => self.hunt(&start)?,
            Request::Text(id) => {
                let rules = Rules::built_in(&id).map_err(|error| error.to_string())?;
                json!({ "text": rules.text() })
            }
            Request::Check(text) => workshop::check(&text),
            Request::Complete { text, at } => workshop::complete(&text, at),
            Request::Rules {} => match &self.conversation {
                Some(conversation) => describe_page(conversation.first().game()),
                None => return Err("no game was started".to_owned()),
            },
        };
        Ok(to_json(&answer))
    }

    fn start(&mut self, start: &Start) -> Result<String, String> {
        let (game, notes) = start.begin()?;
        let shown = Shown {
            is_drawn: true,
            ..Shown::default()
        };
        let dialogue = (Dialogue::new(game), start.page());
        let conversation = Conversation::new([dialogue], shown);
        let (program, mut hello) = (concat!("patience ", env!("CARGO_PKG_VERSION")), Vec::new());
        let written = conversation.hello(program, &notes, &mut hello);
        written.map_err(|error| error.to_string())?;
        self.conversation = Some(conversation);
        String::from_utf8(hello).map_err(|error| error.to_string())
    }

    /// Tries one more deal: whether it can be won, and what the player is told in the end.
    fn hunt(&mut self, start: &Start) -> Result<Value, String> {
        let (mut game, _) = start.begin()?;
        let control = Control::default();
        let is_found = self.hunt.try_deal(&mut game, None, &control);
        let message = if is_found {
            Some(self.hunt.describe_success())
        } else {
            self.hunt.is_over().then(|| self.hunt.describe_failure())
        };
        if message.is_some() {
            self.hunt = Hunt::default();
        }
        Ok(json!({ "found": is_found, "message": message }))
    }
}

/// The rules of a game in English, and its variants.
#[derive(Serialize)]
struct RulesPage<'a> {
    #[serde(flatten)]
    page: patience::page::Page,
    variants: Vec<&'a str>,
}

fn describe_page(game: &PlayedGame) -> Value {
    // The page of a game without variants also says what its variants change.
    let page = match game.position().game().variants() {
        [] => game.own.page(),
        _ => game.position().game().page(),
    };
    let variants = game.own.variants().collect();
    json!(RulesPage { page, variants })
}
