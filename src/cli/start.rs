use std::sync::Arc;

use super::args::{SourceArgs, StartArgs};
use super::deal::ChosenDeal;
use super::files::load_short;
use super::find::Found;
use super::save::{SavedDeal, SavedGame, SavedStart};
use super::search::simplify;
use super::{Error, Streams, find};
use crate::cards::parse_cards;
use crate::play::{Deal, Halt, MAX_OPENING_WORK, Position, WorkBudget};
use crate::rules::{Game, Library, Rules, VariantError, built_in_ids, read_file};
use crate::text::printable_path;

/// Returns the game with the requested variants.
pub(super) fn with_variants(rules: &Rules, with: &[String]) -> Result<Arc<Game>, Error> {
    rules.with_variants(with).map_err(variant_error)
}

/// The error of variants that cannot be played.
pub(super) fn variant_error(error: VariantError) -> Error {
    match error {
        VariantError::Rejected(rejected) => Error::Rejected(rejected),
        other => Error::Usage(other.to_string()),
    }
}

/// The maximum length of the argument of `--deck`; the largest pack needs half of that.
const MAX_DECK_BYTES: usize = 1000;

/// A game, and where its deals come from.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) game: Arc<Game>,
    /// The game, as saved games and statistics name it.
    pub(super) name: String,
    /// Where games are looked up.
    pub(super) library: Library,
    source: DealSource,
}

#[derive(Clone, Debug)]
enum DealSource {
    /// Random deals.
    Random,
    /// Numbered deals, starting with this one.
    Numbers(ChosenDeal),
    /// A deck from the command line.
    Deck(ChosenDeal),
    /// A position file and its text.
    Position(Box<Position>, String),
}

impl Start {
    pub(super) fn from_args(
        game: &str,
        args: &SourceArgs,
        library: Library,
    ) -> Result<Start, Error> {
        let found = find::load(game, &args.with, &library)?;
        Start::from_found(found, args, library)
    }

    /// The start of a game that was found.
    pub(super) fn from_found(
        found: Found,
        args: &SourceArgs,
        library: Library,
    ) -> Result<Start, Error> {
        let Found {
            rules,
            variants,
            name,
        } = found;
        if let Some(path) = &args.position {
            let file = path.display().to_string();
            let bytes = read_file(path).map_err(|error| Error::Io(printable_path(path), error))?;
            let position = rules.read_position(&file, &bytes, &variants)?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Ok(Start {
                game: Arc::clone(position.game()),
                name,
                source: DealSource::Position(Box::new(position), text),
                library,
            });
        }
        let game = with_variants(&rules, &variants)?;
        let source = match (&args.deck, &args.deal) {
            (Some(deck), _) if deck.len() > MAX_DECK_BYTES => {
                let message = format!("--deck: more than {MAX_DECK_BYTES} bytes");
                return Err(Error::Usage(message));
            }
            (Some(deck), _) => {
                let cards =
                    parse_cards(deck).map_err(|error| Error::Usage(format!("--deck: {error}")))?;
                let deal = Deal::Deck(cards);
                Position::deal(&game, &deal)
                    .map_err(|error| Error::Usage(format!("--deck: {error}")))?;
                DealSource::Deck(ChosenDeal::new(deal))
            }
            (None, Some(deal)) => DealSource::Numbers(deal.clone()),
            (None, None) => DealSource::Random,
        };
        Ok(Start {
            game,
            name,
            library,
            source,
        })
    }

    /// The start of a saved game: further deals are random.
    pub(super) fn from_saved(saved: &SavedGame, library: Library) -> Result<Start, Error> {
        let found = find::load_saved(&saved.game, &saved.variants, &library)?;
        let source = match (&saved.start.deck, &saved.start.position) {
            (Some(cards), _) => {
                let cards = parse_cards(cards).map_err(|error| Error::Usage(error.to_string()))?;
                DealSource::Deck(ChosenDeal::new(Deal::Deck(cards)))
            }
            (None, Some(text)) => read_given(&found, text)?,
            (None, None) => DealSource::Random,
        };
        Ok(Start {
            game: found.game()?,
            name: saved.game.clone(),
            source,
            library,
        })
    }

    /// The same start under the rules that its file has now.
    pub(super) fn reload(&self) -> Result<Start, Error> {
        let found = find::load_saved(&self.name, &self.game.variants, &self.library)?;
        let source = match &self.source {
            DealSource::Position(_, text) => read_given(&found, text)?,
            other => other.clone(),
        };
        Ok(Start {
            game: found.game()?,
            name: self.name.clone(),
            source,
            library: self.library.clone(),
        })
    }

    /// Whether its rules are part of the program.
    pub(super) fn is_built_in(&self) -> bool {
        built_in_ids().contains(&self.name.as_str())
    }

    /// Where a game that was dealt so begins, as it is saved.
    pub(super) fn to_saved(&self, deal: Option<&ChosenDeal>) -> SavedStart {
        let mut start = SavedStart::default();
        match deal.map(|deal| &deal.deal) {
            None => start.position = Some(self.given_position().1.to_owned()),
            Some(deck @ Deal::Deck(_)) => start.deck = Some(deck.to_string()),
            Some(deal) => start.deal = Some(SavedDeal::new(deal.to_string())),
        }
        start
    }

    /// The position that was given, and its text. Only games that begin there have no deal.
    fn given_position(&self) -> (&Position, &str) {
        match &self.source {
            DealSource::Position(position, text) => (position, text),
            _ => unreachable!("a game without a deal begins with a position"),
        }
    }

    /// What the game is called, with its variants.
    pub(super) fn title(&self) -> String {
        title_of(&self.game)
    }

    /// The position given by the arguments. Unlike a game to play, it is never random.
    pub(super) fn read_position(
        game: &str,
        args: &StartArgs,
        streams: &mut Streams<'_>,
    ) -> Result<Position, Error> {
        Start::read_titled_position(game, args, streams).map(|(_, position)| position)
    }

    /// The position given by the arguments, and its title.
    pub(super) fn read_titled_position(
        game: &str,
        args: &StartArgs,
        streams: &mut Streams<'_>,
    ) -> Result<(String, Position), Error> {
        let source = &args.source;
        if source.deal.is_none() && source.deck.is_none() && source.position.is_none() {
            let message = "expected --deal DEAL, --deck CARDS or --position FILE";
            return Err(Error::Usage(message.to_owned()));
        }
        let found = load_short(game, &source.with, &args.short, streams)?;
        let start = Start::from_found(found, source, streams.library())?;
        let opening = start.begin(start.first_deal().as_ref())?;
        Ok((opening.title, opening.position))
    }

    /// The first deal; `None` if a position was given.
    pub(super) fn first_deal(&self) -> Option<ChosenDeal> {
        match &self.source {
            DealSource::Random => Some(ChosenDeal::random()),
            DealSource::Numbers(deal) | DealSource::Deck(deal) => Some(deal.clone()),
            DealSource::Position(..) => None,
        }
    }

    /// The deal after this one: the next number if a number was given, otherwise a random one.
    pub(super) fn next_deal(&self, deal: Option<&ChosenDeal>) -> ChosenDeal {
        match (&self.source, deal) {
            (DealSource::Numbers(_), Some(deal)) => deal.next(),
            _ => ChosenDeal::random(),
        }
    }

    /// How a deal begins; without a deal, the position that was given.
    pub(super) fn begin(&self, deal: Option<&ChosenDeal>) -> Result<Opening, Error> {
        let title = self.title();
        let Some(deal) = deal else {
            return Ok(Opening {
                title: format!("{title}, a position"),
                position: self.given_position().0.clone(),
                halt: None,
            });
        };
        let mut budget = WorkBudget::new(MAX_OPENING_WORK);
        let dealt = Position::deal_noting_halt(&self.game, &deal.deal, &mut budget);
        let (position, halt) = dealt.map_err(|error| Error::Usage(format!("{deal}: {error}")))?;
        Ok(Opening {
            title: format!("{title}, {deal}"),
            position,
            halt,
        })
    }
}

/// How a game begins.
#[derive(Debug)]
pub(super) struct Opening {
    /// Its title, with its deal.
    pub(super) title: String,
    /// The first position.
    pub(super) position: Position,
    /// Why the setup was stopped, if it was.
    pub(super) halt: Option<Halt>,
}

/// What a game is called, with its variants.
pub(super) fn title_of(game: &Game) -> String {
    // A variant with a name of its own has given it to the game.
    let own = simplify(&game.name);
    let others = game.variants.iter().filter(|variant| **variant != own);
    let names: Vec<&str> = [&game.name]
        .into_iter()
        .chain(others)
        .map(String::as_str)
        .collect();
    names.join(", ")
}

/// Reads the first position of a game.
fn read_given(found: &Found, text: &str) -> Result<DealSource, Error> {
    let name = "the position at the start";
    let position = found.rules.read_position(name, text, &found.variants)?;
    Ok(DealSource::Position(Box::new(position), text.to_owned()))
}
