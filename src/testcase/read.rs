//! Reads `[[test]]` tables and position files.

use std::sync::Arc;

use super::start::{PileCards, Reader};
use crate::condition::Condition;
use crate::play::Position;
use crate::rules::field::{Field, List, Named, Text};
use crate::rules::file::Test;
use crate::rules::rule::{Owner, Rule};
use crate::rules::{Game, Rejected, Rules, VariantError, compile_holds, read_text};
use crate::text::{Describe, Diagnostic, Diagnostics, Span, Spanned};

/// The maximum number of moves in a test, counting repetitions.
pub(crate) const MAX_MOVES: usize = 5000;
/// The maximum number of tests in a file.
const MAX_TEST_CASES: usize = 1000;
/// The maximum number of different sets of variants in the tests of a file. Each set is compiled.
const MAX_GAMES: usize = 64;
/// The maximum work for all tests of a file together. Each test gets an equal share.
const MAX_WORK: u64 = 10_000_000_000;

/// A test from a rules file: a `[[test]]` table, checked against its game.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// What the test shows; empty if it has no name.
    pub name: String,
    /// Where the test is defined.
    pub(super) span: Span,
    /// The game to play, with the variants of the test.
    pub(super) game: Arc<Game>,
    /// The starting position.
    pub(super) opening: Position,
    /// The moves to play, each with its number of repetitions.
    pub(super) moves: Vec<(Spanned<String>, usize)>,
    /// The maximum work that the test may take, and what its opening left of it.
    pub(super) max_work: u64,
    pub(super) work_left: u64,
    pub(super) gives: Vec<PileCards>,
    pub(super) holds: Option<Condition>,
    pub(super) legal: Vec<Spanned<String>>,
    pub(super) only: Option<(Vec<Spanned<String>>, Span)>,
    /// The illegal moves, each with the key that forbids it.
    pub(super) illegal: Vec<(Spanned<String>, String)>,
}

impl TestCase {
    /// The variants that the test plays.
    pub fn variants(&self) -> &[String] {
        &self.game.variants
    }

    /// The number of moves that the test plays.
    pub fn move_count(&self) -> usize {
        self.moves.iter().map(|(_, times)| times).sum()
    }
}

impl Rules {
    /// Reads the tests of the rules file.
    ///
    /// ```
    /// use patience::Rules;
    ///
    /// let text = "like = 'klondike'\nname = 'Mine'\n[[test]]\ndeal = 3\nmoves = ['deal']\nholds = 'waste.size == 3'";
    /// let rules = Rules::parse("mine", text)?;
    /// for test in rules.test_cases()? {
    ///     assert!(test.run().failures.is_empty(), "{}", test.name);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns all mistakes in the tests.
    pub fn test_cases(&self) -> Result<Vec<TestCase>, Rejected> {
        let mut diagnostics = Diagnostics::default();
        let mut test_cases = Vec::new();
        // The games for the sets of variants seen so far.
        let mut games: Vec<(Vec<String>, Arc<Game>)> = Vec::new();
        if let Some(field) = self.tests().get(MAX_TEST_CASES) {
            let message = format!("the file has more than {MAX_TEST_CASES} tests");
            diagnostics.push(Diagnostic::error(field.span, message));
        }
        let mut sets = 0;
        let share = MAX_WORK / self.tests().len().clamp(1, MAX_TEST_CASES) as u64;
        for field in self.tests().iter().take(MAX_TEST_CASES) {
            let Some(test) = field.get() else { continue };
            let with = texts(&test.with);
            let names: Vec<String> = with.iter().map(|w| w.value.clone()).collect();
            let known = games
                .iter()
                .find(|(n, _)| *n == names)
                .map(|(_, game)| Arc::clone(game));
            if known.is_none() && sets == MAX_GAMES {
                let message =
                    format!("the tests have more than {MAX_GAMES} different sets of variants");
                diagnostics.push(Diagnostic::error(field.span, message));
                break;
            }
            let is_new = known.is_none();
            sets += usize::from(is_new);
            let game = match known.map_or_else(|| self.with_variants(&names), Ok) {
                Ok(game) => game,
                Err(VariantError::Rejected(rejected)) => {
                    diagnostics.extend(rejected.diagnostics);
                    continue;
                }
                Err(error) => {
                    let variant = with.iter().find(|w| error.is_about(&w.value));
                    diagnostics.push(error.at(variant.map_or(field.span, |w| w.span)));
                    continue;
                }
            };
            if is_new {
                games.push((names, Arc::clone(&game)));
            }
            let reader = Reader {
                game: &game,
                report: &mut diagnostics,
                max_work: share,
            };
            test_cases.extend(reader.read_test_case(test, field.span, true));
        }
        diagnostics.sort();
        if diagnostics.has_errors() {
            Err(Rejected {
                diagnostics,
                sources: self.sources().clone(),
            })
        } else {
            Ok(test_cases)
        }
    }

    /// Reads a position from text with the keys of a `[[test]]` table, as written by [`Position::to_text`]. Its `moves`
    /// are played, and the keys that check the position after them are ignored. Messages call the text `name`.
    /// `variants` are used in addition to the variants that the text names.
    ///
    /// # Errors
    /// Returns all mistakes in the text, or its first illegal move.
    pub fn read_position<S: AsRef<str>>(
        &self,
        name: &str,
        text: impl AsRef<[u8]>,
        variants: &[S],
    ) -> Result<Position, Rejected> {
        let (test, sources, mut diagnostics) = read_text(name, text.as_ref(), Test::KEYS);
        let variants: Vec<String> = variants.iter().map(|v| v.as_ref().to_owned()).collect();
        let test_case =
            test.and_then(|test: Test| position(&test, self, &variants, &mut diagnostics));
        if let Some(test_case) = test_case.filter(|_| !diagnostics.has_errors()) {
            let run = test_case.run();
            if run.failures.is_empty() {
                return Ok(run.position);
            }
            run.failures.into_iter().for_each(|f| diagnostics.push(f));
        }
        diagnostics.sort();
        Err(Rejected {
            diagnostics,
            sources,
        })
    }
}

fn position(
    test: &Test,
    rules: &Rules,
    with: &[String],
    report: &mut Diagnostics,
) -> Option<TestCase> {
    let mut names = with.to_vec();
    names.extend(texts(&test.with).into_iter().map(|w| w.value));
    let span = test.with.span;
    match rules.with_variants(&names) {
        Ok(game) => Reader {
            game: &game,
            report,
            max_work: MAX_WORK,
        }
        .read_test_case(test, Span::default(), false),
        Err(error) => {
            report.push(error.at(span));
            None
        }
    }
}

fn texts(field: &Field<List<Text>>) -> Vec<Spanned<String>> {
    let list = field.entries();
    list.iter()
        .filter_map(|f| {
            Some(Spanned {
                value: f.get()?.0.clone(),
                span: f.span,
            })
        })
        .collect()
}

impl Reader<'_> {
    fn read_test_case(
        mut self,
        test: &Test,
        span: Span,
        has_expectations: bool,
    ) -> Option<TestCase> {
        let start = self.read_start(test, span);
        let moves = self.read_moves(test);
        let (opening, work) = start?;
        let mut test_case = TestCase {
            name: test.name.text().to_owned(),
            span,
            game: Arc::clone(self.game),
            opening,
            moves,
            max_work: self.max_work,
            work_left: self.max_work - work,
            gives: Vec::new(),
            holds: None,
            legal: Vec::new(),
            only: None,
            illegal: Vec::new(),
        };
        if has_expectations {
            test_case.gives = self.read_piles(&test.gives);
            test_case.holds = compile_holds(&test.holds, self.game, self.report);
            test_case.legal = texts(&test.legal);
            let only = test.only.set_at();
            test_case.only = only.map(|span| (texts(&test.only), span));
            test_case.illegal = self.read_illegal(&test.illegal);
            let checks_nothing = !test.gives.is_set()
                && !test.holds.is_set()
                && !test.legal.is_set()
                && !test.only.is_set()
                && !test.illegal.is_set()
                && !test.moves.is_set();
            if checks_nothing {
                self.error(span, "the test checks nothing")
                    .help("add `gives`, `holds`, `legal`, `only` or `illegal`");
            }
        }
        Some(test_case)
    }

    fn read_moves(&mut self, test: &Test) -> Vec<(Spanned<String>, usize)> {
        let (mut moves, mut count) = (Vec::new(), 0);
        for mut entry in texts(&test.moves) {
            let mut number = 1;
            if let Some((once, times)) = entry.value.split_once('*') {
                let times = times.trim();
                let allowed = |n: &usize| (1..=MAX_MOVES).contains(n);
                let Some(found) = times.parse().ok().filter(allowed) else {
                    self.error(
                        entry.span,
                        format!("`{times}` is not a number of repetitions"),
                    )
                    .label(format!("expected 1 to {MAX_MOVES}"));
                    continue;
                };
                number = found;
                let value = once.trim().to_owned();
                entry = Spanned { value, ..entry };
            }
            count += number;
            if count > MAX_MOVES {
                self.error(entry.span, format!("there are more than {MAX_MOVES} moves"));
                break;
            }
            moves.push((entry, number));
        }
        moves
    }

    fn read_illegal(&mut self, field: &Field<Named<List<Text>>>) -> Vec<(Spanned<String>, String)> {
        let clauses = clauses(self.game);
        let mut illegal = Vec::new();
        for (clause, moves) in field.named() {
            let name = &clause.value;
            if clauses.contains(name) {
                let moves = texts(moves).into_iter();
                illegal.extend(moves.map(|text| (text, name.clone())));
                continue;
            }
            self.error(
                clause.span,
                format!("`{name}` is not a clause that can refuse a move"),
            )
            .label("expected the path of a key, such as `piles.tableau.build`, or `none`")
            .suggest(name, clauses.iter().map(String::as_str));
        }
        illegal
    }
}

/// The keys that can refuse a move, and `none`.
fn clauses(game: &Game) -> Vec<String> {
    let mut clauses = vec!["none".to_owned()];
    let mut add = |table: &str, owner: Owner| {
        clauses.extend(Rule::keys(owner).map(|key| format!("{table}.{key}")));
    };
    add("base", Owner::Base);
    for group in &game.groups {
        add(&format!("piles.{}", group.name), Owner::Target);
    }
    for action in &game.actions {
        add(&format!("actions.{}", action.name), Owner::Action);
    }
    clauses
}
