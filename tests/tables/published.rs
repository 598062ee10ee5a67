//! What others say about the odds of games: `games/odds/published.toml`.

use std::collections::BTreeMap;

use patience_cli::GameRef;
use serde::{Deserialize, Deserializer, de};

/// The file of what others say.
const PUBLISHED: &str = include_str!("../../games/odds/published.toml");

/// What others say about the odds of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Published {
    /// Who says it, by the words that figures and claims name them by.
    #[serde(rename = "source", default)]
    pub(super) sources: BTreeMap<String, Source>,
    #[serde(rename = "figure", default)]
    pub(super) figures: Vec<Figure>,
    #[serde(rename = "claim", default)]
    pub(super) claims: Vec<Claim>,
}

/// A text or a person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    /// What tables call it.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) url: Option<String>,
}

/// Odds that were calculated, by a program that knew every card or by a proof.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figure {
    #[serde(deserialize_with = "read_game")]
    pub(super) game: GameRef,
    /// The middle of the interval.
    pub(super) percent: f64,
    /// How far it reaches to either side, in percent.
    pub(super) margin: f64,
    pub(super) source: String,
    /// In what the rules differ from ours, or may differ; `None` if they are the same.
    pub(super) differs: Option<String>,
}

/// How often people win, as somebody says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    #[serde(deserialize_with = "read_game")]
    pub(super) game: GameRef,
    pub(super) says: String,
    /// What it means as a number, if it means one.
    pub(super) percent: Option<f64>,
    pub(super) source: String,
}

impl Figure {
    /// Whether the figure and an interval, in parts of 1, have a number in common.
    pub(super) fn is_compatible(&self, (low, high): (f64, f64)) -> bool {
        low * 100.0 <= self.percent + self.margin && self.percent - self.margin <= high * 100.0
    }
}

impl Published {
    /// What the file says.
    pub(super) fn read() -> Result<Published, String> {
        toml::from_str(PUBLISHED).map_err(|error| format!("published.toml: {error}"))
    }

    /// The figures for a game.
    pub(super) fn figures_for<'a>(&'a self, game: &'a GameRef) -> impl Iterator<Item = &'a Figure> {
        self.figures
            .iter()
            .filter(move |figure| figure.game == *game)
    }

    /// The claims about a game.
    pub(super) fn claims_about<'a>(&'a self, game: &'a GameRef) -> impl Iterator<Item = &'a Claim> {
        self.claims.iter().filter(move |claim| claim.game == *game)
    }
}

/// Reads a game as it is typed on the command line.
fn read_game<'a, D: Deserializer<'a>>(deserializer: D) -> Result<GameRef, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use patience::Rules;
    use patience::library::catalog;

    use super::Published;

    /// Every game and source exists, and every source says something.
    #[test]
    fn the_file_is_in_order() {
        let published = Published::read().unwrap_or_else(|problem| panic!("{problem}"));
        let catalog = catalog();
        let figures = published.figures.iter().map(|f| (&f.game, &f.source));
        let claims = published.claims.iter().map(|c| (&c.game, &c.source));
        for (game, source) in figures.chain(claims) {
            assert!(published.sources.contains_key(source), "{source}");
            let entry = catalog.iter().find(|entry| entry.key() == game.game);
            let entry = entry.unwrap_or_else(|| panic!("there is no game {game}"));
            let rules = Rules::built_in(&entry.id).expect("it is built in");
            let variants: Vec<_> = entry.variant.iter().chain(&game.variants).collect();
            rules
                .with_variants(&variants)
                .unwrap_or_else(|error| panic!("{game}: {error}"));
        }
        for source in published.sources.keys() {
            let is_used = published.figures.iter().any(|f| f.source == *source)
                || published.claims.iter().any(|c| c.source == *source);
            assert!(is_used, "nothing comes from {source}");
        }
    }
}
