use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::args::{ListArgs, ListOrder};
use super::odds::{ListedOdds, RecordedOdds};
use super::table::pad;
use super::{Error, Streams};
use crate::character::{Character, characters};
use patience::internals::{
    did_you_mean, is_described, is_of_family, join_with, near, pluralize, printable,
    printable_path, suggest, wrap,
};
use patience::library::{CatalogEntry, Library};

/// A list of at most this many games on a terminal has their descriptions too.
const FEW: usize = 10;

/// Lists the games and their named variants that fit all arguments: by family on a terminal, otherwise one tab-separated
/// line each.
pub(super) fn run(args: &ListArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let catalog = read_catalog(streams);
    let mut games = measure(&catalog);
    games.retain(|game| game.fits(args));
    games.sort_by_key(|game| game.entry.key());
    if let Some(order) = args.sort {
        let rank = |game: &Listed| game.rank(order);
        games.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    }
    if games.is_empty() {
        streams.note(&explain_nothing(args, &catalog));
        return Err(Error::No);
    }
    if streams.to_terminal {
        print_columns(&games, args.sort.is_none(), streams)
    } else {
        print_lines(&games, streams)
    }
}

/// What is known of each game.
fn measure(catalog: &[CatalogEntry]) -> Vec<Listed<'_>> {
    let (characters, recorded) = (characters(), RecordedOdds::read());
    let listed = catalog.iter().map(|entry| {
        let measured = characters.get(entry.key()).copied();
        let character = measured.filter(|_| entry.path.is_none());
        Listed {
            entry,
            character,
            odds: character.map(|character| recorded.of(entry.key(), &character)),
            honest: character.and_then(|_| recorded.honest(entry.key())),
        }
    });
    listed.collect()
}

/// What a list shows of a game, for a page.
#[derive(Debug, Serialize)]
pub struct MeasuredGame {
    /// The word that stands for it.
    pub key: String,
    /// What the catalog says of it.
    #[serde(flatten)]
    pub entry: CatalogEntry,
    /// The words for what was measured that fit it.
    pub measures: Vec<&'static str>,
    /// How many deals can be won, in percent, if anything is known.
    pub odds: Option<String>,
    /// How many an honest player wins, in percent.
    pub honest: Option<String>,
    /// Whether it is the first one that is suggested to somebody new.
    pub is_first: bool,
}

/// The built-in games, with what was measured.
pub fn list_with_measures() -> Vec<MeasuredGame> {
    let catalog = Library::new().catalog().entries;
    let first = suggest(&catalog).first().map(|entry| entry.key());
    let describe = |game: &Listed<'_>| MeasuredGame {
        key: game.entry.key().to_owned(),
        entry: game.entry.clone(),
        measures: MEASURES
            .into_iter()
            .filter(|word| game.has_measure(word))
            .collect(),
        odds: game
            .odds
            .filter(|odds| odds.is_known())
            .map(|odds| odds.to_string()),
        honest: game.honest.map(|honest| honest.to_string()),
        is_first: Some(game.entry.key()) == first,
    };
    measure(&catalog).iter().map(describe).collect()
}

/// The most games that a list in a dialog has.
const MOST: usize = 20;

/// The games that some words describe, each with what to type and its odds; without words, the families of games.
pub(super) fn describe_games(words: &str, library: &Library) -> Vec<String> {
    let catalog = library.catalog().entries;
    if words.is_empty() {
        return vec![format!(
            "There are {} games and variants. `list WORDS` shows those of a family or with words in their names, also \
             `easy`, `hard`, `short`, `long`, `luck` or `skill`; the families are {}.",
            catalog.len(),
            name_families(&catalog)
        )];
    }
    let mut games = measure(&catalog);
    games.retain(|game| game.is_described(words));
    games.sort_by_key(|game| game.entry.key());
    let describe = |game: &Listed<'_>| {
        let known = game.odds.filter(|odds| odds.is_known());
        let odds = known.map_or(String::new(), |odds| format!(", {odds} % can be won"));
        let honest = game.honest.map_or(String::new(), |honest| {
            format!(", {honest} % by an honest player")
        });
        format!("`{}`: {}{odds}{honest}.", game.entry.key(), game.entry.name)
    };
    let mut texts: Vec<String> = games.iter().take(MOST).map(describe).collect();
    if games.len() > MOST {
        let more = games.len() - MOST;
        texts.push(format!("{more} more: add a word to see fewer."));
    } else if let Some(game) = games.first() {
        texts.push(format!(
            "`new {}` starts the first of them.",
            game.entry.key()
        ));
    }
    texts
}

/// The families of games, in alphabetical order.
fn name_families(catalog: &[CatalogEntry]) -> String {
    let mut families: Vec<&str> = catalog.iter().map(|entry| entry.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    join_with(&families, "and")
}

/// All games. Says which files are left out, and which hide a built-in game.
fn read_catalog(streams: &mut Streams<'_>) -> Vec<CatalogEntry> {
    let catalog = streams.library().catalog();
    for path in &catalog.hiding {
        let path = printable_path(path);
        streams.note(&format!(
            "note: {path} is listed in place of the built-in game with its id"
        ));
    }
    for (path, why) in &catalog.left_out {
        let (path, why) = (printable_path(path), why.replace('\n', " "));
        streams.note(&format!("warning: {path} is left out: {why}"));
    }
    catalog.entries
}

/// Words for what was measured.
const MEASURES: [&str; 7] = ["easy", "hard", "short", "medium", "long", "luck", "skill"];
/// The smallest share of deals, in percent, that an honest player wins of an easy game. Where nothing is recorded of that
/// player, it is the share that can be won.
const EASY: u64 = 60;
/// The largest share for a hard game.
const HARD: u64 = 20;

/// A game and its measures.
struct Listed<'a> {
    entry: &'a CatalogEntry,
    character: Option<Character>,
    odds: Option<ListedOdds>,
    /// What an honest player wins.
    honest: Option<ListedOdds>,
}

impl Listed<'_> {
    fn fits(&self, args: &ListArgs) -> bool {
        let (entry, character) = (self.entry, self.character.as_ref());
        let family = args.family.as_deref();
        self.is_described(&args.words.join(" "))
            && args.packs.is_none_or(|packs| entry.packs == packs)
            && args.cells.is_none_or(|cells| entry.cells == cells)
            && family.is_none_or(|family| is_of_family(entry, family))
            && args
                .length
                .is_none_or(|length| character.is_some_and(|c| c.length() == length))
            && args
                .decided_by
                .is_none_or(|by| character.is_some_and(|c| c.decided_by == by))
            && args
                .odds
                .is_none_or(|least| self.odds.is_some_and(|odds| odds.are_at_least(least)))
    }

    /// Whether some words describe it: its names, its family or what is said of it, or what was measured.
    fn is_described(&self, words: &str) -> bool {
        let describes = |words: &str| is_described(self.entry, words);
        let (measures, rest): (Vec<&str>, Vec<&str>) = words
            .split_whitespace()
            .partition(|word| MEASURES.contains(word));
        describes(words)
            || !measures.is_empty()
                && measures.iter().all(|measure| self.has_measure(measure))
                && describes(&rest.join(" "))
    }

    /// Whether a word for what was measured fits it.
    fn has_measure(&self, word: &str) -> bool {
        let odds = self.honest.or(self.odds);
        match word {
            "easy" => odds.is_some_and(|odds| odds.are_at_least(EASY)),
            "hard" => odds.is_some_and(|odds| odds.are_at_most(HARD)),
            word => self.character.is_some_and(|character| {
                character.length().word() == word || character.decided_by.word() == word
            }),
        }
    }

    fn length(&self) -> &'static str {
        self.character.map_or("", |c| c.length().word())
    }

    fn odds(&self) -> String {
        self.odds.map_or(String::new(), |odds| odds.to_string())
    }

    fn honest(&self) -> String {
        self.honest.map_or(String::new(), |odds| odds.to_string())
    }

    /// Its place in an order: the higher, the earlier. Where nothing is known, it comes last.
    fn rank(&self, order: ListOrder) -> f64 {
        let odds = match order {
            ListOrder::Odds => self.odds.filter(|odds| odds.is_known()),
            ListOrder::Honest => self.honest,
        };
        odds.map_or(-1.0, ListedOdds::middle)
    }
}

fn explain_nothing(args: &ListArgs, catalog: &[CatalogEntry]) -> String {
    let wanted = args.words.join(" ");
    if let Some(family) = &args.family
        && !catalog.iter().any(|entry| is_of_family(entry, family))
    {
        let families = wrap(&name_families(catalog), 78).join("\n  ");
        return format!("There is no family `{family}`; the families are\n  {families}");
    }
    if catalog.iter().any(|entry| is_described(entry, &wanted)) {
        return "No game fits all of this.".to_owned();
    }
    let question = did_you_mean(&near(catalog, &wanted));
    let end = if question.is_empty() { "." } else { &question };
    format!("No game fits `{wanted}`{end}")
}

/// Prints a line with tabs for each game.
fn print_lines(games: &[Listed<'_>], streams: &mut Streams<'_>) -> Result<(), Error> {
    for game in games {
        let entry = game.entry;
        let decided_by = game.character.map_or("", |c| c.decided_by.word());
        let fields = [
            entry.key(),
            &entry.name,
            &entry.family,
            &entry.packs.to_string(),
            &entry.cells.to_string(),
            game.length(),
            decided_by,
            &game.odds(),
            &game.honest(),
            &entry.about,
        ];
        writeln!(streams.output, "{}", fields.join("\t"))?;
    }
    Ok(())
}

/// Prints the games in columns, by family or as they are sorted.
fn print_columns(
    games: &[Listed<'_>],
    by_family: bool,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let mut families: Vec<&str> = games.iter().map(|g| g.entry.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    if !by_family {
        families.truncate(1);
    }
    let width = |text: fn(&CatalogEntry) -> &str| {
        let lengths = games.iter().map(|game| text(game.entry).width());
        lengths.max().unwrap_or(0)
    };
    let (keys, names) = (width(CatalogEntry::key), width(|entry| &entry.name));
    writeln!(
        streams.output,
        "  {:keys$}  {:names$} packs length odds % honest",
        "", ""
    )?;
    for family in families {
        let family_name = if family.is_empty() { "Others" } else { family };
        if by_family {
            writeln!(streams.output, "{family_name}")?;
        }
        let shown = |game: &&Listed| !by_family || game.entry.family == family;
        for game in games.iter().filter(shown) {
            let entry = game.entry;
            let (key, name) = (pad(entry.key(), keys), pad(&entry.name, names));
            let (length, odds, honest) = (game.length(), game.odds(), game.honest());
            let line = format!(
                "  {key}  {name} {:>5} {length:6} {odds:>6} {honest:>6}",
                entry.packs
            );
            writeln!(streams.output, "{}", line.trim_end())?;
            if games.len() <= FEW {
                let also = match &entry.aliases[..] {
                    [] => String::new(),
                    aliases => format!("Also called {}.", join_with(aliases, "and")),
                };
                let place = entry.path.as_ref();
                let place = place.map(|path| format!("It is yours, in {}.", printable_path(path)));
                let about = format!("{} {also} {}", entry.about, place.unwrap_or_default());
                let about = printable(&about).into_owned();
                for line in wrap(&about, 76) {
                    writeln!(streams.output, "    {line}")?;
                }
            }
        }
    }
    let example = games.first().map_or("", |game| game.entry.key());
    let end = format!(
        "{}. `odds %`: how many of 100 deals can be won by someone who knows every card, as far as that is known; \
         `honest`: how many our best player wins who sees only what you see. `patience {example}` plays the first of them; `patience help list` says how to find others.",
        pluralize(games.len(), "game"),
    );
    writeln!(streams.output, "\n{}", wrap(&end, 80).join("\n"))?;
    Ok(())
}
