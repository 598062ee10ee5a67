//! Resolves names, numbered piles such as `tableau 1`, and properties.

use super::properties::example_of;
use super::relations::{path_text, quoted_path};
use super::shorthand::is_card_attribute;
use super::{Checker, Typed};
use crate::cards::{Card, Rank};
use crate::condition::{
    CardExpr, CardRelation, Expr, ExprKind, GroupExpr, PileExpr, Piles, Predicate, PredicateKind,
    Sort, Value, ValueKind, Variable, WORDS, Word, WordKind, synonyms,
};
use crate::text::{Describe, Diagnostic, Span, Spanned};

impl Checker<'_> {
    /// Resolves a name: a bound variable, a built-in word, a named condition or a group, in that order.
    pub(super) fn resolve_name(&mut self, name: &str, span: Span) -> Option<Typed> {
        if let Some(local) = self.scope.locals.iter().rev().find(|l| l.name == name) {
            let depth = self.index_of(local);
            let kind = match local.sort {
                Sort::Card => ValueKind::Card(CardExpr::Local(depth)),
                Sort::Pile => ValueKind::Pile(PileExpr::Local(depth)),
                _ => ValueKind::Group(GroupExpr::Local(depth)),
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
        if let Ok(card) = name.parse::<Card>() {
            let words = match card {
                Card::Suited(suit, rank) => format!("{} and {}", rank.name(), suit.name()),
                Card::Joker => "Joker".to_owned(),
            };
            let help = format!("write a card in words: `{words}`");
            return diagnostic.help(help).fix(name, words);
        }
        if let Ok(rank) = name.parse::<Rank>() {
            let help = format!("ranks are words: `{}`", rank.name());
            return diagnostic.help(help).fix(name, rank.name());
        }
        if let Some(synonym) = synonyms::CONDITION.find(name) {
            diagnostic = diagnostic.without_help().advise(synonym, name);
        } else if diagnostic.help.is_empty()
            && let Some(right) = synonyms::GROUP.find(name).and_then(|s| s.replacement)
            && names.group(right).is_some()
        {
            diagnostic = diagnostic.did_you_mean(name, right);
        }
        let group = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if group == name || names.group(group).is_none() {
            return diagnostic;
        }
        let pile = format!("{group} {}", &name[group.len()..]);
        diagnostic
            .without_help()
            .help(format!("write one pile of a group as `{pile}`"))
            .fix(name, pile)
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
                self.require_variable(variable, word.text, span)?;
                match variable {
                    Variable::Card => ValueKind::Card(CardExpr::Card),
                    Variable::Top => ValueKind::Card(CardExpr::Top),
                    Variable::This => ValueKind::Pile(PileExpr::This),
                    Variable::From => ValueKind::Pile(PileExpr::From),
                    Variable::Moved => ValueKind::Pile(PileExpr::Moved),
                    Variable::Base => ValueKind::Base,
                    Variable::Used => {
                        let message = "`used` needs the name of an action or group";
                        let example = self.names.counters().next().unwrap_or("stock");
                        let expected = format!("expected a name after it, as in `used.{example}`");
                        return self.error(span, message).label(expected).fail();
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
                return self
                    .error(span, "no joker is in the deck")
                    .help("write `jokers`, the number of jokers, in `[deck]`")
                    .fail();
            }
            WordKind::Property(property) => {
                let (kind, subject) = example_of(property);
                let text = word.text;
                return self
                    .error(span, format!("`{text}` needs a {kind}"))
                    .help(format!("access a property with a dot: `{subject}.{text}`"))
                    .fail();
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
        let local = local.map(|local| local.sort);
        let is_parameter = local.is_none() && self.scope.parameter() == Some(text);
        let touches = name.span.end == argument.span.start;
        if let Some(definition) = definition
            && (local.is_none() && !is_parameter)
            && (definition.parameter.is_some() || touches)
        {
            return self.resolve_definition(definition, Some(argument), span);
        }
        let is_group =
            is_parameter || local == Some(Sort::Group) || self.names.group(text).is_some();
        let is_other_name = Word::find(text).is_some() || definition.is_some() || local.is_some();
        if !is_other_name && !is_group && self.may_be_pile_number(argument) {
            return self.resolve_name(text, name.span);
        }
        if !is_group {
            let diagnostic = self.stray_argument(name, argument);
            return self.fail(diagnostic);
        }
        if let Some(next) = state_named(argument) {
            let message = format!("`{next}` cannot follow `{text}` directly");
            return test_with_is(self.error(argument.span, message), text, next).fail();
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
            return self
                .error(argument.span, message)
                .label("expected `and`, `or` or a number of ranks")
                .help(format!("join conditions with `and`: `{text} and ...`"))
                .fail();
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
                    self.error(argument.span, message).label(expected).fail()
                }
            };
        }
        Some(ValueKind::Pile(PileExpr::Nth(group, Box::new(number))).into())
    }

    /// The error for an argument after a name that takes none.
    fn stray_argument(&self, name: &Spanned<String>, argument: &Expr) -> Diagnostic {
        let next = match &argument.kind {
            ExprKind::Number(number) => format!("`{number}`"),
            _ => quoted_path(argument),
        };
        let name_text = &name.value;
        let message = format!("{next} cannot follow `{name_text}` directly");
        let diagnostic = Diagnostic::error(argument.span, message);
        if let Some(advice) = interpret_application(name, argument) {
            return diagnostic.help(advice);
        }
        if let Some(WordKind::Property(_)) = WordKind::of(name_text) {
            return diagnostic.help(format!("access a property with a dot: `this.{name_text}`"));
        }
        let ExprKind::Name(next) = &argument.kind else {
            return diagnostic;
        };
        if state_named(argument).is_some() {
            test_with_is(diagnostic, name_text, next)
        } else if name_text == "used" {
            diagnostic.help(format!("use a dot: `used.{next}`"))
        } else if matches!(WordKind::of(name_text), Some(WordKind::Variable(_))) {
            let help = format!("use `is`: `{name_text} is {next}`");
            diagnostic.help(help).fix(next, format!("is {next}"))
        } else if self.looks_like_condition(argument) || is_card_attribute(next) {
            let help = format!("join conditions with `and`: `{name_text} and {next}`");
            diagnostic.help(help).fix(next, format!("and {next}"))
        } else {
            diagnostic.label("expected `and` or `or`")
        }
    }

    /// Checks that the slot provides `top`, which relations such as `up` require.
    fn require_top(&mut self, word: &str, span: Span) -> Option<()> {
        if Variable::Top.slots().contains(&self.slot) {
            return Some(());
        }
        let key = self.slot.key();
        self.error(span, format!("`{word}` is not available in `{key}`"))
            .label("it compares `card` with `top`")
            .fail()
    }

    /// Whether an expression may be the number of a pile.
    fn may_be_pile_number(&self, expr: &Expr) -> bool {
        let is_number = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Property(..) => true,
            ExprKind::Binary(sign, ..) => ["+", "-", "*"].contains(&sign.value.as_str()),
            _ => false,
        };
        is_number && !self.looks_like_condition(expr)
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
        let typed = self.check_expr(expr)?;
        let noun = typed.noun();
        typed.into_number().or_else(|| {
            self.error(expr.span, format!("expected a number, found {noun}"))
                .label(format!("this is {noun}"))
                .fail()
        })
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

/// The word for a state that an expression is, if it is one.
fn state_named(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(word) => {
            let is_state = matches!(WordKind::of(word), Some(WordKind::State(_)));
            is_state.then_some(word)
        }
        _ => None,
    }
}

/// Advises to put `is` between a subject and its state.
fn test_with_is<D: Describe>(diagnostic: D, subject: &str, state: &str) -> D {
    diagnostic
        .help(format!("test a state with `is`: `{subject} is {state}`"))
        .fix(state, format!("is {state}"))
}
