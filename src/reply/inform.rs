//! Tells a player about the game: its state, what was played, and where a card is.

use super::{Reply, status};
use crate::cards::Card;
use crate::play::Sight;
use crate::session::{Session, shorten_cards};
use crate::text::{join_with, pluralize, wrap};

impl Session {
    /// Says the score and what is left, after a title and the number of moves. `seconds` is how long the game has been
    /// played, if that is to be said.
    pub(crate) fn tell_status(&self, title: &str, seconds: Option<u64>) -> Reply {
        let position = self.position();
        let rules = position.game();
        let moves = pluralize(self.moves().len(), "move");
        let mut said = vec![format!("{title}: {moves}")];
        said.extend(seconds.map(|seconds| format!("time {}:{:02}", seconds / 60, seconds % 60)));
        said.push(status::describe_progress(rules, position));
        let mut lines = vec![said.join(", ") + "."];
        if rules.piles().any(|pile| rules.is_goal(pile)) {
            let left = rules.deck.len() - position.put_away();
            lines.push(match left {
                0 => "All cards are put away.".to_owned(),
                left => format!("{} not yet put away.", count_of(left, "card")),
            });
        }
        let stock = usize::from(position.size(rules.stock));
        if stock > 0 {
            lines.push(format!("{} in the stock.", count_of(stock, "card")));
        }
        for action in rules.actions() {
            let name = rules.action_name(action);
            lines.extend(status::uses_left(position, action).map(|left| match left {
                0 => format!("`{name}` cannot be used any more."),
                1 => format!("`{name}` can be used once more."),
                left => format!("`{name}` can be used {left} more times."),
            }));
        }
        Reply::lines(lines)
    }

    /// Lists what was played, in lines that are at most `width` columns wide.
    pub(crate) fn tell_history(&self, width: usize) -> Reply {
        let history = self.history();
        let turns: Vec<&str> = history.turns().take(history.turn_count()).collect();
        if turns.is_empty() {
            return Reply::refused("nothing has been played yet");
        }
        Reply::lines(wrap(&turns.join("; "), width))
    }

    /// Says where the cards with a face are, as far as the player sees them.
    pub(crate) fn find_card(&self, text: &str) -> Reply {
        let position = self.position();
        let Some(wanted) = read_card(text) else {
            return Reply::refused(&format!(
                "`{text}` is not a card: expected one such as `7H`"
            ));
        };
        let sight = Sight::for_player(position);
        let game = position.game();
        let mut places = Vec::new();
        for pile in game.piles() {
            for (above, card) in position.cards_down(pile).enumerate() {
                if sight.face(card) == Some(wanted) {
                    let name = game.pile_name(pile);
                    places.push(match above {
                        0 => format!("on top of {name}"),
                        above => format!("in {name}, under {}", pluralize(above, "card")),
                    });
                }
            }
        }
        if places.is_empty() {
            return Reply::refused(&format!("no {wanted} is visible"));
        }
        Reply::lines(vec![format!("{wanted} is {}.", join_with(&places, "and"))])
    }
}

/// Reads a card as it is printed, spelled out or with a sign.
fn read_card(text: &str) -> Option<Card> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    match shorten_cards(&words).as_slice() {
        [card] => card.parse().ok(),
        _ => None,
    }
}

fn count_of(count: usize, noun: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", pluralize(count, noun))
}
