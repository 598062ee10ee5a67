//! Where the keys of loaded rules are written, and the origins of inherited ones.

use super::Library;
use super::loaded::Rules;
use crate::rules::tree::{TomlTable, Value};
use crate::text::Span;

impl Rules {
    /// Whether a span is in a file that this one is `like`, and not in the file itself.
    pub(crate) fn is_inherited(&self, span: Span) -> bool {
        let own = self.sources.texts().next();
        own.is_some_and(|(text, base)| span.start > base + Span::new(0..text.len()).end)
    }

    /// The files that it inherits from, as they were when it was read.
    #[doc(hidden)]
    pub fn library(&self) -> Library {
        let files = self.sources.texts().skip(1).zip(&self.ancestors);
        files.fold(Library::new(), |library, ((text, _), id)| {
            library.with_text(id, text)
        })
    }

    /// The rules that these are `like`, read from the same texts.
    pub(crate) fn parent(&self) -> Option<Rules> {
        let (id, (text, base)) = (self.ancestors.first()?, self.sources.texts().nth(1)?);
        let (name, ..) = self.sources.file(Span {
            start: base,
            end: base,
        })?;
        Rules::parse_with(name, id, text, &self.library()).ok()
    }

    /// Where `like` is written.
    pub(crate) fn like_span(&self) -> Option<Span> {
        self.span_of(&["like"])
    }

    /// Where the value of a key of the file is written, such as `["deck", "wrap"]`.
    pub(crate) fn span_of(&self, path: &[&str]) -> Option<Span> {
        let (last, tables) = path.split_last()?;
        let mut table: &TomlTable = &self.merged.table;
        for key in tables {
            table = table.get(*key).and_then(|entry| entry.value.as_table())?;
        }
        let value: &Value = &table.get(*last)?.value;
        Some(value.span)
    }

    /// The names of the variants, and where they are written.
    pub(crate) fn variant_spans(&self) -> impl Iterator<Item = (&str, Span)> {
        let variants = self.merged.variants.iter();
        variants.map(|(name, _)| (name.value.as_str(), name.span))
    }

    /// The fingerprint of the rules with a variant, without compiling them.
    pub(crate) fn variant_fingerprint(&self, variant: &str) -> Option<String> {
        let overlay = self.overlay(variant)?;
        Some(self.merged.fingerprint_with(&[overlay]).to_string())
    }

    /// Whether a variant has a name, which makes it a game of its own.
    pub(crate) fn is_renamed_by(&self, variant: &str) -> bool {
        let overlay = self.overlay(variant);
        overlay.is_some_and(|overlay| overlay.contains_key("name"))
    }

    fn overlay(&self, variant: &str) -> Option<&TomlTable> {
        let mut variants = self.merged.variants.iter();
        let found = variants.find(|(name, _)| name.value == variant);
        found.map(|(_, overlay)| overlay)
    }
}
