//! The protocol for programs: `play --format json`. Each line of input and output is a JSON object.

use serde::{Deserialize, Serialize};

use super::session::{Refused, Reply, Session};
use super::solver::Answer;
use crate::cli::input::{Line, MAX_LINE, read_line, replace_unprintable};
use crate::cli::{Error, Streams};
use crate::play::{Outcome, Position, Sight};

/// The version of the protocol. It grows when an answer changes in a way that a program might not expect; new fields do
/// not change it.
const VERSION: u32 = 1;

/// A line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Repeated in the answer.
    #[serde(default)]
    id: Option<serde_json::Value>,
    /// A move or a command, as it is typed in the dialog; several may be separated by semicolons.
    #[serde(rename = "do")]
    command: String,
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

/// The state of the game, as far as a player sees it.
#[derive(Debug, Serialize)]
struct State<'a> {
    title: &'a str,
    /// The number of moves that led here.
    moves: usize,
    outcome: &'static str,
    /// The score; absent if it depends on a face-down card.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// The base rank, once it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    piles: Vec<PileState<'a>>,
    /// The legal moves, best first.
    legal: Vec<String>,
}

/// A pile.
#[derive(Debug, Serialize)]
struct PileState<'a> {
    name: String,
    group: &'a str,
    /// From bottom to top; `#` for a face-down card.
    cards: Vec<String>,
}

/// Plays a game with a program until the input ends.
pub(super) fn run(
    session: &mut Session,
    is_open: bool,
    notes: &[String],
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let game = std::sync::Arc::clone(session.position().game());
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
        messages: notes,
        state: State::new(session, is_open),
    };
    streams.write_json(&hello)?;
    loop {
        streams.output.flush()?;
        let line = match read_line(streams.input)? {
            None => return Ok(()),
            Some(Line::TooLong) => {
                refuse(
                    &format!("a line can have at most {MAX_LINE} bytes"),
                    streams,
                )?;
                continue;
            }
            Some(Line::Text(line)) => line,
        };
        let request: Request = match serde_json::from_str(&line) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("expected an object such as {{\"do\":\"t3 t5\"}}: {error}");
                refuse(&message, streams)?;
                continue;
            }
        };
        let reply = session.run(replace_unprintable(&request.command).trim())?;
        respond(request.id, &reply, session, is_open, streams)?;
        if reply.quits {
            return Ok(());
        }
    }
}

/// Answers a line that is no request.
fn refuse(message: &str, streams: &mut Streams<'_>) -> Result<(), Error> {
    let response = Response {
        id: None,
        ok: false,
        refusal: Some(RefusalInfo {
            message,
            key: None,
            place: None,
        }),
        messages: &[],
        solution: None,
        state: None,
    };
    streams.write_json(&response)
}

fn respond(
    id: Option<serde_json::Value>,
    reply: &Reply,
    session: &Session,
    is_open: bool,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let refusal = reply.refused.as_ref().map(|refused| match refused {
        Refused::Move(refusal) => RefusalInfo {
            message: refusal.message(),
            key: Some(refusal.key()),
            place: refusal.place(),
        },
        Refused::Command(message) => RefusalInfo {
            message,
            key: None,
            place: None,
        },
    });
    let response = Response {
        id,
        ok: refusal.is_none(),
        refusal,
        messages: &reply.lines,
        solution: reply.answer.as_deref(),
        state: (!reply.quits).then(|| State::new(session, is_open)),
    };
    streams.write_json(&response)
}

impl<'a> State<'a> {
    fn new(session: &'a Session, is_open: bool) -> State<'a> {
        let played = session.games.current();
        let position = played.position();
        let game = position.game();
        let piles = game.piles().map(|pile| PileState {
            name: game.pile_name(pile),
            group: game.group_name(pile),
            cards: position
                .cards(pile)
                .into_iter()
                .map(|card| format_card(position, card, is_open))
                .collect(),
        });
        let hints = position.hints();
        State {
            title: &played.title,
            moves: played.history.move_count(),
            outcome: match position.outcome() {
                Outcome::Open => "open",
                Outcome::Won => "won",
                Outcome::Stuck => "stuck",
            },
            score: position.visible_score(),
            base: position.base().map(|base| base.to_string()),
            piles: piles.collect(),
            legal: hints
                .iter()
                .map(|hint| position.format_move(hint.mv))
                .collect(),
        }
    }
}

/// A card as a player sees it, or with its face if all cards are open.
fn format_card(position: &Position, card: crate::cards::CardId, is_open: bool) -> String {
    match Sight::for_player(position).face(card) {
        Some(face) => face.to_string(),
        None if is_open => format!("#{}", position.face(card)),
        None => "#".to_owned(),
    }
}
