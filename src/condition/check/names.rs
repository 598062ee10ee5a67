//! What names, the words after them and properties stand for.

use super::{Checker, Typed};
use crate::cards::Card;
use crate::condition::{
    Atom, CardOf, ColorOf, Expr, Kind, Names, Number, PileOf, Property, RankOf, SuitOf, Test,
    TestKind, Trade, WORDS, Word, WordKind,
};
use crate::text::{Diagnostic, Span, Spanned, listed};

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<Typed> {
        let mut locals = self.locals.iter().rev().enumerate();
        if let Some((depth, (_, is_card))) = locals.find(|(_, (l, _))| l == name) {
            let depth = u8::try_from(depth).unwrap_or(u8::MAX);
            return Some(if *is_card {
                Typed::Card(CardOf::Local(depth))
            } else {
                Typed::Pile(PileOf::Local(depth))
            });
        }
        if let Some(word) = Word::find(name) {
            return self.word(word, span);
        }
        if let Some(at) = self.names.defines.iter().position(|(n, _)| n == name) {
            return self.define(at, name, span);
        }
        if let Some(group) = self.names.group(name) {
            let piles = self.names.piles(group);
            return Some(if piles.count == 1 {
                Typed::Pile(PileOf::At(piles.first))
            } else {
                Typed::Group(group)
            });
        }
        let names = self.names;
        let groups = names.groups.iter().map(|g| g.name.as_str());
        let known = groups
            .chain(names.defines.iter().map(|(n, _)| n.as_str()))
            .chain(self.locals.iter().map(|(l, _)| l.as_str()));
        let words = WORDS
            .iter()
            .filter(|w| w.kind != WordKind::Joint)
            .map(|w| w.text);
        let known: Vec<String> = known.chain(words).map(str::to_owned).collect();
        let mut diagnostic = Diagnostic::error(span, format!("unknown name `{name}`"))
            .label("expected a word of the language, a group of piles or a named condition")
            .missing(name)
            .suggest(name, known.iter().map(String::as_str));
        let group = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if group != name && names.group(group).is_some() {
            let number = &name[group.len()..];
            diagnostic.help = vec![format!("one pile of a group is written `{group} {number}`")];
        }
        if let Ok(card) = name.parse::<Card>() {
            let suit = card.suit.name();
            diagnostic = diagnostic.help(format!(
                "a card is said in words: `{} and {suit}`",
                card.rank.name()
            ));
        } else if let Some(rank) = one_letter(name) {
            diagnostic = diagnostic.help(format!("ranks are words: `{rank}`"));
        }
        self.fail(diagnostic)
    }

    pub(super) fn word(&mut self, word: Word, span: Span) -> Option<Typed> {
        Some(match word.kind {
            WordKind::Trade(Trade::Any) => Typed::Test(Test {
                kind: TestKind::Trade(Trade::Any, Number::Number(1)),
                span,
            }),
            WordKind::Trade(trade) => {
                self.on_top(word.text, span)?;
                Typed::Test(Test {
                    kind: TestKind::Trade(trade, Number::Number(1)),
                    span,
                })
            }
            WordKind::Atom(atom) => {
                self.atom(atom, span)?;
                match atom {
                    Atom::Card => Typed::Card(CardOf::Card),
                    Atom::Top => Typed::Card(CardOf::Top),
                    Atom::This => Typed::Pile(PileOf::This),
                    Atom::From => Typed::Pile(PileOf::From),
                    Atom::Base => Typed::Rank(RankOf::Base),
                    Atom::Used => Typed::Used,
                    Atom::Score => Typed::Number(Number::Score),
                    Atom::Won => Typed::Test(Test {
                        kind: TestKind::Won,
                        span,
                    }),
                    Atom::Stuck => Typed::Test(Test {
                        kind: TestKind::Stuck,
                        span,
                    }),
                }
            }
            WordKind::State(state) => Typed::State(state),
            WordKind::Suit(suit) => Typed::Suit(SuitOf::Suit(suit)),
            WordKind::Color(color) => Typed::Color(ColorOf::Color(color)),
            WordKind::Rank(_) => Typed::Rank(RankOf::Rank(word.rank()?)),
            WordKind::Property(_) => {
                let text = word.text;
                return self.fail(Diagnostic::error(span, format!("`{text}` of what?")).help(
                    format!(
                        "a property is asked with a dot: `{}.{text}`",
                        owner(word.kind)
                    ),
                ));
            }
            WordKind::Joint => return None,
        })
    }

    pub(super) fn define(&mut self, at: usize, name: &str, span: Span) -> Option<Typed> {
        if self.defines.iter().any(|(n, _)| n == name) {
            return self.fail(
                Diagnostic::error(span, format!("`{name}` is defined by itself"))
                    .help("a named condition may use others, but not itself"),
            );
        }
        let body = self.names.defines[at].1.as_ref()?;
        self.defines.push((name.to_owned(), span));
        // The piles of a sentence around are not known inside a named condition.
        let locals = std::mem::take(&mut self.locals);
        let typed = self.typed(body);
        self.locals = locals;
        self.defines.pop();
        typed
    }

    pub(super) fn applied(
        &mut self,
        name: &Spanned<String>,
        argument: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let trade = match Word::find(&name.value).map(|w| w.kind) {
            Some(WordKind::Trade(trade @ (Trade::Up | Trade::Down))) => Some(trade),
            _ => None,
        };
        let known = Word::find(&name.value).is_some()
            || self.names.defines.iter().any(|(n, _)| *n == name.value)
            || self.locals.iter().any(|(l, _)| *l == name.value);
        let is_group = self.names.group(&name.value).is_some();
        if !known && !is_group && self.is_number(argument) {
            return self.name(&name.value, name.span);
        }
        if trade.is_none() && !is_group {
            let mut diagnostic = Diagnostic::error(
                argument.span,
                format!("nothing can follow `{}` here", name.value),
            );
            if let Some(WordKind::Property(_)) = Word::find(&name.value).map(|w| w.kind) {
                let text = &name.value;
                diagnostic =
                    diagnostic.help(format!("a property is asked with a dot: `this.{text}`"));
            } else if let Kind::Name(next) = &argument.kind {
                diagnostic = match Word::find(next).map(|w| w.kind) {
                    Some(WordKind::State(_)) => diagnostic.help(format!(
                        "a state is said with `is`: `{} is {next}`",
                        name.value
                    )),
                    _ if name.value == "used" => {
                        diagnostic.help(format!("ask with a dot: `used.{next}`"))
                    }
                    _ if is_atom(&name.value) => {
                        diagnostic.help(format!("say it with `is`: `{} is {next}`", name.value))
                    }
                    _ => diagnostic.help(format!("join them: `{} and {next}`", name.value)),
                };
            }
            return self.fail(diagnostic);
        }
        if let (Kind::Name(next), None) = (&argument.kind, trade)
            && Word::find(next).is_some_and(|w| matches!(w.kind, WordKind::State(_)))
        {
            return self.fail(
                Diagnostic::error(
                    argument.span,
                    format!("`{next}` cannot follow `{}` directly", name.value),
                )
                .help(format!(
                    "a state is said with `is`: `{} is {next}`",
                    name.value
                )),
            );
        }
        if trade.is_some() && self.is_condition(argument) {
            let text = &name.value;
            return self.fail(
                Diagnostic::error(
                    argument.span,
                    format!("a condition follows `{text}` directly"),
                )
                .label("expected `and`, or a number of ranks")
                .help(format!("join them: `{text} and ...`")),
            );
        }
        let number = self.number(argument)?;
        if let Some(trade) = trade {
            self.on_top(&name.value, name.span)?;
            return Some(Typed::Test(Test {
                kind: TestKind::Trade(trade, number),
                span,
            }));
        }
        let group = self.names.group(&name.value)?;
        let piles = self.names.piles(group);
        if let Number::Number(number) = number {
            return match piles.nth(number) {
                Some(pile) => Some(Typed::Pile(PileOf::At(pile))),
                None => self.fail(
                    Diagnostic::error(
                        argument.span,
                        format!("there is no {} {number}", name.value),
                    )
                    .label(format!("expected a number from 1 to {}", piles.count)),
                ),
            };
        }
        Some(Typed::Pile(PileOf::Nth(piles, Box::new(number))))
    }

    /// A word of the trade judges a card on another.
    fn on_top(&mut self, word: &str, span: Span) -> Option<()> {
        if Atom::Top.slots().contains(&self.slot) {
            return Some(());
        }
        let key = self.slot.key();
        self.fail(
            Diagnostic::error(span, format!("`{word}` judges `card` on `top`"))
                .label(format!("there is no `top` in `{key}`")),
        )
    }

    /// Whether an expression can be the number of a pile.
    fn is_number(&self, expr: &Expr) -> bool {
        matches!(
            expr.kind,
            Kind::Number(_) | Kind::Property(..) | Kind::Sum(..)
        ) && !self.is_condition(expr)
    }

    /// Whether an expression is a condition by its first word.
    fn is_condition(&self, expr: &Expr) -> bool {
        let (Kind::Name(name) | Kind::Applied(Spanned { value: name, .. }, _)) = &expr.kind else {
            return false;
        };
        matches!(Word::find(name).map(|w| w.kind), Some(WordKind::Trade(_)))
            || self.names.defines.iter().any(|(n, _)| n == name)
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Option<Number> {
        match self.typed(expr)? {
            Typed::Number(number) => Some(number),
            other => self.fail(
                Diagnostic::error(
                    expr.span,
                    format!("{} stands where a number is expected", other.noun()),
                )
                .label("expected a number"),
            ),
        }
    }

    pub(super) fn property(&mut self, of: &Expr, name: &Spanned<String>) -> Option<Typed> {
        let of_type = self.typed(of)?;
        let property = match Word::find(&name.value).map(|w| w.kind) {
            Some(WordKind::Property(property)) => Some(property),
            // `top` is a thing to speak of, and a property of piles.
            Some(WordKind::Atom(Atom::Top)) => Some(Property::Top),
            _ => None,
        };
        let group_piles = |names: &Names, group| names.piles(group);
        let (of_type, property) = match (of_type, property) {
            (Typed::Used, _) => {
                let names = self.names;
                return match names.counter(&name.value) {
                    Some(counter) => Some(Typed::Number(Number::Used(counter))),
                    None => self.fail(
                        Diagnostic::error(
                            name.span,
                            format!("there is no action or group `{}`", name.value),
                        )
                        .missing(&name.value)
                        .suggest(&name.value, names.counters()),
                    ),
                };
            }
            (of_type, Some(property)) => (of_type, property),
            (of_type, None) => {
                let right = properties_of(&of_type);
                let mut diagnostic = Diagnostic::error(
                    name.span,
                    format!("{} has no `{}`", of_type.noun(), name.value),
                )
                .label(asked(&right))
                .suggest(&name.value, right);
                if let (Kind::Name(group), "used") = (&of.kind, name.value.as_str()) {
                    diagnostic = diagnostic.help(format!("write `used.{group}`"));
                }
                return self.fail(diagnostic);
            }
        };
        Some(match (of_type, property) {
            (Typed::Card(card), Property::Rank) => Typed::Rank(RankOf::Of(card)),
            (Typed::Card(card), Property::Suit) => Typed::Suit(SuitOf::Of(card)),
            (Typed::Card(card), Property::Color) => Typed::Color(ColorOf::Of(card)),
            (Typed::Card(card), Property::Value) => Typed::Number(Number::Value(card)),
            (Typed::Pile(pile), Property::Top) => Typed::Card(CardOf::TopOf(pile)),
            (Typed::Pile(pile), Property::Bottom) => Typed::Card(CardOf::BottomOf(pile)),
            (Typed::Pile(pile), Property::Size) => Typed::Number(Number::Size(pile)),
            (Typed::Pile(pile), Property::Index) => Typed::Number(Number::Index(pile)),
            (Typed::Pile(pile), Property::Row) => Typed::Number(Number::Row(pile)),
            (Typed::Pile(pile), Property::Col) => Typed::Number(Number::Col(pile)),
            (Typed::Pile(pile), Property::Beside(side)) => {
                Typed::Pile(PileOf::Beside(Box::new(pile), side))
            }
            (Typed::Group(group), Property::Size) => {
                Typed::Number(Number::SizeOfAll(group_piles(self.names, group)))
            }
            (other, _) => {
                let right = properties_of(&other);
                let mut diagnostic = Diagnostic::error(
                    name.span,
                    format!("{} has no `{}`", other.noun(), name.value),
                )
                .label(asked(&right));
                if let Typed::Group(group) = other {
                    let group = &self.names.groups[group.at()].name;
                    diagnostic = diagnostic.help(format!("name one of its piles: `{group} 1`"));
                }
                return self.fail(diagnostic);
            }
        })
    }
}

fn one_letter(name: &str) -> Option<&'static str> {
    let rank: crate::cards::Rank = name.parse().ok()?;
    Some(rank.name())
}

fn owner(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Property(Property::Rank | Property::Suit | Property::Color | Property::Value) => {
            "card"
        }
        _ => "stock",
    }
}

fn properties_of(typed: &Typed) -> Vec<&'static str> {
    match typed {
        Typed::Card(_) => vec!["rank", "suit", "color", "value"],
        Typed::Pile(_) => vec![
            "top", "bottom", "size", "index", "row", "col", "left", "right", "above", "below",
        ],
        Typed::Group(_) => vec!["size"],
        _ => Vec::new(),
    }
}

fn asked(right: &[&str]) -> String {
    if right.is_empty() {
        return "nothing can be asked of it".to_owned();
    }
    let ticked: Vec<String> = right.iter().map(|r| format!("`{r}`")).collect();
    format!("{} can be asked", listed(&ticked, "and"))
}

fn is_atom(name: &str) -> bool {
    matches!(Word::find(name).map(|w| w.kind), Some(WordKind::Atom(_)))
}
