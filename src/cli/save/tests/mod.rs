//! Damaged, foreign and hostile files; replays; files that are replaced, and disks that are full.

mod files;
mod format;
mod replay;

use super::{Help, SavedDeal, SavedGame, SavedStart};
use crate::cards::{CardId, DealNumber};
use crate::play::{Deal, Position};
use crate::rules::Rules;

/// A game that goes on and on.
const RULES: &str = r#"
name = "Endless"
[piles.waste]
[piles.foundation]
count = 4
start = 'any'
build = 'any'
take = "top"
[piles.tableau]
count = 4
start = 'any'
build = 'not in_suit'
take = "top"
[actions.deal]
do = [{ deal = 3, to = "waste" }]
[actions.redeal]
when = 'stock is empty'
do = [{ turn = "waste", to = "stock" }]
"#;

/// A game of thirty moves; the last two are undone as one. The last four were undone.
fn example() -> (SavedGame, Position) {
    let rules = Rules::parse("endless", RULES).expect("the rules are valid");
    let start = Position::deal(rules.game(), &Deal::Number(DealNumber(5)));
    let start = start.expect("every number is a deal");
    let mut position = start.clone();
    let mut moves = Vec::new();
    for number in 0..30 {
        let legal = position.legal_moves();
        let chosen = legal[number * 7 % legal.len()];
        moves.push(position.format_move(chosen));
        position.play(chosen).expect("it is legal");
    }
    // Two moves that are undone as one.
    let joined = moves.split_off(28).join("; ");
    moves.push(joined);
    let game = SavedGame {
        game: "endless".to_owned(),
        variants: Vec::new(),
        start: SavedStart {
            deal: Some(SavedDeal::Number(5)),
            ..SavedStart::default()
        },
        rules: rules.game().fingerprint().to_owned(),
        moves,
        played: 25,
        seen: [0, 17, 51].map(CardId::new).to_vec(),
        carried: -52,
        help: Help {
            hints: 2,
            solver: 0,
        },
        started: 1_795_327_292,
        seconds: 341,
    };
    (game, start)
}
