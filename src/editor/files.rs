//! A rules file in an editor, the files that it inherits from, and the names that they declare.

use std::ops::Range;

use super::outline::{Element, ElementKind, elements};
use super::place::Place;
use crate::rules::Library;
use crate::rules::keys::Reference;

/// A rules file that is being edited.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    /// What messages call the file.
    pub name: &'a str,
    /// The id of the game.
    pub id: &'a str,
    /// The text as it stands, which may be half-typed.
    pub text: &'a str,
    /// Where the games are looked up that it is `like`.
    pub library: &'a Library,
    /// Whether it is meant to be a rules file, whatever it looks like. Editors offer every TOML file.
    pub is_rules: bool,
}

/// The most files that a file inherits from.
const MAX_FILES: usize = 16;

/// A file, or one that it inherits from.
pub(super) struct File {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) elements: Vec<Element>,
}

/// Something that a file gives a name.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) kind: Reference,
    /// Its name, without a parameter.
    pub(super) name: String,
    /// The number of the file.
    pub(super) file: usize,
    /// Where the name is written.
    pub(super) range: Range<usize>,
}

/// A file and its ancestors, each before its parent.
pub(super) struct Files {
    pub(super) files: Vec<File>,
    /// What they declare: a file before its parent, and the game itself before its variants.
    pub(super) symbols: Vec<Symbol>,
}

impl Files {
    /// Reads a file and its parents, as far as they exist.
    pub(super) fn new(document: &Document<'_>) -> Files {
        let mut files = vec![File::new(document.id, document.text.to_owned())];
        while let Some(id) = files.last().and_then(|file| file.value("like")) {
            let is_known = files.iter().any(|file| file.id == id);
            let found = document.library.find(&id).ok().flatten();
            let text = found.and_then(|file| String::from_utf8(file.bytes).ok());
            match text {
                Some(text) if !is_known && files.len() < MAX_FILES => {
                    files.push(File::new(&id, text));
                }
                _ => break,
            }
        }
        let symbols = declared(&files);
        Files { files, symbols }
    }

    /// The ids of the games that the file inherits from, its parent first. The last may not exist.
    pub(super) fn ancestors(&self) -> Vec<String> {
        let files = self.files.iter();
        files.filter_map(|file| file.value("like")).collect()
    }

    /// Finds what has a name.
    pub(super) fn symbol(&self, name: &str, kinds: &[Reference]) -> Option<&Symbol> {
        let mut symbols = self.symbols.iter();
        symbols.find(|symbol| symbol.name == name && kinds.contains(&symbol.kind))
    }

    /// The symbols of some kinds, each once.
    pub(super) fn named(&self, kinds: &[Reference]) -> Vec<&Symbol> {
        let mut found: Vec<&Symbol> = Vec::new();
        for symbol in &self.symbols {
            if kinds.contains(&symbol.kind) && !found.iter().any(|s| s.name == symbol.name) {
                found.push(symbol);
            }
        }
        found
    }

    /// The value at a path, in the first file that has it.
    pub(super) fn value(&self, path: &str) -> Option<String> {
        self.files.iter().find_map(|file| file.value(path))
    }
}

impl File {
    fn new(id: &str, text: String) -> File {
        File {
            id: id.to_owned(),
            elements: elements(&text),
            text,
        }
    }

    /// The value at a path, without its quotes.
    pub(super) fn value(&self, path: &str) -> Option<String> {
        let mut values = self.elements.iter();
        let value = values.find(|e| e.kind != ElementKind::Name && e.path.join(".") == path)?;
        Some(self.text[value.content(&self.text)].to_owned())
    }
}

/// The names that files declare.
fn declared(files: &[File]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for (file, File { elements, .. }) in files.iter().enumerate() {
        let names = elements.iter().filter(|e| e.kind == ElementKind::Name);
        let mut of_variants = Vec::new();
        for element in names {
            let (Some(kind), Some(last)) = (
                Place::of(&element.path).and_then(|place| place.name),
                element.path.last(),
            ) else {
                continue;
            };
            if !is_declared(kind) {
                continue;
            }
            let name = last.split('(').next().unwrap_or_default();
            let symbol = Symbol {
                kind,
                name: name.to_owned(),
                file,
                range: element.range.clone(),
            };
            let is_of_variant = element.path.len() > 2 && element.path[0] == "variants";
            let list = if is_of_variant {
                &mut of_variants
            } else {
                &mut symbols
            };
            let is_same = |s: &Symbol| s.file == file && s.kind == kind && s.name == symbol.name;
            if !list.iter().any(is_same) {
                list.push(symbol);
            }
        }
        symbols.append(&mut of_variants);
    }
    symbols
}

/// Whether a name in a table declares something, rather than being that of something declared elsewhere.
fn is_declared(kind: Reference) -> bool {
    matches!(
        kind,
        Reference::Group
            | Reference::Action
            | Reference::Auto
            | Reference::Definition
            | Reference::Variant
    )
}

/// What a name that refers to something can be declared as.
pub(super) fn kinds(refers: Reference) -> &'static [Reference] {
    match refers {
        Reference::Group | Reference::Piles => &[Reference::Group],
        Reference::Action | Reference::Move => &[Reference::Action],
        Reference::Counter => &[Reference::Action, Reference::Group],
        Reference::Description => &[Reference::Definition, Reference::Action, Reference::Auto],
        Reference::Auto => &[Reference::Auto],
        Reference::Variant => &[Reference::Variant],
        Reference::Definition => &[Reference::Definition],
        Reference::Condition => &[Reference::Group, Reference::Definition, Reference::Action],
        _ => &[],
    }
}
