//! A page while it is written: its sentences have keys, so that the page of a variant can be compared with it.

use super::{Block, Section};
use crate::prose::words::sentence;
use crate::text::join_with;

/// The sections of a page.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) parts: Vec<Part>,
}

/// A section.
pub(super) struct Part {
    /// Its heading.
    pub(super) heading: String,
    /// Whether each sentence is an item of a list, except for those that lead to it.
    pub(super) is_list: bool,
    /// How many sentences lead to the list.
    pub(super) lead: usize,
    /// Its sentences.
    pub(super) sentences: Vec<Sentence>,
}

/// A sentence, with what it is about.
pub(super) struct Sentence {
    /// What it is about: a group, "action", "pack".
    pub(super) subject: String,
    /// Which of several sentences about that it is: a key of the group, the name of the action.
    pub(super) slot: String,
    /// The sentence.
    pub(super) text: String,
    /// Of an action: what it does, and how often it may be used.
    pub(super) limit: Option<(String, String)>,
    /// Of a list: what it lists.
    pub(super) items: Vec<String>,
}

impl Sentence {
    /// Whether another sentence is about the same.
    pub(super) fn has_key_of(&self, other: &Sentence) -> bool {
        (&self.subject, &self.slot) == (&other.subject, &other.slot)
    }
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
    pub(super) fn lead(&mut self, subject: &str, text: &str) {
        self.add(subject, "", text);
        if let Some(part) = self.parts.last_mut() {
            part.lead = part.sentences.len();
        }
    }

    /// Adds a sentence to the last section, unless it is empty.
    pub(super) fn add(&mut self, subject: &str, slot: &str, text: &str) {
        if !text.is_empty() {
            self.add_text(subject, slot, sentence(text));
        }
    }

    /// Adds sentences as they are to the last section.
    pub(super) fn add_text(&mut self, subject: &str, slot: &str, text: String) {
        if let Some(part) = self.parts.last_mut() {
            part.sentences.push(Sentence {
                subject: subject.to_owned(),
                slot: slot.to_owned(),
                text,
                limit: None,
                items: Vec::new(),
            });
        }
    }

    /// Adds a sentence that lists something: "empty at first: the waste and two cells".
    pub(super) fn add_list(&mut self, subject: &str, lead: &str, items: Vec<String>) {
        if items.is_empty() {
            return;
        }
        self.add(
            subject,
            "",
            &format!("{lead}: {}", join_with(&items, "and")),
        );
        let part = self.parts.last_mut();
        if let Some(added) = part.and_then(|part| part.sentences.last_mut()) {
            added.items = items;
        }
    }

    /// Adds the sentence about an action: what it is called, what it does, and how often it may be used.
    pub(super) fn add_action(&mut self, key: &str, name: &str, steps: String, limit: String) {
        let text = match limit.as_str() {
            "" => format!("{name}{steps}"),
            limit => format!("{name} ({limit}){steps}"),
        };
        self.add("action", key, &text);
        let part = self.parts.last_mut();
        if let Some(added) = part.and_then(|part| part.sentences.last_mut()) {
            added.limit = Some((steps, limit));
        }
    }

    /// All sentences.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.parts.iter().flat_map(|part| &part.sentences)
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
                let mut texts = part.sentences.into_iter().map(|sentence| sentence.text);
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
