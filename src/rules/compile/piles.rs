//! Compiles groups of piles: their keys and the defaults of their roles.

use super::shape::places;
use super::{Compiler, MAX_PILES};
use crate::cards::Pack;
use crate::condition::{self, Condition, PileId, Piles, Slot};
use crate::rules::field::{Field, Flag, KeyTable, UnitSize, list_choices};
use crate::rules::file::{Pile as Keys, Role};
use crate::rules::format::DefaultCapacity;
use crate::rules::game::{Group, Unit};
use crate::text::{Describe, Diagnostic, Span, Spanned, nearest};

impl Compiler<'_> {
    pub(super) fn declare_groups(&mut self, declared: &mut Vec<(String, Span)>) {
        let tables = self.file.piles.named();
        let role_of = |(name, field): &(Spanned<String>, Field<Keys>)| {
            Role::of_group(&name.value, field.keys())
        };
        let is_stock = |table: &&_| role_of(table) == Some(Role::Stock);
        let mut stocks = tables.iter().filter(is_stock);
        let (stock, second) = (stocks.next(), stocks.next());
        if let (Some((first, _)), Some((second, _))) = (stock, second) {
            self.error(second.span, "a game cannot have two stocks")
                .also(first.span, "the first is here");
        }
        if stock.is_none() && !tables.iter().any(|(n, _)| n.value == Role::Stock.word()) {
            self.declare_group(Role::Stock.word(), 1, Keys::none());
        }
        for (index, table @ (name, field)) in tables.iter().enumerate() {
            self.check_stock_role(name, field.keys());
            self.declare_name(name, "a group of piles", declared);
            let mut count = field.get().and_then(|keys| self.pile_count(keys));
            if role_of(table) == Some(Role::Stock)
                && let Some(several) = count.filter(|count| *count != 1)
            {
                let Keys {
                    count: key, shape, ..
                } = field.keys();
                let span = key.set_at().or(shape.set_at()).unwrap_or(name.span);
                self.error(span, format!("the stock has {several} piles"))
                    .label("expected one pile");
                count = None;
            }
            if count.is_none() {
                self.invalid_names.push(name.value.clone());
            }
            let Some(piles) = self.declare_group(&name.value, count.unwrap_or(1), field.keys())
            else {
                self.error(
                    name.span,
                    format!("the game has more than {MAX_PILES} piles"),
                );
                let others = tables[index..].iter().map(|(n, _)| n.value.clone());
                self.invalid_names.extend(others);
                return;
            };
            if role_of(table) == Some(Role::Stock) {
                self.stock = piles.first;
            }
        }
    }

    /// Declares a group of so many piles. Returns `None` if these are too many.
    fn declare_group(&mut self, name: &str, count: u8, keys: &Keys) -> Option<Piles> {
        let last = self.names.groups.last();
        let next = last.map_or(0, |group| group.piles.range().end);
        if next + usize::from(count) > MAX_PILES {
            return None;
        }
        let first = PileId::new(next);
        let piles = Piles { first, count };
        self.names.groups.push(condition::Group {
            name: name.to_owned(),
            piles,
            places: places(piles, keys),
        });
        Some(piles)
    }

    /// Reports a group named `stock` that has another role.
    fn check_stock_role(&mut self, name: &Spanned<String>, keys: &Keys) {
        let is_other = keys.role.get().is_some_and(|role| *role != Role::Stock);
        if is_other && name.value == Role::Stock.word() {
            self.error(keys.role.span, "the group `stock` cannot have another role")
                .label("expected `stock`, the undealt cards")
                .help("give the group another name");
        }
    }

    pub(super) fn groups(&mut self) -> Option<Vec<Group>> {
        let mut groups = Vec::new();
        let mut is_valid = self.invalid_names.is_empty();
        for group in self.names.groups.clone() {
            let mut tables = self.file.piles.named().iter();
            let table = tables.find(|(n, _)| n.value == group.name);
            if table.is_some_and(|(_, field)| field.get().is_none()) {
                is_valid = false;
                continue;
            }
            let keys = table.map_or(Keys::none(), |(_, field)| field.keys());
            let role = Role::of_group(&group.name, keys);
            is_valid &= role.is_some();
            if let (Some((name, _)), false, None) = (table, keys.role.is_set(), role) {
                self.report_missing_role(&group.name, name.span);
            }
            groups.push(Group {
                header: table.map(|(_, field)| field.span),
                ..self.compile_group(group, role.unwrap_or(Role::Tableau), keys)
            });
        }
        is_valid.then_some(groups)
    }

    fn report_missing_role(&mut self, name: &str, span: Span) {
        let roles: Vec<&str> = Role::WORDS.iter().map(|w| w.0).collect();
        let mut error = Diagnostic::error(span, format!("missing key `role` in `piles.{name}`"))
            .label("only a group that is named after a role can omit it")
            .help(format!(
                "write `role = \"...\"` with {}",
                list_choices(&roles)
            ));
        if let Some(role) = nearest(name, roles) {
            error = error.help(format!("did you mean `[piles.{role}]`?"));
        }
        self.report.push(error);
    }

    fn compile_group(&mut self, group: condition::Group, role: Role, keys: &Keys) -> Group {
        let defaults = role.defaults();
        let take = keys.take.get().copied().unwrap_or(defaults.take);
        let cards = 1..=Pack::MAX_CARDS;
        let unit = match keys.unit.get() {
            Some(UnitSize::Exactly(number)) => {
                let number = self.in_range(*number, keys.unit.span, "unit", cards.clone());
                Unit::Exactly(number.unwrap_or(1))
            }
            None if !take.lifts_runs() => Unit::Exactly(1),
            Some(UnitSize::Any) | None => Unit::Any,
        };
        let capacity = self.integer(&keys.capacity, "capacity", cards);
        let default_capacity = match defaults.capacity {
            DefaultCapacity::Ranks => u8::try_from(self.order.ranks().len()).ok(),
            DefaultCapacity::One => Some(1),
            DefaultCapacity::Unlimited => None,
        };
        let keep = self.integer(&keys.keep, "keep", 0..=Pack::MAX_CARDS);
        let is_set = |field: &Field<Flag>, default| field.get().map_or(default, |flag| flag.0);
        // The mistakes in conditions are reported in this order.
        let build = self.condition(&keys.build, Slot::Build);
        let run = self.condition(&keys.run, Slot::Run);
        let start = if defaults.accepts_any && !keys.start.is_set() {
            self.any_card()
        } else {
            self.condition(&keys.start, Slot::Start)
        };
        Group {
            start,
            build,
            fill: self.resolve_groups(&keys.fill),
            pair: self.condition(&keys.pair, Slot::Pair),
            swap: self.condition(&keys.swap, Slot::Swap),
            take,
            run,
            available: self.condition(&keys.available, Slot::Available),
            unit,
            alike: is_set(&keys.alike, false),
            goal: is_set(&keys.goal, defaults.is_goal),
            capacity: capacity.or(default_capacity),
            keep: keep.unwrap_or(0),
            display: role.display(take),
            keys_set: keys.keys_set(),
            header: None,
            short: self.short_name(&group.name),
            name: group.name,
            role,
            piles: group.piles,
        }
    }

    /// The shortest prefix of the name of a group that is not a prefix of another group's name, or the whole name if every
    /// prefix is.
    fn short_name(&self, name: &str) -> String {
        let others = || self.names.groups.iter().filter(|other| other.name != name);
        let mut prefixes = name.char_indices().skip(1).map(|(end, _)| &name[..end]);
        let shortest = prefixes.find(|p| others().all(|other| !other.name.starts_with(p)));
        shortest.unwrap_or(name).to_owned()
    }

    /// Compiles the condition that accepts every card.
    fn any_card(&mut self) -> Option<Condition> {
        let (text, span) = ("any", Span::default());
        let expr = condition::parse(text, span, None, self.report)?;
        let (names, order) = (&self.names, &self.order);
        condition::check(&expr, text, Slot::Start, names, order, self.report)
    }
}
