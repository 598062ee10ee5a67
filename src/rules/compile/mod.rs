//! Compiles a rules file to a [`Game`]. Compilation continues after an error, to find all errors, but does not report
//! follow-up errors.

mod acceptance;
mod bases;
mod checks;
mod descriptions;
mod display;
mod diverts;
mod header;
mod jokers;
mod names;
mod pairs;
mod pile_data;
mod piles;
mod reads;
mod restore;
mod room;
mod runs;
mod shape;
mod steps;
mod verbs;

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::field::{Field, Integer, Text};
use super::file::File;
use super::fold::FoldedRules;
use super::game::Game;
use super::numbers::MoveNumbers;
use crate::cards::{Order, codes};
use crate::condition::{self, Condition, Expr, Formula, Names, PileId, PileSet, Slot};
use crate::text::{Describe, Diagnostics, Draft, Sources, Span, group_digits};
use crate::work::{LOADING, is_all_done};

/// The maximum number of piles in a game.
pub const MAX_PILES: usize = 224;
/// The maximum number of entries in any list or table.
pub const MAX_ENTRIES: usize = 64;

/// The maximum total size of all conditions of a game, in AST nodes. A named condition counts each time it is used.
const MAX_CONDITION_SIZE: usize = 50_000;

/// What the compiler needs to know about a game besides its file.
pub(super) struct GameInfo<'a> {
    /// Its id.
    pub id: &'a str,
    /// The id of the game that it inherits from, if any.
    pub like: Option<String>,
    /// The variants that are applied.
    pub variants: Vec<String>,
    /// The source texts.
    pub sources: &'a Sources,
    /// Whether the game is compiled for play, and not just checked.
    pub for_play: bool,
    /// Whether the whole input could be read. If not, missing keys are not reported.
    pub is_complete: bool,
}

/// Compiles a file. Diagnostics go to the report. Returns `None` if there are errors.
pub(super) fn compile(
    file: &File,
    mut info: GameInfo<'_>,
    report: &mut Diagnostics,
) -> Option<Game> {
    info.is_complete &= !report.has_errors();
    let mut found = Diagnostics::default();
    let game = Compiler::new(file, &info, &mut found).compile_game();
    if is_all_done() && !found.has_errors() {
        report_work(file, &mut found);
    }
    let is_valid = !found.has_errors();
    report.extend(found);
    game.filter(|_| is_valid)
}

/// Reports that a file takes too much work to load.
fn report_work(file: &File, report: &mut Diagnostics) {
    let work = group_digits(LOADING);
    report
        .error(file.name.span, "loading these rules takes too much work")
        .label(format!("more than {work} units, all variants and inherited rules included"))
        .help("shorten the conditions, above all those of groups of many piles, or let fewer variants change them");
}

/// The names that the conditions of a file can use. Mistakes in the file are not reported.
pub(super) fn declared_names(file: &File, sources: &Sources) -> Names {
    let mut found = Diagnostics::default();
    let info = GameInfo {
        id: "",
        like: None,
        variants: Vec::new(),
        sources,
        for_play: false,
        is_complete: false,
    };
    let mut compiler = Compiler::new(file, &info, &mut found);
    compiler.declare_names();
    compiler.names
}

/// Compiles the `holds` condition of a test.
pub fn compile_holds(
    field: &Field<Text>,
    game: &Game,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let text = field.get()?;
    let expr = parse_at(&text.0, field.span, &game.sources, report)?;
    let condition = condition::check(
        &expr,
        &text.0,
        Slot::Holds,
        &game.names,
        &game.order,
        report,
    )?;
    if let Some(group) = reads::find_uncounted(game, &condition) {
        let name = &game.groups[group.index()].name;
        let message =
            format!("moves to `{name}` are not counted: no rule of the game reads `used.{name}`");
        let help = format!("test where the cards are instead, such as `{name}.size`");
        return report.error(condition.span, message).help(help).fail();
    }
    Some(condition)
}

fn parse_at(text: &str, span: Span, sources: &Sources, report: &mut Diagnostics) -> Option<Expr> {
    condition::parse(text, span, content_offset(text, span, sources), report)
}

/// Returns the offset of a string's content in the file. Returns `None` if the string has escape sequences, so that
/// offsets in the string are not offsets in the file.
pub fn content_offset(text: &str, span: Span, sources: &Sources) -> Option<u32> {
    let source = sources.text(span);
    ["'''\r\n", "'''\n", "'''", "\"\"\"\n", "\"\"\"", "'", "\""]
        .iter()
        .find_map(|quote| {
            let content = source.strip_prefix(quote)?;
            (content.starts_with(text) && content.len() <= text.len() + 3)
                .then(|| span.start + Span::new(0..quote.len()).end)
        })
}

struct Compiler<'a> {
    file: &'a File,
    info: &'a GameInfo<'a>,
    report: &'a mut Diagnostics,
    names: Names,
    order: Arc<Order>,
    /// The pile that the shuffled pack becomes. It is determined when the names are declared.
    stock: PileId,
    /// The total size of the conditions that have been compiled so far.
    condition_size: usize,
    /// The names of groups with errors and of named conditions that depend on them. Uses of these names are not
    /// reported, because they would be follow-up errors.
    invalid_names: Vec<String>,
}

impl<'a> Compiler<'a> {
    fn new(file: &'a File, info: &'a GameInfo<'a>, report: &'a mut Diagnostics) -> Compiler<'a> {
        Compiler {
            file,
            info,
            report,
            names: Names::default(),
            order: Arc::new(Order::new(Vec::new(), false)),
            stock: PileId::new(0),
            condition_size: 0,
            invalid_names: Vec::new(),
        }
    }

    /// Reports an error, which the same statement may describe further.
    fn error(&mut self, span: Span, message: impl Into<String>) -> Draft<'_> {
        self.report.error(span, message)
    }

    fn compile_game(mut self) -> Option<Game> {
        let file = self.file;
        let name = self.required_name();
        let pack = self.declare_names();
        let score = self.score();
        let groups = self.groups();
        let base = self.base();
        let (setup, until) = (self.setup(), self.until());
        let actions = self.actions();
        let autos = self.autos();
        let win = self.condition(&file.win, Slot::Win);
        self.check_unused_definitions();
        let aliases = file.aliases.entries().iter().filter_map(Field::get);
        let definitions = file.define.named().iter();
        let definitions = definitions.filter_map(|(_, field)| Some(field.get()?.0.clone()));
        let (groups, actions, pack) = (groups?, actions?, pack?);
        let order = Arc::clone(&self.order);
        let deck = pack.cards();
        let mut game = Game {
            id: self.info.id.to_owned(),
            name,
            aliases: aliases.map(|alias| alias.0.clone()).collect(),
            family: file.family.text().to_owned(),
            about: file.about.text().to_owned(),
            source: file.source.text().to_owned(),
            like: self.info.like.clone(),
            variants: self.info.variants.clone(),
            piles: Vec::new(),
            refilled_piles: PileSet::EMPTY,
            gains_later: PileSet::EMPTY,
            loses_later: PileSet::EMPTY,
            folded: FoldedRules::default(),
            numbers: MoveNumbers::default(),
            pack,
            order,
            base,
            groups,
            stock: self.stock,
            discard: None,
            setup,
            until,
            actions,
            autos,
            definitions: definitions.collect(),
            win,
            score,
            names: self.names.clone(),
            sources: self.info.sources.clone(),
            // Only the merging of files knows it.
            fingerprint: String::new(),
            counters_read: Vec::new(),
            codes: codes(&deck),
            deck,
        };
        game.discard = self.discard(&game);
        game.piles = pile_data::build_piles(&game);
        pile_data::set_alike(&mut game);
        pile_data::mark_refilled(&mut game);
        reads::mark_counted(&mut game);
        reads::cap_counters(&mut game);
        display::show_what_is_read(&mut game);
        restore::mark_restoring_actions(&mut game);
        // Folding is expensive, and a check does not need the tables.
        if self.info.for_play {
            FoldedRules::fold(&mut game);
            game.numbers = MoveNumbers::new(&game);
        }
        if self.info.is_complete && !self.report.has_errors() {
            checks::check(&game, file, self.report);
            bases::check(&game, self.report);
            diverts::check(&game, self.report);
            jokers::check(&game, file, self.report);
            runs::check(&game, self.report);
            room::check(&game, self.report);
        }
        Some(game)
    }

    fn until(&mut self) -> Option<Condition> {
        self.condition(&self.file.setup.keys().until, Slot::Until)
    }

    /// Returns a whole number, or reports it if it is out of range.
    fn integer<N: TryFrom<i64>>(
        &mut self,
        field: &Field<Integer>,
        key: &str,
        range: RangeInclusive<usize>,
    ) -> Option<N> {
        self.in_range(field.get()?.0, field.span, key, range)
    }

    /// Returns a number, or reports it if it is out of range.
    fn in_range<N: TryFrom<i64>>(
        &mut self,
        number: i64,
        span: Span,
        key: &str,
        range: RangeInclusive<usize>,
    ) -> Option<N> {
        if usize::try_from(number).is_ok_and(|number| range.contains(&number)) {
            return N::try_from(number).ok();
        }
        let [min, max] = [range.start(), range.end()].map(|end| group_digits(*end as u64));
        self.error(span, format!("`{key}` cannot be {}", group_digits(number)))
            .label(format!("expected {min} to {max}"))
            .fail()
    }

    fn condition(&mut self, field: &Field<Text>, slot: Slot) -> Option<Condition> {
        let (text, expr) = self.parse(field)?;
        let condition = condition::check(&expr, text, slot, &self.names, &self.order, self.report)?;
        self.add_size(condition.node_count, field.span)?;
        Some(condition)
    }

    /// Like [`Compiler::condition`], for a number.
    fn formula(&mut self, field: &Field<Text>, slot: Slot) -> Option<Formula> {
        let (text, expr) = self.parse(field)?;
        let formula =
            condition::check_formula(&expr, text, slot, &self.names, &self.order, self.report)?;
        self.add_size(formula.node_count, field.span)?;
        Some(formula)
    }

    /// Parses a condition or a number. Returns `None` if it has an error or uses an invalid name.
    fn parse<'f>(&mut self, field: &'f Field<Text>) -> Option<(&'f str, Expr)> {
        let text = &field.get()?.0;
        let expr = parse_at(text, field.span, self.info.sources, self.report)?;
        let is_checked =
            !self.mentions_invalid_name(text) && self.condition_size <= MAX_CONDITION_SIZE;
        is_checked.then_some((text, expr))
    }

    /// Adds to the total size of the conditions. Reports an error and returns `None` if it exceeds the maximum.
    fn add_size(&mut self, node_count: usize, span: Span) -> Option<()> {
        self.condition_size += node_count;
        if self.condition_size <= MAX_CONDITION_SIZE {
            return Some(());
        }
        let message = "the conditions of the game are too large in total";
        self.error(span, message)
            .label(format!(
                "up to here they have more than {} parts, counting each use of a named condition",
                group_digits(MAX_CONDITION_SIZE as u64)
            ))
            .fail()
    }
}
