//! The arguments that shorten the pack of a game.

/// How many ranks and suits are played with.
#[derive(Debug, clap::Args)]
pub(crate) struct ShortArgs {
    /// Play with a pack of only N ranks; the piles get fewer cards in proportion
    #[arg(long, value_name = "N")]
    ranks: Option<u8>,
    /// Play with a pack of only N suits
    #[arg(long, value_name = "N")]
    suits: Option<u8>,
}

impl ShortArgs {
    /// The variants that mean the same.
    pub(crate) fn variants(&self) -> impl Iterator<Item = String> {
        let parts = [(self.ranks, "ranks"), (self.suits, "suits")];
        let parts = parts.into_iter();
        parts.filter_map(|(number, word)| Some(format!("{} {word}", number?)))
    }
}
