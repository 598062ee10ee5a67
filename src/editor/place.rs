//! Where a path of keys leads to: a table, a key or a name that the author chose.

use crate::condition::Slot;
use crate::rules::file::File;
use crate::rules::keys::{Key, Reference, Schema};
use crate::rules::overlay_keys;

/// The knowledge about a path of keys.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The last key in the path that is a key of the language.
    pub(super) key: Option<Key>,
    /// What the value looks like.
    pub(super) schema: Schema,
    /// What the last name of the path refers to, if the author chose it.
    pub(super) name: Option<Reference>,
}

impl Place {
    /// The place that a path leads to; `None` if the language has no such path.
    pub(super) fn of<S: AsRef<str>>(path: &[S]) -> Option<Place> {
        let top = Place {
            key: None,
            schema: Schema::Table(File::KEYS),
            name: None,
        };
        path.iter()
            .try_fold(top, |place, name| place.inner(name.as_ref()))
    }

    fn inner(self, name: &str) -> Option<Place> {
        if let Schema::Named(schema) = unlisted(self.schema) {
            return Some(Place {
                schema: *schema,
                name: self.key.map(|key| key.names),
                ..self
            });
        }
        let key = self.keys().into_iter().find(|key| key.name == name)?;
        Some(Place {
            key: Some(key),
            schema: key.schema,
            name: None,
        })
    }

    /// The keys of the table; none if it is not a table, or one whose keys the author chooses.
    pub(super) fn keys(&self) -> Vec<Key> {
        match unlisted(self.schema) {
            Schema::Table(keys) => keys.to_vec(),
            Schema::Overlay => overlay_keys(),
            _ => Vec::new(),
        }
    }

    /// What the keys of the table refer to, if the author chooses them.
    pub(super) fn names(&self) -> Option<Reference> {
        match unlisted(self.schema) {
            Schema::Named(_) => self.key.map(|key| key.names),
            _ => None,
        }
    }

    /// What the texts of the value refer to. All conditions are [`Reference::Condition`].
    pub(super) fn refers(&self) -> Reference {
        match self.key {
            Some(_) if self.slot().is_some() => Reference::Condition,
            Some(key) => key.refers,
            None => Reference::Nothing,
        }
    }

    /// The slot of the condition that the value is.
    pub(super) fn slot(&self) -> Option<Slot> {
        let name = self.key?.name;
        let (slot, _) = Slot::ALL.into_iter().find(|(_, key)| *key == name)?;
        Some(slot)
    }
}

/// The entries of a list look like this.
fn unlisted(schema: Schema) -> Schema {
    match schema {
        Schema::List(inner) => *inner,
        other => other,
    }
}
