//! Where something is defined.

use std::ops::Range;

use super::Document;
use super::files::{Files, Symbol, kinds};
use super::outline::{Element, ElementKind};
use super::place::Place;
use crate::rules::keys::Reference;

/// Where something is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The id of the game in whose file it is; `None` for the document itself.
    pub id: Option<String>,
    /// The text of that file.
    pub text: String,
    /// Where it is in that file.
    pub range: Range<usize>,
}

/// Finds the thing at an offset: a group, an action, a named condition, a variant, a key or a game.
pub fn define(document: &Document<'_>, offset: usize) -> Option<Target> {
    let files = Files::new(document);
    let element = element_at(&files.files[0].elements, offset)?;
    let place = Place::of(&element.path)?;
    let (word, _) = word_at(document.text, element, offset);
    let target = |file: usize, range: Range<usize>| Target {
        id: (file > 0).then(|| files.files[file].id.clone()),
        text: files.files[file].text.clone(),
        range,
    };
    if element.kind == ElementKind::Name {
        let name = place.name?;
        if name == Reference::Clause {
            let written = &document.text[element.content(document.text)];
            let (file, range) = find_path(&files, written)?;
            return Some(target(file, range));
        }
        let symbol = symbol(&files, name, word)?;
        return Some(target(symbol.file, symbol.range.clone()));
    }
    match place.refers() {
        Reference::Game => (files.files.len() > 1).then(|| target(1, 0..0)),
        Reference::Path => {
            let (file, range) = find_path(&files, &document.text[element.content(document.text)])?;
            Some(target(file, range))
        }
        refers => {
            let symbol = symbol(&files, refers, word)?;
            Some(target(symbol.file, symbol.range.clone()))
        }
    }
}

/// The name or value at an offset.
pub(super) fn element_at(elements: &[Element], offset: usize) -> Option<&Element> {
    let mut at = elements.iter();
    at.find(|e| e.range.start <= offset && offset <= e.range.end)
}

/// The word of an element at an offset, and where it is.
pub(super) fn word_at<'a>(
    text: &'a str,
    element: &Element,
    offset: usize,
) -> (&'a str, Range<usize>) {
    let content = if element.kind == ElementKind::Name {
        let quotes: &[char] = &['"', '\''];
        let written = &text[element.range.clone()];
        let start = element.range.start + written.len() - written.trim_start_matches(quotes).len();
        let end = element.range.start + written.trim_end_matches(quotes).len();
        start..end.max(start)
    } else {
        element.content(text)
    };
    let offset = offset.clamp(content.start, content.end);
    let is_part =
        |c: char| c.is_alphanumeric() || c == '_' || c == '-' && !is_spaced(text, &content);
    let before = &text[content.start..offset];
    let after = &text[offset..content.end];
    let start = offset - (before.len() - before.trim_end_matches(is_part).len().min(before.len()));
    let end = offset + after.find(|c| !is_part(c)).unwrap_or(after.len());
    (&text[start..end], start..end)
}

/// Whether a text has spaces, so that a hyphen in it is not part of a name.
fn is_spaced(text: &str, content: &Range<usize>) -> bool {
    text[content.clone()].contains(char::is_whitespace)
}

/// What a name refers to.
pub(super) fn symbol<'a>(files: &'a Files, refers: Reference, name: &str) -> Option<&'a Symbol> {
    files.symbol(name, kinds(refers))
}

/// Where a path of keys is written, in the first file that has it.
fn find_path(files: &Files, path: &str) -> Option<(usize, Range<usize>)> {
    let found = files.files.iter().enumerate().find_map(|(number, file)| {
        let mut names = file.elements.iter().filter(|e| e.kind == ElementKind::Name);
        let element = names.find(|element| element.path.join(".") == path)?;
        Some((number, element.range.clone()))
    });
    found.or_else(|| {
        // The key may have its default: the table is the next best.
        let (table, _) = path.rsplit_once('.')?;
        find_path(files, table)
    })
}
