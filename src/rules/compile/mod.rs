//! From the file as it is written to the compiled [`Game`]. Goes on after a mistake with what is sound and says
//! nothing of what hangs on the mistake.

mod checks;
mod head;
mod names;
mod pairs;
mod piles;
mod ready;
mod restore;
mod room;
mod runs;
mod shape;
mod steps;
mod verbs;

use std::sync::Arc;

use super::field::{Field, List, Named, Text, Whole};
use super::file::{File, line};
use super::fold::Folded;
use super::game::Game;
use crate::cards::{Order, Pack};
use crate::condition::{self, Condition, Expr, Names, PileId, PileSet, Slot};
use crate::text::{Diagnostic, Diagnostics, Sources, Span};

/// The most piles of a game.
pub const MAX_PILES: usize = 224;
/// The most entries of any list or table of names.
pub const MAX_ENTRIES: usize = 64;

/// The most parts that all conditions of a game have together, with those of the named conditions at each use.
const MAX_PARTS: usize = 50_000;

/// What a game is besides what its file says.
pub(super) struct GameInfo<'a> {
    /// Its id.
    pub id: &'a str,
    /// What it is like.
    pub like: Option<String>,
    /// The variants that are played.
    pub variants: Vec<String>,
    /// The texts it is read from.
    pub sources: &'a Sources,
}

/// What a file is compiled for.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// To be played, or to be checked only.
    is_played: bool,
    /// Whether all of it could be read; else nothing is said to be missing in it.
    is_whole: bool,
}

impl Mode {
    /// To be played.
    pub(super) fn play(is_whole: bool) -> Mode {
        Mode {
            is_played: true,
            is_whole,
        }
    }

    /// To be checked.
    pub(super) fn check(is_whole: bool) -> Mode {
        Mode {
            is_played: false,
            is_whole,
        }
    }
}

/// Compiles a file. Mistakes go to the report; with an error the answer is nothing.
pub(super) fn compile(
    file: &File,
    about: GameInfo<'_>,
    purpose: Mode,
    report: &mut Diagnostics,
) -> Option<Game> {
    let purpose = Mode {
        is_whole: purpose.is_whole && !report.has_errors(),
        ..purpose
    };
    let mut own = Diagnostics::default();
    let compiler = Compiler {
        file,
        sources: about.sources,
        report: &mut own,
        names: Names::default(),
        order: Arc::new(Order::new(Vec::new(), false)),
        stock: PileId::new(0),
        parts: 0,
        purpose,
        refused: Vec::new(),
    };
    let game = compiler.game(about.id, about.like, about.variants);
    let sound = !own.has_errors();
    report.extend(own);
    game.filter(|_| sound)
}

/// Reads and checks the condition of a test's `holds`, which stands outside of the rules.
#[must_use]
pub fn compile_holds(
    field: &Field<Text>,
    game: &Game,
    report: &mut Diagnostics,
) -> Option<Condition> {
    let text = field.get()?;
    let expr = parse_at(&text.0, field.span, &game.sources, report)?;
    condition::check(
        &expr,
        &text.0,
        Slot::Holds,
        &game.names,
        &game.order,
        report,
    )
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
    /// The pile that the shuffled pack becomes; settled with the names.
    stock: PileId,
    /// How many parts the conditions have that were read.
    parts: usize,
    purpose: Mode,
    /// The groups that were refused, and the named conditions that speak of them.
    refused: Vec<String>,
}

impl Compiler<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report.push(Diagnostic::error(span, message));
    }

    fn game(mut self, id: &str, like: Option<String>, variants: Vec<String>) -> Option<Game> {
        let name = self.required_name();
        let pack = self.pack();
        self.names.cards = pack.as_ref().map_or(0, Pack::size);
        self.declare_names();
        let groups = self.groups();
        let base = self.base();
        let (setup, until) = (self.setup(), self.until());
        let actions = self.actions();
        let autos = self.autos();
        let win = self.win();
        let score = self.score();
        self.unused_defines();
        let file = self.file;
        let aliases = List::entries(file.aliases.as_ref()).iter();
        let defines = Named::entries(file.define.as_ref()).iter();
        let defines =
            defines.filter_map(|(name, f)| Some((name.value.clone(), f.get()?.0.clone())));
        let (groups, pack) = (groups?, pack?);
        let order = Arc::clone(&self.order);
        let deck = pack.cards();
        let mut game = Game {
            id: id.to_owned(),
            name,
            aliases: aliases.filter_map(|a| Some(a.get()?.0.clone())).collect(),
            family: line(file.family.as_ref()),
            about: line(file.about.as_ref()),
            source: line(file.source.as_ref()),
            like,
            variants,
            piles: Vec::new(),
            filled: PileSet::EMPTY,
            folded: Folded::default(),
            pack,
            deck,
            order,
            base,
            groups,
            stock: self.stock,
            discard: None,
            setup,
            until,
            actions,
            autos,
            defines: defines.collect(),
            win,
            score,
            names: self.names.clone(),
            sources: self.sources.clone(),
        };
        game.discard = self.discard(&game);
        game.piles = ready::piles(&game, file);
        ready::decide_alike(&mut game, file);
        ready::note_filled(&mut game);
        checks::count_uses(&mut game);
        restore::note(&mut game);
        // Where the game is only checked, that is not done: the tables are large.
        if self.purpose.is_played {
            Folded::fold(&mut game);
        }
        if self.purpose.is_whole && !self.report.has_errors() {
            checks::check(&game, file, self.report);
            runs::check(&game, self.report);
            room::check(&game, self.report);
        }
        Some(game)
    }

    fn until(&mut self) -> Option<Condition> {
        let until = self.file.setup.as_ref()?.get()?.until.as_ref();
        self.condition(until, Slot::Until)
    }

    fn win(&mut self) -> Option<Condition> {
        let field = self.file.win.as_ref()?;
        let when = field.get()?.when.as_ref();
        if when.is_none() {
            self.error(field.span, "`[win]` without `when`");
        }
        self.condition(when, Slot::When)
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

    fn condition(&mut self, field: Option<&Field<Text>>, slot: Slot) -> Option<Condition> {
        let field = field?;
        let text = &field.get()?.0;
        let expr = parse_at(text, field.span, self.sources, self.report)?;
        if self.names_refused(text) || self.parts > MAX_PARTS {
            return None;
        }
        let condition = condition::check(&expr, text, slot, &self.names, &self.order, self.report)?;
        self.parts += condition.parts;
        if self.parts > MAX_PARTS {
            let message = "the conditions of the game are too large with all that they name";
            self.report
                .push(Diagnostic::error(field.span, message).label(format!(
                    "here they have more than {MAX_PARTS} parts together"
                )));
            return None;
        }
        Some(condition)
    }
}
