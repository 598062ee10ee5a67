//! Resolves properties of piles and cards, such as `stock.size`.

use super::relations::path_text;
use super::{Checker, Typed};
use crate::condition::{
    CardExpr, Expr, ExprKind, GroupExpr, PileExpr, Property, Sort, ValueKind, Variable, WORDS,
    WordKind, synonyms,
};
use crate::text::{Describe, Diagnostic, Spanned, Synonyms, join_with};

impl Checker<'_> {
    /// Resolves the name of a counter, such as `redeal` in `used.redeal`.
    fn check_used(&mut self, name: &Spanned<String>) -> Option<Typed> {
        let names = self.names;
        match names.counter(&name.value) {
            Some(counter) => Some(ValueKind::Used(counter).into()),
            None => self
                .error(
                    name.span,
                    format!("there is no action or group `{}`", name.value),
                )
                .missing(&name.value)
                .suggest(&name.value, names.counters())
                .fail(),
        }
    }

    /// Checks an access to a property, such as `card.rank` or `used.redeal`.
    pub(super) fn check_property(
        &mut self,
        subject: &Expr,
        name: &Spanned<String>,
    ) -> Option<Typed> {
        if matches!(&subject.kind, ExprKind::Name(word) if word == "used") {
            return self.check_used(name);
        }
        let typed = self.check_expr(subject)?;
        let property = property_named(&name.value);
        if let (Some(kind), Some(property)) = (typed.kind(), property)
            && let Some(value) = apply(property, kind)
        {
            return Some(value.into());
        }
        let diagnostic = wrong_property(subject, &typed, property, name);
        self.fail(diagnostic)
    }
}

/// The error for a property that something does not have.
fn wrong_property(
    subject: &Expr,
    typed: &Typed,
    property: Option<Property>,
    name: &Spanned<String>,
) -> Diagnostic {
    let (sort, word, text) = (typed.sort(), &name.value, path_text(subject));
    let message = format!("{} has no `{word}`", typed.noun());
    let properties = properties_of(typed);
    let diagnostic = Diagnostic::error(name.span, message).label(list_properties(&properties));
    let Some(property) = property else {
        let mut diagnostic = diagnostic.suggest(word, properties);
        let table = match sort {
            Sort::Card => synonyms::CARD_PROPERTY,
            Sort::Pile | Sort::Group => synonyms::PILE_PROPERTY,
            _ => Synonyms::NONE,
        };
        if let Some(synonym) = table.find(word) {
            let subject = text.unwrap_or_else(|| "this".to_owned());
            diagnostic = diagnostic
                .without_help()
                .help(synonym.advice.replace("{}", &subject));
        }
        if let (ExprKind::Name(group), "used") = (&subject.kind, word.as_str()) {
            diagnostic = diagnostic.help(format!("write `used.{group}`")).fix_at(
                subject.span.to(name.span),
                &format!("{group}.used"),
                format!("used.{group}"),
            );
        }
        return diagnostic;
    };
    match (typed.kind(), property, text) {
        (Some(ValueKind::Pile(PileExpr::Moved)), property, _)
            if !matches!(property, Property::Lines(_)) && apply_to_pile(property) =>
        {
            Diagnostic::error(name.span, format!("`moved` has no `{word}`"))
                .label("it has `top`, `bottom` and `size`")
                .help("the moved cards are not a pile of the table; they come from `from`")
        }
        (Some(ValueKind::Group(GroupExpr::Named(_))), Property::Lines(_), text) => {
            let message = format!("`{word}` can be used only after `in`");
            let diagnostic = Diagnostic::error(name.span, message);
            match text {
                Some(text) => diagnostic.help(format!("write `every(r in {text}.{word}, ...)`")),
                None => diagnostic,
            }
        }
        (Some(ValueKind::Group(_)), _, Some(group)) => {
            diagnostic.help(format!("name one of its piles: `{group} 1`"))
        }
        (Some(ValueKind::Pile(_)), Property::Lines(_), _) => {
            diagnostic.help("a group has rows and columns")
        }
        _ => diagnostic,
    }
}

/// The property that a word names. `top` is both a variable and a property of piles.
fn property_named(word: &str) -> Option<Property> {
    match WordKind::of(word)? {
        WordKind::Property(property) => Some(property),
        WordKind::Variable(Variable::Top) => Some(Property::Top),
        _ => None,
    }
}

/// The property of a card, a pile or a group; `None` if it has no such property.
fn apply(property: Property, subject: &ValueKind) -> Option<ValueKind> {
    use Property::{Beside, Bottom, Col, Color, Index, Rank, Row, Size, Suit, Top, Value};
    Some(match (subject, property) {
        (ValueKind::Card(card), Rank | Suit | Color | Value | Index) => {
            ValueKind::OfCard(property, card.clone())
        }
        // `card` is the lowest of the moved cards.
        (ValueKind::Pile(PileExpr::Moved), Bottom) => ValueKind::Card(CardExpr::Card),
        (ValueKind::Pile(PileExpr::Moved), Index | Row | Col | Beside(_)) => return None,
        (ValueKind::Pile(pile), Top) => ValueKind::Card(CardExpr::TopOf(pile.clone())),
        (ValueKind::Pile(pile), Bottom) => ValueKind::Card(CardExpr::BottomOf(pile.clone())),
        (ValueKind::Pile(pile), Size | Index | Row | Col) => {
            ValueKind::OfPile(property, pile.clone())
        }
        (ValueKind::Pile(pile), Beside(side)) => {
            ValueKind::Pile(PileExpr::Beside(Box::new(pile.clone()), side))
        }
        (ValueKind::Group(group), Size)
        | (ValueKind::Group(group @ GroupExpr::Local(_)), Index) => {
            ValueKind::OfGroup(property, *group)
        }
        _ => return None,
    })
}

/// What has a property, and an example of it, for use in help messages.
pub(super) fn example_of(property: Property) -> (&'static str, &'static str) {
    match property {
        Property::Top | Property::Bottom | Property::Size => ("pile", "stock"),
        Property::Lines(_) => ("group of piles", "tableau"),
        Property::Index => ("pile", "this"),
        _ if apply(property, &ValueKind::Card(CardExpr::Card)).is_some() => ("card", "card"),
        _ => ("pile", "this"),
    }
}

/// The words for the properties of something.
fn properties_of(typed: &Typed) -> Vec<&'static str> {
    let has = |property| match (typed.kind(), property) {
        (Some(ValueKind::Group(GroupExpr::Named(_))), Property::Lines(_)) => true,
        (Some(ValueKind::Pile(_)), property) => apply_to_pile(property),
        (Some(kind), property) => apply(property, kind).is_some(),
        (None, _) => false,
    };
    let words = WORDS.iter().map(|word| word.text);
    words
        .filter(|word| property_named(word).is_some_and(has))
        .collect()
}

/// Whether piles have a property.
fn apply_to_pile(property: Property) -> bool {
    apply(property, &ValueKind::Pile(PileExpr::This)).is_some()
}

/// Lists the properties of a type for a label.
fn list_properties(properties: &[&str]) -> String {
    if properties.is_empty() {
        return "it has no properties".to_owned();
    }
    let quoted: Vec<String> = properties.iter().map(|p| format!("`{p}`")).collect();
    format!("it has {}", join_with(&quoted, "and"))
}
