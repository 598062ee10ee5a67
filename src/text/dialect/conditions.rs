//! Words in conditions.

use super::{Saying, key, say};

/// In conditions.
pub const CONDITION: &[Saying] = &[
    say(
        "alternate color|alternate colors|alternating color|alternating colors|alternate colour|\
         alternate colours|alternating colour|alternating colours|alternate|opposite|opposite color|\
         opposite colors|different color|different colors|other color|red black|red on black|\
         black on red|color alternating",
        "write `alternating`: `card` has the opposite color of `top`",
    ),
    say(
        "same suit|by suit|in suit|suit only|equal suit|matching suit|follow suit|suited|in same suit|\
         of same suit",
        "write `in_suit`: `card` has the suit of `top`",
    ),
    say(
        "same colour|same colors|by color|in color|in colour|matching color|equal color",
        "write `same_color`: `card` has the color of `top`",
    ),
    say(
        "different suit|any other suit|not same suit|another suit|different suits",
        "write `other_suit`: `card` has a different suit from `top`",
    ),
    say(
        "same value|equal rank|equal value|matching rank|same number|by rank|same ranks|pairs",
        "write `same_rank`: `card` has the rank of `top`",
    ),
    say(
        "descending|descend|decreasing|downward|downwards|one lower|lower|build down|rank down|one less|\
         one down|desc|previous",
        "write `down`: `card` is one rank lower than `top`",
    ),
    say(
        "ascending|ascend|increasing|upward|upwards|one higher|higher|build up|rank up|one more|one up|\
         asc|next|successive",
        "write `up`: `card` is one rank higher than `top`",
    ),
    say(
        "up down|up or down|adjacent|consecutive|up and down|either direction|neighbor|neighbour",
        "write `(up or down)`",
    ),
    say(
        "same rank or suit|rank or suit",
        "write `(same_rank or in_suit)`",
    ),
    say(
        "any card|anything|all|everything|all cards|yes|true|always|free|any suit",
        "write `any`: any card is accepted",
    ),
    say(
        "none|never|false|nothing|no|no card|no cards|no building|not allowed",
        "leave the key out: without `start` or `build`, no card is accepted",
    ),
    say(
        "king only|only king|kings only|only kings",
        "write `King`: a rank on its own means that `card` has it",
    ),
    say(
        "ace only|only ace|aces only|only aces",
        "write `Ace`: a rank on its own means that `card` has it",
    ),
    say(
        "face card|court card|royal|court|picture|picture card",
        "write `(Jack or Queen or King)`",
    ),
    say(
        "red card|a red card|red cards",
        "write `red`: a color on its own means that `card` has it",
    ),
    say(
        "black card|a black card|black cards",
        "write `black`: a color on its own means that `card` has it",
    ),
    say("a king|a king card", "write `King` without `a`"),
    say("an ace", "write `Ace` without `an`"),
    say("a|an", "leave it out: `card is King`, or just `King`"),
    say(
        "face down|facedown|hidden|covered|closed",
        "write `is not face_up`",
    ),
    say(
        "face up|faceup|open|visible|revealed|uncovered",
        "write `is face_up`",
    ),
    say(
        "not empty|nonempty|non empty|occupied|filled",
        "write `is not empty`",
    ),
    say(
        "is empty|isempty|vacant",
        "write `is empty`, after the name of a pile: `stock is empty`",
    ),
    say(
        "if|when|where",
        "leave it out: a condition begins with what is tested",
    ),
    say("unless", "write `not` and the condition in parentheses"),
    say("mod|div", "the arithmetic operators are `+`, `-` and `*`"),
    say(
        "wrap|wrapping|circular|around the corner|round the corner",
        "write `wrap = true` in `[deck]`",
    ),
    say(
        "source|origin|src|from pile|source pile",
        "write `from`: the pile the cards come from",
    ),
    say(
        "self|pile|target|dest|destination|here|this pile|column|cascade",
        "write `this`: the pile that the condition belongs to",
    ),
    say(
        "top card|topcard|last card|last|under",
        "write `top`: the card it would be placed on",
    ),
    say("bottom card|first card|first", "write `this.bottom`"),
    say(
        "selected|moving|moved card|this card",
        "write `card`: the card being moved",
    ),
    say(
        "sequence size|cards moved|moved cards|number of cards",
        "write `moved.size`",
    ),
    say(
        "base rank|base card|start rank|foundation base",
        "write `base`",
    ),
    say(
        "redeals|passes|redeals used|times",
        "`used.redeal` counts the uses of the action `redeal`",
    ),
    say(
        "odd|even|is odd|is even",
        "list the numbers: `card.value in [2, 4, 6]`",
    ),
    say(
        "game won|is won|finished|complete",
        "test the piles: `foundation.size == 52`",
    ),
];

/// Words with arguments in parentheses. `{}` stands for the argument.
pub const CALL: &[Saying] = &[
    say("empty|is empty|isempty|vacant", "`{} is empty`"),
    say(
        "not empty|is not empty|nonempty|has cards",
        "`{} is not empty`",
    ),
    say("len|length|size|count|cards|number|num cards", "`{}.size`"),
    say("top|top card|last|peek", "`{}.top`"),
    say("bottom|first", "`{}.bottom`"),
    say("rank|rank of", "`{}.rank`"),
    say("suit|suit of", "`{}.suit`"),
    say("color|colour|color of", "`{}.color`"),
    say("value|value of|number of", "`{}.value`"),
    say("red|is red", "`{} is red`"),
    say("black|is black", "`{} is black`"),
    say("face up|is face up|faceup", "`{} is face_up`"),
    say("used|uses|times", "`used.{}`"),
];

/// Words for `every`, `some`, `count` and `sum`.
pub const QUANTIFIER: &[Saying] = &[
    key(
        "all|for all|forall|each|for each|foreach|for every",
        "every",
        "",
    ),
    key("any|exists|exist|there is|any of|one|has", "some", ""),
    key("number|num|number of|how many|len", "count", ""),
    key("total|add|sum of", "sum", ""),
];

/// Properties of piles and groups.
pub const PILE_PROPERTY: &[Saying] = &[
    say(
        "empty|is empty|isempty",
        "test a state with `is`: `{} is empty`",
    ),
    say(
        "not empty|is not empty|nonempty",
        "test a state with `is`: `{} is not empty`",
    ),
    say(
        "count|length|len|cards|num cards|card count|height|number of cards|depth",
        "the number of its cards is its size: `{}.size`",
    ),
    say("number|num|position|pos|id|no|nr", "write `{}.index`"),
    say("column", "write `{}.col`"),
    say("top card|topcard|last|last card|peek", "write `{}.top`"),
    say("bottom card|first|first card|base", "write `{}.bottom`"),
    say(
        "rank|suit|color|value",
        "a card has it: write `{}.top`, a dot and the property",
    ),
    say("up|north", "write `{}.above`"),
    say("down|south", "write `{}.below`"),
    say(
        "group|name|type|kind|role",
        "test the group with `is`: `{} is tableau`",
    ),
];

/// Properties of cards.
pub const CARD_PROPERTY: &[Saying] = &[
    say(
        "number|num|points|worth|pips",
        "write `{}.value` for a number, `{}.rank` for a rank",
    ),
    say("face|name|denomination", "write `{}.rank`"),
    say("colour", "write `{}.color`"),
    say("red|is red", "write `{} is red`"),
    say("black|is black", "write `{} is black`"),
    say(
        "face up|faceup|visible|open|is face up",
        "write `{} is face_up`",
    ),
    say(
        "face down|facedown|hidden|closed|is face down",
        "write `{} is not face_up`",
    ),
    say(
        "pile|group|from|source|column",
        "the pile that the card comes from is `from`",
    ),
    say("position|pos|depth|place", "write `{}.index`"),
    say("size", "the number of cards that move is `moved.size`"),
];
