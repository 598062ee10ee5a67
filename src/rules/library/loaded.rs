//! A loaded rules file: read, checked with each of its variants, and compiled.

use std::borrow::Cow;
use std::sync::Arc;

use toml::de::DeTable;

use super::error::{Rejected, VariantError};
use super::fingerprint::fingerprint;
use super::house_rule::{self, is_house_rule};
use super::merge::{Change, MergedFile, is_inherited, list_changes};
use super::short::Short;
use crate::rules::compile::{GameInfo, compile};
use crate::rules::field::Field;
use crate::rules::file::File;
use crate::rules::file::Test;
use crate::rules::game::Game;
use crate::rules::toml::Texts;
use crate::rules::tree::{TomlKind, TomlTable, owned_table};
use crate::text::{Describe, Diagnostics, Sources, Spanned};
use crate::work::{LOADING, within};

/// What a variant or a house rule changes, with its name.
type Overlay = (Spanned<String>, TomlTable);

/// A loaded rules file.
///
/// It was merged with the files it inherits from, checked with each of its variants, and compiled.
///
/// ```
/// use patience::Rules;
/// use patience::library::VariantError;
///
/// let rules = Rules::built_in("klondike")?;
/// assert!(rules.variants().any(|name| name == "vegas"));
/// let game = rules.with_variants(&["draw-one", "vegas"])?;
/// println!("{}", game.page().to_text(80));
/// let unknown = rules.with_variants(&["draw-two"]);
/// assert!(matches!(unknown, Err(VariantError::Unknown { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) id: String,
    /// The ids of its ancestors: the game named by its `like`, the game named there, and so on.
    pub(super) ancestors: Vec<String>,
    pub(super) sources: Sources,
    pub(super) merged: Arc<MergedFile>,
    pub(super) game: Arc<Game>,
    /// The game with each variant alone, checked but not prepared for play.
    pub(super) checked_variants: Arc<Vec<(Spanned<String>, Game)>>,
    pub(super) tests: Vec<Field<Test>>,
    /// Warnings about the file.
    pub warnings: Diagnostics,
}

impl Rules {
    /// The game without variants.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The source texts of the rules.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The names of the variants, in the order of the file.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.merged
            .variants
            .iter()
            .map(|(name, _)| name.value.as_str())
    }

    /// The game with each variant alone, checked but not prepared for play: it has no tables.
    pub(crate) fn checked_variants(&self) -> &[(Spanned<String>, Game)] {
        &self.checked_variants
    }

    /// The text of the file itself.
    pub fn text(&self) -> &str {
        let mut texts = self.sources.texts();
        texts.next().map_or("", |(text, _)| text)
    }

    /// The tree of the file itself. Its spans are ranges of [`Rules::text`].
    #[doc(hidden)]
    pub fn table(&self) -> TomlTable {
        let (table, _) = DeTable::parse_recoverable(self.text());
        owned_table(table.into_inner(), 0).0
    }

    /// The tests in the file, not yet compiled.
    pub(crate) fn tests(&self) -> &[Field<Test>] {
        &self.tests
    }

    /// Returns the game with variants applied. Beside those of the file, `5 ranks` and `2 suits` play with a shorter pack,
    /// and `KEY=VALUE` plays with a house rule: it changes a key of the file, and is checked like one.
    ///
    /// ```
    /// let rules = patience::Rules::built_in("klondike")?;
    /// let game = rules.with_variants(&["draw-one", "5 ranks", "2 suits"])?;
    /// assert_eq!(game.deck().len(), 10);
    /// let game = rules.with_variants(&["piles.tableau.start=any"])?;
    /// assert!(game.page().to_text(400).contains("An empty tableau pile takes any card or sequence."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a variant does not exist, if the variants cannot be combined, if a house rule has a mistake, or
    /// if the rules name more ranks or suits than the pack would have.
    pub fn with_variants<S: AsRef<str>>(&self, variants: &[S]) -> Result<Arc<Game>, VariantError> {
        Ok(within(LOADING, || self.apply(variants))?.0)
    }

    /// The game with variants applied, and its merged table.
    pub(super) fn apply<S: AsRef<str>>(
        &self,
        variants: &[S],
    ) -> Result<(Arc<Game>, Cow<'_, TomlTable>), VariantError> {
        if variants.is_empty() {
            return Ok((Arc::clone(&self.game), Cow::Borrowed(&self.merged.table)));
        }
        let (short, variants) = Short::split(variants)?;
        let (set, variants): (Vec<&str>, Vec<&str>) =
            variants.into_iter().partition(|name| is_house_rule(name));
        let (sources, set) = self.read_house_rules(&set)?;
        let mut applied = self.find_variants(&variants)?;
        applied.extend(&set);
        let overlays: Vec<&TomlTable> = applied.iter().map(|(_, overlay)| overlay).collect();
        let mut report = Diagnostics::default();
        let mut table = self.merged.table_with(&overlays, &mut report);
        let own = applied.iter().map(|(name, _)| name.value.clone());
        if !short.is_whole() {
            let file = File::from_table(&table, &mut report);
            match compile(&file, self.info(&sources, Vec::new(), false), &mut report) {
                Some(whole) if !report.has_errors() => short.apply(table.to_mut(), &whole)?,
                _ => return Err(reject(&report, &applied, sources)),
            }
        }
        let file = File::from_table(&table, &mut report);
        let info = self.info(&sources, own.chain(short.names()).collect(), true);
        match compile(&file, info, &mut report) {
            Some(mut game) if !report.has_errors() => {
                game.about = self.about_with(&overlays, &game);
                game.fingerprint = fingerprint(&table).to_string();
                Ok((Arc::new(game), table))
            }
            _ => Err(reject(&report, &applied, sources)),
        }
    }

    /// Reads house rules as overlays. Returns them with the sources, to which their texts were added.
    fn read_house_rules(&self, texts: &[&str]) -> Result<(Sources, Vec<Overlay>), VariantError> {
        let mut read = Texts::default();
        read.sources = self.sources.clone();
        let mut rules: Vec<Overlay> = Vec::new();
        for (text, number) in texts.iter().zip(1..) {
            let Some(rule) = house_rule::read(text, number, &mut read) else {
                continue;
            };
            // The same one twice is one.
            if !rules.iter().any(|(name, _)| name.value == rule.0.value) {
                rules.push(rule);
            }
        }
        if read.report.has_errors() {
            return Err(reject(&read.report, &[], read.sources));
        }
        Ok((read.sources, rules))
    }

    /// What the compiler needs to know besides the file.
    fn info<'a>(
        &'a self,
        sources: &'a Sources,
        variants: Vec<String>,
        for_play: bool,
    ) -> GameInfo<'a> {
        GameInfo {
            id: &self.id,
            like: self.ancestors.first().cloned(),
            variants,
            sources,
            for_play,
            is_complete: true,
        }
    }

    /// The same rules without `[describe]`: what is said about them has the words of the program alone.
    #[doc(hidden)]
    pub fn without_descriptions(&self) -> Rules {
        let mut merged = MergedFile::clone(&self.merged);
        let overlays = merged.variants.iter_mut().map(|(_, overlay)| overlay);
        for table in std::iter::once(&mut merged.table).chain(overlays) {
            table.shift_remove("describe");
        }
        let mut report = Diagnostics::default();
        let file = File::from_table(&merged.table, &mut report);
        let game = compile(
            &file,
            self.info(&self.sources, Vec::new(), true),
            &mut report,
        );
        Rules {
            game: game.map_or(Arc::clone(&self.game), Arc::new),
            merged: Arc::new(merged),
            ..self.clone()
        }
    }

    /// Finds variants by name, each once, and checks that they do not contradict each other.
    fn find_variants(&self, variants: &[&str]) -> Result<Vec<&Overlay>, VariantError> {
        let mut found: Vec<&Overlay> = Vec::new();
        let mut applied: Vec<(Change<'_>, String)> = Vec::new();
        for &variant in variants {
            let mut known = self.merged.variants.iter();
            let Some(entry) = known.find(|(name, _)| name.value == variant) else {
                return Err(VariantError::Unknown {
                    name: variant.to_owned(),
                    game: self.game.name.clone(),
                    variants: self.variants().map(str::to_owned).collect(),
                });
            };
            let (name, overlay) = entry;
            if found.iter().any(|(known, _)| known.value == name.value) {
                continue;
            }
            // Names and descriptions do not conflict: the last variant wins.
            let changes = list_changes(overlay).into_iter();
            let changes: Vec<Change<'_>> = changes
                .filter(|change| is_inherited(&change.path))
                .collect();
            for change in &changes {
                if let Some((_, one)) = applied.iter().find(|(c, _)| c.conflicts_with(change)) {
                    return Err(VariantError::Conflict {
                        one: one.clone(),
                        other: name.value.clone(),
                        path: change.path.clone(),
                    });
                }
            }
            applied.extend(
                changes
                    .into_iter()
                    .map(|change| (change, name.value.clone())),
            );
            found.push(entry);
        }
        Ok(found)
    }

    /// Describes the game with overlays. What an overlay without a name says is added to what the game says; an overlay
    /// with a name is a game of its own, and `game` has its description.
    fn about_with(&self, overlays: &[&TomlTable], game: &Game) -> String {
        if overlays.iter().any(|overlay| overlay.contains_key("name")) {
            return game.about.clone();
        }
        let mut texts = vec![self.game.about.as_str()];
        for overlay in overlays {
            let about = overlay.get("about").map(|entry| &entry.value.kind);
            if let Some(TomlKind::Text(text)) = about {
                texts.push(text);
            }
        }
        texts.retain(|text| !text.is_empty());
        texts.join(" ")
    }
}

/// The error for variants whose combination has mistakes.
fn reject(report: &Diagnostics, applied: &[&Overlay], sources: Sources) -> VariantError {
    let mut diagnostics = Diagnostics::default();
    for diagnostic in report.iter() {
        let mut diagnostic = diagnostic.clone();
        for (name, _) in applied {
            let what = if is_house_rule(&name.value) {
                "house rule"
            } else {
                "variant"
            };
            let is_told = name.span.contains(diagnostic.mark.span);
            if !is_told {
                diagnostic = diagnostic.also(name.span, format!("in the {what} `{}`", name.value));
            }
        }
        diagnostics.push(diagnostic);
    }
    VariantError::Rejected(Box::new(Rejected {
        diagnostics,
        sources,
    }))
}
