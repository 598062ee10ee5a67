use unicode_width::UnicodeWidthStr;

use super::args::{ListArgs, ListOrder};
use super::odds::{ListedOdds, RecordedOdds};
use super::search::{did_you_mean, is_described, is_of_family, near};
use super::table::pad;
use super::{Error, Streams};
use crate::cli::character::{Character, characters};
use crate::rules::CatalogEntry;
use crate::text::{join_with, pluralize, printable, printable_path, wrap};

/// A list of at most this many games on a terminal has their descriptions too.
const FEW: usize = 10;

/// Lists the games and their named variants that fit all arguments: by family on a terminal, otherwise one tab-separated
/// line each.
pub(super) fn run(args: &ListArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let catalog = read_catalog(streams);
    let mut games: Vec<Listed> = Vec::new();
    let (characters, recorded) = (characters(), RecordedOdds::read());
    for entry in &catalog {
        let measured = characters.get(entry.key()).copied();
        let character = measured.filter(|_| entry.path.is_none());
        let odds = character.map(|character| recorded.of(entry.key(), &character));
        let honest = character.and_then(|_| recorded.honest(entry.key()));
        let game = Listed {
            entry,
            character,
            odds,
            honest,
        };
        if game.fits(args) {
            games.push(game);
        }
    }
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
        is_described(entry, &args.words.join(" "))
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
        let mut families: Vec<&str> = catalog.iter().map(|e| e.family.as_str()).collect();
        families.sort_unstable();
        families.dedup();
        let families = wrap(&join_with(&families, "and"), 78).join("\n  ");
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
