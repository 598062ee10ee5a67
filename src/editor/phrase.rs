//! What can follow in a condition that is being typed. The parser reads only whole conditions, so this reads the words
//! from the left and keeps what is open.

use super::kind::{Kind, Names};

/// What can be written at the end of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The beginning of a condition or of a value.
    Anything,
    /// What something of this kind is compared with, after `==` or `in [`.
    Value(Kind),
    /// What something of this kind can be, after `is`.
    State(Kind),
    /// A property of something of this kind.
    Property(Kind),
    /// A property of something that a quantifier ranges over.
    Lines(Kind),
    /// The name of an action or group, after `used.`
    Counter,
    /// What a quantifier ranges over.
    Domain,
    /// The `in` of a quantifier.
    In,
    /// A keyword that goes on after something of this kind.
    Keyword(Kind),
    /// Such a keyword, or an argument.
    Argument(Kind),
    /// A keyword that goes on after a comparison.
    Connective,
    /// A name that the author chooses, or a sign.
    Nothing,
}

/// The end of a condition that is being typed.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) wanted: Wanted,
    /// Where the word that is being typed begins.
    pub(super) start: usize,
    /// The variables that are visible there, the innermost last.
    pub(super) locals: Vec<(String, Kind)>,
}

/// Reads a condition up to the cursor.
pub(super) fn read(text: &str, names: &Names<'_>) -> Phrase {
    let start = text
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_alphanumeric() || *c == '_')
        .last()
        .map_or(text.len(), |(start, _)| start);
    let mut reader = Reader::new(names);
    for token in tokens(&text[..start]) {
        reader.read(token);
    }
    let is_number = text[start..].starts_with(|c: char| c.is_ascii_digit());
    Phrase {
        wanted: if is_number {
            Wanted::Nothing
        } else {
            reader.wanted()
        },
        start,
        locals: reader.locals(),
    }
}

/// The kind of what a whole text stands for.
pub(super) fn kind_of(text: &str, names: &Names<'_>) -> Kind {
    let mut reader = Reader::new(names);
    for token in tokens(text) {
        reader.read(token);
    }
    match reader.state {
        State::After(kind, _) if !reader.frame().is_joined && !reader.frame().is_compared => {
            reader.effective(kind)
        }
        _ => Kind::Condition,
    }
}

/// Splits a condition into words, numbers and signs.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if ["==", "!=", "<=", ">="].iter().any(|s| rest.starts_with(s)) {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// What the next token can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The beginning of a condition or value.
    Start,
    /// A value to compare with one of this kind.
    Value(Kind),
    /// A state of this kind, after `is`.
    Is(Kind),
    /// After something of this kind. If it is an argument, the whole is of the other kind.
    After(Kind, Option<Kind>),
    /// After the dot.
    Dot(Kind, Option<Kind>),
    /// After `every` and the like.
    Quantifier,
    /// The variable of a quantifier.
    Variable,
    /// After that variable.
    In,
    /// After the `in` of a quantifier.
    Domain,
}

/// What a bracket belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// None: the whole condition.
    Whole,
    /// Parentheses around a part.
    Group,
    /// Parentheses around the argument of something; the whole is of this kind.
    Argument(Kind),
    /// The parentheses of a quantifier: one that is true or false, or a number.
    Quantifier(Kind),
    /// The values after `in`.
    List(Kind),
}

/// An open bracket, and what was read in it.
#[derive(Debug)]
struct Frame {
    bracket: Bracket,
    /// Whether a comparison precedes, up to the last `and` or `or`.
    is_compared: bool,
    /// Whether an `and` or `or` precedes.
    is_joined: bool,
    /// The kind of what the value is added to or subtracted from.
    addend: Option<Kind>,
    /// The variable of the quantifier; its kind is known after its domain.
    local: Option<(String, Kind)>,
    /// Whether what the quantifier ranges over is being read.
    is_domain: bool,
}

impl Frame {
    fn new(bracket: Bracket) -> Frame {
        Frame {
            bracket,
            is_compared: false,
            is_joined: false,
            addend: None,
            local: None,
            is_domain: false,
        }
    }
}

struct Reader<'a> {
    names: &'a Names<'a>,
    frames: Vec<Frame>,
    state: State,
    /// The kind of a name with an argument, if the last word can have one.
    callable: Option<Kind>,
    /// The last quantifier word.
    quantifier: Kind,
}

impl Reader<'_> {
    fn new<'a>(names: &'a Names<'a>) -> Reader<'a> {
        Reader {
            names,
            frames: vec![Frame::new(Bracket::Whole)],
            state: State::Start,
            callable: None,
            quantifier: Kind::Condition,
        }
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("the whole is never closed")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the whole is never closed")
    }

    fn locals(&self) -> Vec<(String, Kind)> {
        let own = self
            .names
            .parameter
            .iter()
            .map(|name| (name.clone(), Kind::Unknown));
        own.chain(self.frames.iter().filter_map(|frame| frame.local.clone()))
            .collect()
    }

    /// The kind of a whole path, if its last part is of a kind.
    fn effective(&self, kind: Kind) -> Kind {
        match (self.frame().addend, self.state) {
            // A number of ranks from a rank is a rank.
            (Some(Kind::Rank), _) => Kind::Rank,
            (_, State::After(_, Some(whole))) => whole,
            _ => kind,
        }
    }

    fn read(&mut self, token: &str) {
        let callable = self.callable.take();
        match token {
            "(" => self.open_parenthesis(),
            ")" => self.close(),
            "[" => {
                let kind = match self.state {
                    State::Value(kind) => kind,
                    _ => Kind::Unknown,
                };
                self.frames.push(Frame::new(Bracket::List(kind)));
                self.state = State::Value(kind);
            }
            "]" => {
                self.close();
                self.frame_mut().is_compared = true;
                self.state = State::After(Kind::Condition, None);
            }
            "," => self.read_comma(),
            "." => {
                if let State::After(kind, whole) = self.state {
                    self.state = State::Dot(kind, whole);
                }
            }
            "and" | "or" => {
                let frame = self.frame_mut();
                frame.is_compared = false;
                frame.is_joined = true;
                frame.addend = None;
                self.state = State::Start;
            }
            "not" => {}
            "is" => self.compare(State::Is),
            "in" if self.state == State::In => {
                self.frame_mut().is_domain = true;
                self.state = State::Domain;
            }
            "==" | "!=" | "<" | "<=" | ">" | ">=" | "=" | "in" => self.compare(State::Value),
            "+" | "-" | "*" => {
                if let State::After(kind, _) = self.state {
                    let kind = self.effective(kind);
                    self.frame_mut().addend = Some(kind);
                    self.state = State::Value(Kind::Number);
                }
            }
            _ if token.starts_with(|c: char| c.is_ascii_digit()) => self.read_number(callable),
            _ => self.read_word(token, callable),
        }
    }

    /// Reads what compares the value before it with the next.
    fn compare(&mut self, state: impl Fn(Kind) -> State) {
        let kind = match self.state {
            State::After(kind, _) => self.effective(kind),
            _ => Kind::Unknown,
        };
        self.frame_mut().is_compared = true;
        self.frame_mut().addend = None;
        self.state = state(kind);
    }

    fn open_parenthesis(&mut self) {
        let bracket = match self.state {
            State::Quantifier => Bracket::Quantifier(self.quantifier),
            State::After(Kind::Group | Kind::Line, _) => Bracket::Argument(Kind::Pile),
            State::After(kind, _) => Bracket::Argument(kind),
            _ => Bracket::Group,
        };
        self.frames.push(Frame::new(bracket));
        self.state = match bracket {
            Bracket::Quantifier(_) => State::Variable,
            _ => State::Start,
        };
    }

    fn close(&mut self) {
        if self.frames.len() == 1 {
            return;
        }
        let inner = match self.state {
            State::After(kind, _) => self.effective(kind),
            _ => Kind::Unknown,
        };
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let kind = match frame.bracket {
            Bracket::Group if frame.is_compared || frame.is_joined => Kind::Condition,
            Bracket::Whole | Bracket::Group => inner,
            Bracket::Argument(kind) | Bracket::Quantifier(kind) => kind,
            Bracket::List(_) => Kind::Condition,
        };
        self.state = State::After(kind, None);
    }

    fn read_comma(&mut self) {
        let state = self.state;
        let after = match state {
            State::After(kind, _) => self.effective(kind),
            _ => Kind::Unknown,
        };
        match self.frame().bracket {
            Bracket::List(kind) => self.state = State::Value(kind),
            Bracket::Quantifier(_) => {
                self.frame_mut().is_domain = false;
                if let Some((_, kind)) = &mut self.frame_mut().local {
                    *kind = after.element();
                }
                self.state = State::Start;
            }
            _ => self.state = State::Start,
        }
    }

    fn read_number(&mut self, callable: Option<Kind>) {
        self.state = match (self.state, callable) {
            (State::After(..), Some(whole)) => State::After(whole, None),
            (State::After(kind, whole), None) => State::After(kind, whole),
            _ => State::After(Kind::Number, None),
        };
    }

    fn read_word(&mut self, word: &str, callable: Option<Kind>) {
        self.state = match self.state {
            State::Variable => {
                self.frame_mut().local = Some((word.to_owned(), Kind::Unknown));
                State::In
            }
            State::Dot(Kind::Used, whole) => State::After(Kind::Number, whole),
            State::Dot(_, whole) => State::After(Kind::of_name(word), whole),
            // `foundation this.index` is a pile; what follows the name belongs to the argument.
            State::After(..) if callable.is_some() => State::After(self.kind(word), callable),
            _ => match word {
                "every" | "some" => {
                    self.quantifier = Kind::Condition;
                    State::Quantifier
                }
                "count" | "sum" => {
                    self.quantifier = Kind::Number;
                    State::Quantifier
                }
                _ => {
                    let kind = self.kind(word);
                    self.callable = match kind {
                        Kind::Group | Kind::Line => Some(Kind::Pile),
                        Kind::Unknown if self.is_known(word) => Some(Kind::Unknown),
                        Kind::Condition if ["up", "down"].contains(&word) => Some(kind),
                        _ => None,
                    };
                    State::After(kind, None)
                }
            },
        };
    }

    /// Whether a word is a name that was declared.
    fn is_known(&self, word: &str) -> bool {
        let locals = self.locals();
        locals.iter().any(|(name, _)| name == word) || self.names.is_declared(word)
    }

    fn kind(&self, word: &str) -> Kind {
        let locals = self.locals();
        let local = locals.iter().rev().find(|(name, _)| name == word);
        local.map_or_else(|| self.names.kind(word), |(_, kind)| *kind)
    }

    fn wanted(&self) -> Wanted {
        let is_domain = self.frame().is_domain;
        match self.state {
            State::Start => Wanted::Anything,
            State::Value(kind) => Wanted::Value(kind),
            State::Is(kind) => Wanted::State(kind),
            State::Dot(Kind::Used, _) => Wanted::Counter,
            State::Dot(kind, _) if is_domain => Wanted::Lines(kind),
            State::Dot(kind, _) => Wanted::Property(kind),
            State::After(..) if is_domain => Wanted::Nothing,
            State::After(kind, _) if self.callable.is_some() => {
                let is_compared = self.frame().is_compared;
                Wanted::Argument(if is_compared { Kind::Condition } else { kind })
            }
            State::After(..) if self.frame().is_compared => Wanted::Connective,
            State::After(kind, _) => Wanted::Keyword(self.effective(kind)),
            State::In => Wanted::In,
            State::Domain => Wanted::Domain,
            State::Quantifier | State::Variable => Wanted::Nothing,
        }
    }
}
