//! The board in sentences, for who listens to a screen reader: the whole board, or what changed since it was last told.

use super::pile::LAST_CARDS_SHOWN;
use patience::id::{CardId, PileId};
use patience::internals::words::capitalized;
use patience::internals::{
    BoardView, CardSet, Compiled, Group, PileDisplay, Sight, join_with, list_changes, pluralize,
    title_of,
};
use patience::session::Transfer;
use patience::{Card, Position};

/// Describes all piles, group by group. Empty piles of a group are named together.
pub fn describe_board(title: &str, position: &Position) -> Vec<String> {
    let game = position.game();
    let mut lines = vec![format!("{title}.")];
    for group in Compiled::new(game).groups {
        if !position.is_on_table(group) {
            continue;
        }
        let name = |pile: &PileId| game.pile_name(*pile);
        let (empty, filled): (Vec<PileId>, Vec<PileId>) = group
            .piles
            .iter()
            .partition(|&pile| position.size(pile) == 0);
        let heading = title_of(&group.name);
        if filled.is_empty() && group.piles.count > 1 {
            lines.push(format!("{heading}: all {} piles empty.", empty.len()));
            continue;
        }
        for pile in filled {
            lines.push(format!(
                "{heading} {}: {}.",
                name(&pile),
                describe_pile(position, group, pile)
            ));
        }
        if !empty.is_empty() {
            let names: Vec<String> = empty.iter().map(name).collect();
            lines.push(format!("{heading} {}: empty.", join_with(&names, "and")));
        }
    }
    lines.push(describe_status(position));
    lines
}

/// Describes what is different now: cards that went from pile to pile, cards that were turned, what lies open where cards
/// left, piles whose cards lie in another order, and the numbers of the status line, if they changed.
pub fn describe_change(before: &Position, after: &Position) -> Vec<String> {
    let game = after.game();
    let mut lines = Vec::new();
    let (mut moved, turned_up) = list_changes(before, after, CardSet::EMPTY);
    // From the bottom, as they are named.
    for moved in &mut moved {
        moved.cards.reverse();
    }
    let (shifts, moves): (Vec<Transfer>, Vec<Transfer>) = moved
        .into_iter()
        .partition(|moved| is_shift(before, after, moved));
    let is_mixed = |pile: PileId| is_mixed(before, after, pile, &moves);
    for moved in moves.iter().filter(|moved| !is_mixed(moved.to)) {
        let cards = name_cards(after, &moved.cards);
        let (from, to) = (game.pile_name(moved.from), game.pile_name(moved.to));
        lines.push(format!("{cards} from {from} to {to}."));
    }
    if !shifts.is_empty() {
        lines.push("The piles after the gap moved up.".to_owned());
    }
    let is_shifted = |pile: PileId| {
        shifts
            .iter()
            .any(|moved| [moved.from, moved.to].contains(&pile))
    };
    for pile in game.piles().filter(|&pile| !is_shifted(pile)) {
        let name = game.pile_name(pile);
        if is_mixed(pile) {
            let cards = describe_pile(after, game.group_of(pile), pile);
            lines.push(format!("{name} now: {cards}."));
            continue;
        }
        lines.extend(describe_turned(before, after, pile, &turned_up));
        let is_less = after.size(pile) < before.size(pile);
        let shows = game.group_of(pile).display != PileDisplay::Count;
        match after.top_card(pile) {
            None if is_less => lines.push(format!("{name} is empty.")),
            // A card that was turned up has been told.
            Some(top) if is_less && shows && !before.is_hidden(top) => {
                lines.push(format!("On top of {name}: {}.", name_cards(after, &[top])));
            }
            _ => {}
        }
    }
    let status = describe_status(after);
    if status != describe_status(before) {
        lines.push(status);
    }
    if lines.is_empty() {
        lines.push("Nothing has changed.".to_owned());
    }
    lines
}

/// Whether a whole pile took the place of another one of its group, as piles do that move up to fill gaps.
fn is_shift(before: &Position, after: &Position, moved: &Transfer) -> bool {
    let game = after.game();
    let piles = game.group_of(moved.to).piles;
    piles.contains(moved.from)
        && game.closes_up(piles)
        && moved.cards == after.cards(moved.to)
        && moved.cards == before.cards(moved.from)
}

/// Whether the cards of a pile that shows them have come to lie otherwise than on those that were there: under them, from
/// several piles, or in another order.
fn is_mixed(before: &Position, after: &Position, pile: PileId, moves: &[Transfer]) -> bool {
    if after.game().group_of(pile).display == PileDisplay::Count {
        return false;
    }
    let (old, new) = (before.cards(pile), after.cards(pile));
    let stayed = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let is_moved_inside = new[stayed..].iter().any(|card| old.contains(card));
    let sources = moves.iter().filter(|moved| moved.to == pile).count();
    is_moved_inside || sources > 1
}

/// Says which cards were turned over without leaving their pile. Those that were turned down are not named: where they lie
/// now, nobody may know.
fn describe_turned(
    before: &Position,
    after: &Position,
    pile: PileId,
    turned_up: &[(CardId, PileId)],
) -> Vec<String> {
    let up = turned_up.iter().filter(|(_, at)| *at == pile);
    let mut up: Vec<CardId> = up.map(|(card, _)| *card).collect();
    up.reverse();
    let is_turned_down = |card: &CardId| {
        before.pile_of(*card) == Some(pile) && after.is_hidden(*card) && !before.is_hidden(*card)
    };
    let down = after.cards_down(pile).filter(is_turned_down).count();
    let name = after.game().pile_name(pile);
    let mut lines = Vec::new();
    if !up.is_empty() {
        lines.push(format!("{} turned up on {name}.", name_cards(after, &up)));
    }
    if down > 0 {
        lines.push(format!(
            "{} turned down on {name}.",
            pluralize(down, "card")
        ));
    }
    lines
}

fn describe_pile(position: &Position, group: &Group, pile: PileId) -> String {
    let cards = position.cards(pile);
    let count = pluralize(cards.len(), "card");
    match group.display {
        PileDisplay::Count => count,
        PileDisplay::Top => match cards.as_slice() {
            [.., _, top] => format!("{}, the top of {count}", name_cards(position, &[*top])),
            cards => name_cards(position, cards),
        },
        PileDisplay::Last if cards.len() > LAST_CARDS_SHOWN => {
            let last = &cards[cards.len() - LAST_CARDS_SHOWN..];
            format!("{count}, the last of them {}", name_cards(position, last))
        }
        PileDisplay::Last | PileDisplay::All => name_cards(position, &cards),
    }
}

/// Names cards from the bottom: "3 cards face down, King of Hearts, Queen of Clubs".
fn name_cards(position: &Position, cards: &[CardId]) -> String {
    let sight = Sight::for_player(position);
    let faces: Vec<Option<Card>> = cards.iter().map(|card| sight.face(*card)).collect();
    let mut names = Vec::new();
    for run in faces.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run {
            [Some(face)] => names.push(name_of(*face)),
            hidden => names.push(format!("{} face down", pluralize(hidden.len(), "card"))),
        }
    }
    names.join(", ")
}

fn name_of(card: Card) -> String {
    match card {
        Card::Suited(suit, rank) => format!("{} of {}", rank.name(), capitalized(suit.name())),
        Card::Joker => "joker".to_owned(),
    }
}

fn describe_status(position: &Position) -> String {
    let parts = position.status();
    format!("{}.", capitalized(&parts.join(", ")))
}
