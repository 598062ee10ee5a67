//! From the file as it is written to the compiled [`Game`]. Goes on after a mistake with what is sound and says
//! nothing of what hangs on the mistake.

mod checks;
mod piles;
mod steps;

use std::sync::Arc;

use super::commands::COMMANDS;
use super::field::{Field, List, Text, Whole};
use super::file::{File, text};
use super::game::{Base, Clause, Game, Score};
use crate::cards::{Order, Pack, Rank, Suit};
use crate::condition::{self, Condition, Expr, GroupId, Names, Slot, is_reserved};
use crate::text::{Diagnostic, Diagnostics, Sources, Span, Spanned};

/// The most piles of a game.
pub const MOST_PILES: usize = 100;
/// The most entries of any list or table of names.
const MOST_ENTRIES: usize = 64;

/// Compiles a file, for these variants. Mistakes go to the report; with an error the answer is nothing.
pub(super) fn compile(
    file: &File,
    id: &str,
    like: Option<String>,
    variants: Vec<String>,
    sources: &Sources,
    report: &mut Diagnostics,
) -> Option<Game> {
    let mut own = Diagnostics::default();
    let order = Arc::new(Order::new(Vec::new(), false));
    let names = Names::default();
    let compiler = Compiler {
        file,
        sources,
        report: &mut own,
        names,
        order,
        texts: Vec::new(),
    };
    let game = compiler.game(id, like, variants);
    let sound = !own.has_errors();
    report.extend(own);
    game.filter(|_| sound)
}

/// Reads and checks a condition that stands outside of the rules, such as a test's.
#[must_use]
pub fn compile_condition(
    field: &Field<Text>,
    slot: Slot,
    game: &Game,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let text = field.get()?;
    let expr = parse_at(&text.0, field.span, &game.sources, report)?;
    condition::check(&expr, &text.0, slot, &game.names, &game.order, report)
}

/// The condition of a test's `holds`.
#[must_use]
pub fn compile_holds(
    field: &Field<Text>,
    game: &Game,
    report: &mut Diagnostics,
) -> Option<Condition> {
    compile_condition(field, Slot::Holds, game, report)
}

fn parse_at(text: &str, span: Span, sources: &Sources, report: &mut Diagnostics) -> Option<Expr> {
    condition::parse(text, span, first_letter(text, span, sources), report)
}

/// The offset of a text's first letter, where the file spells the text letter by letter.
fn first_letter(text: &str, span: Span, sources: &Sources) -> Option<u32> {
    let written = sources.text(span);
    ["'''\r\n", "'''\n", "'''", "\"\"\"\n", "\"\"\"", "'", "\""]
        .iter()
        .find_map(|quote| {
            let inside = written.strip_prefix(quote)?;
            (inside.starts_with(text) && inside.len() <= text.len() + 3)
                .then(|| span.start + Span::new(0..quote.len()).end)
        })
}

/// The place of what is missing altogether.
const START_OF_FILE: Span = Span { start: 0, end: 0 };

struct Compiler<'a> {
    file: &'a File,
    sources: &'a Sources,
    report: &'a mut Diagnostics,
    names: Names,
    order: Arc<Order>,
    /// The texts of the conditions met so far.
    texts: Vec<String>,
}

impl Compiler<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report.push(Diagnostic::error(span, message));
    }

    fn game(mut self, id: &str, like: Option<String>, variants: Vec<String>) -> Option<Game> {
        let name = self.required_name();
        let pack = self.pack();
        self.declare_names();
        let groups = self.groups();
        let base = self.base();
        let setup = self.setup();
        let mut actions = self.actions();
        let autos = self.autos();
        let win = match self.file.win.as_ref() {
            Some(field) => match field.get().map(|w| w.when.as_ref()) {
                Some(Some(when)) => self.condition(Some(when), Slot::When),
                Some(None) => {
                    self.error(field.span, "`[win]` without `when`");
                    None
                }
                None => None,
            },
            None => None,
        };
        let score = self.score();
        self.unused_defines();
        let texts = |field: Option<&Field<List<Text>>>| {
            let list = field.and_then(Field::get);
            list.map(|l| {
                l.0.iter()
                    .filter_map(|f| f.get().map(|t| t.0.clone()))
                    .collect()
            })
            .unwrap_or_default()
        };
        let file = self.file;
        let plain =
            |field: &Option<Field<Text>>| text(field.as_ref()).unwrap_or_default().to_owned();
        let defines = file.define.as_ref().and_then(Field::get).map(|d| {
            d.0.iter()
                .filter_map(|(name, f)| Some((name.value.clone(), f.get()?.0.clone())))
                .collect()
        });
        let (groups, pack, setup) = (groups?, pack?, setup);
        let order = Arc::clone(&self.order);
        let deck = pack.cards();
        let stock = groups
            .iter()
            .find(|g| g.role == super::file::Role::Stock)?
            .piles
            .first;
        let mut game = Game {
            id: id.to_owned(),
            name,
            aliases: texts(file.aliases.as_ref()),
            family: plain(&file.family),
            about: plain(&file.about),
            source: plain(&file.source),
            like,
            variants,
            piles: Vec::new(),
            pack,
            deck,
            order,
            base,
            groups,
            stock,
            setup,
            actions: std::mem::take(&mut actions),
            autos,
            defines: defines.unwrap_or_default(),
            win,
            score,
            names: self.names.clone(),
            sources: self.sources.clone(),
        };
        game.piles = piles::compiled(&game);
        piles::decide_alike(&mut game, file);
        checks::count_actions(&mut game);
        if !self.report.has_errors() {
            checks::check(&game, file, self.report);
        }
        Some(game)
    }

    fn required_name(&mut self) -> String {
        match self.file.name.as_ref() {
            None => {
                self.report.push(
                    Diagnostic::error(START_OF_FILE, "a game without a name")
                        .help("write `name = \"...\"` at the top"),
                );
                String::new()
            }
            Some(field) => {
                let name = field
                    .get()
                    .map(|t| t.0.trim().to_owned())
                    .unwrap_or_default();
                if name.is_empty() && field.get().is_some() {
                    self.error(field.span, "an empty name");
                }
                name
            }
        }
    }

    fn whole(
        &mut self,
        field: Option<&Field<Whole>>,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let field = field?;
        let number = field.get()?.0;
        if range.contains(&number) {
            return Some(number);
        }
        let (least, most) = (range.start(), range.end());
        self.report.push(
            Diagnostic::error(field.span, format!("{number} is no number for `{what}`"))
                .label(format!("expected {least} to {most}")),
        );
        None
    }

    fn pack(&mut self) -> Option<Pack> {
        let deck = self.file.deck.as_ref().and_then(Field::get);
        let packs = self
            .whole(deck.and_then(|d| d.packs.as_ref()), "packs", 1..=32)
            .unwrap_or(1);
        let all_ranks: Vec<Rank> = Rank::all().collect();
        let ranks = self
            .each_once(deck.and_then(|d| d.ranks.as_ref()), "rank")
            .unwrap_or(all_ranks);
        let suits = self
            .each_once(deck.and_then(|d| d.suits.as_ref()), "suit")
            .unwrap_or(Suit::ALL.to_vec());
        let wrap = deck
            .and_then(|d| d.wrap.as_ref())
            .and_then(Field::get)
            .is_some_and(|w| w.0);
        self.order = Arc::new(Order::new(ranks.clone(), wrap));
        let pack = Pack {
            packs: u8::try_from(packs).ok()?,
            suits,
            ranks,
        };
        if pack.size() > Pack::MOST {
            let span = deck
                .and_then(|d| d.packs.as_ref())
                .map_or(START_OF_FILE, |p| p.span);
            self.report.push(
                Diagnostic::error(span, format!("{} cards", pack.size()))
                    .label(format!("a game can have {} at most", Pack::MOST)),
            );
            return None;
        }
        Some(pack)
    }

    fn each_once<T>(&mut self, field: Option<&Field<List<Text>>>, what: &str) -> Option<Vec<T>>
    where
        T: std::str::FromStr<Err = crate::cards::ParseCardError> + PartialEq,
    {
        let field = field?;
        let mut list: Vec<T> = Vec::new();
        for entry in &field.get()?.0 {
            let Some(text) = entry.get() else { continue };
            match text.0.parse::<T>() {
                Ok(value) if list.contains(&value) => {
                    self.error(entry.span, format!("the {what} `{}` twice", text.0));
                }
                Ok(value) => list.push(value),
                Err(error) => self.error(entry.span, error.to_string()),
            }
        }
        if field.get()?.0.is_empty() {
            self.error(field.span, format!("an empty list of {what}s"));
        }
        (!list.is_empty()).then_some(list)
    }

    /// Reports a name that cannot be one, for what it names. Names share one space: a word says one thing.
    fn fair_name(
        &mut self,
        name: &Spanned<String>,
        what: &str,
        taken: &mut Vec<(String, Span)>,
    ) -> bool {
        let text = &name.value;
        let letters = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            && text.starts_with(|c: char| c.is_ascii_lowercase());
        let diagnostic = if !letters || text.len() > 32 {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("expected lower-case letters and `_`, 32 at most")
        } else if is_reserved(text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a word of the language of conditions")
        } else if COMMANDS.iter().any(|c| c.name == text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a command of `play`")
        } else if let Some((_, first)) = taken.iter().find(|(n, _)| n == text) {
            Diagnostic::error(name.span, format!("the name `{text}` is given twice"))
                .also(*first, "it is given here too")
        } else {
            taken.push((text.clone(), name.span));
            return true;
        };
        self.report.push(diagnostic);
        false
    }

    fn few<T>(&mut self, entries: &[T], what: &str, span: Span) -> usize {
        if entries.len() > MOST_ENTRIES {
            self.error(
                span,
                format!(
                    "{} {what}: a game can have {MOST_ENTRIES} at most",
                    entries.len()
                ),
            );
        }
        entries.len().min(MOST_ENTRIES)
    }

    /// Learns all names before any condition is read, as conditions may speak of what is declared further down.
    fn declare_names(&mut self) {
        let mut taken = Vec::new();
        self.declare_groups(&mut taken);
        let file = self.file;
        if let Some((field, actions)) = file.actions.as_ref().and_then(|f| Some((f, f.get()?))) {
            let few = self.few(&actions.0, "actions", field.span);
            for (name, _) in &actions.0[..few] {
                self.fair_name(name, "an action", &mut taken);
                self.names.actions.push(name.value.clone());
            }
        }
        if let Some((field, defines)) = file.define.as_ref().and_then(|f| Some((f, f.get()?))) {
            let few = self.few(&defines.0, "named conditions", field.span);
            for (name, field) in &defines.0[..few] {
                let fair = self.fair_name(name, "a condition", &mut taken);
                let expr = field
                    .get()
                    .and_then(|t| parse_at(&t.0, field.span, self.sources, self.report));
                if fair {
                    self.names.defines.push((name.value.clone(), expr));
                }
            }
        }
    }

    fn condition(&mut self, field: Option<&Field<Text>>, slot: Slot) -> Option<Condition> {
        let field = field?;
        let text = &field.get()?.0;
        self.texts.push(text.clone());
        let expr = parse_at(text, field.span, self.sources, self.report)?;
        condition::check(&expr, text, slot, &self.names, &self.order, self.report)
    }

    /// A named condition that nothing uses is checked in the slot that knows most.
    fn unused_defines(&mut self) {
        let Some(defines) = self.file.define.as_ref().and_then(Field::get) else {
            return;
        };
        let tests = self
            .file
            .tests
            .as_ref()
            .and_then(Field::get)
            .map(|t| t.0.as_slice())
            .unwrap_or_default();
        let holds = tests.iter().filter_map(|t| text(t.get()?.holds.as_ref()));
        let others = defines.0.iter().filter_map(|(_, f)| text(Some(f)));
        let texts: Vec<String> = holds
            .chain(others)
            .map(str::to_owned)
            .chain(std::mem::take(&mut self.texts))
            .collect();
        for (name, field) in &defines.0 {
            let used = |text: &str| {
                text.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word == name.value)
            };
            if texts.iter().any(|t| used(t)) {
                continue;
            }
            self.report.push(Diagnostic::warning(
                name.span,
                format!("nothing uses the condition `{}`", name.value),
            ));
            let Some((_, Some(expr))) = self
                .names
                .defines
                .iter()
                .find(|(n, _)| *n == name.value)
                .cloned()
            else {
                continue;
            };
            let Some(text) = field.get() else { continue };
            let _ = condition::check(
                &expr,
                &text.0,
                Slot::Build,
                &self.names,
                &self.order,
                self.report,
            );
        }
    }

    /// The group of a name that a key gives.
    fn group(&mut self, field: &Field<Text>) -> Option<GroupId> {
        let name = &field.get()?.0;
        let found = self.names.group(name);
        if found.is_none() {
            let groups: Vec<&str> = self.names.groups.iter().map(|g| g.name.as_str()).collect();
            self.report.push(
                Diagnostic::error(field.span, format!("there is no group of piles `{name}`"))
                    .label(format!("expected {}", super::field::one_of(&groups)))
                    .suggest(name, groups.iter().copied()),
            );
        }
        found
    }

    fn group_list(&mut self, field: Option<&Field<List<Text>>>) -> Vec<GroupId> {
        let Some(list) = field.and_then(Field::get) else {
            return Vec::new();
        };
        let mut groups: Vec<GroupId> = Vec::new();
        for entry in &list.0 {
            match self.group(entry) {
                Some(group) if groups.contains(&group) => {
                    self.error(entry.span, "the same group twice");
                }
                Some(group) => groups.push(group),
                None => {}
            }
        }
        groups
    }

    fn base(&mut self) -> Option<Base> {
        let field = self.file.base.as_ref()?;
        let base = field.get()?;
        let from = self.group_list(base.from.as_ref());
        let locks = base
            .locks
            .as_ref()
            .and_then(Field::get)
            .is_some_and(|l| l.0);
        if let (true, true, Some(locks)) = (locks, from.is_empty(), base.locks.as_ref()) {
            self.report.push(
                Diagnostic::error(locks.span, "`locks` without `from`")
                    .label("nothing could ever set the base, so nothing would be legal")
                    .help("say which piles a player's first card may come from: `from = [\"reserve\"]`"),
            );
        }
        let Some(of) = base.of.as_ref() else {
            self.error(
                field.span,
                "`[base]` without `of`: say which group's first card sets the base rank",
            );
            return None;
        };
        let of = self.group(of)?;
        let span = base.locks.as_ref().map_or(field.span, |l| l.span);
        Some(Base {
            of,
            from,
            locks,
            clause: Clause {
                key: "base.locks".to_owned(),
                span: Some(span),
            },
        })
    }

    fn score(&mut self) -> Score {
        let score = self.file.score.as_ref().and_then(Field::get);
        let million = -1_000_000..=1_000_000;
        let start = self
            .whole(
                score.and_then(|s| s.start.as_ref()),
                "start",
                million.clone(),
            )
            .unwrap_or(0);
        let card = self
            .whole(score.and_then(|s| s.card.as_ref()), "card", million)
            .unwrap_or(1);
        let carry = score
            .and_then(|s| s.carry.as_ref())
            .and_then(Field::get)
            .is_some_and(|c| c.0);
        let small = |n: i64| i32::try_from(n).expect("a million at most");
        Score {
            start: small(start),
            card: small(card),
            carry,
        }
    }
}
