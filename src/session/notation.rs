//! What a player types in another way than the game says it: names that are joined or separated by signs, spelled-out
//! cards, the standard notation of games with free cells, and words for taking cards from the stock.

use super::{Command, CommandError, Request};
use crate::cards::{Card, Rank, Suit};
use crate::condition::ActionId;
use crate::page;
use crate::play::{Move, Position, read};
use crate::rules::Group;

/// Splits a command into words: `t3,t5`, `t3->t5`, `t3 to t5` and `move t3 t5` are like `t3 t5`.
pub(super) fn split_words(text: &str) -> Vec<String> {
    let text = text.replace("=>", " ").replace("->", " ");
    let text = text.replace([',', '>', '→'], " ");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let is_word =
        |word: &String, known: &[&str]| known.contains(&word.to_ascii_lowercase().as_str());
    if words.len() > 2 && is_word(&words[0], &["move", "mv"]) {
        words.remove(0);
    }
    words = shorten_cards(&words);
    if words.len() > 2 && is_word(&words[1], &["to", "on", "onto"]) {
        words.remove(1);
    }
    words
}

/// The outlined signs of the suits, in their order.
const OUTLINED: [char; 4] = ['♧', '♢', '♡', '♤'];

/// Writes spelled-out cards as they are printed: `queen of hearts` and `Q♥` as `QH`. All other words stay.
pub(crate) fn shorten_cards(words: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut words = words.iter().map(|word| replace_sign(word)).peekable();
    while let Some(word) = words.next() {
        if word.eq_ignore_ascii_case("of")
            && let Some(rank) = kept.last().and_then(|word| read_rank(word))
            && let Some(suit) = words.peek().and_then(|word| read_suit(word))
        {
            words.next();
            kept.pop();
            kept.push(Card::Suited(suit, rank).to_string());
        } else {
            kept.push(word);
        }
    }
    kept
}

/// Reads `queen`, `queens` or `Q`.
fn read_rank(word: &str) -> Option<Rank> {
    let named = Rank::all().find(|rank| is_called(word, rank.name()));
    named.or_else(|| word.parse().ok())
}

/// Reads `hearts`, `heart` or `H`.
fn read_suit(word: &str) -> Option<Suit> {
    let named = Suit::ALL
        .into_iter()
        .find(|suit| is_called(word, suit.name()));
    named.or_else(|| word.parse().ok())
}

/// Whether a word is a name, in the singular or in the plural.
fn is_called(word: &str, name: &str) -> bool {
    let singular = |text: &str| text.to_lowercase().trim_end_matches('s').to_owned();
    singular(word) == singular(name)
}

/// Replaces the sign at the end of a card with its letter.
fn replace_sign(word: &str) -> String {
    let word = word.trim_end_matches(['\u{fe0e}', '\u{fe0f}']);
    let mut suits = Suit::ALL.into_iter().zip(OUTLINED);
    let replaced = suits.find_map(|(suit, outlined)| {
        let rank = word.strip_suffix([suit.symbol(), outlined])?;
        Some(format!("{rank}{}", suit.letter()))
    });
    replaced.unwrap_or_else(|| word.to_owned())
}

/// Words for taking cards from the stock, whatever the game calls it.
pub(super) const DRAWING: &[&str] = &["draw", "flip", "turn"];

/// Takes cards from the stock, if only one action does or can do so now.
pub(super) fn draw(position: &Position, rest: &str) -> Result<Command, CommandError> {
    let game = position.game();
    let is_legal = |action: &ActionId| position.is_legal(Move::Action(*action));
    let drawing = game
        .actions()
        .filter(|&action| game.takes_from(action, game.stock));
    let mut drawing: Vec<ActionId> = drawing.collect();
    if drawing.iter().any(is_legal) {
        drawing.retain(is_legal);
    }
    let describe = |&action: &ActionId| {
        let name = &game.actions[action.index()].name;
        format!("`{name}`: {}", page::action(game, action))
    };
    let describe_all = |actions: &[ActionId]| {
        let texts: Vec<String> = actions.iter().map(describe).collect();
        texts.join("; ")
    };
    match drawing.as_slice() {
        [] => Err(CommandError(
            "no action of this game takes cards from the stock; `moves` lists what can be played"
                .to_owned(),
        )),
        &[action] if rest.is_empty() => {
            let others: Vec<ActionId> = game.actions().filter(is_legal).collect();
            let name = &game.actions[action.index()].name;
            if is_legal(&action) || others.is_empty() {
                return Ok(Command::Play(Request::Repeat(action, 1)));
            }
            Err(CommandError(format!(
                "`{name}` is not legal now; these are: {}",
                describe_all(&others)
            )))
        }
        actions => {
            let name = &game.actions[actions[0].index()].name;
            let texts = describe_all(actions);
            Err(CommandError(format!(
                "{texts}; `{name} 3` does so three times"
            )))
        }
    }
}

/// Reads the standard notation of games with free cells, after M. Shackleton: a digit is a row of cards, a letter from `a` a
/// pile for one card, and `h` a goal pile. Returns the move in the words of the game, whether it is legal or not.
pub(super) fn standard_move(position: &Position, word: &str) -> Option<String> {
    let game = position.game();
    let takes_cards = |group: &&Group| group.start.is_some() || group.build.is_some();
    let groups = || game.groups.iter().filter(takes_cards);
    let rows = groups().filter(|group| !group.goal && group.capacity != Some(1));
    let rows = rows.max_by_key(|group| group.piles.iter().count())?;
    let cells = groups().find(|group| !group.goal && group.capacity == Some(1));
    let nth = |group: &Group, number: usize| {
        group
            .piles
            .iter()
            .nth(number)
            .map(|pile| game.pile_name(pile))
    };
    let name = |letter: char| match letter {
        '1'..='9' => nth(rows, letter as usize - '1' as usize),
        'h' => groups()
            .find(|group| group.goal)
            .map(|group| group.name.clone()),
        'a'..='g' => nth(cells?, letter as usize - 'a' as usize),
        _ => None,
    };
    let word = word.to_ascii_lowercase();
    let mut letters = word.chars();
    let (from, to) = (letters.next()?, letters.next()?);
    if letters.next().is_some() || from == 'h' {
        return None;
    }
    Some(format!("{} {}", name(from)?, name(to)?))
}

/// Whether a text is a legal move, or several that together are one.
pub(super) fn is_legal(position: &Position, text: &str) -> bool {
    read(position, text).is_ok_and(|attempt| position.resolve_in_moves(&attempt).is_ok())
}

/// Whether a card or a pile has a legal move; a word for neither has one.
pub(super) fn has_move(position: &Position, word: &str) -> bool {
    let Ok(card) = word.parse::<Card>() else {
        return true;
    };
    position.legal_moves().into_iter().any(|mv| match mv {
        Move::Cards(moved, _) => position.face(moved) == card,
        Move::Action(_) => false,
    })
}

/// Splits `t3t5`, `t3-t5` and `7h8s` into two names.
pub(super) fn split_joined(position: &Position, word: &str) -> Option<String> {
    if let Some((from, to)) = word.split_once('-') {
        let text = format!("{from} {to}");
        return read(position, &text).is_ok().then_some(text);
    }
    let indices = word.char_indices().skip(1).map(|(index, _)| index);
    let mut splits = indices.map(|index| {
        let (from, to) = word.split_at(index);
        format!("{from} {to}")
    });
    splits.find(|text| read(position, text).is_ok())
}
