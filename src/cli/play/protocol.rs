//! The protocol for programs: `play --format json`. Each line of input and output is a JSON object.

use serde::{Deserialize, Serialize};

use super::dialog::Dialog;
use crate::cli::input::{Line, MAX_LINE, read_line, replace_unprintable};
use crate::cli::{Error, Streams};
use crate::reply::{Answer, Reply};
use crate::session::{Refused, View};

/// The version of the protocol. It grows when an answer changes in a way that a program might not expect; new fields do
/// not change it.
const VERSION: u32 = 2;

/// What a line of input must be.
const EXPECTED: &str = r#"expected an object such as {"do":"t3 t5"} or {"play":17}"#;

/// A line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Repeated in the answer.
    id: Option<serde_json::Value>,
    /// A move or a command, as it is typed in the dialog; several may be separated by semicolons.
    #[serde(rename = "do")]
    command: Option<String>,
    /// The id of a move.
    play: Option<u32>,
}

/// The first line of output.
#[derive(Debug, Serialize)]
struct Hello<'a> {
    protocol: u32,
    program: &'static str,
    game: &'a str,
    name: &'a str,
    variants: &'a [String],
    actions: Vec<&'a str>,
    /// The ids of moves are below it.
    move_ids: u32,
    /// What the dialog would print before the first board.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    messages: &'a [String],
    state: State<'a>,
}

/// The answer to a request.
#[derive(Debug, Serialize)]
struct Response<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<serde_json::Value>,
    /// Whether the request was carried out. If not, the commands before the refused one were.
    ok: bool,
    /// Why it was not carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalInfo<'a>>,
    /// What the dialog would print beside the board.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    messages: &'a [String],
    /// What the solver found out, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a Answer>,
    /// Absent if the input cannot be understood, and after `quit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<State<'a>>,
}

/// Why a request was refused.
#[derive(Debug, Serialize)]
struct RefusalInfo<'a> {
    message: &'a str,
    /// The path of the key of the rules file that forbids a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    /// Where it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
}

/// The state of the game.
#[derive(Debug, Serialize)]
struct State<'a> {
    title: &'a str,
    /// The number of moves that led here.
    moves: usize,
    #[serde(flatten)]
    view: View,
}

/// Plays a game with a program until the input ends.
pub(super) fn run(
    dialog: &mut Dialog,
    is_open: bool,
    notes: &[String],
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let game = std::sync::Arc::clone(dialog.position().game());
    let hello = Hello {
        protocol: VERSION,
        program: concat!("patience ", env!("CARGO_PKG_VERSION")),
        game: game.id(),
        name: game.name(),
        variants: game.variants(),
        actions: game
            .actions
            .iter()
            .map(|action| action.name.as_str())
            .collect(),
        move_ids: game.move_ids(),
        messages: notes,
        state: State::new(dialog, is_open),
    };
    streams.write_json(&hello)?;
    loop {
        streams.output.flush()?;
        let request = match read_line(streams.input)? {
            Line::Interrupt | Line::End => return Ok(()),
            Line::TooLong => Err(format!("a line can have at most {MAX_LINE} bytes")),
            Line::Text(line) => serde_json::from_str::<Request>(&line)
                .map_err(|error| format!("{EXPECTED}: {error}")),
        };
        let (id, answer) = match request.map(|request| (request.id, request.command, request.play))
        {
            Ok((id, Some(text), None)) => {
                let text = replace_unprintable(&text);
                (id, Ok(dialog.run(text.trim())?))
            }
            Ok((id, None, Some(number))) => (id, Ok(dialog.play_id(number)?)),
            Ok(_) => (None, Err(EXPECTED.to_owned())),
            Err(message) => (None, Err(message)),
        };
        let is_request = answer.is_ok();
        let reply = answer.unwrap_or_else(|message| Reply {
            refused: Some(Refused::Unclear(message)),
            ..Reply::default()
        });
        let mut reply = reply;
        if is_request && !reply.quits {
            reply.lines.extend(dialog.tell_winnable());
        }
        streams.write_json(&Response {
            id,
            ok: reply.refused.is_none(),
            refusal: reply.refused.as_ref().map(RefusalInfo::new),
            messages: &reply.lines,
            solution: reply.answer.as_deref(),
            state: (is_request && !reply.quits).then(|| State::new(dialog, is_open)),
        })?;
        if reply.quits {
            return Ok(());
        }
    }
}

impl<'a> RefusalInfo<'a> {
    fn new(refused: &'a Refused) -> RefusalInfo<'a> {
        let (message, key, place) = match refused {
            Refused::Move(refusal) => (refusal.message(), Some(refusal.key()), refusal.place()),
            Refused::Unclear(message) => (message.as_str(), None, None),
        };
        RefusalInfo {
            message,
            key,
            place,
        }
    }
}

impl<'a> State<'a> {
    fn new(dialog: &'a Dialog, is_open: bool) -> State<'a> {
        let game = dialog.games.current();
        let position = game.position();
        State {
            title: &game.title,
            moves: game.session.moves().len(),
            view: if is_open {
                position.open_view()
            } else {
                position.view()
            },
        }
    }
}
