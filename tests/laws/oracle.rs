//! A brute-force oracle for the rules of moves, written straight from the reference: it evaluates one condition after
//! another for one card and one pile, and tells which keys refuse the move. It has no lookup tables and no cache, and
//! shares only the evaluator of conditions with the engine.

use std::fmt::{self, Debug, Formatter};

use patience::id::{ActionId, CardId, GroupId, PileId};
use patience::internals::{Compiled, Condition, Group, Scene, Unit, View, file::Take};
use patience::{Card, Game, Move, Position, Rank};

/// What the reference says about a move.
pub(super) enum Verdict<'g> {
    /// It is legal.
    Legal,
    /// It is legal if its steps move a card, and otherwise refused by this key. The oracle cannot tell, as a change may
    /// also come from automatic steps.
    LegalIfItMoves(Key<'g>),
    /// It is not a move: the cards are already in that pile.
    SamePile,
    /// It is illegal. These are the paths of all keys that do not allow it.
    Illegal(Vec<Key<'g>>),
}

/// The path of a key: its table, the name in the table, and its own name.
#[derive(Clone, Copy)]
pub(super) struct Key<'g>(&'static str, &'g str, &'static str);

impl Key<'_> {
    /// Whether it is the key with this path.
    pub(super) fn is(self, path: &str) -> bool {
        let Key(table, name, key) = self;
        let rest = path
            .strip_prefix(table)
            .and_then(|rest| rest.strip_prefix('.'));
        match rest {
            Some(rest) if name.is_empty() => rest == key,
            Some(rest) => {
                let rest = rest.strip_prefix(name);
                rest.and_then(|rest| rest.strip_prefix('.')) == Some(key)
            }
            None => false,
        }
    }
}

impl Debug for Key<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

const BASE_LOCKS: Key<'static> = Key("base", "", "locks");
const BASE_FROM: Key<'static> = Key("base", "", "from");

/// Decides whether a move is legal.
pub(super) fn judge(position: &Position, mv: Move) -> Verdict<'_> {
    let violated = match mv {
        Move::Action(action) => {
            let violated = violated_by_action(position, action);
            let game = position.game();
            let is_idle = Compiled::new(game).actions[action.index()].idle;
            if violated.is_empty() && !is_idle && has_unclear_actions(game) {
                let name = &Compiled::new(game).actions[action.index()].name;
                return Verdict::LegalIfItMoves(Key("actions", name, "do"));
            }
            violated
        }
        Move::Cards(card, to) => {
            let from = position.pile_of(card).expect("every card is in a pile");
            if from == to {
                return Verdict::SamePile;
            }
            let card_move = CardMove {
                position,
                card,
                from,
                to,
            };
            let ways = [
                card_move.violated_by_landing(),
                card_move.violated_by_pairing(),
                card_move.violated_by_swapping(),
            ];
            if ways.iter().any(Vec::is_empty) {
                Vec::new()
            } else {
                ways.concat()
            }
        }
    };
    if violated.is_empty() {
        Verdict::Legal
    } else {
        Verdict::Illegal(violated)
    }
}

/// What happens to a card that is moved to a pile, other than that it is placed there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Partnership {
    /// It leaves the game together with the top card there.
    Pair,
    /// It changes places with the top card there.
    Swap,
}

/// Whether a legally moved card makes a pair or a swap with the top card of a pile.
pub(super) fn partnership(position: &Position, card: CardId, to: PileId) -> Option<Partnership> {
    let from = position.pile_of(card).expect("every card is in a pile");
    let card_move = CardMove {
        position,
        card,
        from,
        to,
    };
    if from == to {
        None
    } else if card_move.violated_by_pairing().is_empty() {
        Some(Partnership::Pair)
    } else if card_move.violated_by_landing().is_empty() {
        None
    } else {
        let swaps = card_move.violated_by_swapping().is_empty();
        swaps.then_some(Partnership::Swap)
    }
}

fn scene(position: &Position) -> Scene<'_, Position> {
    Scene::table(position, position.base())
}

fn holds(condition: Option<&Condition>, scene: &Scene<'_, Position>) -> bool {
    condition.is_some_and(|c| c.holds(scene))
}

fn lifts_runs(take: Take) -> bool {
    matches!(take, Take::Run | Take::Full | Take::TopOrFull)
}

fn is_locked(position: &Position) -> bool {
    let base = Compiled::new(position.game()).base;
    position.base().is_none() && base.is_some_and(|b| b.locks)
}

/// Whether the cards before and after an action do not show what its steps did: automatic steps may move cards too, and
/// a shuffle may leave all cards as they were.
fn has_unclear_actions(game: &Game) -> bool {
    let can_turn_up = Compiled::new(game)
        .groups
        .iter()
        .any(|g| g.available.is_some());
    can_turn_up || !Compiled::new(game).autos.is_empty() || super::may_shuffle(game)
}

/// The keys that do not allow an action.
fn violated_by_action(position: &Position, action: ActionId) -> Vec<Key<'_>> {
    let rules = &Compiled::new(position.game()).actions[action.index()];
    let mut violated = Vec::new();
    let mut note = |key| violated.push(Key("actions", &rules.name, key));
    if rules
        .when
        .as_ref()
        .is_some_and(|w| !w.holds(&scene(position)))
    {
        note("when");
    }
    let used = position.counter(patience::id::Counter::Action(action));
    if rules.limit.is_some_and(|limit| used >= limit) {
        note("limit");
    }
    let mut after = position.clone();
    after.play_unchecked(Move::Action(action));
    let state = |position: &Position| (position.base(), position.layout().piles);
    let is_unchanged = state(&after) == state(position);
    let (game, is_refused) = (position.game(), !violated.is_empty());
    let may_change_nothing =
        is_unchanged && !super::may_shuffle(game) || is_refused && has_unclear_actions(game);
    if may_change_nothing && !rules.idle {
        violated.push(Key("actions", &rules.name, "do"));
    }
    if is_locked(position) {
        violated.push(BASE_LOCKS);
    }
    violated
}

/// A move of a card, alone or with the cards on it.
struct CardMove<'a> {
    position: &'a Position,
    card: CardId,
    from: PileId,
    to: PileId,
}

impl<'a> CardMove<'a> {
    fn group(&self, pile: PileId) -> &'a Group {
        self.position.game().group_of(pile)
    }

    fn group_id(&self, pile: PileId) -> GroupId {
        Compiled::new(self.position.game()).piles[pile.index()].group
    }

    fn face(&self, card: CardId) -> Card {
        self.position.face(card)
    }

    fn pile_scene(&self, pile: PileId) -> Scene<'_, Position> {
        Scene {
            this: Some(pile),
            ..scene(self.position)
        }
    }

    fn target_scene(&self, base: Option<Rank>) -> Scene<'_, Position> {
        Scene {
            base,
            card: Some(self.face(self.card)),
            card_id: Some(self.card),
            top: View::top(self.position, self.to),
            this: Some(self.to),
            from: Some(self.from),
            ..scene(self.position)
        }
    }

    /// The number of cards on a card.
    fn depth(&self, card: CardId, pile: PileId) -> usize {
        let mut cards = self.position.cards_down(pile);
        cards
            .position(|c| c == card)
            .expect("the card is in the pile")
    }

    /// The length of the longest run that ends with the top card, up to a maximum.
    fn run_length(&self, pile: PileId, max: usize) -> usize {
        let group = self.group(pile);
        let Some(run) = group.run.as_ref().or(group.build.as_ref()) else {
            return 1;
        };
        let cards: Vec<CardId> = self.position.cards_down(pile).take(max).collect();
        let links = cards.windows(2).take_while(|pair| {
            let scene = Scene {
                card: Some(self.face(pair[0])),
                top: Some(self.face(pair[1])),
                ..self.pile_scene(pile)
            };
            !self.position.is_hidden(pair[1]) && run.holds(&scene)
        });
        1 + links.count()
    }

    /// The keys of its pile that do not allow a card to be lifted; `alone` if the cards on it do not move with it.
    fn violated_by_lifting(&self, card: CardId, pile: PileId, alone: bool) -> Vec<Key<'a>> {
        let group = self.group(pile);
        let mut violated = Vec::new();
        let mut note = |key| violated.push(Key("piles", &group.name, key));
        let available = group.available.as_ref();
        if available.is_some_and(|a| !a.holds(&self.pile_scene(pile))) {
            note("available");
        }
        let depth = self.depth(card, pile);
        let movable = usize::from(self.position.size(pile)).saturating_sub(usize::from(group.keep));
        if depth >= movable {
            note("keep");
        }
        // For a card that is kept, `take` is evaluated as if it were not.
        let max = if depth < movable {
            movable
        } else {
            usize::from(self.position.size(pile))
        };
        let longest = self.run_length(pile, max) - 1;
        let mut above = self.position.cards_down(pile).take(depth);
        let is_liftable = match group.take {
            Take::None => false,
            Take::Top => depth == 0,
            Take::Any => above.all(|c| self.face(c) != self.face(card)),
            Take::Run | Take::Full | Take::TopOrFull if alone => depth == 0,
            Take::Run => depth <= longest,
            Take::Full => depth == longest,
            Take::TopOrFull => depth == 0 || depth == longest,
        };
        if !is_liftable {
            note("take");
        }
        violated
    }

    /// `base.locks`, if it does not allow the move.
    fn violated_lock(&self) -> Option<Key<'a>> {
        let base = Compiled::new(self.position.game()).base?;
        let is_source = base.from.contains(&self.group_id(self.from));
        let is_target = base.of == self.group_id(self.to);
        let is_violated = is_locked(self.position) && !(is_source && is_target);
        is_violated.then_some(BASE_LOCKS)
    }

    /// The keys that do not allow the cards to be placed on the pile.
    fn violated_by_landing(&self) -> Vec<Key<'a>> {
        let (position, to) = (self.position, self.to);
        let group = self.group(to);
        let is_alone = group.unit == Unit::Exactly(1);
        let mut violated = self.violated_by_lifting(self.card, self.from, is_alone);
        violated.extend(self.violated_lock());
        let base = Compiled::new(position.game()).base;
        let is_empty = position.size(to) == 0;
        let mut note = |key| violated.push(Key("piles", &group.name, key));
        if group.alike {
            let first = group.piles.iter().find(|&p| position.size(p) == 0);
            if group.piles.contains(self.from) || is_empty && first != Some(to) {
                note("alike");
            }
        }
        let depth = self.depth(self.card, self.from);
        let size = if self.group(self.from).take == Take::Any {
            1
        } else {
            depth + 1
        };
        if matches!(group.unit, Unit::Exactly(unit) if usize::from(unit) != size) {
            note("unit");
        }
        if !lifts_runs(group.take) && size > 1 && !self.lands_as_run(size) {
            note("run");
        }
        let size_before = usize::from(position.size(to));
        if group
            .capacity
            .is_some_and(|c| size_before + size > usize::from(c))
        {
            note("capacity");
        }
        // A card that sets the base rank is judged as if its own rank were the base.
        let setting_base = base.filter(|b| {
            position.base().is_none() && b.of == self.group_id(to) && is_empty && !b.from.is_empty()
        });
        let rank = setting_base
            .and_then(|_| self.face(self.card).rank())
            .or(position.base());
        let (key, accepts) = if is_empty {
            ("start", &group.start)
        } else {
            ("build", &group.build)
        };
        if !holds(accepts.as_ref(), &self.target_scene(rank)) {
            note(key);
        }
        if setting_base.is_some_and(|b| !b.from.contains(&self.group_id(self.from))) {
            violated.push(BASE_FROM);
        }
        violated
    }

    fn lands_as_run(&self, size: usize) -> bool {
        let Some(run) = &self.group(self.to).run else {
            return true;
        };
        let cards: Vec<CardId> = self.position.cards_down(self.from).take(size).collect();
        cards.windows(2).all(|pair| {
            run.holds(&Scene {
                card: Some(self.face(pair[0])),
                top: Some(self.face(pair[1])),
                ..self.pile_scene(self.to)
            })
        })
    }

    /// The keys that do not allow the card to leave the game with the top card of the pile.
    fn violated_by_pairing(&self) -> Vec<Key<'a>> {
        let group = self.group(self.to);
        let pair = || vec![Key("piles", &group.name, "pair")];
        let Some(top) = self.position.cards_down(self.to).next() else {
            return pair();
        };
        let mut violated = self.violated_by_lifting(self.card, self.from, true);
        violated.extend(self.violated_by_lifting(top, self.to, true));
        violated.extend(is_locked(self.position).then_some(BASE_LOCKS));
        if !holds(
            group.pair.as_ref(),
            &self.target_scene(self.position.base()),
        ) {
            violated.extend(pair());
        }
        violated
    }

    /// The keys that do not allow the card to change places with the top card of the pile.
    fn violated_by_swapping(&self) -> Vec<Key<'a>> {
        let group = self.group(self.to);
        let of_group = |key| Key("piles", &group.name, key);
        if self.position.size(self.to) == 0 {
            return vec![of_group("swap")];
        }
        let mut violated = self.violated_by_lifting(self.card, self.from, true);
        violated.extend(is_locked(self.position).then_some(BASE_LOCKS));
        let available = group.available.as_ref();
        if available.is_some_and(|a| !a.holds(&self.pile_scene(self.to))) {
            violated.push(of_group("available"));
        }
        if self.position.size(self.to) <= group.keep {
            violated.push(of_group("keep"));
        }
        let scene = self.target_scene(self.position.base());
        if !holds(group.swap.as_ref(), &scene) {
            violated.push(of_group("swap"));
        }
        violated
    }
}
