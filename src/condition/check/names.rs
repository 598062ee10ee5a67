//! Resolves names, numbered piles such as `tableau 1`, and properties.

use super::properties::example_subject;
use super::relations::path_text;
use super::shorthand::is_card_attribute;
use super::{Checker, LocalKind, Typed};
use crate::cards::Card;
use crate::condition::{
    CardExpr, CardRelation, Expr, ExprKind, GroupExpr, PileExpr, Piles, Predicate, PredicateKind,
    Property, Sort, Value, ValueKind, Variable, WORDS, Word, WordKind, synonyms,
};
use crate::text::{Describe, Diagnostic, Span, Spanned};

impl Checker<'_> {
    /// Resolves a name: a bound variable, a built-in word, a named condition or a group, in that order.
    pub(super) fn resolve_name(&mut self, name: &str, span: Span) -> Option<Typed> {
        if let Some(local) = self.scope.locals.iter().rev().find(|l| l.name == name) {
            let depth = self.index_of(local);
            let kind = match local.kind {
                LocalKind::Card => ValueKind::Card(CardExpr::Local(depth)),
                LocalKind::Pile => ValueKind::Pile(PileExpr::Local(depth)),
                LocalKind::Line => ValueKind::Group(GroupExpr::Local(depth)),
            };
            return Some(kind.into());
        }
        if self.scope.parameter() == Some(name) {
            return self.resolve_parameter();
        }
        if let Some(word) = Word::find(name) {
            return self.resolve_word(word, span);
        }
        let names = self.names;
        if let Some(definition) = names.definition(name) {
            return self.resolve_definition(definition, None, span);
        }
        if let Some(group) = names.group(name) {
            let piles = names.piles(group);
            let kind = if piles.count == 1 {
                ValueKind::Pile(PileExpr::At(piles.first))
            } else {
                ValueKind::Group(GroupExpr::Named(piles))
            };
            return Some(kind.into());
        }
        let diagnostic = self.unknown_name(name, span);
        self.fail(diagnostic)
    }

    /// The error for a name that stands for nothing in a condition.
    fn unknown_name(&self, name: &str, span: Span) -> Diagnostic {
        let names = self.names;
        let expected =
            "expected a word of the condition language, a group of piles or a named condition";
        if names.action(name).is_some() {
            let message = format!("the action `{name}` is not a condition");
            return Diagnostic::error(span, message)
                .label(expected)
                .help(format!("`used.{name}` counts its uses"));
        }
        let groups = names.groups.iter().map(|g| g.name.as_str());
        let words = WORDS.iter().filter(|w| !w.kind.is_keyword());
        let candidates = groups
            .chain(names.definitions.iter().map(|d| d.name.as_str()))
            .chain(self.scope.locals.iter().map(|l| l.name.as_str()))
            .chain(self.scope.parameter())
            .chain(words.map(|w| w.text));
        let mut diagnostic = Diagnostic::error(span, format!("unknown name `{name}`"))
            .label(expected)
            .missing(name)
            .suggest(name, candidates);
        let is_card = name.parse::<Card>().is_ok() || rank_from_letter(name).is_some();
        if let Some(synonym) = synonyms::CONDITION.find(name).filter(|_| !is_card) {
            diagnostic = diagnostic.without_help().advise(synonym, name);
        } else if diagnostic.help.is_empty()
            && let Some(right) = synonyms::GROUP.find(name).and_then(|s| s.replacement)
            && names.group(right).is_some()
        {
            diagnostic = diagnostic.did_you_mean(name, right);
        }
        let group = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if group != name && names.group(group).is_some() {
            let number = &name[group.len()..];
            diagnostic = diagnostic
                .without_help()
                .help(format!("write one pile of a group as `{group} {number}`"))
                .fix(name, format!("{group} {number}"));
        }
        if let Ok(card) = name.parse::<Card>() {
            let words = match card {
                Card::Suited(suit, rank) => format!("{} and {}", rank.name(), suit.name()),
                Card::Joker => "Joker".to_owned(),
            };
            diagnostic = diagnostic
                .help(format!("write a card in words: `{words}`"))
                .fix(name, words);
        } else if let Some(rank) = rank_from_letter(name) {
            diagnostic = diagnostic
                .help(format!("ranks are words: `{rank}`"))
                .fix(name, rank);
        }
        diagnostic
    }

    /// Resolves a built-in word that stands on its own.
    pub(super) fn resolve_word(&mut self, word: Word, span: Span) -> Option<Typed> {
        let predicate = |kind| Some(Typed::Predicate(Predicate::new(kind, span)));
        let value = match word.kind {
            WordKind::Relation(relation) => {
                if relation != CardRelation::Any {
                    self.require_top(word.text, span)?;
                }
                let offset = ValueKind::Number(1).into();
                return predicate(PredicateKind::Relation(relation, offset));
            }
            WordKind::Variable(variable) => {
                self.require_variable(variable, span)?;
                match variable {
                    Variable::Card => ValueKind::Card(CardExpr::Card),
                    Variable::Top => ValueKind::Card(CardExpr::Top),
                    Variable::This => ValueKind::Pile(PileExpr::This),
                    Variable::From => ValueKind::Pile(PileExpr::From),
                    Variable::Moved => ValueKind::Pile(PileExpr::Moved),
                    Variable::Base => ValueKind::Base,
                    Variable::Used => {
                        let example = self.names.counters().next().unwrap_or("stock");
                        return self.fail(
                            Diagnostic::error(span, "`used` needs the name of an action or group")
                                .label(format!("expected a name after it, as in `used.{example}`")),
                        );
                    }
                    Variable::Score => ValueKind::Score,
                    Variable::Won => return predicate(PredicateKind::Won),
                    Variable::Stuck => return predicate(PredicateKind::Stuck),
                }
            }
            WordKind::State(state) => return Some(Typed::State(state)),
            WordKind::Suit(suit) => ValueKind::Suit(suit),
            WordKind::Color(color) => ValueKind::Color(color),
            WordKind::Rank(_) => ValueKind::Rank(word.rank()?),
            WordKind::Joker if self.names.has_jokers => ValueKind::Joker,
            WordKind::Joker => {
                return self.fail(
                    Diagnostic::error(span, "no joker is in the deck")
                        .help("write `jokers`, the number of jokers, in `[deck]`"),
                );
            }
            WordKind::Property(_) => {
                let (text, subject) = (word.text, example_subject(word.kind));
                let kind = match word.kind {
                    WordKind::Property(Property::Lines(_)) => "group of piles",
                    _ if subject == "card" => "card",
                    _ => "pile",
                };
                return self.fail(
                    Diagnostic::error(span, format!("`{text}` needs a {kind}"))
                        .help(format!("access a property with a dot: `{subject}.{text}`")),
                );
            }
            WordKind::Keyword | WordKind::Quantifier(_) => return None,
        };
        Some(value.into())
    }

    /// Checks a name followed by an argument: `up 2`, `tableau 1` or `is_full(this)`.
    pub(super) fn check_application(
        &mut self,
        name: &Spanned<String>,
        argument: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let text = name.value.as_str();
        if let Some(WordKind::Relation(relation @ (CardRelation::Up | CardRelation::Down))) =
            WordKind::of(text)
        {
            return self.check_distance(relation, name, argument, span);
        }
        let definition = self.names.definition(text);
        let local = self.scope.locals.iter().rev().find(|l| l.name == text);
        let local = local.map(|local| local.kind);
        let is_parameter = local.is_none() && self.scope.parameter() == Some(text);
        if let Some(definition) = definition.filter(|_| local.is_none() && !is_parameter) {
            let touches = name.span.end == argument.span.start;
            if definition.parameter.is_some() || touches {
                return self.resolve_definition(definition, Some(argument), span);
            }
        }
        let is_group =
            is_parameter || local == Some(LocalKind::Line) || self.names.group(text).is_some();
        let is_other_name = Word::find(text).is_some() || definition.is_some() || local.is_some();
        if !is_other_name && !is_group && self.may_be_pile_number(argument) {
            return self.resolve_name(text, name.span);
        }
        if !is_group {
            let diagnostic = self.stray_argument(name, argument);
            return self.fail(diagnostic);
        }
        if let ExprKind::Name(next) = &argument.kind
            && matches!(WordKind::of(next), Some(WordKind::State(_)))
        {
            let message = format!("`{next}` cannot follow `{text}` directly");
            return self.fail(
                Diagnostic::error(argument.span, message)
                    .help(format!("test a state with `is`: `{text} is {next}`"))
                    .fix(next, format!("is {next}")),
            );
        }
        self.check_numbered_pile(name, argument)
    }

    /// Checks a relation with a number of ranks: `up 2`.
    fn check_distance(
        &mut self,
        relation: CardRelation,
        name: &Spanned<String>,
        argument: &Expr,
        span: Span,
    ) -> Option<Typed> {
        let text = &name.value;
        if self.looks_like_condition(argument) {
            let message = format!("a condition cannot follow `{text}` directly");
            return self.fail(
                Diagnostic::error(argument.span, message)
                    .label("expected `and`, `or` or a number of ranks")
                    .help(format!("join conditions with `and`: `{text} and ...`")),
            );
        }
        let number = self.check_number(argument)?;
        self.require_top(text, name.span)?;
        let kind = PredicateKind::Relation(relation, number);
        Some(Typed::Predicate(Predicate::new(kind, span)))
    }

    /// Checks one pile of a group: `tableau 1`.
    fn check_numbered_pile(&mut self, name: &Spanned<String>, argument: &Expr) -> Option<Typed> {
        let number = self.check_number(argument)?;
        let resolved = self.resolve_name(&name.value, name.span)?;
        let group = match resolved.kind() {
            Some(ValueKind::Group(group)) => *group,
            Some(ValueKind::Pile(PileExpr::At(pile))) => GroupExpr::Named(Piles::one(*pile)),
            _ => {
                let message = format!("{} has no numbered piles", resolved.noun());
                let diagnostic = Diagnostic::error(name.span, message);
                return self.fail(diagnostic.label("expected a group of piles"));
            }
        };
        if let (GroupExpr::Named(piles), Some(number)) = (group, number.literal()) {
            return match piles.nth(number) {
                Some(pile) => Some(ValueKind::Pile(PileExpr::At(pile)).into()),
                None => {
                    let message = format!("there is no pile `{} {number}`", name.value);
                    let expected = format!("expected a number from 1 to {}", piles.count);
                    self.fail(Diagnostic::error(argument.span, message).label(expected))
                }
            };
        }
        Some(ValueKind::Pile(PileExpr::Nth(group, Box::new(number))).into())
    }

    /// The error for an argument after a name that takes none.
    fn stray_argument(&self, name: &Spanned<String>, argument: &Expr) -> Diagnostic {
        let next = match &argument.kind {
            ExprKind::Number(number) => format!("`{number}`"),
            _ => path_text(argument).map_or("this".to_owned(), |text| format!("`{text}`")),
        };
        let mut diagnostic = Diagnostic::error(
            argument.span,
            format!("{next} cannot follow `{}` directly", name.value),
        );
        if let Some(advice) = interpret_application(name, argument) {
            return diagnostic.help(advice);
        }
        if let Some(WordKind::Property(_)) = WordKind::of(&name.value) {
            let text = &name.value;
            diagnostic = diagnostic.help(format!("access a property with a dot: `this.{text}`"));
        } else if let ExprKind::Name(next) = &argument.kind {
            diagnostic = match WordKind::of(next) {
                Some(WordKind::State(_)) => diagnostic
                    .help(format!(
                        "test a state with `is`: `{} is {next}`",
                        name.value
                    ))
                    .fix(next, format!("is {next}")),
                _ if name.value == "used" => diagnostic.help(format!("use a dot: `used.{next}`")),
                _ if is_variable(&name.value) => {
                    let help = format!("use `is`: `{} is {next}`", name.value);
                    diagnostic.help(help).fix(next, format!("is {next}"))
                }
                _ if self.looks_like_condition(argument) || is_card_attribute(next) => diagnostic
                    .help(format!(
                        "join conditions with `and`: `{} and {next}`",
                        name.value
                    ))
                    .fix(next, format!("and {next}")),
                _ => diagnostic.label("expected `and` or `or`"),
            };
        }
        diagnostic
    }

    /// Checks that the slot provides `top`, which relations such as `up` require.
    fn require_top(&mut self, word: &str, span: Span) -> Option<()> {
        if Variable::Top.slots().contains(&self.slot) {
            return Some(());
        }
        let key = self.slot.key();
        self.fail(
            Diagnostic::error(span, format!("`{word}` is not available in `{key}`"))
                .label("it compares `card` with `top`"),
        )
    }

    /// Whether an expression may be the number of a pile.
    fn may_be_pile_number(&self, expr: &Expr) -> bool {
        matches!(
            expr.kind,
            ExprKind::Number(_)
                | ExprKind::Property(..)
                | ExprKind::Sum(..)
                | ExprKind::Product(..)
        ) && !self.looks_like_condition(expr)
    }

    /// Whether an expression looks like a condition: it starts with a relation or the name of a condition.
    fn looks_like_condition(&self, expr: &Expr) -> bool {
        let (ExprKind::Name(name) | ExprKind::Applied(Spanned { value: name, .. }, _)) = &expr.kind
        else {
            return false;
        };
        matches!(WordKind::of(name), Some(WordKind::Relation(_)))
            || self.names.definition(name).is_some()
    }

    /// Checks an expression that must be a number.
    pub(super) fn check_number(&mut self, expr: &Expr) -> Option<Value> {
        match self.check_expr(expr)? {
            Typed::Value(number) if number.sort() == Sort::Number => Some(number),
            other => self.fail(
                Diagnostic::error(
                    expr.span,
                    format!("expected a number, found {}", other.noun()),
                )
                .label(format!("this is {}", other.noun())),
            ),
        }
    }
}

/// Returns advice on a name that is followed by an argument, in the words of another language: `alternate color`, or
/// `empty(stock)`.
fn interpret_application(name: &Spanned<String>, argument: &Expr) -> Option<String> {
    let argument_text = path_text(argument);
    if name.span.end == argument.span.start
        && let Some(synonym) = synonyms::CALL.find(&name.value)
    {
        let argument = argument_text.unwrap_or_else(|| "stock".to_owned());
        return Some(format!("write {}", synonym.advice.replace("{}", &argument)));
    }
    let phrase = format!("{} {}", name.value, argument_text.unwrap_or_default());
    let synonym = synonyms::CONDITION.find(&phrase);
    let synonym = synonym.or_else(|| synonyms::CONDITION.find(&name.value));
    Some(synonym?.advice.to_owned())
}

/// Returns the name of the rank that a letter such as `K` stands for.
fn rank_from_letter(name: &str) -> Option<&'static str> {
    let rank: crate::cards::Rank = name.parse().ok()?;
    Some(rank.name())
}

fn is_variable(name: &str) -> bool {
    matches!(WordKind::of(name), Some(WordKind::Variable(_)))
}
