//! Groups of piles: their keys, their defaults by role, and what is made ready for play.

use std::sync::Arc;

use super::shape::places;
use super::{Compiler, MOST_PILES};
use crate::cards::Pack;
use crate::condition::{self, Condition, GroupId, PileId, Piles, Place, Reads, Sieve, Slot};
use crate::rules::field::{Field, Flag, Named, UnitSize, one_of};
use crate::rules::file::{File, Pile as Keys, Role, Take};
use crate::rules::game::{Game, Group, Landing, Pile, Shown, Unit};
use crate::text::{Diagnostic, Span, Spanned};

impl Compiler<'_> {
    fn role_of(name: &str, keys: Option<&Keys>) -> Option<Role> {
        match keys.and_then(|k| k.role.as_ref()) {
            Some(field) => field.get().copied(),
            None => Role::named(name),
        }
    }

    pub(super) fn declare_groups(&mut self, taken: &mut Vec<(String, Span)>) {
        let file = self.file;
        let tables = Named::entries(file.piles.as_ref());
        let mut next = 0;
        let stocks: Vec<&(Spanned<String>, Field<Keys>)> = tables
            .iter()
            .filter(|(n, f)| Self::role_of(&n.value, f.get()) == Some(Role::Stock))
            .collect();
        if let [(first, _), (second, _), ..] = stocks.as_slice() {
            self.report.push(
                Diagnostic::error(second.span, "a second stock")
                    .also(first.span, "the first is here"),
            );
        }
        if stocks.is_empty() && !tables.iter().any(|(n, _)| n.value == Role::Stock.word()) {
            self.names.groups.push(condition::Group {
                name: Role::Stock.word().to_owned(),
                piles: Piles {
                    first: PileId(0),
                    count: 1,
                },
            });
            next = 1;
        }
        for (name, field) in tables {
            self.stock_is_a_stock(name, field);
            self.fair_name(name, "a group of piles", taken);
            let keys = field.get();
            let role = Self::role_of(&name.value, keys);
            let mut count = self.count_of(keys);
            if role == Some(Role::Stock) && count != 1 {
                let said = keys.and_then(|k| {
                    let shape = k.shape.as_ref().map(|f| f.span);
                    k.count.as_ref().map(|f| f.span).or(shape)
                });
                self.error(
                    said.unwrap_or(name.span),
                    format!("a stock of {count} piles: a game has one"),
                );
                count = 1;
            }
            if next + usize::from(count) > MOST_PILES {
                self.error(name.span, format!("more than {MOST_PILES} piles in all"));
                return;
            }
            let first = PileId(u8::try_from(next).unwrap_or(0));
            if role == Some(Role::Stock) {
                self.stock = first;
            }
            next += usize::from(count);
            self.names.groups.push(condition::Group {
                name: name.value.clone(),
                piles: Piles { first, count },
            });
        }
    }

    /// The undealt cards cannot be anything else.
    fn stock_is_a_stock(&mut self, name: &Spanned<String>, field: &Field<Keys>) {
        let role = field.get().and_then(|k| k.role.as_ref());
        if let Some(role) = role.filter(|r| r.get().is_some_and(|r| *r != Role::Stock))
            && name.value == Role::Stock.word()
        {
            self.report.push(
                Diagnostic::error(role.span, "a stock with another role")
                    .label("`stock` is the undealt cards")
                    .help("give the group another name"),
            );
        }
    }

    pub(super) fn groups(&mut self) -> Option<Vec<Group>> {
        let file = self.file;
        let mut groups = Vec::new();
        let mut sound = true;
        let declared = self.names.groups.clone();
        let names: Vec<&str> = declared.iter().map(|g| g.name.as_str()).collect();
        for group in &declared {
            let tables = Named::entries(file.piles.as_ref());
            let table = tables.iter().find(|(n, _)| n.value == group.name);
            let span = table.map(|(n, _)| n.span);
            let header = table.map(|(_, f)| f.span);
            let keys = table.and_then(|(_, f)| f.get());
            if table.is_some() && keys.is_none() {
                sound = false;
                continue;
            }
            let role = match Self::role_of(&group.name, keys) {
                Some(role) => role,
                None if table.is_none() => Role::Stock,
                None => {
                    if keys.is_some_and(|k| k.role.is_none()) {
                        self.no_role(&group.name, span.unwrap_or_default());
                    }
                    sound = false;
                    Role::Tableau
                }
            };
            let piles = group.piles;
            let short = short_name(&group.name, &names);
            groups.push(self.one_group(group.name.clone(), short, role, piles, keys, header));
        }
        sound.then_some(groups)
    }

    fn no_role(&mut self, name: &str, span: Span) {
        let roles: Vec<&str> = Role::WORDS.iter().map(|w| w.0).collect();
        self.report.push(
            Diagnostic::error(span, format!("what is `{name}`?"))
                .label("a group that is not named after a role says its `role`")
                .help(format!("write `role = \"...\"` with {}", one_of(&roles)))
                .suggest(name, roles),
        );
    }

    fn one_group(
        &mut self,
        name: String,
        short: String,
        role: Role,
        piles: Piles,
        keys: Option<&Keys>,
        header: Option<Span>,
    ) -> Group {
        let take = keys
            .and_then(|k| k.take.as_ref())
            .and_then(Field::get)
            .copied()
            .unwrap_or(match role {
                Role::Stock | Role::Foundation | Role::Discard => Take::None,
                _ => Take::Top,
            });
        let unit = match keys
            .and_then(|k| k.unit.as_ref())
            .and_then(|f| Some((f.span, *f.get()?)))
        {
            Some((_, UnitSize::Any)) => Unit::Any,
            Some((span, UnitSize::Exactly(number))) => {
                let most = i64::try_from(Pack::MOST).unwrap_or(i64::MAX);
                if !(1..=most).contains(&number) {
                    self.error(
                        span,
                        format!("{number} is no number for `unit`: expected 1 to {most}"),
                    );
                }
                Unit::Exactly(u8::try_from(number).unwrap_or(1))
            }
            None if take.lifts_runs() => Unit::Any,
            None => Unit::Exactly(1),
        };
        let most = i64::try_from(Pack::MOST).unwrap_or(i64::MAX);
        let ranks = u8::try_from(self.order.ranks().len()).ok();
        let capacity = self.whole(keys.and_then(|k| k.capacity.as_ref()), "capacity", 1..=most);
        let capacity = capacity.and_then(|c| u8::try_from(c).ok()).or(match role {
            Role::Foundation => ranks,
            Role::Cell => Some(1),
            _ => None,
        });
        let keep = self
            .whole(keys.and_then(|k| k.keep.as_ref()), "keep", 0..=most)
            .unwrap_or(0);
        let flag = |field: Option<&Field<Flag>>| field.and_then(Field::get).map(|f| f.0);
        let build = self.condition(keys.and_then(|k| k.build.as_ref()), Slot::Build);
        let run = match keys.and_then(|k| k.run.as_ref()) {
            Some(field) => self.condition(Some(field), Slot::Run),
            None => None,
        };
        let start = match keys.and_then(|k| k.start.as_ref()) {
            None if role == Role::Cell => self.any_card(),
            field => self.condition(field, Slot::Start),
        };
        let fill = self.group_list(keys.and_then(|k| k.fill.as_ref()));
        Group {
            start,
            build,
            pair: self.condition(keys.and_then(|k| k.pair.as_ref()), Slot::Pair),
            take,
            run,
            available: self.condition(keys.and_then(|k| k.available.as_ref()), Slot::Available),
            fill,
            unit,
            alike: flag(keys.and_then(|k| k.alike.as_ref())).unwrap_or(false),
            goal: flag(keys.and_then(|k| k.goal.as_ref())).unwrap_or(role == Role::Foundation),
            capacity,
            keep: u8::try_from(keep).unwrap_or(0),
            distinct: keys
                .and_then(|k| k.distinct.as_ref())
                .and_then(Field::get)
                .copied(),
            is_counted: false,
            shown: match role {
                Role::Stock | Role::Discard if take == Take::None => Shown::Count,
                Role::Stock | Role::Foundation => Shown::Top,
                Role::Waste if take != Take::Any => Shown::Last,
                _ => Shown::All,
            },
            written: keys.map(written).unwrap_or_default(),
            header,
            name,
            short,
            role,
            piles,
        }
    }
}

impl Compiler<'_> {
    /// The condition that every card meets.
    fn any_card(&mut self) -> Option<Condition> {
        let (text, span) = ("any", Span::default());
        let expr = condition::parse(text, span, None, self.report)?;
        let (names, order) = (&self.names, &self.order);
        condition::check(&expr, text, Slot::Start, names, order, self.report)
    }
}

/// The keys that a table writes, with the places of their values.
fn written(keys: &Keys) -> Vec<(&'static str, Span)> {
    let mut written = Vec::new();
    macro_rules! note {
        ($($name:literal $field:ident),+) => {
            $(if let Some(field) = &keys.$field {
                written.push(($name, field.span));
            })+
        };
    }
    note!(
        "role" role, "count" count, "shape" shape, "start" start, "build" build, "pair" pair, "take" take, "run" run, "available" available,
        "fill" fill, "unit" unit, "alike" alike, "goal" goal, "capacity" capacity, "keep" keep, "distinct" distinct
    );
    written
}

/// The shortest prefix of a name that no other name begins with; the name itself where there is none.
fn short_name(name: &str, names: &[&str]) -> String {
    let others = || names.iter().filter(|n| **n != name);
    let shortest = (1..name.len())
        .map(|n| &name[..n])
        .find(|p| others().all(|o| !o.starts_with(p)));
    shortest.unwrap_or(name).to_owned()
}

/// The piles of a game, with their conditions made ready. Piles of a group share them, unless they read the
/// place of the pile. Where the game is only checked, that is not done: the tables are large.
pub(super) fn compiled(game: &Game, file: &File, is_played: bool) -> Vec<Pile> {
    let places = |group: &Group| places(group, keys_of(file, group));
    let all: Vec<Place> = game.groups.iter().flat_map(places).collect();
    let mut piles = Vec::new();
    for (at, group) in game.groups.iter().enumerate() {
        let sieve = |condition: Option<&Condition>, pile| {
            condition
                .filter(|_| is_played)
                .map(|c| Arc::new(Sieve::new(c, &game.deck, pile, &all)))
        };
        let run = match group.take {
            Take::None => group.run.as_ref(),
            take if take.lifts_runs() => group.run.as_ref().or(group.build.as_ref()),
            _ => None,
        };
        let conditions = [
            group.start.as_ref(),
            group.build.as_ref(),
            group.pair.as_ref(),
            run,
        ];
        let own = |c: Option<&Condition>| c.is_some_and(|c| c.reads.any(Reads::INDEX));
        let shared = conditions.map(|c| {
            if own(c) {
                None
            } else {
                sieve(c, group.piles.first)
            }
        });
        let available = group.available.clone().map(Arc::new);
        let places = &all[group.piles.range()];
        for (pile, &place) in group.piles.iter().zip(places) {
            let ready = |n: usize| {
                if own(conditions[n]) {
                    sieve(conditions[n], pile)
                } else {
                    shared[n].clone()
                }
            };
            let at_place = |row: Option<u8>, col: Option<u8>| {
                let (row, col) = (row?, col?);
                let found = places.iter().position(|p| (p.row, p.col) == (row, col))?;
                group.piles.iter().nth(found)
            };
            let (row, col) = (place.row, place.col);
            debug_assert_eq!(usize::from(pile.0), piles.len());
            piles.push(Pile {
                group: GroupId(u8::try_from(at).expect("fewer groups than piles")),
                place,
                take: group.take,
                capacity: group.capacity.unwrap_or(u8::MAX),
                keep: group.keep,
                goal: group.goal,
                is_counted: false,
                is_of_group: false,
                beside: [
                    at_place(Some(row), col.checked_sub(1)),
                    at_place(Some(row), col.checked_add(1)),
                    at_place(row.checked_sub(1), Some(col)),
                    at_place(row.checked_add(1), Some(col)),
                ],
                start: ready(0),
                build: ready(1),
                available: available.clone(),
                pair: ready(2),
                run: ready(3),
            });
        }
    }
    piles
}

/// Notes which piles and groups have a part in every move.
pub(super) fn note_parts(game: &mut Game) {
    for group in &game.groups {
        let accepts = group.start.is_some() || group.build.is_some() || group.pair.is_some();
        let takes_one = group.unit == Unit::Exactly(1);
        let any_size = group.unit == Unit::Any && group.capacity.is_none();
        for pile in group.piles.iter().filter(|_| accepts) {
            let rules = &game.piles[pile.at()];
            let is_table = |sieve: &Option<Arc<Sieve>>| sieve.as_ref().is_none_or(|s| s.is_table());
            game.targets.push(Landing {
                pile,
                takes_one,
                pairs: group.pair.is_some(),
                is_plain: (takes_one || any_size)
                    && is_table(&rules.start)
                    && is_table(&rules.build)
                    && group.pair.is_none(),
            });
        }
    }
    game.wakes = vec![0; game.piles.len()];
    game.kin = vec![0; game.piles.len()];
    for group in &game.groups {
        let set = |piles: Piles| piles.iter().fold(0u128, |set, pile| set | 1 << pile.0);
        if group.alike || group.distinct.is_some() {
            for pile in group.piles.iter() {
                game.piles[pile.at()].is_of_group = true;
                game.kin[pile.at()] = set(group.piles);
            }
        }
        if !group.fill.is_empty() {
            game.filled |= set(group.piles);
        }
        let Some(available) = &group.available else {
            continue;
        };
        let beside = |pile: PileId, side| game.piles[pile.at()].beside[side as usize];
        for pile in group.piles.iter() {
            let read = available.test.piles_read(pile, &beside);
            for (by, wakes) in game.wakes.iter_mut().enumerate() {
                *wakes |= (read >> by & 1) << pile.0;
            }
        }
    }
}

/// The table that describes a group, if the file has one.
fn keys_of<'a>(file: &'a File, group: &Group) -> Option<&'a Keys> {
    let tables = Named::entries(file.piles.as_ref());
    let table = tables.iter().find(|(n, _)| n.value == group.name);
    table.and_then(|(_, f)| f.get())
}

/// A foundation's piles, and cells, are one place where nothing in the file tells them apart and the file does not
/// say otherwise.
pub(super) fn decide_alike(game: &mut Game, file: &File) {
    let mut told_apart = vec![false; game.groups.len()];
    super::checks::each_condition(game, |condition, of| {
        condition.test.walk(&mut |leaf| match leaf {
            condition::Leaf::Index => {
                if let Some(group) = of {
                    told_apart[group.at()] = true;
                }
            }
            condition::Leaf::IndexOfOther => told_apart.fill(true),
            condition::Leaf::One(piles) => {
                for (at, group) in game.groups.iter().enumerate() {
                    told_apart[at] |= group.piles.contains(piles.first);
                }
            }
            _ => {}
        });
    });
    for (group, told_apart) in game.groups.iter_mut().zip(told_apart) {
        let is_said = keys_of(file, group).is_some_and(|k| k.alike.is_some());
        if !is_said {
            let is_one_place = matches!(group.role, Role::Foundation | Role::Cell);
            group.alike = is_one_place && group.piles.count > 1 && !told_apart;
        }
    }
}
