//! The words that fit at the cursor in a condition. Each is tried: it fits if some ending makes a condition of it that
//! the parser and the checker accept. Of the words that stand for the same type of value, only one is tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cards::Order;
use crate::condition::{
    Expr, ExprKind, Names, Slot, Variable, Word, WordKind, check, noun_of, parse,
};
use crate::text::{Diagnostics, Span};

/// What may follow a word until the condition is whole: nothing, a comparison, a property of a card or a pile, a pile of
/// a group. There is one for each type of value that can be expected at the cursor, and for each way to get there.
const ENDINGS: [&str; 26] = [
    "",
    " == 1",
    " is empty",
    " is red",
    " == Ace",
    " == hearts",
    " == red",
    ".size",
    ".value",
    ".rank",
    ".suit",
    ".color",
    ".top",
    ".top.rank",
    ".top.suit",
    ".top.color",
    " 1",
    " 1.top",
    " 1.top.rank",
    " 1.top.suit",
    " 1.top.color",
    ".size == 1",
    ".value == 1",
    ".size == Ace",
    ".size is empty",
    ".value is empty",
];

/// The endings of a number.
const ENDINGS_OF_NUMBER: [&str; 3] = ["", " == 1", " == Ace"];

/// The name that stands for a word in a condition that is parsed once for all words.
const HOLE: &str = "HOLE";

/// A condition that is being typed.
pub(super) struct Draft<'a> {
    names: &'a Names,
    order: Arc<Order>,
    /// The name of the parameter, if the condition is a named one with a parameter.
    parameter: Option<&'a str>,
    /// The variables that are visible at the cursor, the innermost last.
    pub(super) variables: Vec<&'a str>,
    contexts: Vec<Context>,
    /// The condition with each ending, in each context, with [`HOLE`] at the cursor.
    shapes: Vec<(Slot, Expr)>,
    /// What closes the brackets that are open at the cursor.
    closing: String,
    /// Whether the cursor is after a dot, where a property is expected.
    is_after_dot: bool,
    /// Whether words fit that stand for a type of value, by the noun of the type.
    known: BTreeMap<&'static str, bool>,
}

/// One of the meanings that a condition can have. A named condition has many, because it is checked where it is used.
struct Context {
    slot: Slot,
    /// What the parameter stands for, if there is one.
    argument: String,
    /// The text before the cursor: the quantifiers around it, and the part after the last `and` or `or`.
    before: String,
}

/// A bracket that is open at the cursor.
#[derive(Clone)]
struct Open<'a> {
    bracket: Bracket,
    /// Where its content begins.
    content: usize,
    /// Where the part begins that is being typed: after the last `and`, `or` or `not`.
    part: usize,
    /// The variable of a quantifier and what it ranges over, once it is followed by a comma.
    domain: Option<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// Parentheses, or none.
    Group,
    /// The parentheses of a quantifier.
    Quantifier,
    /// The values after `in`.
    List,
}

impl<'a> Draft<'a> {
    /// Prepares to try words after `text`. A named condition has no slot.
    pub(super) fn new(
        text: &'a str,
        names: &'a Names,
        slot: Option<Slot>,
        parameter: Option<&'a str>,
    ) -> Draft<'a> {
        let opens = read(text);
        let last = opens.last().expect("the whole is never closed");
        let domains: Vec<&str> = opens.iter().filter_map(|open| open.domain).collect();
        let mut before: String = domains.iter().map(|d| format!("every({d}, ")).collect();
        let mut closing = ")".repeat(domains.len());
        match (last.bracket, last.domain) {
            (Bracket::Quantifier, None) => {
                before += "every(";
                before += &text[last.content..];
                closing.insert_str(0, ", 1 == 1)");
            }
            (Bracket::List, _) => {
                before += &text[last.part..];
                closing.insert(0, ']');
            }
            _ => before += &text[last.part..],
        }
        let variables = domains
            .iter()
            .filter_map(|domain| domain.split_whitespace().next());
        let mut draft = Draft {
            names,
            order: Arc::new(Order::new(Vec::new(), false)),
            parameter,
            variables: parameter.into_iter().chain(variables).collect(),
            contexts: Vec::new(),
            shapes: Vec::new(),
            closing,
            is_after_dot: text.trim_end().ends_with('.'),
            known: BTreeMap::new(),
        };
        // Between them, these two slots have all variables.
        let slots = slot.map_or(vec![Slot::Build, Slot::Holds], |slot| vec![slot]);
        let arguments = parameter.map_or(vec![String::new()], |_| draft.arguments());
        for slot in slots {
            let contexts = arguments.iter().map(|argument| Context {
                slot,
                argument: argument.clone(),
                before: parameter.map_or(before.clone(), |name| replace(&before, name, argument)),
            });
            draft.contexts.extend(contexts);
        }
        let shapes = draft.contexts.iter().flat_map(|context| {
            let shapes = ENDINGS
                .iter()
                .filter_map(|end| draft.parse(context, HOLE, end));
            shapes.map(|shape| (context.slot, shape))
        });
        draft.shapes = shapes.collect();
        draft
    }

    /// Whether a word can be written at the cursor.
    pub(super) fn fits(&mut self, word: &str) -> bool {
        let kind = Word::find(word).map(|word| word.kind);
        let is_name = kind.is_none();
        let is_property = matches!(
            kind,
            Some(WordKind::Property(_) | WordKind::Variable(Variable::Top))
        );
        if self.is_after_dot {
            return (is_name || is_property) && self.fits_with_some_ending(word);
        }
        if let Some(WordKind::Property(_)) = kind {
            return false;
        }
        let Some(noun) = self.noun(word) else {
            return self.fits_with_some_ending(word);
        };
        if let Some(fits) = self.known.get(noun) {
            return *fits;
        }
        let fits = self.fits_with_some_ending(word);
        self.known.insert(noun, fits);
        fits
    }

    /// The type of value that a word stands for; `None` if words of this type can fit in different places, as states do,
    /// and named conditions, which differ in what they cost and read.
    fn noun(&self, word: &str) -> Option<&'static str> {
        let slot = self.contexts.first()?.slot;
        let kind = Word::find(word).map(|word| word.kind);
        let is_special = matches!(kind, Some(WordKind::State(_)))
            || self.variables.contains(&word)
            || self.names.definition(word).is_some();
        if is_special {
            return None;
        }
        let expr = parse(word, Span::default(), None, &mut Diagnostics::default())?;
        noun_of(&expr, slot, self.names)
    }

    fn fits_with_some_ending(&self, word: &str) -> bool {
        let (heads, endings) = self.endings(word);
        if heads.is_empty() {
            return self.shapes.iter().any(|(slot, shape)| {
                let mut expr = shape.clone();
                fill_hole(&mut expr, word);
                self.is_valid(*slot, &expr)
            });
        }
        let mut whole = heads
            .iter()
            .flat_map(|head| endings.iter().map(move |end| format!("{head}{end}")));
        whole.any(|ending| {
            self.contexts.iter().any(|context| {
                let expr = self.parse(context, word, &ending);
                expr.is_some_and(|expr| self.is_valid(context.slot, &expr))
            })
        })
    }

    /// What may follow a word, if it is a special one: each of the first with each of the second.
    fn endings(&self, word: &str) -> (Vec<String>, &'static [&'static str]) {
        let group = self.first_group();
        let values = [
            "1 == 1", "empty", "set", "face_up", "Ace", "hearts", "red", group,
        ];
        let heads = match word {
            "and" | "or" => vec![" 1 == 1".to_owned()],
            "not" | "is" => values.map(|value| format!(" {value}")).to_vec(),
            "in" => {
                let lists = ["1", "Ace", "hearts", "red", group].map(|value| format!(" [{value}]"));
                [vec![format!(" {group}")], lists.to_vec()].concat()
            }
            "every" | "some" => vec![format!("(X in {group}, 1 == 1)")],
            _ => {
                let definition = self.names.definition(word);
                return match word {
                    "count" => (vec![format!("(X in {group}, 1 == 1)")], &ENDINGS_OF_NUMBER),
                    "sum" => (vec![format!("(X in {group}, 1)")], &ENDINGS_OF_NUMBER),
                    "used" => (vec![format!(".{group}")], &ENDINGS_OF_NUMBER),
                    _ if definition.is_some_and(|d| d.parameter.is_some()) => {
                        let arguments = self.arguments().into_iter();
                        (
                            arguments.map(|argument| format!("({argument})")).collect(),
                            &ENDINGS,
                        )
                    }
                    _ if self.parameter == Some(word) => (vec![String::new()], &ENDINGS),
                    _ => (Vec::new(), &[]),
                };
            }
        };
        (heads, &[""])
    }

    /// Something of each type.
    fn arguments(&self) -> Vec<String> {
        let group = self.first_group();
        let pile = format!("{group} 1");
        let card = format!("{pile}.top");
        let values = ["card", &card, &pile, "1", "Ace", "hearts", "red"];
        let mut groups = self.names.groups.iter();
        let large = groups.find(|group| group.piles.count > 1);
        let large = large.map(|group| group.name.as_str());
        let variables = self.variables.iter().copied();
        let variables = variables.filter(|name| self.parameter != Some(name));
        values
            .into_iter()
            .chain(large)
            .chain(variables)
            .map(str::to_owned)
            .collect()
    }

    fn first_group(&self) -> &'a str {
        let first = self.names.groups.first();
        first.map_or("stock", |group| group.name.as_str())
    }

    /// Reads the condition with something written at the cursor.
    fn parse(&self, context: &Context, word: &str, ending: &str) -> Option<Expr> {
        let argument = self.parameter.filter(|name| *name == word);
        let word = argument.map_or(word, |_| &context.argument);
        let text = format!("{}{word}{ending}{}", context.before, self.closing);
        parse(&text, Span::default(), None, &mut Diagnostics::default())
    }

    fn is_valid(&self, slot: Slot, expr: &Expr) -> bool {
        let mut report = Diagnostics::default();
        check(expr, "", slot, self.names, &self.order, &mut report);
        !report.has_errors()
    }
}

fn fill_holes(list: &mut [Expr], word: &str) {
    for expr in list {
        fill_hole(expr, word);
    }
}

/// Writes a word in place of [`HOLE`].
fn fill_hole(expr: &mut Expr, word: &str) {
    let fill = |name: &mut String| {
        if name == HOLE {
            word.clone_into(name);
        }
    };
    match &mut expr.kind {
        ExprKind::Number(_) => {}
        ExprKind::Name(name) => fill(name),
        ExprKind::Applied(name, inner) | ExprKind::Property(inner, name) => {
            fill(&mut name.value);
            fill_hole(inner, word);
        }
        ExprKind::Not(inner) => fill_hole(inner, word),
        ExprKind::All(list) | ExprKind::Any(list) => fill_holes(list, word),
        ExprKind::In(subject, list) => {
            fill_hole(subject, word);
            fill_holes(list, word);
        }
        ExprKind::Binary(_, left, right) | ExprKind::Quantified(_, _, left, right) => {
            fill_hole(left, word);
            fill_hole(right, word);
        }
    }
}

/// The brackets that are open at the end of a text; the first is the whole.
fn read(text: &str) -> Vec<Open<'_>> {
    let open = |bracket, content, part| Open {
        bracket,
        content,
        part,
        domain: None,
    };
    let mut opens = vec![open(Bracket::Group, 0, 0)];
    let mut last = "";
    for (start, token) in tokens(text) {
        let end = start + token.len();
        let innermost = opens.last_mut().expect("the whole is never closed");
        match token {
            "(" if ["every", "some", "count", "sum"].contains(&last) => {
                opens.push(open(Bracket::Quantifier, end, end));
            }
            "(" => opens.push(open(Bracket::Group, end, end)),
            "[" => {
                let part = innermost.part;
                opens.push(open(Bracket::List, end, part));
            }
            ")" | "]" => opens.truncate((opens.len() - 1).max(1)),
            "," if innermost.bracket == Bracket::Quantifier && innermost.domain.is_none() => {
                innermost.domain = Some(&text[innermost.content..start]);
                innermost.part = end;
            }
            "and" | "or" => innermost.part = end,
            "not" if last != "is" => innermost.part = end,
            _ => {}
        }
        last = token;
    }
    opens
}

/// The words and signs of a text, each with its offset.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let rest = text[offset..].trim_start();
        let start = text.len() - rest.len();
        let first = rest.chars().next()?;
        let length = match rest.find(|c| !is_part_of_word(c)) {
            Some(0) => first.len_utf8(),
            Some(length) => length,
            None => rest.len(),
        };
        offset = start + length;
        Some((start, &rest[..length]))
    })
}

/// Whether words have this character.
pub(super) fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Writes something else in place of a word.
fn replace(text: &str, word: &str, other: &str) -> String {
    let mut replaced = String::new();
    let mut end = 0;
    for (start, token) in tokens(text).filter(|(_, token)| *token == word) {
        replaced += &text[end..start];
        replaced += other;
        end = start + token.len();
    }
    replaced + &text[end..]
}
