// Taps and drags: what a finger or a mouse does to a card is a command that could be typed.

const drag = { from: undefined };

function cardsOf(pile) {
  return current.state.piles.find((other) => other.name === pile)?.cards ?? [];
}

// The legal moves of a card and those on it, each by the pile that it goes to. Two cards that leave as a pair may be named in
// either order, and an empty pile stands for the others of its group.
function movesOf(pile, index) {
  const count = Math.max(1, cardsOf(pile).length - index);
  const found = new Map();
  for (const move of current.state.legal) {
    if (move.from === pile && move.count === count) found.set(move.to, move);
    else if (move.to === pile && move.count === 1 && count === 1 && isPair(move)) found.set(move.from, move);
  }
  for (const group of current.state.table) {
    const move = group.piles.map(({ name }) => found.get(name)).find((other) => other && !cardsOf(other.to).length);
    if (!move) continue;
    for (const { name } of group.piles) if (name !== pile && !cardsOf(name).length && !found.has(name)) found.set(name, move);
  }
  return found;
}

// Whether a card that is moved leaves with another one, or changes places with it.
function isPair(move) {
  const group = current.state.table.find(({ piles }) => piles.some(({ name }) => name === move.to));
  return Boolean(group?.pairs);
}

// The card that was tapped and can go to several piles, and its moves: the next tap says to which.
let chosen;

function markChosen() {
  if (!chosen) return;
  const top = (name) => board.querySelector(`button.card[data-pile="${CSS.escape(name)}"]`);
  board.querySelector(`.card[data-pile="${CSS.escape(chosen.pile)}"][data-index="${chosen.index}"]`)?.classList.add("chosen");
  for (const name of chosen.targets.keys()) top(name)?.classList.add("target");
}

function tap(pile, index) {
  const card = cardsOf(pile)[index];
  if (chosen?.targets.has(pile)) {
    const move = chosen.targets.get(pile);
    return play(move.id, move.do);
  }
  const wasChosen = chosen?.pile === pile && chosen.index === index;
  chosen = undefined;
  if (wasChosen) return redraw();
  const targets = movesOf(pile, index);
  const isTop = index >= cardsOf(pile).length - 1;
  if (targets.size > 1) chosen = { pile, index, targets };
  return run(isTop || card === "#" ? pile : card, true);
}

// The last card that was touched shakes its head.
function shake() {
  const card = drag.touched && board.querySelector(`.card[data-pile="${CSS.escape(drag.touched.pile)}"][data-index="${drag.touched.index}"]`);
  card?.classList.add("refused");
}

function drop(from, index, to) {
  const found = movesOf(from, index).get(to);
  if (found) return play(found.id, found.do);
  const cards = cardsOf(from);
  const card = cards[index];
  const isAlone = current.state.piles.flatMap((pile) => pile.cards).filter((other) => other === card).length === 1;
  if (index === cards.length - 1) return run(`${from} ${to}`);
  return run(isAlone && card !== "#" ? `${card} ${to}` : `${from} ${to} ${cards.length - index}`);
}

board.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".card");
  if (!card || event.button !== 0) return;
  const { pile, index } = card.dataset;
  const cards = [...card.parentElement.querySelectorAll(".card")].filter((other) => Number(other.dataset.index) >= Number(index));
  drag.touched = { pile, index };
  Object.assign(drag, { from: pile, index: Number(index), cards, x: event.clientX, y: event.clientY, isMoving: false, id: event.pointerId });
});

board.addEventListener("pointermove", (event) => {
  if (drag.from === undefined || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isMoving && Math.hypot(x, y) < 8) return;
  if (!drag.isMoving) {
    drag.isMoving = true;
    board.setPointerCapture(event.pointerId);
    for (const card of drag.cards) card.classList.add("dragged");
  }
  for (const card of drag.cards) card.style.transform = `translate(${x}px, ${y}px)`;
});

function endDrag() {
  for (const card of drag.cards ?? []) {
    card.classList.remove("dragged");
    card.style.transform = "";
  }
  const { from, index, isMoving } = drag;
  Object.assign(drag, { from: undefined, cards: undefined, isMoving: false });
  return { from, index, isMoving };
}

board.addEventListener("pointerup", (event) => {
  if (drag.from === undefined || event.pointerId !== drag.id) return;
  const { from, index, isMoving } = endDrag();
  if (!isMoving) return;
  // The click that ends a drag is not a tap.
  board.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => board.dispatchEvent(new Event("click")), 0);
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const pile = under.map((element) => element.closest(".pile")).find((element) => element && element.dataset.pile !== from);
  if (pile) drop(from, index, pile.dataset.pile);
});

board.addEventListener("pointercancel", endDrag);

// Buttons, too, so that the keyboard can tap. The second click of a double click on a card counts only where the first one
// cannot have moved it: on a pile that cards are dealt from.
board.addEventListener("click", (event) => {
  const card = event.target.closest?.(".card");
  if (!card) return;
  const { pile, index } = card.dataset;
  const isSource = !current.state.legal.some((move) => move.from === pile) && cardsOf(pile).at(-1) === "#";
  if (event.detail % 2 === 1 || event.detail === 0 || isSource) tap(pile, Number(index));
});
