//! A page while it is written: its sentences have keys, so that the page of a variant can be compared with it.

use super::{Block, Section};

/// The sections of a page.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) parts: Vec<Part>,
}

/// A section.
pub(super) struct Part {
    /// Its heading.
    pub(super) heading: String,
    /// Whether each sentence is an item of a list, except for the ones that lead to it.
    pub(super) is_list: bool,
    /// How many sentences lead to the list.
    pub(super) lead: usize,
    /// Its sentences: their subjects and texts.
    pub(super) sentences: Vec<(String, String)>,
}

impl Draft {
    /// Starts a section.
    pub(super) fn start(&mut self, heading: &str, is_list: bool) {
        self.parts.push(Part {
            heading: heading.to_owned(),
            is_list,
            lead: 0,
            sentences: Vec::new(),
        });
    }

    /// Adds a sentence that leads to the list of the last section.
    pub(super) fn lead(&mut self, key: &str, sentence: String) {
        self.add(key, sentence);
        if let Some(part) = self.parts.last_mut() {
            part.lead = part.sentences.len();
        }
    }

    /// Adds a sentence to the last section.
    pub(super) fn add(&mut self, key: &str, sentence: String) {
        if let Some(part) = self.parts.last_mut() {
            part.sentences.push((key.to_owned(), sentence));
        }
    }

    /// Whether a text occurs in a sentence.
    pub(super) fn contains(&self, text: &str) -> bool {
        let sentences = self.parts.iter().flat_map(|part| &part.sentences);
        sentences
            .into_iter()
            .any(|(_, sentence)| sentence.contains(text))
    }

    /// Returns the keys and texts of all sentences.
    pub(super) fn by_key(&self) -> Vec<(&str, &str)> {
        let sentences = self.parts.iter().flat_map(|part| &part.sentences);
        let texts = sentences.map(|(key, text)| (key.as_str(), text.as_str()));
        texts.collect()
    }

    /// Returns the sections that have sentences.
    pub(super) fn into_sections(self) -> Vec<Section> {
        let parts = self
            .parts
            .into_iter()
            .filter(|part| !part.sentences.is_empty());
        parts
            .map(|part| {
                let lead = if part.is_list {
                    part.lead
                } else {
                    part.sentences.len()
                };
                let mut texts = part.sentences.into_iter().map(|(_, text)| text);
                let lead: Vec<String> = texts.by_ref().take(lead).collect();
                let lead = (!lead.is_empty()).then(|| Block::Paragraph(lead.join(" ")));
                Section {
                    heading: part.heading,
                    blocks: lead.into_iter().chain(texts.map(Block::Item)).collect(),
                }
            })
            .collect()
    }
}
