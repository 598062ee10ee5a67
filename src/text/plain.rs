use std::fmt;

use super::{Diagnostics, Severity, Sources};

/// Writes each diagnostic on a line of its own, as compilers do for other programs: the place, the message, what was
/// expected and the advice. The program draws them with the text around each place instead.
///
/// # Errors
/// If the formatter cannot be written to.
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
        for help in &diagnostic.help {
            write!(f, "; {help}")?;
        }
    }
    Ok(())
}
