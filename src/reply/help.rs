//! Tells a player what can be typed.

use super::Reply;
use crate::page;
use crate::play::{Move, Sight};
use crate::rules::file::Take;
use crate::session::{COMMANDS, CommandWord, Session};
use crate::text::{join_with, wrap};

impl Session {
    /// The commands that can be typed now: those of the program, actions, legal moves by piles and by cards, and the names
    /// of visible cards and of piles that have cards.
    pub fn completions(&self) -> Vec<String> {
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

    /// Says what can be typed about a topic, in lines that are at most `width` columns wide: what to type first, a command,
    /// an action of the game, or everything.
    pub(crate) fn help(&self, topic: &str, width: usize) -> Reply {
        let players = || COMMANDS.iter().filter(|command| !command.is_for_authors);
        let authors = || COMMANDS.iter().filter(|command| command.is_for_authors);
        let topic = topic.trim().trim_start_matches("--").to_lowercase();
        let texts: Vec<String> = match topic.as_str() {
            "" => self.first_help(),
            "all" | "commands" => players().flat_map(CommandWord::descriptions).collect(),
            "authors" | "author" => authors().flat_map(CommandWord::descriptions).collect(),
            "moves" | "move" | "moving" | "cards" | "card" | "piles" | "pile" | "board"
            | "notation" => self.help_on_moves(),
            topic => {
                let command = CommandWord::of_topic(topic).map(describe);
                let Some(texts) = command.or_else(|| Some(vec![self.help_on_action(topic)?]))
                else {
                    return Reply::refused(&format!(
                        "there is no help on `{topic}`: expected a command, `moves`, `all` or `authors`"
                    ));
                };
                texts
            }
        };
        Reply::lines(texts.iter().flat_map(|text| wrap(text, width)).collect())
    }

    /// What to type first.
    fn first_help(&self) -> Vec<String> {
        let game = self.position().game();
        let piles = game.groups.iter();
        let piles: Vec<String> = piles
            .map(|group| format!("{} ({})", group.pile_names(), group.name))
            .collect();
        let example = self.example_pile();
        let mut texts = vec![
            format!("Piles: {}.", piles.join(", ")),
            format!(
                "`{example} PILE` moves cards to a pile, `7H 8S` a card onto another; `7H` or `{example}` alone plays its \
                 only or best move."
            ),
        ];
        texts.extend(self.help_on_actions());
        texts.push(
            "`hint` suggests a move, `moves` lists all, `undo` takes back, `why` says which rule refused the last move, \
             `rules` how the game is played."
                .to_owned(),
        );
        texts.push(
            "`new` deals again, `new GAME` starts another game, `list` shows which there are, `quit` ends; your game is kept."
                .to_owned(),
        );
        texts.push(
            "More: `help moves`, `help COMMAND`, `help all`, `help authors`. All can be shortened."
                .to_owned(),
        );
        texts
    }

    fn help_on_actions(&self) -> Option<String> {
        let game = self.position().game();
        let first = game.actions.first()?;
        Some(format!(
            "Actions of this game: {}. `{} 3` takes one three times.",
            in_words(game.actions.iter().map(|action| action.name.as_str())),
            first.name
        ))
    }

    /// What an action of the game does.
    fn help_on_action(&self, name: &str) -> Option<String> {
        let game = self.position().game();
        let action = game.names.action(name)?;
        Some(format!("`{name}`: {}.", page::action(game, action)))
    }

    /// A pile to show how moves are typed.
    fn example_pile(&self) -> String {
        let game = self.position().game();
        let mut givers = game.groups.iter().filter(|g| g.take != Take::None);
        let example = givers.next_back().map_or(game.stock, |g| g.piles.first);
        game.pile_name(example)
    }

    /// How moves and what is on the board are typed.
    fn help_on_moves(&self) -> Vec<String> {
        let example = self.example_pile();
        let mut texts = vec![
            format!(
                "`{example} PILE` moves what fits from {example} to a pile. `{example} PILE 2` moves two cards, one at \
                 a time through empty piles if need be. `7H PILE` moves that card and those on top of it, `7H 8S` \
                 moves it onto the 8S. `7H` or `{example}` alone plays its only or best move, or lists the moves it \
                 has. `queen of hearts` and `Q♥` are `QH`."
            ),
            "A group's name alone means the first of its piles that accepts the cards, or the only one that can give \
             them."
            .to_owned(),
            "On the board, `#` is a face-down card, `#x12` twelve of them, `-` an empty pile, `-H` one that waits for a \
             heart, and `(15)` says how many cards a pile has."
                .to_owned(),
        ];
        texts.extend(self.help_on_actions());
        texts.push("`draw` takes cards from the stock, whatever the game calls it.".to_owned());
        texts.push(
            "Several commands go in a line with `;`. Any of them can be shortened.".to_owned(),
        );
        texts.extend(
            CommandWord::find("moves")
                .into_iter()
                .flat_map(CommandWord::descriptions),
        );
        texts
    }
}

/// Says what a command does, and how else it is typed.
fn describe(command: &CommandWord) -> Vec<String> {
    let mut texts: Vec<String> = command.descriptions().collect();
    if !command.synonyms.is_empty() {
        let synonyms = in_words(command.synonyms.iter().copied());
        texts.push(format!("Also typed {synonyms}."));
    }
    texts
}

fn in_words<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    join_with(&names, "and")
}
