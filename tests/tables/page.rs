//! Writes the tables of `games/ODDS.md`: the recorded odds of all games, beside what others say.

use patience::internals::group_digits;
use patience::library::{CatalogEntry, catalog};
use patience_cli::{GameRef, HonestRow, Row, percents};

use super::published::{Claim, Figure, Published, Source};

/// What heads the document, before and after the picture.
const HEAD: &str = "\
# The odds of the games

How many of all deals can be won, by someone who knows where every card lies and makes no mistake? People, who see
less, win fewer ([how many](#what-an-honest-player-wins)). `patience odds` solves deals one by one, by the rules file of the game and nothing else
([how](#how-deals-are-solved)): a deal is *winnable* if moves were found that win it, *unwinnable* if all
positions that it leads to were searched, and *unknown* if neither was done within the limits. The odds are the
interval in which the share of winnable deals lies with 95 % confidence (Wilson's score, or the exact interval of Clopper
and Pearson where fewer than ten deals are winnable, or are not), whatever the unknown deals are: its lower end
counts them as lost, its upper end as won. More time makes an interval narrower that is wide because of unknown deals;
more deals, one that is wide because they are few.

";

const TABLE: &str = "\
## All games

Where cards lie face down, `honest` is how many [an honest player wins](#what-an-honest-player-wins). Of games without a
published figure we know no other; `*` marks one for rules that differ or may differ from ours. The last column repeats a
row on any computer, if `patience odds` is put before it and the limit is a number of positions. A row is about the rules
as they are now: when a rules file changes, its row is removed until its deals are solved again.

| game | deals | winnable | unwinnable | unknown | odds, % | honest, % | published, % | positions a deal | solved | with |
|---|--:|--:|--:|--:|--:|--:|--:|--:|---|---|
";

const HONEST: &str = "\
## What an honest player wins

How many deals does someone win who sees only what a player sees? `patience simulate --player honest` plays them: it
remembers what was shown until cards are shuffled, guesses where the other cards lie, searches many such guesses for wins,
and takes no move back. Where it finds none and whole runs go to goal piles, it plans as far as it knows the cards. If `looks`
is yes, it first looks through the stock wherever that costs nothing. It looks at so many positions for each decision; more
win more often, and take longer. The interval has 95 % confidence in the same way, and is about this
player: others may win more. The last column repeats a row on any computer, if `patience simulate --player honest` is put
before it. Games with all cards open have no row: the odds above are what can be won of them.

| game | deals | won | honest, % | odds, % | looks | positions a decision | seconds a game | played | with |
|---|--:|--:|--:|--:|---|--:|--:|---|---|
";

const FIGURES: &str = "\
## Published figures

Others have solved deals of the same games. Their deals are not ours, so that only intervals can be compared: two are
compatible if they have a number in common. An interval with 95 % confidence misses the true share once in twenty
times, so that a few in a long table need not be compatible.

| game | published, % | by | ours, % | |
|---|--:|---|--:|---|
";

const CLAIMS: &str = "\
## What people are said to win

Rules of games often say how easy they are for people. That is less than the odds of those who know every card, unless
the text means these.

| game | is said | by | odds, % |
|---|---|---|--:|
";

/// The heading of the part of the page that is written by hand.
const BY_HAND: &str = "\n## How deals are solved\n";

/// Writes the page. The part of the old page that is written by hand, if there is one, follows the tables.
pub(super) fn write(
    rows: &[Row],
    honest: &[HonestRow],
    published: &Published,
    chart: &str,
    old: &str,
) -> String {
    let picture = format!("![The interval of each game on one axis]({chart})\n\n");
    let mut parts = vec![HEAD.to_owned(), picture, TABLE.to_owned()];
    parts.extend(rows.iter().map(|row| write_row(row, honest, published)));
    let is_known =
        |entry: &CatalogEntry| rows.iter().any(|row| row.game.to_string() == entry.key());
    let missing = catalog().iter().filter(|entry| !is_known(entry)).count();
    if missing > 0 {
        parts.push(format!(
            "\nNo deal of {missing} games in the library has been solved yet.\n"
        ));
    }
    parts.push(format!("\n{HONEST}"));
    parts.extend(honest.iter().map(|row| write_honest(row, rows)));
    parts.push(format!("\n{FIGURES}"));
    let figures = published.figures.iter();
    parts.extend(figures.map(|figure| write_figure(figure, rows, published)));
    parts.push(format!("\n{CLAIMS}"));
    let claims = published.claims.iter();
    parts.extend(claims.map(|claim| write_claim(claim, rows, published)));
    parts.push("\n## Sources\n\n".to_owned());
    parts.extend(published.sources.values().map(write_source));
    let by_hand = old.find(BY_HAND).map(|start| old[start..].to_owned());
    parts.extend(by_hand);
    parts.concat()
}

fn write_row(row: &Row, honest: &[HonestRow], published: &Published) -> String {
    let counts = &row.counts;
    let figures = published.figures_for(&row.game).map(|figure| {
        let mark = figure.differs.as_ref().map_or("", |_| "*");
        format!("{}{mark}", percent(figure))
    });
    let honest = honest.iter().find(|honest| honest.game == row.game);
    let states_per_deal = counts.states.checked_div(counts.deals).unwrap_or(0);
    let [deals, winnable, unwinnable, unknown, states] = [
        counts.deals,
        counts.winnable,
        counts.unwinnable,
        counts.unknown,
        states_per_deal,
    ]
    .map(group_digits);
    format!(
        "| {} | {deals} | {winnable} | {unwinnable} | {unknown} | {} | {} | {} | {states} | {}, {} | `{} {}` |\n",
        escape(&row.title),
        odds(row),
        honest.map_or(String::new(), |honest| percents(honest.interval(), "–")),
        figures.collect::<Vec<_>>().join("; "),
        row.date,
        escape(&row.version),
        escape(&row.game.to_string()),
        escape(&row.options),
    )
}

fn write_honest(row: &HonestRow, rows: &[Row]) -> String {
    let [deals, wins, states] = [row.deals, row.wins, row.states].map(group_digits);
    format!(
        "| {} | {deals} | {wins} | {} | {} | {} | {states} | {:.2} | {}, {} | `{} {}` |\n",
        escape(&row.title),
        percents(row.interval(), "–"),
        row_of(&row.game, rows).map_or(String::new(), odds),
        if row.looks { "yes" } else { "no" },
        row.seconds_per_game(),
        row.date,
        escape(&row.version),
        escape(&row.game.to_string()),
        row.options(),
    )
}

fn write_figure(figure: &Figure, rows: &[Row], published: &Published) -> String {
    let row = row_of(&figure.game, rows);
    let verdict = match (&figure.differs, row) {
        (Some(differs), _) => format!("not comparable: {differs}"),
        (None, None) => "not solved here yet".to_owned(),
        (None, Some(row)) if figure.is_compatible(row.counts.interval()) => "compatible".to_owned(),
        (None, Some(_)) => "**not compatible**".to_owned(),
    };
    format!(
        "| {} | {} | {} | {} | {verdict} |\n",
        name(&figure.game, rows),
        percent(figure),
        cite(&figure.source, published),
        row.map_or(String::new(), odds),
    )
}

fn write_claim(claim: &Claim, rows: &[Row], published: &Published) -> String {
    format!(
        "| {} | {} | {} | {} |\n",
        name(&claim.game, rows),
        claim.says,
        cite(&claim.source, published),
        row_of(&claim.game, rows).map_or(String::new(), odds),
    )
}

fn row_of<'a>(game: &GameRef, rows: &'a [Row]) -> Option<&'a Row> {
    rows.iter().find(|row| row.game == *game)
}

/// What a game is called; if nothing is known of it, what is typed on the command line.
fn name(game: &GameRef, rows: &[Row]) -> String {
    row_of(game, rows).map_or_else(|| format!("`{game}`"), |row| escape(&row.title))
}

fn odds(row: &Row) -> String {
    percents(row.counts.interval(), "–")
}

/// A figure with its margin, both with the decimals of the one that has more.
fn percent(figure: &Figure) -> String {
    let numbers = [figure.percent, figure.margin];
    let decimals = numbers.map(|number| number.to_string().split('.').nth(1).map_or(0, str::len));
    let decimals = decimals[0].max(decimals[1]);
    let [percent, margin] = numbers.map(|number| format!("{number:.decimals$}"));
    format!("{percent} ± {margin}")
}

/// What tables call a source.
fn cite<'a>(source: &'a str, published: &'a Published) -> &'a str {
    let found = published.sources.get(source);
    found.map_or(source, |source| &source.name)
}

fn write_source(source: &Source) -> String {
    let (name, title) = (&source.name, &source.title);
    match &source.url {
        Some(url) => format!("- {name}: [{title}]({url})\n"),
        None => format!("- {name}: {title}\n"),
    }
}

/// Keeps text from ending a cell of a table.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
