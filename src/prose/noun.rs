//! Nouns as values: what they are made of decides how they are combined and written.

use std::fmt;

use super::words::{plural, with_article};

/// A noun with what belongs to it: "the top card of the waste", "a black King".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noun {
    article: Article,
    adjective: Option<&'static str>,
    head: String,
    after: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Article {
    None,
    A,
    The,
}

impl Noun {
    fn new(article: Article, head: impl Into<String>) -> Noun {
        Noun {
            article,
            adjective: None,
            head: head.into(),
            after: String::new(),
        }
    }

    /// A noun with "a" or "an".
    pub fn a(head: impl Into<String>) -> Noun {
        Noun::new(Article::A, head)
    }

    /// A noun with "the".
    pub fn the(head: impl Into<String>) -> Noun {
        Noun::new(Article::The, head)
    }

    /// A text that needs no article, such as a name or a number.
    pub fn plain(text: impl Into<String>) -> Noun {
        Noun::new(Article::None, text)
    }

    /// Adds an adjective.
    pub fn that_is(self, adjective: &'static str) -> Noun {
        Noun {
            adjective: Some(adjective),
            ..self
        }
    }

    /// Adds what follows the noun: "of the waste".
    pub fn with(self, after: &str) -> Noun {
        let space = if self.after.is_empty() { "" } else { " " };
        Noun {
            after: format!("{}{space}{after}", self.after),
            ..self
        }
    }

    /// Adds what it belongs to: "of the waste".
    pub fn of(self, owner: impl fmt::Display) -> Noun {
        self.with(&format!("of {owner}"))
    }

    /// The noun without its article.
    pub fn bare(&self) -> String {
        self.write(&self.head)
    }

    /// Several of it, without an article; `None` if it is not one of several things.
    pub fn several(&self) -> Option<String> {
        (self.article == Article::A).then(|| self.write(&plural(&self.head)))
    }

    /// Joins two nouns for the same card: "a black Ace", "a King that is a heart".
    pub fn and_is(self, other: Noun) -> Noun {
        let is_color = |noun: &Noun| noun.adjective.is_some() && noun.head == "card";
        let is_bare = |noun: &Noun| noun.adjective.is_none() && noun.after.is_empty();
        if is_color(&other) && is_bare(&self) && other.after.is_empty() {
            Noun {
                adjective: other.adjective,
                ..self
            }
        } else if is_color(&self) && is_bare(&other) && self.after.is_empty() {
            other.and_is(self)
        } else {
            self.with(&format!("that is {other}"))
        }
    }

    fn write(&self, head: &str) -> String {
        let adjective = self.adjective.into_iter();
        let after = Some(self.after.as_str()).filter(|after| !after.is_empty());
        let words: Vec<&str> = adjective.chain([head]).chain(after).collect();
        words.join(" ")
    }
}

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.article {
            Article::None => f.write_str(&self.bare()),
            Article::A => f.write_str(&with_article(&self.bare())),
            Article::The => write!(f, "the {}", self.bare()),
        }
    }
}
