use std::sync::Arc;

use super::{
    Atom, CardOf, ColorOf, Comparison, Condition, Expr, GroupId, Kind, Names, Number, PileOf,
    Piles, Property, Quantifier, RankOf, Slot, State, SuitOf, Test, TestKind, Trade, WORDS, Word,
    WordKind,
};
use crate::cards::{Card, Order};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned, listed};

/// Gives the names of a condition their meaning, for the slot it stands in.
///
/// Mistakes go to the report; the answer is then nothing. A condition whose mistake was reported where a name
/// is defined is not reported again.
#[must_use]
pub fn check(
    expr: &Expr,
    text: &str,
    slot: Slot,
    names: &Names,
    order: &Arc<Order>,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let mut checker = Checker {
        slot,
        names,
        report,
        locals: Vec::new(),
        defines: Vec::new(),
    };
    let test = checker.test(expr)?;
    let reads = test.reads();
    Some(Condition {
        test,
        reads,
        order: Arc::clone(order),
        text: text.to_owned(),
        span: expr.span,
    })
}

/// What an expression turned out to be.
enum Typed {
    Test(Test),
    Number(Number),
    Rank(RankOf),
    Suit(SuitOf),
    Color(ColorOf),
    Card(CardOf),
    Pile(PileOf),
    Group(GroupId),
    State(State),
    Used,
}

impl Typed {
    fn noun(&self) -> &'static str {
        match self {
            Typed::Test(_) => "a condition",
            Typed::Number(_) => "a number",
            Typed::Rank(_) => "a rank",
            Typed::Suit(_) => "a suit",
            Typed::Color(_) => "a color",
            Typed::Card(_) => "a card",
            Typed::Pile(_) => "a pile",
            Typed::Group(_) => "a group of piles",
            Typed::State(_) => "a state",
            Typed::Used => "the count of an action",
        }
    }
}

struct Checker<'a> {
    slot: Slot,
    names: &'a Names,
    report: &'a mut Diagnostics,
    locals: Vec<String>,
    /// The named conditions that are being looked into, with the place that named the first of them.
    defines: Vec<(String, Span)>,
}

impl Checker<'_> {
    fn fail<T>(&mut self, mut diagnostic: Diagnostic) -> Option<T> {
        if let Some((name, span)) = self.defines.first() {
            diagnostic = diagnostic.also(
                *span,
                format!("`{name}` is used here, in `{}`", self.slot.key()),
            );
        }
        self.report.push(diagnostic);
        None
    }

    /// A condition: yes or no.
    fn test(&mut self, expr: &Expr) -> Option<Test> {
        let span = expr.span;
        let typed = self.typed(expr)?;
        self.judged(typed, span)
    }

    /// What an expression says when it stands where a condition is expected: a rank, suit or color alone says
    /// that the card is that.
    fn judged(&mut self, typed: Typed, span: Span) -> Option<Test> {
        let card = CardOf::Card;
        let kind = match typed {
            Typed::Test(test) => return Some(test),
            Typed::Rank(rank) => {
                self.atom(Atom::Card, span)?;
                TestKind::Ranks(Comparison::Equal, RankOf::Of(card), rank)
            }
            Typed::Suit(suit) => {
                self.atom(Atom::Card, span)?;
                TestKind::Suits(SuitOf::Of(card), suit)
            }
            Typed::Color(color) => {
                self.atom(Atom::Card, span)?;
                TestKind::Colors(ColorOf::Of(card), color)
            }
            other => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!("{} stands where a condition is expected", other.noun()),
                )
                .label("expected something that is true or not");
                if let Typed::Group(group) = other {
                    let name = &self.names.groups[group.at()].name;
                    diagnostic = diagnostic.help(format!(
                        "say something of it: `{name} is empty`, or `from is {name}`"
                    ));
                } else if let Typed::State(_) = other {
                    diagnostic =
                        diagnostic.help("say what it is true of: `stock is empty`, `base is set`");
                } else if let Typed::Number(_) = other {
                    diagnostic =
                        diagnostic.help("compare it: `stock.size == 2`; ranks are words: `Seven`");
                }
                return self.fail(diagnostic);
            }
        };
        Some(Test { kind, span })
    }

    fn all<T>(
        &mut self,
        list: &[Expr],
        mut read: impl FnMut(&mut Self, &Expr) -> Option<T>,
    ) -> Option<Vec<T>> {
        // Every one is read, so that every mistake is found.
        let read: Vec<Option<T>> = list.iter().map(|e| read(self, e)).collect();
        read.into_iter().collect()
    }

    fn typed(&mut self, expr: &Expr) -> Option<Typed> {
        let span = expr.span;
        let test = |kind| Some(Typed::Test(Test { kind, span }));
        match &expr.kind {
            Kind::Number(number) => Some(Typed::Number(Number::Number(*number))),
            Kind::Name(name) => self.name(name, span),
            Kind::Applied(name, argument) => self.applied(name, argument, span),
            Kind::Property(of, name) => self.property(of, name),
            Kind::Not(part) => test(TestKind::Not(Box::new(self.test(part)?))),
            Kind::All(parts) => test(TestKind::All(self.all(parts, Self::test)?)),
            Kind::Any(parts) => {
                self.warn_of_short_hand(parts)?;
                test(TestKind::Any(self.all(parts, Self::test)?))
            }
            Kind::Is(subject, what) => {
                let (subject_type, what_type) = (self.typed(subject), self.typed(what));
                let kind = self.is((subject_type?, subject.span), (what_type?, what.span), span)?;
                test(kind)
            }
            Kind::In(subject, list) => {
                let mut parts = Vec::new();
                for item in list {
                    let (left, right) = (self.typed(subject), self.typed(item));
                    let kind = self.is((left?, subject.span), (right?, item.span), span)?;
                    parts.push(Test {
                        kind,
                        span: item.span,
                    });
                }
                test(TestKind::Any(parts))
            }
            Kind::Compare(how, left, right) => {
                let (left_type, right_type) = (self.typed(left), self.typed(right));
                let kind = self.compare(
                    how,
                    (left_type?, left.span),
                    (right_type?, right.span),
                    span,
                )?;
                test(kind)
            }
            Kind::Sum(plus, left, right) => {
                let (left_type, right_type) = (self.typed(left), self.typed(right));
                self.sum(*plus, (left_type?, left.span), (right_type?, right.span))
            }
            Kind::Quantity(quantifier, name, group, body) => {
                self.quantity(*quantifier, name, group, body, span)
            }
        }
    }

    /// `top is Ace or King` says that the card is a King, which nobody means.
    fn warn_of_short_hand(&mut self, parts: &[Expr]) -> Option<()> {
        for pair in parts.windows(2) {
            let (Kind::Is(subject, first), Kind::Name(word)) = (&pair[0].kind, &pair[1].kind)
            else {
                continue;
            };
            let is_card = matches!(&subject.kind, Kind::Name(name) if name == "card");
            let value = |text: &str| {
                Word::find(text).is_some_and(|w| {
                    matches!(
                        w.kind,
                        WordKind::Rank(_) | WordKind::Suit(_) | WordKind::Color(_)
                    )
                })
            };
            let (Kind::Name(subject), Kind::Name(first)) = (&subject.kind, &first.kind) else {
                continue;
            };
            if !is_card && value(first) && value(word) {
                return self.fail(
                    Diagnostic::error(
                        pair[1].span,
                        format!("`{word}` alone judges `card`, not `{subject}`"),
                    )
                    .help(format!(
                        "write `{subject} is {first} or {subject} is {word}`"
                    )),
                );
            }
        }
        Some(())
    }

    fn atom(&mut self, atom: Atom, span: Span) -> Option<()> {
        if atom.slots().contains(&self.slot) {
            return Some(());
        }
        let name = |atom| {
            WORDS
                .iter()
                .find(|w| w.kind == WordKind::Atom(atom))
                .map_or("", |w| w.text)
        };
        let has: Vec<String> = WORDS
            .iter()
            .filter_map(|w| {
                if let WordKind::Atom(atom) = w.kind {
                    Some((atom, w.text))
                } else {
                    None
                }
            })
            .filter(|(atom, _)| atom.slots().contains(&self.slot))
            .map(|(_, text)| format!("`{text}`"))
            .collect();
        let (word, key) = (name(atom), self.slot.key());
        self.fail(
            Diagnostic::error(span, format!("there is no `{word}` in `{key}`")).label(format!(
                "`{key}` can speak of {} and of piles",
                listed(&has, "and")
            )),
        )
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Typed> {
        if let Some(at) = self.locals.iter().rev().position(|l| l == name) {
            return Some(Typed::Pile(PileOf::Local(
                u8::try_from(at).unwrap_or(u8::MAX),
            )));
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
            .chain(self.locals.iter().map(String::as_str));
        let words = WORDS
            .iter()
            .filter(|w| w.kind != WordKind::Joint)
            .map(|w| w.text);
        let known: Vec<String> = known.chain(words).map(str::to_owned).collect();
        let mut diagnostic = Diagnostic::error(span, format!("unknown name `{name}`"))
            .label("expected a word of the language, a group of piles or a named condition")
            .suggest(name, known.iter().map(String::as_str));
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

    fn word(&mut self, word: Word, span: Span) -> Option<Typed> {
        Some(match word.kind {
            WordKind::Trade(Trade::Any) => Typed::Test(Test {
                kind: TestKind::Trade(Trade::Any, Number::Number(1)),
                span,
            }),
            WordKind::Trade(trade) => {
                self.atom(Atom::Top, span)?;
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

    fn define(&mut self, at: usize, name: &str, span: Span) -> Option<Typed> {
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

    fn applied(&mut self, name: &Spanned<String>, argument: &Expr, span: Span) -> Option<Typed> {
        let trade = match Word::find(&name.value).map(|w| w.kind) {
            Some(WordKind::Trade(trade @ (Trade::Up | Trade::Down))) => Some(trade),
            _ => None,
        };
        if trade.is_none() && self.names.group(&name.value).is_none() {
            let mut diagnostic = Diagnostic::error(
                argument.span,
                format!("nothing can follow `{}` here", name.value),
            );
            if let Kind::Name(next) = &argument.kind {
                diagnostic = match Word::find(next).map(|w| w.kind) {
                    Some(WordKind::State(_)) => diagnostic.help(format!(
                        "a state is said with `is`: `{} is {next}`",
                        name.value
                    )),
                    _ => {
                        diagnostic.help(format!("join two conditions: `{} and {next}`", name.value))
                    }
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
        let number = self.number(argument)?;
        if let Some(trade) = trade {
            self.atom(Atom::Top, name.span)?;
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

    fn number(&mut self, expr: &Expr) -> Option<Number> {
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

    fn property(&mut self, of: &Expr, name: &Spanned<String>) -> Option<Typed> {
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
                return match names.action(&name.value) {
                    Some(action) => Some(Typed::Number(Number::Used(action))),
                    None => self.fail(
                        Diagnostic::error(
                            name.span,
                            format!("there is no action `{}`", name.value),
                        )
                        .suggest(&name.value, names.actions.iter().map(String::as_str)),
                    ),
                };
            }
            (of_type, Some(property)) => (of_type, property),
            (of_type, None) => {
                let right = properties_of(&of_type);
                return self.fail(
                    Diagnostic::error(
                        name.span,
                        format!("{} has no `{}`", of_type.noun(), name.value),
                    )
                    .label(asked(&right))
                    .suggest(&name.value, right),
                );
            }
        };
        Some(match (of_type, property) {
            (Typed::Card(card), Property::Rank) => Typed::Rank(RankOf::Of(card)),
            (Typed::Card(card), Property::Suit) => Typed::Suit(SuitOf::Of(card)),
            (Typed::Card(card), Property::Color) => Typed::Color(ColorOf::Of(card)),
            (Typed::Pile(pile), Property::Top) => Typed::Card(CardOf::TopOf(pile)),
            (Typed::Pile(pile), Property::Bottom) => Typed::Card(CardOf::BottomOf(pile)),
            (Typed::Pile(pile), Property::Size) => Typed::Number(Number::Size(pile)),
            (Typed::Pile(pile), Property::Index) => Typed::Number(Number::Index(pile)),
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

    fn is(&mut self, subject: (Typed, Span), what: (Typed, Span), span: Span) -> Option<TestKind> {
        let names = self.names;
        Some(match (subject.0, what.0) {
            (Typed::Pile(pile), Typed::State(State::Empty)) => match pile {
                PileOf::At(pile) => TestKind::AllEmpty(Piles {
                    first: pile,
                    count: 1,
                }),
                pile => TestKind::PileEmpty(pile),
            },
            (Typed::Group(group), Typed::State(State::Empty)) => {
                TestKind::AllEmpty(names.piles(group))
            }
            (Typed::Rank(RankOf::Base), Typed::State(State::Set)) => TestKind::BaseSet,
            (Typed::Pile(pile), Typed::Group(group)) => TestKind::Within(pile, names.piles(group)),
            (Typed::Pile(pile), Typed::Pile(PileOf::At(other))) => TestKind::Within(
                pile,
                Piles {
                    first: other,
                    count: 1,
                },
            ),
            (Typed::Card(card), Typed::Rank(rank)) => {
                TestKind::Ranks(Comparison::Equal, RankOf::Of(card), rank)
            }
            (Typed::Card(card), Typed::Suit(suit)) => TestKind::Suits(SuitOf::Of(card), suit),
            (Typed::Card(card), Typed::Color(color)) => TestKind::Colors(ColorOf::Of(card), color),
            (Typed::Rank(a), Typed::Rank(b)) => TestKind::Ranks(Comparison::Equal, a, b),
            (Typed::Suit(a), Typed::Suit(b)) => TestKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) => TestKind::Colors(a, b),
            (subject_type, what_type) => {
                let message = match &what_type {
                    Typed::State(State::Empty) => {
                        format!("{} cannot be `empty`", subject_type.noun())
                    }
                    Typed::State(State::Set) => format!("{} cannot be `set`", subject_type.noun()),
                    _ => format!("{} cannot be {}", subject_type.noun(), what_type.noun()),
                };
                let mut diagnostic = Diagnostic::error(span, message)
                    .also(subject.1, format!("this is {}", subject_type.noun()));
                if let (Typed::Number(_), Typed::Number(_)) = (&subject_type, &what_type) {
                    diagnostic = diagnostic.help("numbers are compared by `==`");
                } else if matches!(what_type, Typed::Number(_)) {
                    diagnostic = diagnostic.help("ranks are words: `Seven`, `Ten`, `King`");
                } else if matches!(what_type, Typed::State(State::Empty)) {
                    diagnostic = diagnostic.help("piles and groups can be `empty`");
                } else if matches!(what_type, Typed::State(State::Set)) {
                    diagnostic = diagnostic.help("only the base rank can be `set`: `base is set`");
                }
                return self.fail(diagnostic);
            }
        })
    }

    fn compare(
        &mut self,
        how: &Spanned<String>,
        left: (Typed, Span),
        right: (Typed, Span),
        span: Span,
    ) -> Option<TestKind> {
        let comparison = match how.value.as_str() {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => Comparison::Equal,
        };
        let ordered = comparison != Comparison::Equal;
        let kind = match (left.0, right.0) {
            (Typed::Number(a), Typed::Number(b)) => TestKind::Numbers(comparison, a, b),
            (Typed::Rank(a), Typed::Rank(b)) => TestKind::Ranks(comparison, a, b),
            (Typed::Suit(a), Typed::Suit(b)) if !ordered => TestKind::Suits(a, b),
            (Typed::Color(a), Typed::Color(b)) if !ordered => TestKind::Colors(a, b),
            (Typed::Suit(_), Typed::Suit(_)) | (Typed::Color(_), Typed::Color(_)) => {
                return self.fail(
                    Diagnostic::error(
                        how.span,
                        format!("suits and colors have no order for `{}`", how.value),
                    )
                    .label("expected `==` or `!=`"),
                );
            }
            (left_type, right_type) => {
                let mut diagnostic = Diagnostic::error(
                    span,
                    format!(
                        "{} is compared with {}",
                        left_type.noun(),
                        right_type.noun()
                    ),
                )
                .also(left.1, format!("this is {}", left_type.noun()))
                .also(right.1, format!("this is {}", right_type.noun()));
                match (&left_type, &right_type) {
                    (Typed::Rank(_), Typed::Number(_)) | (Typed::Number(_), Typed::Rank(_)) => {
                        diagnostic = diagnostic
                            .help("digits are numbers; ranks are words: `Seven`, `Ten`, `King`");
                    }
                    (Typed::Card(_), _) | (_, Typed::Card(_)) => {
                        diagnostic =
                            diagnostic.help("ask for its rank, suit or color: `card.rank`");
                    }
                    (Typed::Group(_) | Typed::Pile(_), Typed::Number(_)) => {
                        diagnostic = diagnostic.help("ask for its size: `stock.size`");
                    }
                    _ => {}
                }
                return self.fail(diagnostic);
            }
        };
        if how.value == "!=" {
            return Some(TestKind::Not(Box::new(Test { kind, span })));
        }
        Some(kind)
    }

    fn sum(&mut self, plus: bool, left: (Typed, Span), right: (Typed, Span)) -> Option<Typed> {
        match (left.0, right.0) {
            (Typed::Number(Number::Number(a)), Typed::Number(Number::Number(b))) => {
                let sum = if plus {
                    a.saturating_add(b)
                } else {
                    a.saturating_sub(b)
                };
                Some(Typed::Number(Number::Number(sum)))
            }
            (Typed::Number(a), Typed::Number(b)) => {
                let (a, b) = (Box::new(a), Box::new(b));
                Some(Typed::Number(if plus {
                    Number::Plus(a, b)
                } else {
                    Number::Minus(a, b)
                }))
            }
            (Typed::Rank(rank), Typed::Number(by)) => {
                let by = match (plus, by) {
                    (true, by) => by,
                    (false, Number::Number(by)) => Number::Number(by.saturating_neg()),
                    (false, by) => Number::Minus(Box::new(Number::Number(0)), Box::new(by)),
                };
                Some(Typed::Rank(RankOf::Step(Box::new(rank), Box::new(by))))
            }
            (left_type, right_type) => {
                let (wrong, span) = match left_type {
                    Typed::Number(_) | Typed::Rank(_) => (right_type.noun(), right.1),
                    _ => (left_type.noun(), left.1),
                };
                let sign = if plus { "+" } else { "-" };
                self.fail(
                    Diagnostic::error(span, format!("{wrong} cannot stand beside `{sign}`"))
                        .label("expected a number, or a rank and then a number"),
                )
            }
        }
    }

    fn quantity(
        &mut self,
        quantifier: Quantifier,
        name: &Spanned<String>,
        group: &Expr,
        body: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let taken = super::is_reserved(&name.value) || self.names.group(&name.value).is_some();
        if taken {
            return self.fail(
                Diagnostic::error(
                    name.span,
                    format!("`{}` already means something", name.value),
                )
                .label("expected a new name for each pile, such as `p`"),
            );
        }
        let piles = match self.typed(group)? {
            Typed::Group(group) => self.names.piles(group),
            Typed::Pile(PileOf::At(pile)) => Piles {
                first: pile,
                count: 1,
            },
            other => {
                return self.fail(
                    Diagnostic::error(group.span, format!("{} is no group", other.noun()))
                        .label("expected the name of a group of piles"),
                );
            }
        };
        self.locals.push(name.value.clone());
        let body = self.test(body);
        self.locals.pop();
        let body = Box::new(body?);
        Some(match quantifier {
            Quantifier::Every => Typed::Test(Test {
                kind: TestKind::Every(piles, body),
                span,
            }),
            Quantifier::Some => Typed::Test(Test {
                kind: TestKind::Some(piles, body),
                span,
            }),
            Quantifier::Count => Typed::Number(Number::Count(piles, body)),
        })
    }
}

fn one_letter(name: &str) -> Option<&'static str> {
    let rank: crate::cards::Rank = name.parse().ok()?;
    Some(rank.name())
}

fn owner(kind: WordKind) -> &'static str {
    match kind {
        WordKind::Property(Property::Rank | Property::Suit | Property::Color) => "card",
        _ => "stock",
    }
}

fn properties_of(typed: &Typed) -> Vec<&'static str> {
    match typed {
        Typed::Card(_) => vec!["rank", "suit", "color"],
        Typed::Pile(_) => vec!["top", "bottom", "size", "index"],
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
