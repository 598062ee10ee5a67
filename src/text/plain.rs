use std::fmt;

use super::{Diagnostics, Severity, Sources};

/// Writes each diagnostic on a single line: file, line and column, message, label and help.
///
/// # Errors
/// Returns an error if writing to the formatter fails.
pub fn write_plain(
    f: &mut fmt::Formatter<'_>,
    diagnostics: &Diagnostics,
    sources: &Sources,
) -> fmt::Result {
    for (number, diagnostic) in diagnostics.iter().enumerate() {
        if number > 0 {
            writeln!(f)?;
        }
        if let Some(place) = sources.place(diagnostic.mark.span) {
            write!(f, "{place}:{}: ", place.column)?;
        }
        if diagnostic.severity == Severity::Warning {
            write!(f, "warning: ")?;
        }
        write!(f, "{}", diagnostic.message)?;
        if !diagnostic.mark.label.is_empty() {
            write!(f, ": {}", diagnostic.mark.label)?;
        }
        for help in diagnostic.all_help() {
            write!(f, "; {help}")?;
        }
    }
    Ok(())
}
