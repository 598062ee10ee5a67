//! The table of the games in `games/INDEX.md`.

use patience::library::catalog;
use patience_cli::{RecordedOdds, characters};

const HEAD: &str = "\
| id | name | family | packs | cells | length | decided by | odds | honest | what is special |
|---|---|---|---|---|---|---|---|---|---|
";

/// Writes the table.
pub(crate) fn write_index() -> String {
    let (characters, recorded) = (characters(), RecordedOdds::read());
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    let rows = games.iter().map(|game| {
        let (key, name, family) = (game.key(), &game.name, &game.family);
        let (packs, cells, about) = (game.packs, game.cells, &game.about);
        let (length, skill, odds) = characters.get(key).map_or_else(Default::default, |c| {
            let odds = recorded.of(key, c).to_string();
            (c.length().word(), c.decided_by.word(), odds)
        });
        let honest = recorded.honest(key);
        let honest = honest.map_or(String::new(), |honest| honest.to_string());
        format!(
            "| `{key}` | {name} | {family} | {packs} | {cells} | {length} | {skill} | {odds} | {honest} | {about} |\n"
        )
    });
    HEAD.to_owned() + &rows.collect::<String>()
}
