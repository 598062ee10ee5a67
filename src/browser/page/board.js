// The board: every group of piles where the engine says that it lies, in cards as large as fit the window.

const RATIO = 1.4;
const LABEL = 16;
const LARGEST = 110;
const SMALLEST = 16;
// Cards are not made smaller than this so that the board is less tall.
const LEAST_BY_HEIGHT = 40;
// More piles than this of a group lie in several rows; in a narrow window, if their place says nothing, fewer.
const MOST_IN_A_ROW = 13;
const MOST_IF_NARROW = 10;
// How many cards of a pile are drawn that shows only its last ones: few where they lie beside each other.
const LAST_CARDS = 8;
const LAST_IN_A_ROW = 4;
// How much of a card is seen below the next row of a shape in which piles cover each other.
const UNCOVERED = 0.5;

const board = document.getElementById("board");

// The space between two piles of a group.
function gapIn(width) {
  return width < 500 ? 2 : 5;
}

// The columns and rows of a group: where each of its piles lies, in half columns.
function spotsOf(group, width) {
  const isDrawn = group.piles.some((pile) => pile.row > 1);
  if (isDrawn) {
    return group.piles.map((pile) => ({ across: pile.across, row: pile.row - 1 }));
  }
  const most = width < 500 ? MOST_IF_NARROW : MOST_IN_A_ROW;
  const rows = Math.ceil(group.piles.length / most);
  const columns = Math.ceil(group.piles.length / rows);
  return group.piles.map((_, index) => ({
    across: 2 * (index % columns),
    row: Math.floor(index / columns),
  }));
}

// Whether the rows of a shape cover each other: each lies half a column beside the one above.
function coversRows(group) {
  const across = (row) => group.piles.filter((pile) => pile.row === row).map((pile) => pile.across % 2);
  const [first, second] = [across(1), across(2)];
  return first.length > 0 && second.length > 0 && first[0] !== second[0];
}

// The cards of a pile that are drawn.
function shownCards(group, cards) {
  if (group.display === "count") return cards.length ? ["#"] : [];
  if (group.display === "top") return cards.slice(-1);
  if (group.display === "last") return cards.slice(-(group.piles.length === 1 ? LAST_IN_A_ROW : LAST_CARDS));
  return cards;
}

// The most that a fan goes on beyond its first card: down, in heights of a card, and to the right, in widths.
const DEEPEST = 2.6;
const FARTHEST = 3.5;

// How far each card of a fan is from its first card, in heights or widths of a card.
function offsets(cards, room) {
  const steps = cards.slice(0, -1).map((card) => (card === "#" ? 0.12 : 0.3));
  const total = steps.reduce((sum, step) => sum + step, 0);
  const squeeze = Math.min(1, room / (total || 1));
  let at = 0;
  return cards.map((_, index) => {
    const here = at;
    at += (steps[index] ?? 0) * squeeze;
    return here;
  });
}

// The widest that a card can be so that every group fits into a width.
function widestCard(groups, width) {
  const columns = Math.max(1, ...groups.map((group) => Math.max(...group.spots.map((spot) => spot.across)) / 2 + 1));
  return Math.max(SMALLEST, Math.min(LARGEST, width / columns - gapIn(width)));
}

function describePile(name, group, cards) {
  if (!cards.length) return `${name}, ${group.name}: empty`;
  if (group.display === "count") return `${name}, ${group.name}: ${cards.length} cards`;
  const shown = shownCards(group, cards);
  const up = shown.filter((card) => card !== "#").reverse();
  const under = up.slice(1).map(nameOfCard).join(", ");
  const hidden = cards.length - up.length;
  const rest = [under && `on ${under}`, hidden && `${hidden} more ${hidden === 1 ? "card" : "cards"}`].filter(Boolean);
  return [`${name}, ${group.name}: ${nameOfCard(cards.at(-1))}`, ...rest].join(", ");
}

function cardElement(pile, card, index, isTop) {
  const element = document.createElement(isTop ? "button" : "span");
  element.className = card === "#" ? "card down" : "card";
  element.dataset.pile = pile;
  element.dataset.index = index;
  if (!isTop) element.setAttribute("aria-hidden", "true");
  element.append(pictureOfCard(card));
  return element;
}

function pileElement(spot, group, cards) {
  const element = document.createElement("div");
  element.className = "pile";
  element.dataset.pile = spot.name;
  const shown = shownCards(group, cards);
  if (!shown.length) {
    const place = document.createElement("button");
    place.className = "card place";
    place.dataset.pile = spot.name;
    place.dataset.index = 0;
    if (spot.awaits) place.append(picture(`awaits-${spot.awaits}`));
    element.append(place);
  }
  shown.forEach((card, index) => {
    const number = cards.length - shown.length + index;
    element.append(cardElement(spot.name, card, number, index === shown.length - 1));
  });
  element.lastElementChild.setAttribute("aria-label", describePile(spot.name, group, cards));
  const label = document.createElement("span");
  label.className = "label";
  label.setAttribute("aria-hidden", "true");
  const hasMore = cards.length > shown.length || group.display === "count";
  label.textContent = hasMore && cards.length ? `${spot.name} (${cards.length})` : spot.name;
  element.append(label);
  return { element, shown };
}

// Draws a state of the game.
function drawBoard(state) {
  const cardsOf = new Map(state.piles.map((pile) => [pile.name, pile.cards]));
  const focused = document.activeElement?.dataset?.pile;
  const felt = board.parentElement;
  const width = felt.clientWidth - 8;
  const height = felt.clientHeight - 8;
  const groups = state.table.map((group) => {
    const spots = spotsOf(group, width);
    const rows = Math.max(...spots.map((spot) => spot.row)) + 1;
    const isFanned = !group.is_flat && !group.piles.some((pile) => pile.row > 1);
    // A single pile is fanned to the right, so that it needs no other line.
    const isWide = isFanned && group.piles.length === 1;
    return { ...group, spots, rows, isFanned, isWide, isCovered: coversRows(group) };
  });
  // Smaller cards fit more lines. What is too small to be hit is scrolled instead.
  const widest = widestCard(groups, width);
  const smallest = Math.min(widest, LEAST_BY_HEIGHT);
  for (let card = widest, tries = 0; tries < 8; tries += 1) {
    drawGroups(groups, cardsOf, card, width);
    const tooTall = board.offsetHeight / height;
    if (tooTall <= 1 || card === smallest) break;
    card = Math.max(smallest, Math.floor(card / Math.min(tooTall * 1.02, 1.25)));
  }
  felt.classList.toggle("scrolls", board.offsetHeight > felt.clientHeight);
  if (focused) board.querySelector(`button[data-pile="${CSS.escape(focused)}"]`)?.focus();
}

function drawGroups(groups, cardsOf, card, width) {
  board.style.setProperty("--card", `${card}px`);
  board.replaceChildren();
  for (const group of groups) {
    if (group.isFanned && !group.isWide) board.append(lineBreak());
    board.append(groupElement(group, cardsOf, card, card * RATIO, width));
  }
}

function lineBreak() {
  const element = document.createElement("div");
  element.className = "break";
  return element;
}

function groupElement(group, cardsOf, card, tall, width) {
  const element = document.createElement("div");
  element.className = group.isCovered ? "group covering" : "group";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", group.name);
  const gap = gapIn(width);
  const rowTops = [];
  let bottom = 0;
  for (let row = 0; row < group.rows; row += 1) {
    rowTops.push(bottom);
    const inRow = group.piles.filter((_, index) => group.spots[index].row === row);
    const depths = inRow.map((pile) =>
      group.isFanned && !group.isWide ? (offsets(shownCards(group, cardsOf.get(pile.name)), DEEPEST).at(-1) ?? 0) : 0,
    );
    const isLast = row === group.rows - 1;
    bottom += group.isCovered && !isLast ? tall * UNCOVERED : tall * (1 + Math.max(0, ...depths)) + LABEL + gap;
  }
  let right = Math.max(...group.spots.map((spot) => spot.across)) / 2 + 1;
  const room = Math.min(FARTHEST, (width - card) / card - 0.3);
  if (group.isWide) {
    const cards = cardsOf.get(group.piles[0].name);
    const reach = offsets(shownCards(group, cards), room).at(-1) ?? 0;
    // Room is kept for what may come, so that no other pile moves.
    right += group.display === "last" ? 0.3 * (LAST_IN_A_ROW - 1) : reach;
  }
  element.style.width = `${right * (card + gap)}px`;
  element.style.height = `${bottom}px`;
  group.piles.forEach((pile, index) => {
    const { row, across } = group.spots[index];
    const { element: pileNode, shown } = pileElement(pile, group, cardsOf.get(pile.name));
    pileNode.style.left = `${(across / 2) * (card + gap)}px`;
    pileNode.style.top = `${rowTops[row]}px`;
    const fan = group.isFanned ? offsets(shown, group.isWide ? room : DEEPEST) : shown.map(() => 0);
    [...pileNode.querySelectorAll(".card:not(.place)")].forEach((node, at) => {
      if (group.isWide) node.style.left = `${fan[at] * card}px`;
      else node.style.top = `${fan[at] * tall}px`;
    });
    const last = fan.at(-1) ?? 0;
    pileNode.style.width = `${card * (1 + (group.isWide ? last : 0))}px`;
    pileNode.style.height = `${tall * (1 + (group.isWide ? 0 : last)) + LABEL}px`;
    element.append(pileNode);
  });
  return element;
}
