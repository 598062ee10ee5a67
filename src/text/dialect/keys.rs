//! Keys of tables, and the words that are their values.

use super::{Saying, key, say};

/// Keys at the top level.
pub const TOP_KEY: &[Saying] = &[
    key("title|game", "name", "write `name`"),
    key("description|summary|comment|text", "about", "write `about`"),
    key(
        "inherits|inherit|extends|parent|based on|include",
        "like",
        "write `like`",
    ),
    key("reference|url|link", "source", "write `source`"),
    key(
        "alias|also known as|other names",
        "aliases",
        "write `aliases`",
    ),
    key("category|kind|type", "family", "write `family`"),
    key("goal|victory|won|winning|wins", "win", "write `win`"),
    say(
        "author|copyright|license",
        "write it in a comment, which begins with `#`, or in `source`",
    ),
    say(
        "redeals|passes|max redeals",
        "write `limit = 2` in the action that redeals: `[actions.redeal]`",
    ),
    say(
        "draw|draw count|turn|deal count",
        "write an action: `[actions.deal]` with `do = [{ deal = 3, to = \"waste\" }]`",
    ),
    say(
        "decks|num decks|packs|num packs",
        "write `packs = 2` in `[deck]`",
    ),
    say("jokers|ranks|suits|wrap", "write it in `[deck]`"),
    say("cards", "write `packs`, `ranks` and `suits` in `[deck]`"),
    say("points|scoring", "write `points = '...'` in `[score]`"),
    key("pile|groups|group|stacks", "piles", "write `[piles.NAME]`"),
    key(
        "moves|action|commands|buttons",
        "actions",
        "write `[actions.NAME]`",
    ),
    key(
        "deal|opening|start|initial|init|startup",
        "setup",
        "write `[setup]` with `do = [...]`",
    ),
    key(
        "definitions|macros|functions|defines",
        "define",
        "write `[define]`",
    ),
    say(
        "autoplay|auto move",
        "write `[auto.NAME]` with steps that run after each move: `do = [...]`",
    ),
    key("tests", "test", "write `[[test]]`"),
    key("options|modes", "variants", "write `[variants.NAME]`"),
    say(
        "stock|waste|foundation|foundations|tableau|reserve|cell|cells|freecells|discard",
        "a group of piles has a table of its own: `[piles.NAME]`",
    ),
    say(
        "rules",
        "the keys of a game are at the top level, without `[rules]`",
    ),
];

/// Keys of groups of piles.
pub const GROUP_KEY: &[Saying] = &[
    key(
        "max|max size|maximum|size|limit|max cards|maxcards|room",
        "capacity",
        "write `capacity`, the maximum number of cards in a pile",
    ),
    key(
        "piles|num piles|number|columns|num columns|stacks|number of piles|n|quantity",
        "count",
        "write `count`, the number of piles",
    ),
    key(
        "empty|on empty|if empty|fill with|empty accepts|first|base|base card|spaces",
        "start",
        "write `start`, which cards an empty pile accepts",
    ),
    key(
        "build by|building|accepts|accept|on top|stacking|stack|accept if|builds",
        "build",
        "write `build`, which cards may be placed on a pile's top card",
    ),
    say("build down", "write `build = 'down and alternating'`"),
    say("build up", "write `build = 'up and in_suit'`"),
    say("direction|rank", "write `build = 'down'` or `build = 'up'`"),
    say(
        "suit|suits|color|colors",
        "write it in `build`: `build = 'down and alternating'`",
    ),
    key(
        "move|moves|lift|pick up|pickup|movable|grab|remove",
        "take",
        "write `take`, what may be lifted",
    ),
    key(
        "sequence|sequences|runs|series",
        "run",
        "write `run`, which card may lie on which in a run",
    ),
    key("type|kind|class", "role", "write `role`"),
    key(
        "refill|autofill|auto fill|fill from|filled by|refill from",
        "fill",
        "write `fill`, the groups that empty piles are refilled from",
    ),
    key(
        "layout|arrangement|geometry|drawing",
        "shape",
        "write `shape`, a drawing of the piles",
    ),
    say(
        "rows|cols|width|height",
        "draw the piles: `shape = [\"xxx\", \"xxx\"]`",
    ),
    key(
        "locked|when|movable if|takeable|playable|free",
        "available",
        "write `available`",
    ),
    say(
        "cards|deal|initial|dealt|start cards|initial cards",
        "cards are dealt in `[setup]`: `do = [{ deal = 5, to = \"tableau\" }]`",
    ),
    say(
        "face|facedown|face down|face up|faceup|hidden|visible|open",
        "the deal says it: `{ deal = 1, to = \"tableau\", face = \"down\" }`",
    ),
    say("wrap|circular", "write `wrap = true` in `[deck]`"),
    say("win", "write `goal = true` if its cards count for the win"),
    say(
        "name|label|title",
        "the name of a group is in its header: `[piles.NAME]`",
    ),
];

/// Keys of actions.
pub const ACTION_KEY: &[Saying] = &[
    key(
        "max|times|count|uses|passes|redeals|max uses|repeat|maximum|max times",
        "limit",
        "write `limit`, how many times it can be used in a game",
    ),
    key(
        "if|condition|available|requires|only if",
        "when",
        "write `when`",
    ),
    key("steps|actions|does|then|effect", "do", "write `do`"),
    say(
        "shuffle",
        "write it as a step: `do = [..., { shuffle = \"stock\" }]`",
    ),
];

/// Keys of steps.
pub const STEP_KEY: &[Saying] = &[
    key(
        "draw|give|serve",
        "deal",
        "write `deal` and where the cards go: `{ deal = 1, to = \"waste\" }`",
    ),
    key(
        "flip|recycle|collect|gather|redeal|return|turn over|pick up",
        "turn",
        "write `turn`: `{ turn = \"waste\", to = \"stock\" }`",
    ),
    key(
        "move",
        "turn",
        "write `deal` for single cards, `{ deal = 1, from = \"waste\", to = \"stock\" }`, or `turn` for a whole pile",
    ),
    key("mix|reshuffle", "shuffle", "write `shuffle`"),
    key("into|onto|target|dest|destination|on", "to", "write `to`"),
    key("source|src|out of", "from", "write `from`"),
    key("if|condition", "when", "write `when`"),
    key(
        "order|direction",
        "by",
        "write `by = \"round\"` or `by = \"pile\"`",
    ),
    say("facedown|face down|hidden|down", "write `face = \"down\"`"),
    say(
        "faceup|face up|open|up|visible",
        "write `face = \"up\"`, or leave it out",
    ),
    say(
        "count|cards|number|amount|repeat|times|n",
        "`deal` has the number: `{ deal = 3, to = \"waste\" }`",
    ),
];

/// Words for groups of piles, and the roles that they stand for.
pub const GROUP: &[Saying] = &[
    key("deck|talon|pack|draw pile|undealt|pile", "stock", ""),
    key("discard pile|discard|face up pile|trash|heap", "waste", ""),
    key(
        "columns|column|table|depot|depots|cascade|cascades|stacks|row|rows",
        "tableau",
        "",
    ),
    key("free cell|free cells|freecell|freecells", "cell", ""),
    key(
        "home|home cells|homecells|ace piles|aces|goal|goals|base",
        "foundation",
        "",
    ),
    key("hand|stash|side|storage", "reserve", ""),
];

/// Words for what may be lifted.
pub const TAKE: &[Saying] = &[
    key("one|single|1|top card|one card|yes|true|last", "top", ""),
    key(
        "sequence|sequences|runs|stack|group|partial|any run|all|unit",
        "run",
        "",
    ),
    key("whole|entire|full run|whole run|complete|pile", "full", ""),
    key("any card|anywhere|free", "any", ""),
    key("no|never|nothing|false|locked", "none", ""),
];

/// Words for the faces of cards.
pub const FACE: &[Saying] = &[
    key("facedown|face down|hidden|closed|back|false|no", "down", ""),
    key("faceup|face up|open|visible|front|true|yes", "up", ""),
];

/// Words for the absence of a limit.
pub const NUMBER: &[Saying] = &[say(
    "unlimited|infinite|infinity|no limit|none|any|no|never|all",
    "leave the key out if there is no limit",
)];

/// Words for all cards.
pub const AMOUNT: &[Saying] = &[key(
    "rest|remaining|everything|the rest|remainder|max|every",
    "all",
    "",
)];
