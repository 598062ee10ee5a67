//! The format of rules files: the tables and their keys. Reading a file checks only the types of the values. The
//! reference in `games/REFERENCE.md` lists the same keys with the same descriptions.

use super::field::{Amount, Flag, Integer, Line, List, Named, Overlay, Text, UnitSize};
use super::keys::{choices, keys};

keys! {
    /// The top-level keys of a rules file.
    File {
        /// what the game is called
        "name" name: Line<100> = "required" [NotInherited],
        /// other names
        "aliases" aliases: List<Line<100>> = "none" [NotInherited],
        /// the family of related games that it belongs to
        "family" family: Line<100> = "none" [NotInVariants],
        /// one sentence that describes the game to a player
        "about" about: Line<500> = "none" [NotInherited],
        /// where the rules are published
        "source" source: Line<500> = "none" [NotInherited],
        /// the id of the game to inherit from; this file overrides it
        "like" like: Text as Game = "none" [NotInherited, NotInVariants],
        /// paths that are not inherited, such as `"piles.waste"`
        "drop" drop: List<Text> as Path = "none" [NotInherited],
        /// the cards of the game
        "deck" deck: Deck = "one pack",
        /// the rank that starts every foundation
        "base" base: Base = "none",
        /// the groups of piles; there is always a stock
        "piles" piles: Named<Pile> as Nothing by Group = "a stock",
        /// the steps before the player's first move
        "setup" setup: Setup = "none",
        /// what the player can do besides moving cards
        "actions" actions: Named<Action> as Nothing by Action = "none",
        /// steps that run automatically after a move
        "auto" auto: Named<Auto> as Nothing by Auto = "none",
        /// named conditions
        "define" define: Named<Text> as Condition by Definition = "none",
        /// how named conditions and numbers, and the steps of actions and in `auto`, are said in English, as a part of a sentence
        "describe" describe: Named<Line<300>> as Nothing by Description = "as the program puts it",
        /// condition: when the game is won
        "win" win: Text = "the goal piles hold every card",
        /// how points are scored
        "score" score: Score = "a point for each card on a goal pile",
        /// variants of the game, each a table that overrides the file
        "variants" variants: Named<Overlay> as Nothing by Variant = "none" [NotInVariants],
        /// a test: a position, moves, and what is expected then
        "test" tests: List<Test> = "none" [NotInherited, NotInVariants],
    }
}

keys! {
    /// The cards of a game.
    Deck {
        /// the number of packs
        "packs" packs: Integer = "1",
        /// the ranks, lowest first
        "ranks" ranks: List<Text> = "A 2 3 4 5 6 7 8 9 T J Q K",
        /// the suits of each pack; a suit that is listed twice is in it twice
        "suits" suits: List<Text> = "C D H S",
        /// the number of jokers, in all packs together
        "jokers" jokers: Integer = "0",
        /// whether the lowest rank follows the highest
        "wrap" wrap: Flag = "false",
    }
}

keys! {
    /// The rank that starts every foundation.
    Base {
        /// the group whose first card sets the base rank
        "of" of: Text as Group = "required",
        /// the groups from which a player's card may set it
        "from" from: List<Text> as Group = "none: a step of the setup sets it",
        /// whether no other move is legal until it is set
        "locks" locks: Flag = "false",
    }
}

choices! {
    /// The role of a group of piles. It sets defaults and decides how the group is displayed, nothing else.
    Role as crate::condition::synonyms::GROUP {
        /// the undealt cards, face down
        Stock = "stock",
        /// cards turned from the stock
        Waste = "waste",
        /// piles built to the goal of the game
        Foundation = "foundation",
        /// piles on which cards are put in sequence
        Tableau = "tableau",
        /// cards set aside
        Reserve = "reserve",
        /// free places for one card each
        Cell = "cell",
        /// cards that left the game
        Discard = "discard",
    }
}

choices! {
    /// What may be lifted from a pile.
    Take as super::synonyms::TAKE {
        /// nothing
        None = "none",
        /// the top card
        Top = "top",
        /// the top card, and any unbroken run of face-up cards that ends with it
        Run = "run",
        /// the longest run of face-up cards as a whole; to a pile that takes one card, the top card
        Full = "full",
        /// the top card, or the longest run of face-up cards as a whole, and nothing between
        TopOrFull = "top or full",
        /// any one card
        Any = "any",
    }
}

impl Take {
    /// Whether several cards can be lifted at once.
    pub fn lifts_runs(self) -> bool {
        matches!(self, Take::Run | Take::Full | Take::TopOrFull)
    }
}

choices! {
    /// Which way up cards are dealt.
    Face as super::synonyms::FACE {
        /// face up
        Up = "up",
        /// face down; cards that may be lifted are then turned face up
        Down = "down",
    }
}

choices! {
    /// The order in which the piles of a group get cards.
    By {
        /// one card to each pile, over and over
        Round = "round",
        /// all cards for a pile before the next pile
        Pile = "pile",
    }
}

choices! {
    /// Where the first pile of a group ends up in the packet of all its piles.
    First {
        /// the first pile is above the second, and so on
        OnTop = "on top",
        /// the first pile is below the second, and so on
        AtBottom = "at bottom",
    }
}

keys! {
    /// A group of piles.
    Pile {
        /// what the piles are; sets defaults
        "role" role: Role = "the group's name, if that is a role",
        /// the number of piles
        "count" count: Integer = "1, or as many as `shape` draws",
        /// the layout of the piles: a drawing, row by row, with an `x` for each pile
        "shape" shape: List<Text> = "one row",
        /// condition: which cards an empty pile accepts
        "start" start: Text = "none; cell: any card",
        /// condition: which cards may be placed on a pile's top card
        "build" build: Text = "none",
        /// condition: which card leaves the game together with the top card that it is moved onto
        "pair" pair: Text = "none",
        /// condition: which card changes places with the top card that it is moved onto
        "swap" swap: Text = "none",
        /// what may be lifted
        "take" take: Take = "foundation, stock and discard `none`, others `top`",
        /// condition: which card may lie on which in a run that is lifted, or, if no runs are lifted, in a run that is
        /// placed
        "run" run: Text = "as `build`",
        /// condition: when cards may be lifted
        "available" available: Text = "always",
        /// the groups from which an empty pile is refilled automatically, in order
        "fill" fill: List<Text> as Group = "none",
        /// how many cards are placed at once
        "unit" unit: UnitSize = "1; any number if `take` lifts several",
        /// whether the piles are interchangeable: a card goes to the first empty one, and none moves between them
        "alike" alike: Flag = "true for a foundation or cell whose piles no condition tells apart",
        /// whether its cards count for the win and the score
        "goal" goal: Flag = "true for a foundation",
        /// the maximum number of cards in a pile
        "capacity" capacity: Integer = "foundation: the number of ranks; cell: 1; others: no limit",
        /// how many bottom cards never leave a pile
        "keep" keep: Integer = "0",
    }
}

keys! {
    /// What happens before the player's first move.
    Setup {
        /// the steps
        "do" steps: List<Step> = "none",
        /// condition: the pack is shuffled and dealt again until it holds
        "until" until: Text = "any deal is accepted",
    }
}

keys! {
    /// An action that the player can take.
    Action {
        /// condition: when the action is legal
        "when" when: Text = "always",
        /// how many times it can be used in a game
        "limit" limit: Integer = "no limit",
        /// whether it is legal, and counts as used, even if it changes nothing
        "idle" idle: Flag = "false",
        /// the steps
        "do" steps: List<Step> = "required",
    }
}

keys! {
    /// Steps that run automatically after a move.
    Auto {
        /// condition: when the steps run
        "when" when: Text = "always",
        /// the steps
        "do" steps: List<Step> = "required",
    }
}

keys! {
    /// A step. It has exactly one of the first nine keys.
    Step {
        /// how many cards to deal: to each pile, pile by pile in a list, or all
        "deal" deal: Amount = "-",
        /// a pile or group to turn over as one packet, which reverses the order and the faces
        "turn" turn: Text as Piles = "-",
        /// cards to take out of the pack before it is shuffled, one to each pile
        "pick" pick: Text as Cards = "-",
        /// a pile to shuffle
        "shuffle" shuffle: Text as Piles = "-",
        /// a pile or group; the cards selected by `which` move to the bottom of their pile
        "sink" sink: Text as Piles = "-",
        /// a pile or group; in each pile, the cards selected by `which` change places with the lowest others below them
        "exchange" exchange: Text as Piles = "-",
        /// a pile or group; each pile is turned over where it lies, which reverses the order and the faces
        "invert" invert: Text as Piles = "-",
        /// a group whose piles move up to fill the empty ones before them
        "close" close: Text as Group = "-",
        /// an action to run, even if its limit is reached
        "call" call: Text as Action = "-",
        /// the pile or group that gets the cards
        "to" to: Text as Piles = "required by `deal`, `turn` and `pick`",
        /// the pile or group to deal from
        "from" from: Text as Piles = "stock",
        /// which way up the cards are dealt
        "face" face: Face = "up",
        /// the order in which the piles get cards
        "by" by: By = "round",
        /// whether the cards are put under those in the pile
        "under" under: Flag = "false",
        /// condition: which piles get cards or are changed; evaluated before the step begins
        "where" only: Text = "all",
        /// condition: which cards are dealt (the first match in a pile), sunk or exchanged
        "which" which: Text = "the next card; required by `sink` and `exchange`",
        /// cards that go elsewhere instead, and where
        "divert" divert: Divert = "none",
        /// where the first pile of a turned group ends up in the packet
        "first" first: First = "required to turn several piles",
        /// condition: whether the step runs; evaluated when its turn comes
        "when" when: Text = "always",
    }
}

keys! {
    /// Cards that go elsewhere during a deal.
    Divert {
        /// condition: which cards
        "which" which: Text = "all that are accepted",
        /// the pile or group that gets them, if one of its piles accepts them
        "to" to: Text as Piles = "required",
        /// which way up they are dealt
        "face" face: Face = "up",
        /// whether the pile that would have got the card goes without; otherwise it gets the next card
        "skip" skip: Flag = "false",
    }
}

keys! {
    /// How points are scored.
    Score {
        /// a number: the score
        "points" points: Text = "the number of cards on goal piles",
        /// whether a game starts with the score of the previous game in the same session
        "carry" carry: Flag = "false",
    }
}

keys! {
    /// A test. A position file has the same keys.
    Test {
        /// what the test shows
        "name" name: Line<200> = "none",
        /// the variants to play
        "with" with: List<Text> as Variant = "none",
        /// the number of a deal
        "deal" deal: Integer = "-",
        /// the stock before the first deal, next card first
        "deck" deck: Text as Cards = "-",
        /// piles and their cards, from bottom to top, with `#` for face down; the stock with its next card first
        "place" place: Named<Text> as Cards by Pile = "-",
        /// the base rank
        "base" base: Text = "the rank of the first bottom card in the group `base.of`",
        /// how often actions were used, or cards were moved to a group
        "used" used: Named<Integer> as Nothing by Counter = "0",
        /// the moves to play, all of them legal; `deal*15` plays a move 15 times
        "moves" moves: List<Text> as Move = "none",
        /// the expected piles and their cards after the moves
        "gives" gives: Named<Text> as Cards by Pile = "-",
        /// a condition that must hold after the moves
        "holds" holds: Text = "-",
        /// moves that must be legal after the moves
        "legal" legal: List<Text> as Move = "-",
        /// the legal moves after the moves, all of them
        "only" only: List<Text> as Move = "-",
        /// moves that must be illegal after the moves, under the key that forbids them
        "illegal" illegal: Named<List<Text>> as Move by Clause = "-",
    }
}
