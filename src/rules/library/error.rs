use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::rules::field::list_choices;
use crate::text::{
    Describe, Diagnostic, Diagnostics, Sources, Span, debug_as_display, join_with, nearest,
    printable_path, write_plain,
};

/// The error for a rules file with mistakes.
///
/// It displays as one line per mistake: `mygame.toml:7:1: unknown key ...`, followed by the expectation and by advice.
/// The diagnostics contain the same as data.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub struct Rejected {
    /// The mistakes and warnings, in the order of the text.
    pub diagnostics: Diagnostics,
    /// The texts that the spans of the diagnostics refer to.
    pub sources: Sources,
}

impl Rejected {
    /// What is wrong with some texts.
    pub fn new(diagnostics: Diagnostics, sources: Sources) -> Rejected {
        Rejected {
            diagnostics,
            sources,
        }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_plain(f, &self.diagnostics, &self.sources)
    }
}

/// Why rules could not be loaded from a file or from the built-in games.
#[derive(thiserror::Error)]
pub enum RulesError {
    /// No built-in game has this id.
    #[error("there is no built-in game `{0}`")]
    UnknownGame(String),
    /// The file cannot be read.
    #[error("{path}: {error}", path = printable_path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        #[source]
        error: io::Error,
    },
    /// The rules have mistakes.
    #[error(transparent)]
    Rejected(#[from] Rejected),
}

debug_as_display!(Rejected, RulesError, VariantError);

/// Why a combination of variants cannot be played.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum VariantError {
    /// The game has no such variant.
    #[error("there is no variant `{name}`{}", suggestion(name, game, variants))]
    Unknown {
        /// The requested name.
        name: String,
        /// The name of the game.
        game: String,
        /// The variants that the game has.
        variants: Vec<String>,
    },
    /// Two variants set the same key to different values.
    #[error("the variants `{one}` and `{other}` cannot be played together: both set `{path}`")]
    Conflict {
        /// The variant that was named first.
        one: String,
        /// The variant that was named later.
        other: String,
        /// The path of the key.
        path: String,
    },
    /// The pack cannot be as short as that.
    #[error("{game} cannot be played with {name}: {expected}")]
    Pack {
        /// The request, such as `5 ranks`.
        name: String,
        /// The name of the game.
        game: String,
        /// The reason, or the expectation.
        expected: String,
    },
    /// Each variant is valid alone, but their combination has mistakes.
    #[error("these variants cannot be played together: {0}")]
    Rejected(Box<Rejected>),
}

impl VariantError {
    /// Returns the error at a place in a file.
    pub(crate) fn at(&self, span: Span) -> Diagnostic {
        match self {
            VariantError::Unknown { name, variants, .. } if !variants.is_empty() => {
                let message = format!("there is no variant `{name}`");
                let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
                Diagnostic::error(span, message)
                    .label(format!("expected {}", list_choices(&variants)))
                    .suggest(name, variants)
            }
            _ => Diagnostic::error(span, self.to_string()),
        }
    }

    /// Whether this variant is the one to blame.
    pub(crate) fn is_about(&self, variant: &str) -> bool {
        match self {
            VariantError::Unknown { name, .. } | VariantError::Pack { name, .. } => name == variant,
            VariantError::Conflict { other, .. } => other == variant,
            VariantError::Rejected(_) => false,
        }
    }
}

/// The end of the message about an unknown variant: the most similar one, or a list of all.
fn suggestion(name: &str, game: &str, variants: &[String]) -> String {
    match nearest(name, variants.iter().map(String::as_str)) {
        _ if variants.is_empty() => format!(": {game} has no variants"),
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None => {
            let variants: Vec<String> = variants.iter().map(|v| format!("`{v}`")).collect();
            format!(": {game} has {}", join_with(&variants, "and"))
        }
    }
}
