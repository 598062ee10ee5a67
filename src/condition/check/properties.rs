//! Resolves properties of piles and cards, such as `stock.size`.

use super::relations::path_text;
use super::{Checker, Typed};
use crate::condition::{
    CardExpr, ColorExpr, Expr, ExprKind, GroupExpr, NumberKind, PileExpr, Property, RankExpr,
    SuitExpr, Variable, Word, WordKind,
};
use crate::text::dialect::{self, interpret};
use crate::text::{Diagnostic, Spanned, join_with};

impl Checker<'_> {
    /// Resolves the name of a counter, such as `redeal` in `used.redeal`.
    fn check_used(&mut self, name: &Spanned<String>) -> Option<Typed> {
        let names = self.names;
        match names.counter(&name.value) {
            Some(counter) => Some(Typed::Number(NumberKind::Used(counter).into())),
            None => self.fail(
                Diagnostic::error(
                    name.span,
                    format!("there is no action or group `{}`", name.value),
                )
                .missing(&name.value)
                .suggest(&name.value, names.counters()),
            ),
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
        let typed_subject = self.check_expr(subject)?;
        let property = match Word::find(&name.value).map(|w| w.kind) {
            Some(WordKind::Property(property)) => Some(property),
            // `top` is both a variable and a property of piles.
            Some(WordKind::Variable(Variable::Top)) => Some(Property::Top),
            _ => None,
        };
        let (typed_subject, property) = match (typed_subject, property) {
            (typed_subject, Some(property)) => (typed_subject, property),
            (typed_subject, None) => {
                let properties = properties_of(&typed_subject);
                let mut diagnostic = Diagnostic::error(
                    name.span,
                    format!("{} has no `{}`", typed_subject.noun(), name.value),
                )
                .label(list_properties(&properties))
                .suggest(&name.value, properties);
                let sayings = match typed_subject {
                    Typed::Card(_) => dialect::CARD_PROPERTY,
                    Typed::Pile(_) | Typed::Group(_) => dialect::PILE_PROPERTY,
                    _ => &[],
                };
                if let Some(saying) = interpret(sayings, &name.value) {
                    let subject = path_text(subject).unwrap_or_else(|| "this".to_owned());
                    diagnostic = diagnostic
                        .without_help()
                        .help(saying.advice.replace("{}", &subject));
                }
                if let (ExprKind::Name(group), "used") = (&subject.kind, name.value.as_str()) {
                    diagnostic = diagnostic.help(format!("write `used.{group}`")).fix_at(
                        subject.span.to(name.span),
                        &format!("{group}.used"),
                        format!("used.{group}"),
                    );
                }
                return self.fail(diagnostic);
            }
        };
        Some(match (typed_subject, property) {
            (Typed::Card(card), Property::Rank) => Typed::Rank(RankExpr::Of(card)),
            (Typed::Card(card), Property::Suit) => Typed::Suit(SuitExpr::Of(card)),
            (Typed::Card(card), Property::Color) => Typed::Color(ColorExpr::Of(card)),
            (Typed::Card(card), Property::Index) => {
                Typed::Number(NumberKind::CardIndex(card).into())
            }
            (Typed::Card(card), Property::Value) => Typed::Number(NumberKind::Value(card).into()),
            // `card` is the lowest of the moved cards.
            (Typed::Pile(PileExpr::Moved), Property::Bottom) => Typed::Card(CardExpr::Card),
            (
                Typed::Pile(PileExpr::Moved),
                Property::Index | Property::Row | Property::Col | Property::Beside(_),
            ) => {
                let message = format!("`moved` has no `{}`", name.value);
                return self.fail(
                    Diagnostic::error(name.span, message)
                        .label("it has `top`, `bottom` and `size`")
                        .help("the moved cards are not a pile of the table; they come from `from`"),
                );
            }
            (Typed::Pile(pile), Property::Top) => Typed::Card(CardExpr::TopOf(pile)),
            (Typed::Pile(pile), Property::Bottom) => Typed::Card(CardExpr::BottomOf(pile)),
            (Typed::Pile(pile), Property::Size) => Typed::Number(NumberKind::Size(pile).into()),
            (Typed::Pile(pile), Property::Index) => Typed::Number(NumberKind::Index(pile).into()),
            (Typed::Pile(pile), Property::Row) => Typed::Number(NumberKind::Row(pile).into()),
            (Typed::Pile(pile), Property::Col) => Typed::Number(NumberKind::Col(pile).into()),
            (Typed::Pile(pile), Property::Beside(side)) => {
                Typed::Pile(PileExpr::Beside(Box::new(pile), side))
            }
            (Typed::Group(group), Property::Size) => {
                Typed::Number(NumberKind::SizeOfAll(group).into())
            }
            (Typed::Group(GroupExpr::Local(depth)), Property::Index) => {
                Typed::Number(NumberKind::IndexOfLine(depth).into())
            }
            (Typed::Group(GroupExpr::Named(_)), Property::Lines(_)) => {
                let lines = &name.value;
                let mut diagnostic =
                    Diagnostic::error(name.span, format!("`{lines}` can be used only after `in`"));
                if let Some(text) = path_text(subject) {
                    diagnostic =
                        diagnostic.help(format!("write `every(r in {text}.{lines}, ...)`"));
                }
                return self.fail(diagnostic);
            }
            (other, property) => {
                let properties = properties_of(&other);
                let mut diagnostic = Diagnostic::error(
                    name.span,
                    format!("{} has no `{}`", other.noun(), name.value),
                )
                .label(list_properties(&properties));
                if let (Typed::Group(_), Some(group)) = (&other, path_text(subject)) {
                    diagnostic = diagnostic.help(format!("name one of its piles: `{group} 1`"));
                } else if let (Typed::Pile(_), Property::Lines(_)) = (&other, property) {
                    diagnostic = diagnostic.help("a group has rows and columns");
                }
                return self.fail(diagnostic);
            }
        })
    }
}

/// Returns the properties of a type.
fn properties_of(typed: &Typed) -> Vec<&'static str> {
    match typed {
        Typed::Card(_) => vec!["rank", "suit", "color", "value", "index"],
        Typed::Pile(_) => vec![
            "top", "bottom", "size", "index", "row", "col", "left", "right", "above", "below",
        ],
        Typed::Group(GroupExpr::Named(_)) => vec!["size", "rows", "cols", "lines"],
        Typed::Group(GroupExpr::Local(_)) => vec!["size", "index"],
        _ => Vec::new(),
    }
}

/// Lists the properties of a type for a label.
fn list_properties(properties: &[&str]) -> String {
    if properties.is_empty() {
        return "it has no properties".to_owned();
    }
    let quoted: Vec<String> = properties.iter().map(|p| format!("`{p}`")).collect();
    format!("it has {}", join_with(&quoted, "and"))
}
