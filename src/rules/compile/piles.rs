//! Compiles groups of piles: their keys and the defaults of their roles.

use super::shape::places;
use super::{Compiler, MAX_PILES};
use crate::cards::Pack;
use crate::condition::{self, Condition, PileId, Piles, Slot};
use crate::rules::field::{Field, Flag, Named, UnitSize, list_choices};
use crate::rules::file::{Pile as Keys, Role};
use crate::rules::format::DefaultCapacity;
use crate::rules::game::{Group, Unit};
use crate::text::{Describe, Diagnostic, Span, Spanned, group_digits, nearest};

impl Compiler<'_> {
    pub(super) fn declare_groups(&mut self, declared: &mut Vec<(String, Span)>) {
        let file = self.file;
        let tables = Named::entries(file.piles.as_ref());
        let mut next = 0;
        let stocks: Vec<&(Spanned<String>, Field<Keys>)> = tables
            .iter()
            .filter(|(n, f)| Role::of_group(&n.value, f.get()) == Some(Role::Stock))
            .collect();
        if let [(first, _), (second, _), ..] = stocks.as_slice() {
            self.error(second.span, "a game cannot have two stocks")
                .also(first.span, "the first is here");
        }
        if stocks.is_empty() && !tables.iter().any(|(n, _)| n.value == Role::Stock.word()) {
            let piles = Piles::one(PileId::new(0));
            self.names.groups.push(condition::Group {
                name: Role::Stock.word().to_owned(),
                piles,
                places: places(piles, None),
            });
            next = 1;
        }
        for (index, (name, field)) in tables.iter().enumerate() {
            self.check_stock_role(name, field);
            self.declare_name(name, "a group of piles", declared);
            let keys = field.get();
            let role = Role::of_group(&name.value, keys);
            let count = keys.and_then(|keys| self.pile_count(keys));
            if count.is_none() {
                self.invalid_names.push(name.value.clone());
            }
            let mut count = count.unwrap_or(1);
            if role == Some(Role::Stock) && count != 1 {
                let count_span = keys.and_then(|k| {
                    let shape = k.shape.as_ref().map(|f| f.span);
                    k.count.as_ref().map(|f| f.span).or(shape)
                });
                let message = format!("the stock has {count} piles");
                self.error(count_span.unwrap_or(name.span), message)
                    .label("expected one pile");
                self.invalid_names.push(name.value.clone());
                count = 1;
            }
            if next + usize::from(count) > MAX_PILES {
                self.error(
                    name.span,
                    format!("the game has more than {MAX_PILES} piles"),
                );
                self.invalid_names
                    .extend(tables[index..].iter().map(|(n, _)| n.value.clone()));
                return;
            }
            let first = PileId::new(next);
            if role == Some(Role::Stock) {
                self.stock = first;
            }
            next += usize::from(count);
            let piles = Piles { first, count };
            self.names.groups.push(condition::Group {
                name: name.value.clone(),
                piles,
                places: places(piles, keys),
            });
        }
    }

    /// Reports a group named `stock` that has another role.
    fn check_stock_role(&mut self, name: &Spanned<String>, field: &Field<Keys>) {
        let role = field.get().and_then(|k| k.role.as_ref());
        if let Some(role) = role.filter(|r| r.get().is_some_and(|r| *r != Role::Stock))
            && name.value == Role::Stock.word()
        {
            self.error(role.span, "the group `stock` cannot have another role")
                .label("expected `stock`, the undealt cards")
                .help("give the group another name");
        }
    }

    pub(super) fn groups(&mut self) -> Option<Vec<Group>> {
        let file = self.file;
        let mut groups = Vec::new();
        let mut is_valid = self.invalid_names.is_empty();
        let declared = self.names.groups.clone();
        let names: Vec<&str> = declared.iter().map(|g| g.name.as_str()).collect();
        let no_keys = Keys::default();
        for group in &declared {
            let tables = Named::entries(file.piles.as_ref());
            let table = tables.iter().find(|(n, _)| n.value == group.name);
            let span = table.map(|(n, _)| n.span);
            let header = table.map(|(_, f)| f.span);
            let keys = table.and_then(|(_, f)| f.get());
            if table.is_some() && keys.is_none() {
                is_valid = false;
                continue;
            }
            let role = match Role::of_group(&group.name, keys) {
                Some(role) => role,
                None if table.is_none() => Role::Stock,
                None => {
                    if keys.is_some_and(|k| k.role.is_none()) {
                        self.report_missing_role(&group.name, span.unwrap_or_default());
                    }
                    is_valid = false;
                    Role::Tableau
                }
            };
            let piles = group.piles;
            let short = short_name(&group.name, &names);
            groups.push(self.compile_group(
                group.name.clone(),
                short,
                role,
                piles,
                keys.unwrap_or(&no_keys),
                header,
            ));
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

    fn compile_group(
        &mut self,
        name: String,
        short: String,
        role: Role,
        piles: Piles,
        keys: &Keys,
        header: Option<Span>,
    ) -> Group {
        let defaults = role.defaults();
        let take = keys.take.as_ref().and_then(Field::get);
        let take = take.copied().unwrap_or(defaults.take);
        let max = i64::try_from(Pack::MAX_CARDS).unwrap_or(i64::MAX);
        let unit = keys.unit.as_ref();
        let unit = match unit.and_then(|f| Some((f.span, *f.get()?))) {
            Some((_, UnitSize::Any)) => Unit::Any,
            Some((span, UnitSize::Exactly(number))) => {
                if !(1..=max).contains(&number) {
                    self.error(span, format!("`unit` cannot be {}", group_digits(number)))
                        .label(format!("expected 1 to {max}"));
                }
                Unit::Exactly(u8::try_from(number).unwrap_or(1))
            }
            None if take.lifts_runs() => Unit::Any,
            None => Unit::Exactly(1),
        };
        let ranks = u8::try_from(self.order.ranks().len()).ok();
        let capacity = self.integer(keys.capacity.as_ref(), "capacity", 1..=max);
        let capacity = capacity
            .and_then(|c| u8::try_from(c).ok())
            .or(match defaults.capacity {
                DefaultCapacity::Ranks => ranks,
                DefaultCapacity::One => Some(1),
                DefaultCapacity::Unlimited => None,
            });
        let keep = self.integer(keys.keep.as_ref(), "keep", 0..=max);
        let flag = |field: Option<&Field<Flag>>| field.and_then(Field::get).map(|f| f.0);
        let build = self.condition(keys.build.as_ref(), Slot::Build);
        let run = self.condition(keys.run.as_ref(), Slot::Run);
        let start = match keys.start.as_ref() {
            None if defaults.accepts_any => self.any_card(),
            field => self.condition(field, Slot::Start),
        };
        let fill = self.resolve_groups(keys.fill.as_ref());
        Group {
            start,
            build,
            pair: self.condition(keys.pair.as_ref(), Slot::Pair),
            swap: self.condition(keys.swap.as_ref(), Slot::Swap),
            take,
            run,
            available: self.condition(keys.available.as_ref(), Slot::Available),
            fill,
            unit,
            alike: flag(keys.alike.as_ref()).unwrap_or(false),
            goal: flag(keys.goal.as_ref()).unwrap_or(defaults.is_goal),
            capacity,
            keep: keep.and_then(|k| u8::try_from(k).ok()).unwrap_or(0),
            display: role.display(take),
            keys_set: keys.keys_set(),
            header,
            name,
            short,
            role,
            piles,
        }
    }

    /// Compiles the condition that accepts every card.
    fn any_card(&mut self) -> Option<Condition> {
        let (text, span) = ("any", Span::default());
        let expr = condition::parse(text, span, None, self.report)?;
        let (names, order) = (&self.names, &self.order);
        condition::check(&expr, text, Slot::Start, names, order, self.report)
    }
}

/// Returns the shortest prefix of a name that is not a prefix of another name, or the whole name if every prefix is.
fn short_name(name: &str, names: &[&str]) -> String {
    let others = || names.iter().filter(|n| **n != name);
    let mut prefixes = name.char_indices().skip(1).map(|(end, _)| &name[..end]);
    let shortest = prefixes.find(|p| others().all(|o| !o.starts_with(p)));
    shortest.unwrap_or(name).to_owned()
}
