//! What names, the words after them and properties stand for.

use super::{Checker, Typed};
use crate::cards::Card;
use crate::condition::{
    CardExpr, CardRelation, ColorExpr, Expr, ExprKind, Names, NumberExpr, PileExpr, Predicate,
    PredicateKind, Property, RankExpr, SuitExpr, Variable, WORDS, Word, WordKind,
};
use crate::text::{Diagnostic, Span, Spanned, join_with};

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<Typed> {
        let mut locals = self.locals.iter().rev().enumerate();
        if let Some((depth, (_, is_card))) = locals.find(|(_, (l, _))| l == name) {
            let depth = u8::try_from(depth).unwrap_or(u8::MAX);
            return Some(if *is_card {
                Typed::Card(CardExpr::Local(depth))
            } else {
                Typed::Pile(PileExpr::Local(depth))
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
                Typed::Pile(PileExpr::At(piles.first))
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
            .filter(|w| w.kind != WordKind::Keyword)
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
            WordKind::Relation(CardRelation::Any) => Typed::Predicate(Predicate {
                kind: PredicateKind::Relation(CardRelation::Any, NumberExpr::Literal(1)),
                span,
            }),
            WordKind::Relation(relation) => {
                self.on_top(word.text, span)?;
                Typed::Predicate(Predicate {
                    kind: PredicateKind::Relation(relation, NumberExpr::Literal(1)),
                    span,
                })
            }
            WordKind::Variable(variable) => {
                self.variable(variable, span)?;
                match variable {
                    Variable::Card => Typed::Card(CardExpr::Card),
                    Variable::Top => Typed::Card(CardExpr::Top),
                    Variable::This => Typed::Pile(PileExpr::This),
                    Variable::From => Typed::Pile(PileExpr::From),
                    Variable::Base => Typed::Rank(RankExpr::Base),
                    Variable::Used => Typed::Used,
                    Variable::Score => Typed::Number(NumberExpr::Score),
                    Variable::Won => Typed::Predicate(Predicate {
                        kind: PredicateKind::Won,
                        span,
                    }),
                    Variable::Stuck => Typed::Predicate(Predicate {
                        kind: PredicateKind::Stuck,
                        span,
                    }),
                }
            }
            WordKind::State(state) => Typed::State(state),
            WordKind::Suit(suit) => Typed::Suit(SuitExpr::Suit(suit)),
            WordKind::Color(color) => Typed::Color(ColorExpr::Color(color)),
            WordKind::Rank(_) => Typed::Rank(RankExpr::Rank(word.rank()?)),
            WordKind::Property(_) => {
                let text = word.text;
                return self.fail(Diagnostic::error(span, format!("`{text}` of what?")).help(
                    format!(
                        "a property is asked with a dot: `{}.{text}`",
                        owner(word.kind)
                    ),
                ));
            }
            WordKind::Keyword => return None,
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
        let relation = match Word::find(&name.value).map(|w| w.kind) {
            Some(WordKind::Relation(relation @ (CardRelation::Up | CardRelation::Down))) => {
                Some(relation)
            }
            _ => None,
        };
        let known = Word::find(&name.value).is_some()
            || self.names.defines.iter().any(|(n, _)| *n == name.value)
            || self.locals.iter().any(|(l, _)| *l == name.value);
        let is_group = self.names.group(&name.value).is_some();
        if !known && !is_group && self.is_number(argument) {
            return self.name(&name.value, name.span);
        }
        if relation.is_none() && !is_group {
            let mut diagnostic = Diagnostic::error(
                argument.span,
                format!("nothing can follow `{}` here", name.value),
            );
            if let Some(WordKind::Property(_)) = Word::find(&name.value).map(|w| w.kind) {
                let text = &name.value;
                diagnostic =
                    diagnostic.help(format!("a property is asked with a dot: `this.{text}`"));
            } else if let ExprKind::Name(next) = &argument.kind {
                diagnostic = match Word::find(next).map(|w| w.kind) {
                    Some(WordKind::State(_)) => diagnostic.help(format!(
                        "a state is said with `is`: `{} is {next}`",
                        name.value
                    )),
                    _ if name.value == "used" => {
                        diagnostic.help(format!("ask with a dot: `used.{next}`"))
                    }
                    _ if is_variable(&name.value) => {
                        diagnostic.help(format!("say it with `is`: `{} is {next}`", name.value))
                    }
                    _ => diagnostic.help(format!("join them: `{} and {next}`", name.value)),
                };
            }
            return self.fail(diagnostic);
        }
        if let (ExprKind::Name(next), None) = (&argument.kind, relation)
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
        if relation.is_some() && self.is_condition(argument) {
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
        if let Some(relation) = relation {
            self.on_top(&name.value, name.span)?;
            return Some(Typed::Predicate(Predicate {
                kind: PredicateKind::Relation(relation, number),
                span,
            }));
        }
        let group = self.names.group(&name.value)?;
        let piles = self.names.piles(group);
        if let NumberExpr::Literal(number) = number {
            return match piles.nth(number) {
                Some(pile) => Some(Typed::Pile(PileExpr::At(pile))),
                None => self.fail(
                    Diagnostic::error(
                        argument.span,
                        format!("there is no {} {number}", name.value),
                    )
                    .label(format!("expected a number from 1 to {}", piles.count)),
                ),
            };
        }
        Some(Typed::Pile(PileExpr::Nth(piles, Box::new(number))))
    }

    /// a relation of `card` to `top` judges a card on another.
    fn on_top(&mut self, word: &str, span: Span) -> Option<()> {
        if Variable::Top.slots().contains(&self.slot) {
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
            ExprKind::Number(_) | ExprKind::Property(..) | ExprKind::Sum(..)
        ) && !self.is_condition(expr)
    }

    /// Whether an expression is a condition by its first word.
    fn is_condition(&self, expr: &Expr) -> bool {
        let (ExprKind::Name(name) | ExprKind::Applied(Spanned { value: name, .. }, _)) = &expr.kind
        else {
            return false;
        };
        matches!(
            Word::find(name).map(|w| w.kind),
            Some(WordKind::Relation(_))
        ) || self.names.defines.iter().any(|(n, _)| n == name)
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Option<NumberExpr> {
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
            Some(WordKind::Variable(Variable::Top)) => Some(Property::Top),
            _ => None,
        };
        let group_piles = |names: &Names, group| names.piles(group);
        let (of_type, property) = match (of_type, property) {
            (Typed::Used, _) => {
                let names = self.names;
                return match names.counter(&name.value) {
                    Some(counter) => Some(Typed::Number(NumberExpr::Used(counter))),
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
                if let (ExprKind::Name(group), "used") = (&of.kind, name.value.as_str()) {
                    diagnostic = diagnostic.help(format!("write `used.{group}`"));
                }
                return self.fail(diagnostic);
            }
        };
        Some(match (of_type, property) {
            (Typed::Card(card), Property::Rank) => Typed::Rank(RankExpr::Of(card)),
            (Typed::Card(card), Property::Suit) => Typed::Suit(SuitExpr::Of(card)),
            (Typed::Card(card), Property::Color) => Typed::Color(ColorExpr::Of(card)),
            (Typed::Card(card), Property::Value) => Typed::Number(NumberExpr::Value(card)),
            (Typed::Pile(pile), Property::Top) => Typed::Card(CardExpr::TopOf(pile)),
            (Typed::Pile(pile), Property::Bottom) => Typed::Card(CardExpr::BottomOf(pile)),
            (Typed::Pile(pile), Property::Size) => Typed::Number(NumberExpr::Size(pile)),
            (Typed::Pile(pile), Property::Index) => Typed::Number(NumberExpr::Index(pile)),
            (Typed::Pile(pile), Property::Row) => Typed::Number(NumberExpr::Row(pile)),
            (Typed::Pile(pile), Property::Col) => Typed::Number(NumberExpr::Col(pile)),
            (Typed::Pile(pile), Property::Beside(side)) => {
                Typed::Pile(PileExpr::Beside(Box::new(pile), side))
            }
            (Typed::Group(group), Property::Size) => {
                Typed::Number(NumberExpr::SizeOfAll(group_piles(self.names, group)))
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
    format!("{} can be asked", join_with(&ticked, "and"))
}

fn is_variable(name: &str) -> bool {
    matches!(
        Word::find(name).map(|w| w.kind),
        Some(WordKind::Variable(_))
    )
}
