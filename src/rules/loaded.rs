//! A rules file that was read, checked with each of its variants, and compiled.

use std::sync::Arc;

use super::compile::{About, Use, compile};
use super::field::Field;
use super::file::Test;
use super::game::Game;
use super::merge::{Merged, file_of, lay, leaves};
use crate::text::{Diagnostics, Sources};

/// A rules file that was read with all it is `like`, checked with each of its variants, and compiled.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) id: String,
    pub(super) like: Option<String>,
    pub(super) sources: Sources,
    pub(super) variants: Vec<String>,
    pub(super) game: Arc<Game>,
    pub(super) tests: Vec<Field<Test>>,
    /// What is to be said of the file although it is taken.
    pub warnings: Diagnostics,
}

/// What is wrong with a rules file.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The mistakes.
    pub diagnostics: Diagnostics,
    /// The texts that they are in.
    pub sources: Sources,
}

/// Why variants cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum VariantError {
    /// There is no such variant.
    #[error("there is no variant `{name}`{}", known.as_str())]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is, as the end of the sentence.
        known: String,
    },
    /// Two of them set one value differently.
    #[error("the variants `{one}` and `{other}` cannot be played together: both set `{path}`")]
    Conflict {
        /// The first.
        one: String,
        /// The second.
        other: String,
        /// The value.
        path: String,
    },
    /// Each is right alone, but not together.
    #[error("these variants cannot be played together")]
    Rejected(Box<Rejected>),
}

impl VariantError {
    /// Whether it is this variant that cannot be played.
    #[must_use]
    pub fn is_about(&self, variant: &str) -> bool {
        match self {
            VariantError::Unknown { name, .. } => name == variant,
            VariantError::Conflict { other, .. } => other == variant,
            VariantError::Rejected(_) => false,
        }
    }
}

impl Rules {
    /// The game without variants.
    #[must_use]
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The texts that the rules were read from.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The names of the variants, in the order of the file.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(String::as_str)
    }

    /// The situations of the file, as they are written.
    #[must_use]
    pub fn tests(&self) -> &[Field<Test>] {
        &self.tests
    }

    /// The game with variants.
    ///
    /// # Errors
    /// A variant that is not there, or variants that do not go together.
    pub fn with<S: AsRef<str>>(&self, variants: &[S]) -> Result<Arc<Game>, VariantError> {
        if variants.is_empty() {
            return Ok(Arc::clone(&self.game));
        }
        let mut names: Vec<String> = Vec::new();
        let Merged {
            mut table,
            variants: overlays,
        } = Merged::of(&self.sources, &mut Diagnostics::default());
        let mut set: Vec<(String, String, usize)> = Vec::new();
        for variant in variants {
            let variant = variant.as_ref();
            let Some((name, overlay)) = overlays.iter().find(|(name, _)| name.value == variant)
            else {
                return Err(VariantError::Unknown {
                    name: variant.to_owned(),
                    known: self.known(variant),
                });
            };
            if names.contains(&name.value) {
                continue;
            }
            let mut values = Vec::new();
            leaves(overlay, "", &mut values);
            for (path, value) in values {
                // What the game is called is put together from all of them.
                if path == "name" || path == "about" {
                    continue;
                }
                if let Some((_, _, by)) = set
                    .iter()
                    .find(|(p, v, _)| overlaps(p, &path) && (*v != value || *p != path))
                {
                    return Err(VariantError::Conflict {
                        one: names[*by].clone(),
                        other: name.value.clone(),
                        path,
                    });
                }
                set.push((path, value, names.len()));
            }
            names.push(name.value.clone());
            lay(&mut table, overlay.clone(), &mut Diagnostics::default());
        }
        let mut report = Diagnostics::default();
        let file = file_of(&table, &mut report);
        let about = About {
            id: &self.id,
            like: self.like.clone(),
            variants: names,
            sources: &self.sources,
        };
        let game = file.and_then(|f| compile(&f, about, Use::play(true), &mut report));
        match game {
            Some(game) if !report.has_errors() => Ok(Arc::new(game)),
            _ => Err(VariantError::Rejected(Box::new(Rejected {
                diagnostics: report,
                sources: self.sources.clone(),
            }))),
        }
    }

    fn known(&self, found: &str) -> String {
        let names: Vec<&str> = self.variants().collect();
        if names.is_empty() {
            return format!(": {} has none", self.game.name);
        }
        match crate::text::nearest(found, names.iter().copied()) {
            Some(name) => format!("; did you mean `{name}`?"),
            None => format!(
                ": {} has {}",
                self.game.name,
                crate::text::listed(&names, "and")
            ),
        }
    }
}

/// Whether a path is another, or leads to it.
fn overlaps(a: &str, b: &str) -> bool {
    let leads = |a: &str, b: &str| {
        b.strip_prefix(a)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    leads(a, b) || leads(b, a)
}
