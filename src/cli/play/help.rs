//! Tells a player what can be typed.

use super::dialog::{Dialog, Reply};
use crate::play::{Move, Sight};
use crate::rules::file::Take;
use crate::session::{COMMANDS, CommandWord};
use crate::text::{join_with, wrap};

impl Dialog {
    /// The commands that can be typed now: those of the program, actions, legal moves by piles and by cards, and the names
    /// of visible cards and of piles that have cards.
    pub(super) fn completions(&self) -> Vec<String> {
        let position = self.position();
        let game = position.game();
        let sight = Sight::for_player(position);
        let mut lines: Vec<String> = COMMANDS.iter().flat_map(CommandWord::lines).collect();
        lines.extend(game.actions.iter().map(|action| action.name.clone()));
        for pile in game.piles().filter(|&pile| position.size(pile) > 0) {
            lines.push(game.pile_name(pile));
            let faces = position
                .cards_down(pile)
                .filter_map(|card| sight.face(card));
            lines.extend(faces.map(|face| face.to_string()));
        }
        for mv in position.legal_moves() {
            lines.push(position.format_move(mv));
            if let Move::Cards(card, to) = mv {
                let mut targets = vec![game.pile_name(to)];
                let top = position.top(to).and_then(|top| sight.face(top));
                targets.extend(top.map(|face| face.to_string()));
                let mut sources: Vec<String> =
                    sight.face(card).iter().map(ToString::to_string).collect();
                sources.extend(position.pile_of(card).map(|pile| game.pile_name(pile)));
                for source in &sources {
                    lines.extend(targets.iter().map(|target| format!("{source} {target}")));
                }
            }
        }
        lines
    }

    /// Lists what can be typed, or the commands for authors.
    pub(super) fn help(&self, for_authors: bool) -> Reply {
        let mut authors = COMMANDS.iter().filter(|command| command.is_for_authors);
        let players = COMMANDS.iter().filter(|command| !command.is_for_authors);
        if for_authors {
            let texts = authors.flat_map(CommandWord::descriptions);
            return self.wrapped(&texts.collect::<Vec<_>>());
        }
        let game = self.position().game();
        let piles: Vec<String> = game
            .groups
            .iter()
            .map(|g| format!("{} ({})", g.pile_names(), g.name))
            .collect();
        let mut givers = game.groups.iter().filter(|g| g.take != Take::None);
        let example = givers.next_back().map_or(game.stock, |g| g.piles.first);
        let example = game.pile_name(example);
        let mut texts = vec![
            format!("Piles: {}.", piles.join(", ")),
            format!(
                "`{example} PILE` moves what fits from {example} to a pile. `{example} PILE 2` moves two cards, one at \
                 a time through empty piles if need be. `7H PILE` moves that card and those on top of it, `7H 8S` \
                 moves it onto the 8S. `7H` or `{example}` alone plays its only or best move, or lists the moves it \
                 has."
            ),
            "A group's name alone means the first of its piles that accepts the cards, or the only one that can give \
             them."
            .to_owned(),
            "On the board, `#` is a face-down card, `#x12` twelve of them, `-` an empty pile, `-H` one that waits for a \
             heart, and `(15)` says how many cards a pile has."
                .to_owned(),
        ];
        if let Some(first) = game.actions.first() {
            texts.push(format!(
                "Actions of this game: {}. `{} 3` takes one three times.",
                in_words(game.actions.iter().map(|action| action.name.as_str())),
                first.name
            ));
        }
        texts.push(
            "Several commands go in a line with `;`. Any of them can be shortened.".to_owned(),
        );
        texts.extend(players.flat_map(CommandWord::descriptions));
        texts.push(format!(
            "For those who write rules there are {}: `help authors` says what they do.",
            in_words(authors.by_ref().map(|command| command.name))
        ));
        self.wrapped(&texts)
    }

    fn wrapped(&self, texts: &[String]) -> Reply {
        let width = self.text_width();
        let lines = texts.iter().flat_map(|text| wrap(text, width));
        Reply::lines(lines.collect())
    }
}

fn in_words<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    join_with(&names, "and")
}
