//! The protocol for programs: `play --format json`. Each line of input and output is a JSON object.

use serde::{Deserialize, Serialize};

use super::dialog::Dialog;
use crate::input::{Line, MAX_LINE, read_line_of, replace_unprintable};
use crate::{Error, Streams};
use patience::internals::Compiled;
use patience::{Answer, Refused, Reply, View};

/// The version of the protocol. It grows when an answer changes in a way that a program might not expect; new fields do
/// not change it.
const VERSION: u32 = 2;

/// What a line of input must be.
const EXPECTED: &str = r#"expected an object such as {"do":"t3 t5"} or {"play":17}"#;

/// The most games at once.
pub(crate) const MAX_GAMES: u16 = 1000;
/// How many bytes longer a line can be for each game.
const BYTES_PER_GAME: usize = 12;

/// A line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Repeated in the answer.
    id: Option<serde_json::Value>,
    /// A move or a command, as it is typed in the dialog; several may be separated by semicolons.
    #[serde(rename = "do")]
    command: Option<String>,
    /// The id of a move, or one for each game.
    play: Option<Plays>,
    /// The game that it is about, from 0.
    #[serde(default)]
    game: usize,
}

/// The moves to play.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Plays {
    /// In one game.
    One(u32),
    /// In each game, from the first; `null` for none.
    Each(Vec<Option<u32>>),
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
    /// The states of all games, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    states: Vec<State<'a>>,
}

/// The answer to a request for each game.
#[derive(Debug, Serialize)]
struct Responses<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<serde_json::Value>,
    /// Whether every request was carried out.
    ok: bool,
    /// The answers, from the first game; `null` where nothing was asked.
    answers: Vec<Option<Response<'a>>>,
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

/// Plays games with a program until the input ends.
pub(super) fn run(
    dialogs: &mut [Dialog],
    is_open: bool,
    notes: &[String],
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let game = std::sync::Arc::clone(dialogs[0].position().game());
    let states = dialogs.iter().map(|dialog| State::new(dialog, is_open));
    let hello = Hello {
        protocol: VERSION,
        program: concat!("patience ", env!("CARGO_PKG_VERSION")),
        game: game.id(),
        name: game.name(),
        variants: game.variants(),
        actions: Compiled::new(&game)
            .actions
            .iter()
            .map(|action| action.name.as_str())
            .collect(),
        move_ids: game.move_ids(),
        messages: notes,
        state: State::new(&dialogs[0], is_open),
        states: states.filter(|_| dialogs.len() > 1).collect(),
    };
    streams.write_json(&hello)?;
    let max_line = MAX_LINE + BYTES_PER_GAME * (dialogs.len() - 1);
    loop {
        streams.output.flush()?;
        let request = match read_line_of(max_line, streams.input)? {
            Line::Interrupt | Line::End => return Ok(()),
            Line::TooLong => Err(format!("a line can have at most {max_line} bytes")),
            Line::Text(line) => serde_json::from_str::<Request>(&line)
                .map_err(|error| format!("{EXPECTED}: {error}")),
        };
        let quits = match request {
            Ok(request) => answer(dialogs, request, is_open, streams)?,
            Err(message) => refuse(&message, streams)?,
        };
        if quits {
            return Ok(());
        }
    }
}

/// Carries out a request, and writes the answer. Returns whether the program ends.
fn answer(
    dialogs: &mut [Dialog],
    request: Request,
    is_open: bool,
    streams: &mut Streams<'_>,
) -> Result<bool, Error> {
    let count = dialogs.len();
    let Request {
        id, command, play, ..
    } = request;
    let Some(dialog) = dialogs.get_mut(request.game) else {
        return refuse(&format!("there are {count} games, from 0"), streams);
    };
    let reply = match (command, play) {
        (Some(text), None) => dialog.run(replace_unprintable(&text).trim())?,
        (None, Some(Plays::One(number))) => dialog.play_id(number)?,
        (None, Some(Plays::Each(numbers))) if numbers.len() <= count => {
            return answer_each(dialogs, &numbers, id, is_open, streams);
        }
        (None, Some(Plays::Each(_))) => {
            return refuse(&format!("there are only {count} games"), streams);
        }
        _ => return refuse(EXPECTED, streams),
    };
    let reply = finish(dialog, reply);
    streams.write_json(&Response {
        id,
        ..Response::new(&reply, dialog, is_open)
    })?;
    Ok(reply.quits)
}

/// Plays a move in each game, and writes the answer.
fn answer_each(
    dialogs: &mut [Dialog],
    numbers: &[Option<u32>],
    id: Option<serde_json::Value>,
    is_open: bool,
    streams: &mut Streams<'_>,
) -> Result<bool, Error> {
    let mut replies = Vec::new();
    for (dialog, number) in dialogs.iter_mut().zip(numbers) {
        let reply = number.map(|number| dialog.play_id(number)).transpose()?;
        replies.push(reply.map(|reply| finish(dialog, reply)));
    }
    let is_done = |reply: &Option<Reply>| reply.as_ref().is_none_or(|r| r.refused.is_none());
    let answers = replies.iter().zip(&*dialogs);
    let answers = answers.map(|(reply, dialog)| {
        let reply = reply.as_ref()?;
        Some(Response::new(reply, dialog, is_open))
    });
    streams.write_json(&Responses {
        id,
        ok: replies.iter().all(is_done),
        answers: answers.collect(),
    })?;
    Ok(false)
}

/// Adds to a reply what the player is told after every move.
fn finish(dialog: &mut Dialog, mut reply: Reply) -> Reply {
    if !reply.quits {
        reply.lines.extend(dialog.tell_winnable());
    }
    reply
}

/// Answers what cannot be understood.
fn refuse(message: &str, streams: &mut Streams<'_>) -> Result<bool, Error> {
    let refused = Refused::Unclear(message.to_owned());
    streams.write_json(&Response {
        id: None,
        ok: false,
        refusal: Some(RefusalInfo::new(&refused)),
        messages: &[],
        solution: None,
        state: None,
    })?;
    Ok(false)
}

impl<'a> Response<'a> {
    fn new(reply: &'a Reply, dialog: &'a Dialog, is_open: bool) -> Response<'a> {
        Response {
            id: None,
            ok: reply.refused.is_none(),
            refusal: reply.refused.as_ref().map(RefusalInfo::new),
            messages: &reply.lines,
            solution: reply.answer.as_deref(),
            state: (!reply.quits).then(|| State::new(dialog, is_open)),
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
