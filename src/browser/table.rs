//! A game being played.

use std::sync::Arc;

use patience::{
    Command, Control, Counsel, Deal, Effort, Game, Library, Limits, Move, NewDeal, Outcome, Page,
    Position, Question, Refused, Reply, Rules, Session, Telling, built_in_ids,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::workshop::{FILE, ID};

/// The positions that a search looks at before the page can do something else.
const SLICE: u64 = 20_000;
/// The most positions that one question is worth, unless the player says otherwise.
const MOST: u64 = 2_000_000;
/// The positions that a hint is worth: a win, or what an honest player thinks of.
const HINT: (u64, u64) = (50_000, 20_000);
/// The positions that the question is worth which move lost the game.
const LOOKING_BACK: u64 = 200_000;

/// How a game is started.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The id of a built-in game. Not read if there is a text.
    #[serde(default)]
    game: String,
    /// The text of rules.
    text: Option<String>,
    /// The variants, and house rules.
    #[serde(default)]
    with: Vec<String>,
    /// The deal.
    deal: String,
    /// The ids of the moves to play.
    #[serde(default)]
    moves: Vec<u32>,
}

/// A game being played.
#[derive(Debug)]
pub struct Table {
    rules: Rules,
    first: Position,
    deal: Deal,
    title: String,
    session: Session,
    counsel: Counsel,
    control: Control,
    /// What was typed last.
    last_typed: String,
    /// The search that has not answered a question yet.
    pending: Option<Pending>,
}

/// A search in slices.
#[derive(Clone, Copy, Debug)]
struct Pending {
    question: Question,
    /// How many positions it looks at.
    effort: u64,
    /// How many it has looked at.
    done: u64,
    /// How many seconds it may take, by the clock of the page.
    seconds: Option<f64>,
}

impl Table {
    /// Starts a game. Also returns what the player is to be told.
    pub fn start(start: &Start) -> Result<(Table, Vec<String>), String> {
        let rules = match &start.text {
            Some(text) => Rules::parse_with(FILE, ID, text, &Library::new())
                .map_err(|rejected| rejected.to_string())?,
            None if built_in_ids().contains(&start.game.as_str()) => {
                Rules::built_in(&start.game).map_err(|error| error.to_string())?
            }
            None => return Err(format!("there is no game `{}`", start.game)),
        };
        let game = rules.with_variants(&start.with);
        let game = game.map_err(|error| error.to_string())?;
        let Ok(NewDeal::Deal(deal)) = start.deal.parse() else {
            return Err(format!(
                "`{}` is not a deal: expected a number, `ms:N` or `pysol:N`",
                start.deal
            ));
        };
        let first = Position::deal(&game, &deal).map_err(|error| error.to_string())?;
        let mut table = Table {
            rules,
            title: format!("{}, deal {deal}", game.name()),
            session: Session::new(first.clone()),
            first,
            deal,
            counsel: Counsel::default(),
            control: Control::default(),
            last_typed: String::new(),
            pending: None,
        };
        let mut notes = Vec::new();
        for (number, &id) in (1..).zip(&start.moves) {
            let mv = table.position().move_with_id(id);
            if mv.is_none_or(|mv| table.session.play_move(mv).is_err()) {
                notes.push(format!(
                    "Move {number} is not legal under these rules, so the game goes on before it."
                ));
                break;
            }
        }
        Ok((table, notes))
    }

    fn position(&self) -> &Position {
        self.session.position()
    }

    fn game(&self) -> &Arc<Game> {
        self.position().game()
    }

    /// The rules of the game as a page.
    pub fn page(&self) -> Page {
        match self.game().variants() {
            [] => self.rules.page(),
            _ => self.game().page(),
        }
    }

    /// What the game is, and its state.
    pub fn describe(&self, notes: &[String]) -> Value {
        let game = self.game();
        let actions = game.actions().map(|action| game.action_name(action));
        json!({
            "title": self.title,
            "variants": self.rules.variants().collect::<Vec<_>>(),
            "actions": actions.collect::<Vec<_>>(),
            "messages": notes,
            "state": self.state(),
        })
    }

    /// Carries out what a player types: commands, separated by semicolons, up to the first that is refused.
    pub fn run(&mut self, line: &str) -> Value {
        self.pending = None;
        let mut reply = Reply::default();
        let mut commands = line.split(';').map(str::trim);
        for text in commands.by_ref() {
            match self.run_one(text) {
                Done::Reply(next) => reply = reply.followed_by(next),
                // The page starts another game, which ends the line.
                Done::Wish(wish) => return json!({ "wish": wish, "messages": reply.lines }),
            }
            if reply.refused.is_some() || self.pending.is_some() {
                break;
            }
        }
        if commands.next().is_some() {
            reply
                .lines
                .push("The rest of the line was not run.".to_owned());
        }
        self.tell(reply)
    }

    /// Plays the move with an id.
    pub fn play(&mut self, id: u32) -> Value {
        self.pending = None;
        let reply = match self.position().move_with_id(id) {
            Some(mv) => self
                .session
                .carry_out(|session| session.play_move(mv), false),
            None => Reply::refused("that move is not possible any more"),
        };
        self.tell(reply)
    }

    /// Goes on with the search that did not end.
    pub fn go_on(&mut self) -> Value {
        let reply = match self.pending.take() {
            Some(pending) => self.search(pending),
            None => Reply::refused("nothing is being searched"),
        };
        self.tell(reply)
    }

    /// Gives up the search that did not end.
    pub fn stop(&mut self) -> Value {
        let reply = match self.pending.take() {
            Some(pending) => Reply::lines(vec![pending.describe()]),
            None => Reply::refused("nothing is being searched"),
        };
        self.tell(reply)
    }

    fn run_one(&mut self, text: &str) -> Done {
        let command = match Command::read(self.position(), text) {
            Ok(command) => command,
            Err(error) => return Done::Reply(Reply::refused(&error.to_string())),
        };
        if command != Command::Hint {
            self.counsel.note_other_command();
        }
        if command != Command::Again {
            text.clone_into(&mut self.last_typed);
        }
        self.execute(command)
    }

    fn execute(&mut self, command: Command) -> Done {
        Done::Reply(match command {
            Command::Show => Reply::board(Vec::new()),
            Command::Undo(times) => self.step("undo", times, Session::undo),
            Command::Redo(times) => self.step("redo", times, Session::redo),
            Command::Restart => {
                // What was played can be played again.
                while self.session.undo() {}
                Reply::board(Vec::new())
            }
            Command::Hint => {
                let (wins, states) = HINT;
                let limits = Limits::default().with_states(wins);
                self.counsel
                    .hint(&self.session, &limits, states, &self.control)
            }
            Command::Solve(question, effort) => self.ask(question, effort),
            Command::Accept => match self.counsel.take_suggested(self.session.position()) {
                Some(text) => return self.run_one(&text),
                None => Reply::refused("there is no hint to play yet; type `hint` first"),
            },
            Command::Again => match std::mem::take(&mut self.last_typed) {
                last if last.is_empty() => Reply::refused("nothing was typed before"),
                last => return self.run_one(&last),
            },
            Command::New(NewDeal::Next) => return Done::wish("new", ""),
            Command::New(NewDeal::Today) => return Done::wish("new", "today"),
            Command::New(NewDeal::Winnable) => return Done::wish("new", "winnable"),
            Command::New(NewDeal::Deal(deal)) => return Done::wish("new", &deal.to_string()),
            Command::New(NewDeal::Of(name)) => return Done::wish("game", &name),
            Command::List(words) => return Done::wish("list", &words),
            Command::Rules => return Done::wish("rules", ""),
            Command::Save(_) | Command::Load(_) | Command::Quit => {
                Reply::refused("the page keeps your game by itself, and its link is the game")
            }
            command => {
                let telling = Telling {
                    title: &self.title,
                    deal: Some(&self.deal),
                    seconds: None,
                    width: usize::MAX,
                    tells_changes: false,
                };
                self.session.execute(&command, telling)
            }
        })
    }

    /// Undoes or redoes up to `times` turns.
    fn step(&mut self, name: &str, times: usize, step: impl Fn(&mut Session) -> bool) -> Reply {
        let session = &mut self.session;
        let done = (0..times).take_while(|_: &usize| step(session)).count();
        match done {
            0 => Reply::refused(&format!("nothing to {name}")),
            _ => Reply::board(Vec::new()),
        }
    }

    /// Asks the solver. There is no clock here, so a limit of time is the page's to keep.
    fn ask(&mut self, question: Question, effort: Option<Effort>) -> Reply {
        let (effort, seconds) = match effort {
            None => (MOST, None),
            Some(Effort::States(states)) => (states, None),
            Some(Effort::Time(time)) => (u64::MAX, Some(time.as_secs_f64())),
        };
        self.search(Pending {
            question,
            effort,
            done: 0,
            seconds,
        })
    }

    /// Searches a slice.
    fn search(&mut self, pending: Pending) -> Reply {
        let left = pending.effort - pending.done;
        let slice = match pending.question {
            // It is many searches, none of which goes on.
            Question::Lost => left.min(LOOKING_BACK),
            _ => left.min(SLICE),
        };
        let (session, control) = (&self.session, &self.control);
        let effort = Effort::States(slice);
        let reply = self
            .counsel
            .solve(session, pending.question, effort, control);
        let answer = reply.answer.as_deref();
        let is_open = answer.is_some_and(|answer| answer.limit == Some("states"));
        if !is_open || pending.question == Question::Lost {
            return reply;
        }
        let pending = Pending {
            done: pending.done + slice,
            ..pending
        };
        if pending.done < pending.effort {
            self.pending = Some(pending);
        }
        let mut told = Reply::lines(vec![pending.describe()]);
        told.answer = reply.answer;
        told
    }

    /// What the page is told: the reply, and the state after it.
    fn tell(&mut self, reply: Reply) -> Value {
        let mut messages = reply.lines;
        if self.pending.is_some() {
            messages.clear();
        } else {
            let limits = Limits::default().with_states(SLICE);
            let told = self
                .counsel
                .tell_winnable(&self.session, &limits, &self.control);
            messages.extend(told);
        }
        let refusal = reply.refused.as_ref().map(|refused| match refused {
            Refused::Move(refusal) => json!({
                "message": refusal.message(),
                "key": refusal.key(),
                "place": refusal.place(),
            }),
            Refused::Unclear(message) => json!({ "message": message }),
        });
        json!({
            "messages": messages,
            "refusal": refusal,
            "verbatim": reply.is_verbatim,
            "solution": reply.answer,
            "searching": self.pending.map(|pending| {
                json!({ "done": pending.done, "seconds": pending.seconds })
            }),
            "state": self.state(),
        })
    }

    /// The state of the game.
    fn state(&self) -> Value {
        let position = self.position();
        let mut state = json!(self.session.view());
        state["table"] = json!(position.table());
        state["status"] = json!(position.status());
        state["end"] = json!(self.session.describe_end());
        state["won"] = json!(position.outcome() == Outcome::Won);
        state["moves"] = json!(self.move_ids());
        state["can_redo"] = json!(self.session.can_redo());
        state
    }

    /// The ids of the moves that were played.
    fn move_ids(&self) -> Vec<u32> {
        let mut at = self.first.clone();
        let id_of = |&mv: &Move| {
            let id = at.move_id(mv);
            at.play_unchecked(mv);
            id
        };
        self.session.moves().iter().filter_map(id_of).collect()
    }
}

impl Pending {
    /// Says that there is no answer yet.
    fn describe(self) -> String {
        format!(
            "Whether the game can be won is not known after {} positions; `solve {} positions` searches longer.",
            self.done,
            self.done.saturating_mul(10)
        )
    }
}

/// What came of a command.
enum Done {
    Reply(Reply),
    /// Something that only the page can do.
    Wish(Value),
}

impl Done {
    fn wish(kind: &str, text: &str) -> Done {
        Done::Wish(json!({ kind: text }))
    }
}
