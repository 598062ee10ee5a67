//! A rules file as it is written: the keys of every table, in the one place that lists them. Nothing is checked
//! here beyond the kinds of values; the reference in `games/README.md` lists the same keys.

use crate::cards::Card;

use super::field::{Amount, Field, Flag, Line, List, Named, Overlay, Text, UnitSize, Whole};
use super::keys::{choices, keys};

keys! {
    /// The keys at the top of a file.
    File {
        /// what the game is called
        "name" name: Line<100> = "required" [Own],
        /// other names of it
        "aliases" aliases: List<Line<100>> = "none" [Own, NotInVariants],
        /// the games it is kin to
        "family" family: Line<100> = "none" [NotInVariants],
        /// one sentence that tells a player what it is
        "about" about: Line<500> = "none" [Own],
        /// where these rules are written
        "source" source: Line<500> = "none" [Own],
        /// the id of a game to start from; this file is laid over it
        "like" like: Text = "none" [Own, NotInVariants],
        /// what is not taken over, as paths: `"piles.waste"`
        "drop" drop: List<Text> = "none" [Own],
        /// what is played with
        "deck" deck: Deck = "one pack",
        /// the rank that starts every foundation
        "base" base: Base = "none",
        /// the groups of piles; a stock is always there
        "piles" piles: Named<Pile> = "a stock",
        /// what is done before the player's first move
        "setup" setup: Setup = "nothing",
        /// what the player may ask for
        "actions" actions: Named<Action> = "none",
        /// what happens by itself
        "auto" auto: Named<Auto> = "none",
        /// conditions with a name
        "define" define: Named<Text> = "none",
        /// when the game is won
        "win" win: Win = "the goal piles hold every card",
        /// how points are counted
        "score" score: Score = "a point for each card on a goal pile",
        /// other ways to play it, each a table laid over the file
        "variants" variants: Named<Overlay> = "none" [NotInVariants],
        /// a test, and what is true in it
        "test" tests: List<Test> = "none" [Own, NotInVariants],
    }
}

keys! {
    /// What a game is played with.
    Deck {
        /// how many packs
        "packs" packs: Whole = "1",
        /// the ranks, lowest first
        "ranks" ranks: List<Text> = "A 2 3 4 5 6 7 8 9 T J Q K",
        /// the suits
        "suits" suits: List<Text> = "C D H S",
        /// whether the highest rank is followed by the lowest
        "wrap" wrap: Flag = "false",
    }
}

keys! {
    /// The rank that starts every foundation.
    Base {
        /// the group whose first card sets it
        "of" of: Text = "required",
        /// the groups from which a player's card may set it
        "from" from: List<Text> = "none: it is set in the setup",
        /// whether nothing else is legal before it is set
        "locks" locks: Flag = "false",
    }
}

choices! {
    /// What a group of piles is. It fills in defaults and says how the group is shown, nothing else.
    Role {
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
    Take {
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

choices! {
    /// In what no two bottom cards of a group may be alike.
    Distinct {
        /// their suit
        Suit = "suit",
        /// their rank
        Rank = "rank",
        /// their color
        Color = "color",
    }
}

impl Take {
    /// Whether several cards may be lifted at once.
    #[must_use]
    pub fn lifts_runs(self) -> bool {
        matches!(self, Take::Run | Take::Full | Take::TopOrFull)
    }
}

impl Distinct {
    /// Whether two cards are alike in it.
    #[must_use]
    pub fn are_alike(self, a: Card, b: Card) -> bool {
        match self {
            Distinct::Suit => a.suit == b.suit,
            Distinct::Rank => a.rank == b.rank,
            Distinct::Color => a.color() == b.color(),
        }
    }
}

choices! {
    /// How cards are dealt.
    Face {
        /// face up
        Up = "up",
        /// face down; the law that what may be lifted lies face up then turns some of them
        Down = "down",
    }
}

choices! {
    /// In which order the piles of a group are served.
    By {
        /// one card to each pile, and again
        Round = "round",
        /// all cards of a pile before the next pile
        Pile = "pile",
    }
}

choices! {
    /// Where the first pile of a group comes to lie in the packet that is made of all.
    First {
        /// the first pile lies over the second, and so on
        OnTop = "on top",
        /// the first pile lies under the second, and so on
        AtBottom = "at bottom",
    }
}

keys! {
    /// A group of piles.
    Pile {
        /// what it is; fills in defaults
        "role" role: Role = "the group's name, where that is a role",
        /// how many piles
        "count" count: Whole = "1, or as many as `shape` draws",
        /// how the piles lie: a drawing, row by row, with a letter `x` for each pile
        "shape" shape: List<Text> = "one row",
        /// condition: what an empty pile accepts
        "start" start: Text = "nothing; cell: any card",
        /// condition: what a pile's top card accepts on it
        "build" build: Text = "nothing",
        /// condition: with which card moved onto it a pile's top card leaves the game
        "pair" pair: Text = "none",
        /// what may be lifted
        "take" take: Take = "foundation, stock and discard `none`, others `top`",
        /// condition: which card may lie on which in a run that is lifted, or that lands where nothing is lifted
        "run" run: Text = "as `build`",
        /// condition: when cards may be lifted at all
        "available" available: Text = "always",
        /// where a pile that was emptied is refilled from by itself, in order
        "fill" fill: List<Text> = "none",
        /// how many cards may land at once
        "unit" unit: UnitSize = "1; any, where `take` lifts several",
        /// whether the piles are one place: a card goes to the first empty one, and none moves between them
        "alike" alike: Flag = "true for a foundation or cell whose piles no condition tells apart",
        /// whether its cards count for the win and the score
        "goal" goal: Flag = "true for a foundation",
        /// the most cards in a pile
        "capacity" capacity: Whole = "foundation: the number of ranks; cell: 1; others any",
        /// how many cards at a pile's bottom never leave
        "keep" keep: Whole = "0",
        /// in what no two bottom cards of the group may be alike
        "distinct" distinct: Distinct = "nothing",
    }
}

keys! {
    /// What is done before the player's first move.
    Setup {
        /// the steps
        "do" steps: List<Step> = "none",
        /// condition: the pack is shuffled and dealt anew until it holds
        "until" until: Text = "any deal will do",
    }
}

keys! {
    /// Something the player may ask for.
    Action {
        /// condition: when it may be asked for
        "when" when: Text = "always",
        /// how often in a game
        "limit" limit: Whole = "any number of times",
        /// the steps
        "do" steps: List<Step> = "required",
    }
}

keys! {
    /// Something that happens by itself after a move.
    Auto {
        /// condition: when it happens
        "when" when: Text = "always",
        /// the steps
        "do" steps: List<Step> = "required",
    }
}

keys! {
    /// One thing that is done. It says exactly one of the first eight.
    Step {
        /// how many cards to deal: to each pile, pile by pile in a list, or all
        "deal" deal: Amount = "-",
        /// a pile or group to turn over as one packet, order and faces
        "turn" turn: Text = "-",
        /// cards to take out of the pack before it is shuffled, one to each pile
        "pick" pick: Text = "-",
        /// a pile to shuffle
        "shuffle" shuffle: Text = "-",
        /// a pile or group whose bottom cards come to lie on top, each of its own pile
        "rotate" rotate: Text = "-",
        /// a pile or group in which the cards of `which` go to the bottom, each of its own pile
        "sink" sink: Text = "-",
        /// a group whose piles move up to fill the empty ones before them
        "close" close: Text = "-",
        /// an action to do, whether or not its limit is reached
        "call" call: Text = "-",
        /// the pile or group that gets the cards
        "to" to: Text = "required by `deal`, `turn` and `pick`",
        /// the pile or group that is dealt from
        "from" from: Text = "stock",
        /// how the cards are dealt
        "face" face: Face = "up",
        /// in which order the piles are served
        "by" by: By = "round",
        /// whether the cards are slid under what lies there
        "under" under: Flag = "false",
        /// condition: which piles are served, or turned; judged before the step begins
        "where" only: Text = "all",
        /// condition: which cards are dealt, the first of each pile that is such; which are sunk
        "which" which: Text = "the next; required by `sink`",
        /// the cards that go elsewhere instead, and where
        "divert" divert: Divert = "none",
        /// where the first pile of a group that is turned comes to lie
        "first" first: First = "required to turn several piles",
        /// condition: whether the step is done, judged when its turn comes
        "when" when: Text = "always",
    }
}

keys! {
    /// Cards that go elsewhere while others are dealt. The pile that was to have such a card gets the next.
    Divert {
        /// condition: which cards
        "which" which: Text = "required",
        /// the pile or group that gets them: the first empty pile, else the first that has room
        "to" to: Text = "required",
        /// how they come to lie
        "face" face: Face = "up",
    }
}

keys! {
    /// When the game is won.
    Win {
        /// condition
        "when" when: Text = "required",
    }
}

keys! {
    /// How points are counted.
    Score {
        /// the points before the first card
        "start" start: Whole = "0",
        /// the points for each card on a goal pile
        "card" card: Whole = "1",
        /// whether a game begins with the points of the one before it in the same sitting
        "carry" carry: Flag = "false",
    }
}

keys! {
    /// A test and what is true in it. A position file has the same keys.
    Test {
        /// what it shows
        "name" name: Line<200> = "none",
        /// the variants that are played
        "with" with: List<Text> = "none",
        /// the number of a deal
        "deal" deal: Whole = "-",
        /// the stock before the first deal, next card first
        "deck" deck: Text = "-",
        /// piles and their cards, bottom to top, `#` face down; the stock with its next card first
        "place" place: Named<Text> = "-",
        /// the base rank in a layout
        "base" base: Text = "that of the bottom card of the first pile of `base.of` that has one",
        /// how often actions were used, or cards moved to a group
        "used" used: Named<Whole> = "never",
        /// moves to play, each of which must be legal; `deal*15` repeats one
        "moves" moves: List<Text> = "none",
        /// piles and their cards after the moves
        "gives" gives: Named<Text> = "-",
        /// a condition that is true after the moves
        "holds" holds: Text = "-",
        /// moves that are legal after them
        "legal" legal: List<Text> = "-",
        /// the moves that are legal after them, and no others
        "only" only: List<Text> = "-",
        /// moves that are refused after them, each with the key whose clause refuses
        "illegal" illegal: Named<Text> = "-",
    }
}

/// The line of a field; empty where it has none.
pub(super) fn line<const MAX: usize>(field: Option<&Field<Line<MAX>>>) -> String {
    let line = field.and_then(Field::get);
    line.map(|l| l.0.clone()).unwrap_or_default()
}
