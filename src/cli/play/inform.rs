//! Tells a player about the game: its state, what was played, where a card is, and which other games there are.

use super::dialog::{Dialog, Reply, Setting};
use crate::cards::Card;
use crate::cli::board::{describe_progress, uses_left};
use crate::cli::list::describe_games;
use crate::play::Sight;
use crate::session::shorten_cards;
use crate::text::{join_with, pluralize, wrap};

impl Dialog {
    /// Says the score, the time and what is left.
    pub(super) fn show_status(&self) -> Reply {
        let game = self.games.current();
        let position = game.position();
        let rules = position.game();
        let mut said = vec![format!(
            "{}: {}",
            game.title,
            pluralize(game.session.moves().len(), "move")
        )];
        // A program gets the same answers each time.
        if self.setting == Setting::Terminal {
            let seconds = game.seconds();
            said.push(format!("time {}:{:02}", seconds / 60, seconds % 60));
        }
        said.push(describe_progress(rules, position));
        let mut lines = vec![said.join(", ") + "."];
        let on_goals = rules.piles().filter(|pile| rules.piles[pile.index()].goal);
        let on_goals: usize = on_goals.map(|pile| usize::from(position.size(pile))).sum();
        if rules.piles.iter().any(|pile| pile.goal) {
            let left = rules.deck.len() - on_goals;
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
            lines.extend(uses_left(position, action).map(|left| match left {
                0 => format!("`{name}` cannot be used any more."),
                1 => format!("`{name}` can be used once more."),
                left => format!("`{name}` can be used {left} more times."),
            }));
        }
        Reply::lines(lines)
    }

    /// Lists what was played.
    pub(super) fn show_history(&self) -> Reply {
        let history = self.games.current().session.history();
        let turns: Vec<&str> = history.turns().take(history.turn_count()).collect();
        if turns.is_empty() {
            return Reply::refused("nothing has been played yet");
        }
        Reply::lines(wrap(&turns.join("; "), self.text_width()))
    }

    /// Says where the cards with a face are, as far as the player sees them.
    pub(super) fn find_card(&self, text: &str) -> Reply {
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

    /// Lists the games that some words describe.
    pub(super) fn list_games(&self, words: &str) -> Reply {
        let library = &self.games.current().start.library;
        let texts = describe_games(words, library);
        match texts.as_slice() {
            [] => Reply::refused(&format!("no game fits `{words}`")),
            texts => {
                let lines = texts.iter().flat_map(|text| wrap(text, self.text_width()));
                Reply::lines(lines.collect())
            }
        }
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
