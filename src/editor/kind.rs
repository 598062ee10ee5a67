//! What the words of a condition stand for, as far as it can be told without a whole condition.

use super::files::Files;
use super::phrase::kind_of;
use crate::condition::{CardRelation, Property, Slot, State, Variable, Word, WordKind};
use crate::rules::keys::Reference;

/// What a part of a condition stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Condition,
    Number,
    Rank,
    Suit,
    Color,
    /// `Joker`
    Joker,
    Card,
    Pile,
    Group,
    /// A row or column of a group.
    Line,
    /// The rows or columns of a group.
    Lines,
    /// `used`, which needs a name.
    Used,
    /// A state, such as `empty`.
    State,
    /// It cannot be told.
    Unknown,
}

impl Kind {
    /// The kind of a word of the language.
    pub(super) fn of(word: WordKind) -> Kind {
        match word {
            WordKind::Relation(_) => Kind::Condition,
            WordKind::Variable(variable) => match variable {
                Variable::Card | Variable::Top => Kind::Card,
                Variable::This | Variable::From | Variable::Moved => Kind::Pile,
                Variable::Base => Kind::Rank,
                Variable::Used => Kind::Used,
                Variable::Score => Kind::Number,
                Variable::Won | Variable::Stuck => Kind::Condition,
            },
            WordKind::Property(property) => Kind::of_property(property),
            WordKind::State(_) => Kind::State,
            WordKind::Rank(_) => Kind::Rank,
            WordKind::Joker => Kind::Joker,
            WordKind::Suit(_) => Kind::Suit,
            WordKind::Color(_) => Kind::Color,
            WordKind::Keyword => Kind::Unknown,
        }
    }

    fn of_property(property: Property) -> Kind {
        match property {
            Property::Rank => Kind::Rank,
            Property::Suit => Kind::Suit,
            Property::Color => Kind::Color,
            Property::Top | Property::Bottom => Kind::Card,
            Property::Size | Property::Index | Property::Row | Property::Col | Property::Value => {
                Kind::Number
            }
            Property::Beside(_) => Kind::Pile,
            Property::Lines(_) => Kind::Lines,
        }
    }

    /// The kind of a property with a name.
    pub(super) fn of_name(name: &str) -> Kind {
        match Word::find(name).map(|word| word.kind) {
            Some(WordKind::Property(property)) => Kind::of_property(property),
            Some(WordKind::Variable(Variable::Top)) => Kind::Card,
            _ => Kind::Unknown,
        }
    }

    /// Whether something of this kind has a property.
    pub(super) fn has(self, property: Property) -> bool {
        use Property::{
            Beside, Bottom, Col, Color, Index, Lines, Rank, Row, Size, Suit, Top, Value,
        };
        match self {
            Kind::Card => matches!(property, Rank | Suit | Color | Value | Index),
            Kind::Pile => matches!(
                property,
                Top | Bottom | Size | Index | Row | Col | Beside(_)
            ),
            Kind::Group => property == Size,
            Kind::Line => matches!(property, Size | Index),
            Kind::Unknown => !matches!(property, Lines(_)),
            _ => false,
        }
    }

    /// The kind of what a quantifier over something of this kind ranges over.
    pub(super) fn element(self) -> Kind {
        match self {
            Kind::Group | Kind::Line => Kind::Pile,
            Kind::Pile => Kind::Card,
            Kind::Lines => Kind::Line,
            _ => Kind::Unknown,
        }
    }

    /// Whether something of this kind, alone or through its properties, leads to a value of another kind.
    pub(super) fn leads_to(self, other: Kind) -> bool {
        let through_card = matches!(other, Kind::Rank | Kind::Suit | Kind::Color | Kind::Card);
        match self {
            _ if self == other || other == Kind::Unknown => true,
            Kind::Card => through_card || other == Kind::Number,
            Kind::Pile | Kind::Group | Kind::Line => {
                through_card || matches!(other, Kind::Number | Kind::Pile | Kind::Group)
            }
            Kind::Used => other == Kind::Number,
            Kind::Unknown => true,
            _ => false,
        }
    }

    /// Whether something of this kind can be in a state.
    pub(super) fn can_be(self, state: State) -> bool {
        match state {
            State::Empty => matches!(self, Kind::Pile | Kind::Group | Kind::Line | Kind::Unknown),
            State::Set => matches!(self, Kind::Rank | Kind::Unknown),
            State::FaceUp => matches!(self, Kind::Card | Kind::Unknown),
        }
    }
}

/// The names that a condition can use.
pub(super) struct Names<'a> {
    pub(super) files: &'a Files,
    /// The key that the condition belongs to; `None` if it is named.
    pub(super) slot: Option<Slot>,
    /// The parameter of the named condition that it is.
    pub(super) parameter: Option<String>,
    /// How many more named conditions are looked into.
    depth: u8,
}

/// How many named conditions that use each other are looked into.
const MAX_DEPTH: u8 = 4;

impl<'a> Names<'a> {
    pub(super) fn new(
        files: &'a Files,
        slot: Option<Slot>,
        parameter: Option<String>,
    ) -> Names<'a> {
        Names {
            files,
            slot,
            parameter,
            depth: MAX_DEPTH,
        }
    }

    /// The kind of a name or word.
    pub(super) fn kind(&self, name: &str) -> Kind {
        if let Some(word) = Word::find(name) {
            return Kind::of(word.kind);
        }
        if self.files.symbol(name, &[Reference::Group]).is_some() || name == "stock" {
            return self.kind_of_group(name);
        }
        self.kind_of_definition(name)
    }

    /// Whether a group or named condition has a name.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        let kinds = [Reference::Group, Reference::Definition];
        self.files.symbol(name, &kinds).is_some()
    }

    /// A group of one pile is that pile. A variant may have another number of piles.
    fn kind_of_group(&self, name: &str) -> Kind {
        let key = |key: &str| format!("piles.{name}.{key}");
        let count = self.files.value(&key("count"));
        let is_one =
            count.is_none_or(|count| count == "1") && self.files.value(&key("shape")).is_none();
        let is_changed = ["count", "shape"]
            .iter()
            .any(|name| self.files.is_varied(&key(name)));
        match (is_changed, is_one) {
            (true, _) => Kind::Unknown,
            (false, true) => Kind::Pile,
            (false, false) => Kind::Group,
        }
    }

    fn kind_of_definition(&self, name: &str) -> Kind {
        let symbol = self.files.symbol(name, &[Reference::Definition]);
        let (Some(symbol), Some(depth)) = (symbol, self.depth.checked_sub(1)) else {
            return Kind::Unknown;
        };
        let file = &self.files.files[symbol.file];
        let mut values = file.elements.iter();
        let value = values.find(|value| {
            value
                .path
                .last()
                .is_some_and(|last| last.range == symbol.range)
                && value.range != symbol.range
        });
        value.map_or(Kind::Unknown, |value| {
            let names = Names {
                files: self.files,
                slot: None,
                parameter: symbol.parameter.clone(),
                depth,
            };
            kind_of(&file.text[value.content(&file.text)], &names)
        })
    }

    /// Whether the condition can use a variable.
    pub(super) fn has(&self, variable: Variable) -> bool {
        match self.slot {
            // The cards of a run are judged alone.
            Some(Slot::Run) if variable == Variable::Used => false,
            Some(slot) => variable.slots().contains(&slot),
            None => true,
        }
    }

    /// Whether the condition can use the piles of the game.
    pub(super) fn has_piles(&self) -> bool {
        self.slot != Some(Slot::Run)
    }

    /// Whether a word makes sense in the condition.
    pub(super) fn allows(&self, word: &Word) -> bool {
        match word.kind {
            WordKind::Variable(variable) => self.has(variable),
            WordKind::Relation(CardRelation::Any) => true,
            WordKind::Relation(_) => self.has(Variable::Top),
            WordKind::Joker => self.files.value("deck.jokers").is_some_and(|n| n != "0"),
            _ => true,
        }
    }
}
