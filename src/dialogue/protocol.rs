//! The dialogue for programs: each request and each answer is a JSON object. `games/PROTOCOL.md` describes them.

use std::io;
use std::sync::Arc;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use super::{Dialogue, Host};
use crate::reply::{Answer, Reply, Searching, Wish};
use crate::rules::Game;
use crate::search::Limit;
use crate::session::{MAX_LINE, PlayError};
use crate::text::is_printable;
use crate::view::{GroupView, View};

/// The version of the protocol. It grows when an answer changes in a way that a program might not expect; new fields do
/// not change it.
const VERSION: u32 = 2;

/// What a request must be.
const EXPECTED: &str = r#"expected an object such as {"do":"t3 t5"} or {"play":17}"#;

/// The most games at once.
pub const MAX_GAMES: u16 = 1000;
/// How many bytes longer a request can be for each other game.
const BYTES_PER_GAME: usize = 12;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Repeated in the answer.
    id: Option<Value>,
    /// A move or a command, as it is typed; several may be separated by semicolons.
    #[serde(rename = "do")]
    command: Option<String>,
    /// The id of a move, or one for each game.
    play: Option<Plays>,
    /// What becomes of the search that has not ended.
    search: Option<Next>,
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

/// What becomes of a search.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Next {
    /// It goes on.
    GoOn,
    /// The player gives it up.
    Stop,
    /// Its time is up.
    Timeout,
}

/// The rules of a game, for whoever draws it or plays by numbers.
#[derive(Debug, Serialize)]
struct Opened<'a> {
    game: &'a str,
    name: &'a str,
    variants: &'a [String],
    actions: Vec<&'a str>,
    /// The ids of moves are below it.
    move_ids: u32,
}

/// The first answer.
#[derive(Debug, Serialize)]
struct Hello<'a, S> {
    protocol: u32,
    program: &'static str,
    #[serde(flatten)]
    opened: Opened<'a>,
    /// What a dialogue prints before the first board.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    messages: &'a [String],
    state: State<'a>,
    /// The states of all games, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<S>,
}

/// A list whose items are made when they are written, one at a time: together they can be large.
struct List<F>(usize, F);

impl<T: Serialize, F: Fn(usize) -> T> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0))?;
        for index in 0..self.0 {
            list.serialize_element(&self.1(index))?;
        }
        list.end()
    }
}

/// The answer to a request for each game.
#[derive(Debug, Serialize)]
struct Responses<A> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    /// Whether every request was carried out.
    ok: bool,
    /// The answers, from the first game; `null` where nothing was asked.
    answers: A,
}

/// The answer to a request.
#[derive(Debug, Default, Serialize)]
struct Response<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    /// Whether the request was carried out. If not, the commands before the refused one were.
    ok: bool,
    /// Why it was not carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'a PlayError>,
    /// What a dialogue prints beside the board.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    messages: &'a [String],
    /// Whether the messages are to be copied as they are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    verbatim: bool,
    /// What the solver found out, if it was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a Answer>,
    /// How far a search is that has not ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    searching: Option<Searching>,
    /// What to show beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    wish: Option<&'a Wish>,
    /// The rules, if they are others than before.
    #[serde(skip_serializing_if = "Option::is_none")]
    opened: Option<Opened<'a>>,
    /// Absent if the request cannot be understood, and after `quit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<State<'a>>,
}

/// The state of a game.
#[derive(Debug, Serialize)]
struct State<'a> {
    title: &'a str,
    /// The number of moves that led here.
    moves: usize,
    #[serde(flatten)]
    view: View,
    #[serde(flatten)]
    drawn: Option<Drawn>,
}

/// What a page needs beside the rest of the state.
#[derive(Debug, Serialize)]
struct Drawn {
    /// The deal, if it has a number.
    deal: Option<String>,
    /// Where the piles lie.
    table: Vec<GroupView>,
    /// How the game stands.
    status: Vec<String>,
    /// How it has ended, if it has.
    end: Option<String>,
    /// The moves that led here, as a link numbers them.
    played: Vec<u32>,
    can_redo: bool,
}

/// How much of a game is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Whether face-down cards are.
    pub is_open: bool,
    /// Whether a page draws it.
    pub is_drawn: bool,
}

/// Dialogues with a program, each with its host.
#[derive(Debug)]
pub struct Conversation<H: Host> {
    tables: Vec<Table<H>>,
    shown: Shown,
}

#[derive(Debug)]
struct Table<H: Host> {
    dialogue: Dialogue<H::Own>,
    host: H,
    /// The game that the program was told last.
    told: Arc<Game>,
}

impl<H: Host> Conversation<H> {
    /// Begins with games, at least one.
    pub fn new(dialogues: impl IntoIterator<Item = (Dialogue<H::Own>, H)>, shown: Shown) -> Self {
        let tables = dialogues.into_iter().map(|(dialogue, host)| Table {
            told: Arc::clone(dialogue.position().game()),
            dialogue,
            host,
        });
        Conversation {
            tables: tables.collect(),
            shown,
        }
    }

    /// The first dialogue.
    pub fn first(&self) -> &Dialogue<H::Own> {
        &self.tables[0].dialogue
    }

    /// The first dialogue with its host, at the end.
    pub fn into_first(mut self) -> (Dialogue<H::Own>, H) {
        let Table { dialogue, host, .. } = self.tables.swap_remove(0);
        (dialogue, host)
    }

    /// The longest request, in bytes.
    pub fn max_line(&self) -> usize {
        MAX_LINE + BYTES_PER_GAME * (self.tables.len() - 1)
    }

    /// Writes what the program is told first. `notes` are messages to the player.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn hello(
        &self,
        program: &'static str,
        notes: &[String],
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let count = self.tables.len();
        let states = List(count, |index: usize| {
            State::new(&self.tables[index], self.shown)
        });
        let hello = Hello {
            protocol: VERSION,
            program,
            opened: Opened::new(&self.tables[0].told),
            messages: notes,
            state: State::new(&self.tables[0], self.shown),
            states: (count > 1).then_some(states),
        };
        write_json(&hello, out)
    }

    /// Writes the answer to a request: an object, even if the request cannot be understood. It is written in parts, because
    /// an answer about many games is long. Returns whether the conversation has ended.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn answer(&mut self, request: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        match serde_json::from_str(request) {
            Ok(request) => self.carry_out(request, out),
            Err(error) => refuse(&format!("{EXPECTED}: {error}"), out),
        }
    }

    fn carry_out(&mut self, request: Request, out: &mut dyn io::Write) -> io::Result<bool> {
        let (count, shown) = (self.tables.len(), self.shown);
        let Request {
            id,
            command,
            play,
            search,
            game,
        } = request;
        let Some(table) = self.tables.get_mut(game) else {
            return refuse(&format!("there are {count} games, from 0"), out);
        };
        let Table { dialogue, host, .. } = table;
        let reply = match (command, play, search) {
            (Some(text), None, None) => dialogue.run(replace_unprintable(&text).trim(), host),
            (None, Some(Plays::One(number)), None) => dialogue.play_id(number, host),
            (None, None, Some(Next::GoOn)) => dialogue.go_on(host),
            (None, None, Some(Next::Stop)) => dialogue.stop(Limit::Interrupt),
            (None, None, Some(Next::Timeout)) => dialogue.stop(Limit::Time),
            (None, Some(Plays::Each(numbers)), None) if numbers.len() <= count => {
                return self.play_each(id, &numbers, out);
            }
            (None, Some(Plays::Each(_)), None) => {
                return refuse(&format!("there are only {count} games"), out);
            }
            _ => return refuse(EXPECTED, out),
        };
        let reply = table.finish(reply);
        let response = Response {
            id,
            ..Response::new(&reply, table, shown)
        };
        write_json(&response, out)?;
        table.told = Arc::clone(table.dialogue.position().game());
        Ok(reply.quits)
    }

    /// Plays a move in each game.
    fn play_each(
        &mut self,
        id: Option<Value>,
        numbers: &[Option<u32>],
        out: &mut dyn io::Write,
    ) -> io::Result<bool> {
        let play = |(table, number): (&mut Table<H>, &Option<u32>)| {
            let reply = table.dialogue.play_id((*number)?, &mut table.host);
            Some(table.finish(reply))
        };
        let replies: Vec<Option<Reply>> = self.tables.iter_mut().zip(numbers).map(play).collect();
        let is_done = |reply: &Option<Reply>| reply.as_ref().is_none_or(|r| r.refused.is_none());
        let answer = |index: usize| {
            let reply = replies[index].as_ref()?;
            Some(Response::new(reply, &self.tables[index], self.shown))
        };
        let responses = Responses {
            id,
            ok: replies.iter().all(is_done),
            answers: List(replies.len(), answer),
        };
        write_json(&responses, out)?;
        Ok(false)
    }
}

impl<H: Host> Table<H> {
    /// Adds to a reply what the player is told after every move.
    fn finish(&mut self, mut reply: Reply) -> Reply {
        if !reply.quits {
            reply
                .lines
                .extend(self.dialogue.tell_winnable(&mut self.host));
        }
        reply
    }
}

impl<'a> Response<'a> {
    fn new<H: Host>(reply: &'a Reply, table: &'a Table<H>, shown: Shown) -> Response<'a> {
        let game = table.dialogue.position().game();
        Response {
            id: None,
            ok: reply.refused.is_none(),
            refusal: reply.refused.as_ref(),
            messages: &reply.lines,
            verbatim: reply.is_verbatim,
            solution: reply.answer.as_deref(),
            searching: reply.searching,
            wish: reply.wish.as_ref(),
            opened: (!Arc::ptr_eq(game, &table.told)).then(|| Opened::new(game)),
            state: (!reply.quits).then(|| State::new(table, shown)),
        }
    }
}

impl<'a> Opened<'a> {
    fn new(game: &'a Game) -> Opened<'a> {
        Opened {
            game: game.id(),
            name: game.name(),
            variants: game.variants(),
            actions: game
                .actions()
                .map(|action| game.action_name(action))
                .collect(),
            move_ids: game.move_ids(),
        }
    }
}

impl<'a> State<'a> {
    fn new<H: Host>(table: &'a Table<H>, shown: Shown) -> State<'a> {
        let game = table.dialogue.game();
        let position = game.position();
        State {
            title: &game.title,
            moves: game.session.moves().len(),
            view: if shown.is_open {
                position.open_view()
            } else {
                position.view()
            },
            drawn: shown.is_drawn.then(|| Drawn {
                deal: game.deal.as_ref().and_then(super::ChosenDeal::number),
                table: position.table(),
                status: position.status(),
                end: game.session.describe_end(),
                played: table.dialogue.played(),
                can_redo: game.session.can_redo(),
            }),
        }
    }
}

/// The answer to a request that cannot be understood, or cannot be carried out without a game.
pub fn describe_refused(message: &str) -> String {
    let refused = PlayError::Unclear(message.to_owned());
    to_json(&Response {
        refusal: Some(&refused),
        ..Response::default()
    })
}

fn refuse(message: &str, out: &mut dyn io::Write) -> io::Result<bool> {
    out.write_all(describe_refused(message).as_bytes())?;
    Ok(false)
}

/// Replaces unprintable characters by `\u{fffd}`, which no command contains: dropping them would run a command that was
/// not typed.
pub fn replace_unprintable(text: &str) -> String {
    let is_kept = |c: char| is_printable(c) || c == '\t';
    let replace = |c: char| if is_kept(c) { c } else { '\u{fffd}' };
    text.chars().map(replace).collect()
}

/// Writes a value as JSON in one line. Unprintable characters in its texts are escaped, so that none is lost.
///
/// # Panics
/// If the value cannot be written as JSON: if a map in it has keys that are no texts.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    write_json(value, &mut text).expect("the value can be written as JSON");
    String::from_utf8(text).expect("JSON is text")
}

/// Writes a value like [`to_json`].
fn write_json(value: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    let mut serializer = JsonSerializer::with_formatter(out, PrintableJson);
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// Escapes the unprintable characters that JSON does not escape by itself.
struct PrintableJson;

impl Formatter for PrintableJson {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !is_printable(c)) {
            let (printable, unprintable) = rest.split_at(at);
            writer.write_all(printable.as_bytes())?;
            let mut chars = unprintable.chars();
            // None of them needs more than four digits.
            let code = chars.next().map_or(0, u32::from);
            write!(writer, "\\u{code:04x}")?;
            rest = chars.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}
