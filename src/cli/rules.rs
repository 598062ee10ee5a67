use std::path::Path;

use super::args::{PageFormat, RulesArgs};
use super::files::{list_files, load_with};
use super::{Error, Streams, width};
use patience::Game;
use patience::internals::{printable, printable_line};
use patience::library::Found;

/// Prints the rules of a game in English, or as a file: its own, or one that is merged with those it depends on.
pub(super) fn run(args: &RulesArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let name = args.game.join(" ");
    if Path::new(&name).is_dir() {
        return print_folder(args, &name, streams);
    }
    let found = load_with(&name, &args.with.variants(), streams)?;
    print(args, &found, streams)
}

/// Prints the rules of every file in a folder.
fn print_folder(args: &RulesArgs, folder: &str, streams: &mut Streams<'_>) -> Result<(), Error> {
    for (number, file) in list_files(&[folder.to_owned()])?.iter().enumerate() {
        if number > 0 {
            writeln!(streams.output)?;
        }
        let found = load_with(file, &args.with.variants(), streams)?;
        print(args, &found, streams)?;
    }
    Ok(())
}

fn print(args: &RulesArgs, found: &Found, streams: &mut Streams<'_>) -> Result<(), Error> {
    let (rules, with) = (&found.rules, &found.variants);
    let rules = if args.derived {
        &rules.without_descriptions()
    } else {
        rules
    };
    if args.source {
        let (text, _) = rules.sources().texts().next().expect("rules have a text");
        write!(streams.output, "{}", printable(text))?;
        return Ok(());
    }
    let game = rules.with_variants(with)?;
    if args.facts {
        return print_facts(found, &game, streams);
    }
    let page = if with.is_empty() {
        rules.page()
    } else {
        game.page()
    };
    match args.format {
        PageFormat::Text => write!(
            streams.output,
            "{}",
            page.to_text(width::text_width(streams))
        )?,
        PageFormat::Markdown => write!(streams.output, "{}", page.to_markdown())?,
    }
    Ok(())
}

/// Prints the merged rules with their defaults, and what the solver finds out about them, as a rules file.
fn print_facts(found: &Found, game: &Game, streams: &mut Streams<'_>) -> Result<(), Error> {
    let (rules, with) = (&found.rules, &found.variants);
    let mut comments = vec![format!("id: {}", rules.game().id())];
    comments.extend(game.like().map(|like| format!("like: {like}")));
    if !game.variants().is_empty() {
        comments.push(format!("with: {}", game.variants().join(", ")));
    }
    let variants: Vec<&str> = rules.variants().collect();
    if !variants.is_empty() {
        comments.push(format!("variants: {}", variants.join(", ")));
    }
    for comment in comments {
        writeln!(streams.output, "# {}", printable_line(&comment))?;
    }
    let settings = rules.settings(with)?;
    write!(streams.output, "\n{}\n", printable(&settings.to_toml(true)))?;
    for fact in game.solver_facts() {
        writeln!(streams.output, "# {}", printable_line(&fact))?;
    }
    Ok(())
}
