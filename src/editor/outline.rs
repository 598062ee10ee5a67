//! The structure of a rules file as far as it has been typed. Unlike a parser it accepts every text: anything that is
//! not closed ends where the next line begins a table or a key.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// A name or a value.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// The path of the key, which ends with this name if it is one. Entries of lists have the path of the list.
    pub(super) path: Vec<String>,
    /// Where it is written, with its quotes.
    pub(super) range: Range<usize>,
    pub(super) kind: ElementKind,
}

/// What an [`Element`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    /// A name in a header or before `=`.
    Name,
    /// A text with quotes of this length.
    Text(usize),
    /// Another value that is not a list or a table.
    Plain,
}

impl Element {
    /// Where the text between the quotes is written.
    pub(super) fn content(&self, text: &str) -> Range<usize> {
        match self.kind {
            ElementKind::Text(quote) => inside(&text[self.range.clone()], quote, self.range.start),
            _ => self.range.clone(),
        }
    }
}

/// What can be written at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A key of the table with the path.
    Key,
    /// A name in a header, after those of the path.
    Header,
    /// A value of the key with the path.
    Value,
    /// The rest of a text that is the value of the key with the path.
    Text,
    /// Nothing to complete.
    Nothing,
}

/// The end of a text that is being typed.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) path: Vec<String>,
    pub(super) expected: Expected,
    /// Where the name, value or text that is being typed begins, after its quotes.
    pub(super) start: usize,
}

/// The names and values of a text, in order.
pub(super) fn elements(text: &str) -> Vec<Element> {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let mut scanner = Scanner::new(text);
    scanner.scan(&tokens);
    scanner.elements
}

/// A text with the brackets closed that its author has not closed yet.
pub(super) fn close_brackets(text: &str) -> String {
    let tokens: Vec<Token> = Source::new(text).lex().collect();
    let mut scanner = Scanner::new(text);
    scanner.scan(&tokens);
    scanner.close_all(text.len());
    let mut closed = text.to_owned();
    for (offset, bracket) in scanner.missing.iter().rev() {
        closed.insert(*offset, *bracket);
    }
    closed
}

/// What can be written at the end of a text.
pub(super) fn end(text: &str) -> End {
    let mut tokens: Vec<Token> = Source::new(text).lex().collect();
    tokens.retain(|token| token.kind() != TokenKind::Eof);
    let mut scanner = Scanner::new(text);
    let partial = tokens.pop_if(|token| is_partial(*token, text));
    scanner.scan(&tokens);
    let written = partial.map_or(text.len(), |token| token.span().start());
    // A name after a blank is another name: only a dot goes on with the one before.
    let is_named = !scanner.key.is_empty() && !scanner.is_dotted;
    let (expected, start) = match (scanner.phase, partial.map(|token| token.kind())) {
        (Phase::Key | Phase::Header, _) if is_named => (Expected::Nothing, written),
        (_, Some(TokenKind::Comment)) | (Phase::Done, _) => (Expected::Nothing, written),
        (Phase::Key, _) => (Expected::Key, written),
        (Phase::Header, _) => (Expected::Header, written),
        (Phase::Value, None | Some(TokenKind::Atom)) => (Expected::Value, written),
        (Phase::Value, Some(_)) => {
            let quote = quote_length(&text[written..]);
            (Expected::Text, written + quote)
        }
    };
    let mut path = match expected {
        Expected::Value | Expected::Text => scanner.value_path(),
        Expected::Header => Vec::new(),
        _ => scanner.table(),
    };
    if matches!(expected, Expected::Key | Expected::Header) {
        path.append(&mut scanner.key);
    }
    End {
        path,
        expected,
        start,
    }
}

/// Whether the last token of a text may go on.
fn is_partial(token: Token, text: &str) -> bool {
    let written = &text[token.span().start()..token.span().end()];
    match token.kind() {
        TokenKind::Atom | TokenKind::Comment => true,
        kind => is_text(kind) && !is_closed(written),
    }
}

fn is_text(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LiteralString
            | TokenKind::BasicString
            | TokenKind::MlLiteralString
            | TokenKind::MlBasicString
    )
}

/// The length of the quotes that a text begins with.
fn quote_length(text: &str) -> usize {
    if text.starts_with("'''") || text.starts_with("\"\"\"") {
        3
    } else {
        1
    }
}

/// Whether a text in quotes has its closing quotes.
fn is_closed(written: &str) -> bool {
    let length = quote_length(written);
    let quote = &written[..length.min(written.len())];
    let Some(content) = written[quote.len()..].strip_suffix(quote) else {
        return false;
    };
    let backslashes = content.bytes().rev().take_while(|b| *b == b'\\').count();
    !quote.starts_with('"') || backslashes.is_multiple_of(2)
}

/// Where the content of a text in quotes is written.
fn inside(written: &str, quote: usize, offset: usize) -> Range<usize> {
    let closing = if is_closed(written) { quote } else { 0 };
    let start = quote.min(written.len());
    offset + start..offset + (written.len() - closing).max(start)
}

/// What the next token can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Key,
    Header,
    Value,
    /// The end of the line or of the entry.
    Done,
}

/// A bracket that is open, with the path of its list or table.
enum Open {
    List(Vec<String>),
    Table(Vec<String>),
}

struct Scanner<'a> {
    text: &'a str,
    /// The path of the last header.
    header: Vec<String>,
    open: Vec<Open>,
    /// The names of the key or header that is being read.
    key: Vec<String>,
    /// Whether the last token was a dot between names.
    is_dotted: bool,
    phase: Phase,
    elements: Vec<Element>,
    /// The brackets that are not closed, each with the offset where it ends at the latest, the innermost first.
    missing: Vec<(usize, char)>,
}

impl Scanner<'_> {
    fn new(text: &str) -> Scanner<'_> {
        Scanner {
            text,
            header: Vec::new(),
            open: Vec::new(),
            key: Vec::new(),
            is_dotted: false,
            phase: Phase::Key,
            elements: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// The path of the innermost table.
    fn table(&self) -> Vec<String> {
        let tables = self.open.iter().rev().find_map(|open| match open {
            Open::Table(path) => Some(path),
            Open::List(_) => None,
        });
        tables.unwrap_or(&self.header).clone()
    }

    /// The path of the key whose value comes next.
    fn value_path(&self) -> Vec<String> {
        match self.open.last() {
            Some(Open::List(path)) => path.clone(),
            _ => [self.table(), self.key.clone()].concat(),
        }
    }

    fn scan(&mut self, tokens: &[Token]) {
        let mut is_first = true;
        for (index, token) in tokens.iter().enumerate() {
            if is_first && !self.open.is_empty() && self.begins_anew(&tokens[index..]) {
                self.close_all(token.span().start());
                self.key.clear();
                self.phase = Phase::Key;
            }
            is_first = token.kind() == TokenKind::Newline;
            self.read(*token);
        }
    }

    fn close_all(&mut self, offset: usize) {
        let missing = self.open.drain(..).rev().map(|open| match open {
            Open::List(_) => (offset, ']'),
            Open::Table(_) => (offset, '}'),
        });
        self.missing.extend(missing);
    }

    /// Whether a line begins with a header or a key, so that brackets before it were not closed.
    fn begins_anew(&self, line: &[Token]) -> bool {
        let kinds = line.iter().map(Token::kind);
        let mut kinds = kinds.filter(|kind| *kind != TokenKind::Whitespace);
        let mut begins = line.iter().map(Token::kind);
        match begins.next() {
            Some(TokenKind::LeftSquareBracket) => {
                let name = line
                    .iter()
                    .find(|t| t.kind() != TokenKind::LeftSquareBracket);
                name.is_some_and(|token| {
                    let name = &self.text[token.span().start()..token.span().end()];
                    token.kind() == TokenKind::Atom
                        && name.starts_with(|c: char| c.is_ascii_alphabetic())
                })
            }
            Some(TokenKind::Atom) => {
                kinds.next();
                matches!(kinds.next(), Some(TokenKind::Equals | TokenKind::Dot))
            }
            _ => false,
        }
    }

    fn read(&mut self, token: Token) {
        let range = token.span().start()..token.span().end();
        match token.kind() {
            TokenKind::Newline if self.open.is_empty() => self.end_line(),
            TokenKind::Newline | TokenKind::Whitespace | TokenKind::Comment | TokenKind::Eof => {
                return;
            }
            TokenKind::LeftSquareBracket if self.phase == Phase::Value => {
                self.open.push(Open::List(self.value_path()));
            }
            TokenKind::LeftSquareBracket => {
                self.phase = Phase::Header;
                self.key.clear();
            }
            TokenKind::LeftCurlyBracket if self.phase == Phase::Value => {
                self.open.push(Open::Table(self.value_path()));
                self.begin_key();
            }
            TokenKind::RightSquareBracket if self.phase == Phase::Header => {
                self.header = std::mem::take(&mut self.key);
                self.phase = Phase::Done;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                self.open.pop();
                self.phase = Phase::Done;
            }
            TokenKind::Comma => match self.open.last() {
                Some(Open::List(_)) => self.phase = Phase::Value,
                Some(Open::Table(_)) => self.begin_key(),
                None => {}
            },
            TokenKind::Equals => self.phase = Phase::Value,
            TokenKind::Dot => {
                self.is_dotted = true;
                return;
            }
            kind => self.read_word(kind, range),
        }
        self.is_dotted = false;
    }

    fn end_line(&mut self) {
        if self.phase == Phase::Header {
            self.header = std::mem::take(&mut self.key);
        }
        self.begin_key();
    }

    fn begin_key(&mut self) {
        self.key.clear();
        self.phase = Phase::Key;
    }

    /// Reads a name or a value.
    fn read_word(&mut self, kind: TokenKind, range: Range<usize>) {
        let written = &self.text[range.clone()];
        let quote = is_text(kind).then(|| quote_length(written));
        let is_name = matches!(self.phase, Phase::Key | Phase::Header);
        if is_name && (self.is_dotted || self.key.is_empty() || quote.is_none()) {
            if !self.is_dotted {
                self.key.clear();
            }
            let content = quote.map_or(range.clone(), |quote| inside(written, quote, range.start));
            self.key.push(self.text[content].to_owned());
            let path = match self.phase {
                Phase::Header => self.key.clone(),
                _ => [self.table(), self.key.clone()].concat(),
            };
            self.add(path, range, ElementKind::Name);
        } else if self.phase != Phase::Done {
            // In the place of a name, this is a value after a missing `=`.
            let path = self.value_path();
            self.add(
                path,
                range,
                quote.map_or(ElementKind::Plain, ElementKind::Text),
            );
            self.phase = Phase::Done;
        }
    }

    fn add(&mut self, path: Vec<String>, range: Range<usize>, kind: ElementKind) {
        self.elements.push(Element { path, range, kind });
    }
}
