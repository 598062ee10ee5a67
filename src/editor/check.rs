//! The mistakes of a file, as an editor shows them.

use std::ops::Range;

use super::Document;
use super::files::Files;
use super::outline::{Element, ElementKind};
use super::position::{Lines, Position};
use crate::rules::Rules;
use crate::rules::file::File;
use crate::text::{Diagnostic, Diagnostics, Severity, Sources, Span};
use crate::work::{TYPING, within};

/// The work that all tests of a file may take together each time it is checked.
const MAX_TEST_WORK: u64 = 50_000_000;

/// The findings in a file.
#[derive(Debug)]
pub struct Analysis {
    /// The rules, if they are valid.
    pub rules: Option<Rules>,
    /// The mistakes and warnings, and the tests that fail.
    pub problems: Vec<Problem>,
    /// The tests that were run, if the rules and the tests are valid.
    pub tests: Vec<TestResult>,
    /// The ids of the games that the file inherits from, its parent first. The last may not exist.
    pub ancestors: Vec<String>,
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// Whether what it expects is so.
    pub passed: bool,
}

/// A mistake, a warning or a failed test.
#[derive(Clone, Debug)]
pub struct Problem {
    /// How severe it is.
    pub severity: Severity,
    /// The finding, the expectation and advice, line by line.
    pub message: String,
    /// Where it is.
    pub range: Range<usize>,
    /// Other places that are involved.
    pub related: Vec<Related>,
    /// Replacements to choose from; each probably corrects it.
    pub fixes: Vec<Replacement>,
}

/// Another place that is involved in a problem.
#[derive(Clone, Debug)]
pub struct Related {
    /// What messages call the file.
    pub file: String,
    /// The place in the file.
    pub range: Range<Position>,
    /// The kind of the thing.
    pub message: String,
}

/// A text to write in place of another.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// The range to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Checks a file like `patience check`, and runs its tests.
pub fn analyze(document: &Document<'_>) -> Analysis {
    let files = Files::new(document);
    let mut analysis = Analysis {
        rules: None,
        problems: Vec::new(),
        tests: Vec::new(),
        ancestors: files.ancestors(),
    };
    let elements = &files.files[0].elements;
    if !document.is_rules && !look_like_rules(elements) {
        return analysis;
    }
    let mut reporter = Reporter {
        document,
        elements,
        problems: Vec::new(),
    };
    match Rules::parse_with(document.name, document.id, document.text, document.library) {
        Ok(rules) => {
            let found = within(TYPING, || rules.lint());
            reporter.add_all(&found, rules.sources());
            analysis.tests = reporter.run_tests(&rules);
            analysis.rules = Some(rules);
        }
        Err(rejected) => reporter.add_all(&rejected.diagnostics, &rejected.sources),
    }
    analysis.problems = reporter.problems;
    analysis
}

/// Whether a text with these elements may be a rules file. One with mostly unknown tables belongs to another program:
/// editors offer every TOML file.
fn look_like_rules(elements: &[Element]) -> bool {
    let first = elements.iter().filter_map(|element| element.path.first());
    let mut names: Vec<&str> = first.map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    let is_known = |name: &&&str| File::KEYS.iter().any(|key| key.name == **name);
    names.iter().filter(is_known).count() * 2 >= names.len()
}

struct Reporter<'a> {
    document: &'a Document<'a>,
    elements: &'a [Element],
    problems: Vec<Problem>,
}

impl Reporter<'_> {
    fn add_all(&mut self, diagnostics: &Diagnostics, sources: &Sources) {
        for diagnostic in diagnostics.iter() {
            self.add(diagnostic, sources, "");
        }
    }

    /// Adds the mistakes in the tests, or else the tests that fail. Returns those that were run.
    fn run_tests(&mut self, rules: &Rules) -> Vec<TestResult> {
        let mut results = Vec::new();
        let test_cases = match rules.test_cases() {
            Ok(test_cases) => test_cases,
            Err(rejected) => {
                self.add_all(&rejected.diagnostics, &rejected.sources);
                return results;
            }
        };
        let mut work = MAX_TEST_WORK;
        for test_case in test_cases {
            let Some(run) = test_case.run_within(&mut work) else {
                break;
            };
            results.push(TestResult {
                name: test_case.name.clone(),
                passed: run.failures.is_empty(),
            });
            for failure in run.failures {
                self.add(&failure, rules.sources(), "the test fails: ");
            }
        }
        results
    }

    fn add(&mut self, diagnostic: &Diagnostic, sources: &Sources, prefix: &str) {
        let mut lines = vec![format!("{prefix}{}", diagnostic.message)];
        if !diagnostic.mark.label.is_empty() {
            lines[0].push_str(": ");
            lines[0].push_str(&diagnostic.mark.label);
        }
        lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
        let mark = sources.file(diagnostic.mark.span);
        let (range, mut related) = match mark {
            Some((file, _, range)) if file == self.document.name => (range, Vec::new()),
            // A mistake in a parent is shown where the file names the parent.
            _ => {
                let message = diagnostic.message.clone();
                let place = related_place(sources, diagnostic.mark.span, message);
                (self.range_of_like(), place.into_iter().collect())
            }
        };
        let others = diagnostic.also.iter();
        related.extend(
            others.filter_map(|mark| related_place(sources, mark.span, mark.label.clone())),
        );
        let fixes = diagnostic.fixes.iter().filter_map(|fix| {
            let (file, _, range) = sources.file(sources.span_of_fix(fix)?)?;
            (file == self.document.name).then(|| Replacement {
                range,
                text: fix.replacement.clone(),
            })
        });
        self.problems.push(Problem {
            severity: diagnostic.severity,
            message: lines.join("\n"),
            range,
            related,
            fixes: fixes.collect(),
        });
    }

    /// Where the file names its parent.
    fn range_of_like(&self) -> Range<usize> {
        let mut values = self.elements.iter().filter(|e| e.kind != ElementKind::Name);
        let like = values.find(|element| element.path == ["like"]);
        like.map_or(0..0, |element| element.range.clone())
    }
}

fn related_place(sources: &Sources, span: Span, message: String) -> Option<Related> {
    let (file, text, range) = sources.file(span)?;
    Some(Related {
        file: file.to_owned(),
        range: Lines::new(text).range(&range),
        message,
    })
}
