// The page: it asks the engine, shows what that answers, and keeps the game.

const KEPT = "patience";
const messages = document.getElementById("messages");
const line = document.getElementById("line");
const stop = document.getElementById("stop");

// The game that is played: how it was started, what the engine said of it, and its moves.
// `wanted` are the moves that were played under other rules, too, while they were changed.
const current = { game: undefined, opened: undefined, state: undefined, moves: [], wanted: [] };

// Messages.

function say(lines, className) {
  for (const text of lines) messages.append(messageElement(text, className));
  while (messages.childElementCount > 60) messages.firstElementChild.remove();
  messages.scrollTop = messages.scrollHeight;
}

// Cards as they are drawn.
function withSigns(text) {
  const signs = { C: "♣", D: "♦", H: "♥", S: "♠" };
  return text.replace(/\b([2-9TJQKA])([CDHS])\b/g, (_, rank, suit) => (rank === "T" ? "10" : rank) + signs[suit]);
}

// A message; what can be typed in it is a button that does it.
function messageElement(text, className) {
  const element = node("p", undefined, className);
  const isCopied = className === "verbatim";
  text.split(/`([^`]+)`/).forEach((part, index) => {
    if (index % 2 === 0 || /[A-Z]{2,}|=/.test(part)) {
      element.append(isCopied ? part : withSigns(part));
      return;
    }
    const button = node("button", part, "command");
    button.addEventListener("click", () => run(part));
    element.append(button);
  });
  return element;
}

// The engine.

const waitingFor = new Map();
let requests = 0;
let engine;

function startEngine() {
  const text = document.getElementById("worker").textContent;
  engine = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  engine.onmessage = ({ data }) => {
    const waiting = waitingFor.get(data.id);
    if (data.progress !== undefined) {
      stop.hidden = false;
      stop.textContent = `Stop the search (${data.progress.toLocaleString("en")} positions)`;
      return;
    }
    stop.hidden = true;
    waitingFor.delete(data.id);
    waiting?.(data.answer);
    if (data.failed) recover();
  };
}

// An engine that has failed is of no more use: another one goes on with the game.
async function recover() {
  engine.terminate();
  waitingFor.clear();
  await loadEngine();
  if (current.game) await startGame({ ...current.game, moves: current.moves }, true);
}

function post(message, transfer) {
  requests += 1;
  const id = requests;
  engine.postMessage({ id, ...message }, transfer ?? []);
  return new Promise((resolve) => waitingFor.set(id, resolve));
}

async function loadEngine() {
  startEngine();
  const packed = fromBase64(document.getElementById("engine").textContent.trim());
  const module = await pump(packed, new DecompressionStream("gzip"), 2 ** 26);
  const answer = await post({ module: module.buffer }, [module.buffer]);
  if (answer.error) throw new Error(answer.error);
}

function ask(request) {
  return post({ request });
}

// Games.

function randomDeal() {
  return String((crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000) + 1);
}

// The deal of the day is its date in UTC, so that it is the same for everyone.
function todaysDeal() {
  return new Date().toISOString().slice(0, 10).replaceAll("-", "");
}

// Starts a game. A quiet one is the same game under other rules, or after something went wrong.
async function startGame(game, isQuiet) {
  const { moves = [], ...start } = game;
  const opened = await ask({ start: { ...start, moves } });
  if (opened.error) {
    say([opened.error], "refused");
    return false;
  }
  const isOther = current.game && (current.game.game !== game.game || current.game.deal !== game.deal);
  Object.assign(current, { game: start, opened, wanted: moves });
  chosen = undefined;
  opened.title += game.text === undefined ? "" : " (rules changed)";
  document.getElementById("title").textContent = opened.title;
  document.title = `${opened.title} – Patience`;
  document.body.dataset.game = game.game;
  // The way back in the browser leads to the game before.
  if (isOther && !isQuiet && !isGoingBack) history.pushState(null, "", location.hash);
  if (!isQuiet) {
    messages.replaceChildren();
    say([`${opened.title}.`]);
  }
  say(opened.messages, "refused");
  await show(opened.state);
  wasOver = Boolean(opened.state.end);
  return true;
}

async function startEntry(entry) {
  closePanel();
  await startGame({ game: entry.id, with: entry.variant ? [entry.variant] : [], deal: randomDeal() });
}

async function startDeal(deal) {
  await startGame({ ...current.game, deal });
}

// Deals until one is found that can be won.
async function startWinnable() {
  for (let tried = 1; tried <= 100; tried += 1) {
    const game = { ...current.game, deal: randomDeal() };
    const opened = await ask({ start: game });
    if (opened.error) return say([opened.error], "refused");
    const answer = await ask({ do: "solve 50000 positions" });
    if (answer.solution?.verdict === "winnable") {
      await startGame(game);
      return say([`With all cards known, this deal can be won${tried > 1 ? `; ${tried} deals were tried to find one` : ""}.`]);
    }
  }
  await startGame({ ...current.game, moves: current.moves }, true);
  return say(["No deal that can certainly be won was found in 100 deals."], "refused");
}

// Commands.

const WISHES = {
  list(words) {
    document.getElementById("find").value = words;
    listGames();
    openPanel("games");
  },
  async rules() {
    const page = await ask("rules");
    if (!page.error) showRules(page);
  },
  async new(deal) {
    if (deal === "winnable") return startWinnable();
    return startDeal(deal === "" ? randomDeal() : deal === "today" ? todaysDeal() : deal);
  },
  async game(name) {
    const found = findGames(name);
    if (found.length === 1) return startEntry(found[0]);
    if (found.length) return WISHES.list(name);
    return say([`There is no game “${name}”.`], "refused");
  },
};

async function run(text) {
  say([`> ${text}`], "typed");
  await tell(await ask({ do: text }));
}

async function play(id, text) {
  say([`> ${text}`], "typed");
  await tell(await ask({ play: id }));
}

async function tell(answer) {
  if (answer.error) return say([answer.error], "refused");
  say(answer.messages ?? [], answer.verbatim ? "verbatim" : answer.refusal ? "refused" : undefined);
  if (answer.wish) {
    const [[wish, text]] = Object.entries(answer.wish);
    return WISHES[wish]?.(text);
  }
  if (String(answer.state.moves) !== String(current.moves)) {
    current.wanted = answer.state.moves;
    chosen = undefined;
  }
  if (answer.refusal?.key) offerRule(answer.refusal);
  await show(answer.state);
  if (answer.refusal) shake();
  return undefined;
}

// After a refusal: the rule, and its line in the file.
function offerRule(refusal) {
  const button = node("button", "Show the rule", "command");
  button.addEventListener("click", async () => {
    const place = /^(.*)\.toml:(\d+)$/.exec(refusal.place ?? "");
    if (!place) return;
    if (current.game.text !== undefined || place[1] === current.game.game) await openWorkshop();
    else {
      // The rule is in the file that this game is like.
      source.value = (await ask({ text: place[1] })).text ?? "";
      opened = undefined;
      openPanel("workshop");
    }
    showLine(Number(place[2]), rangeOfLine(Number(place[2])));
  });
  messages.lastElementChild.append(" ", button);
  messages.scrollTop = messages.scrollHeight;
}

// The state.

let wasOver = false;

function redraw() {
  if (!current.state) return;
  drawBoard(current.state);
  markChosen();
}

async function show(state) {
  if (!state) return;
  current.state = state;
  current.moves = state.moves;
  redraw();
  document.getElementById("status").textContent = [`${state.moves.length} ${state.moves.length === 1 ? "move" : "moves"}`, ...state.status].join(", ");
  drawActions(state);
  document.getElementById("undo").disabled = !state.moves.length;
  document.getElementById("redo").disabled = !state.can_redo;
  if (state.end && !wasOver) say([state.end], state.won ? "won" : "end");
  wasOver = Boolean(state.end);
  document.body.classList.toggle("is-won", state.won);
  await keep();
}

function drawActions(state) {
  const legal = new Map(state.legal.filter((move) => !move.from).map((move) => [move.do, move.id]));
  const buttons = current.opened.actions.map((action) => {
    const button = node("button", action);
    button.disabled = !legal.has(action);
    button.addEventListener("click", () => play(legal.get(action), action));
    return button;
  });
  document.getElementById("actions").replaceChildren(...buttons);
}

// Keeps the game in the address and in the browser.
async function keep() {
  const link = await writeLink({ ...current.game, moves: current.moves });
  try {
    history.replaceState(null, "", link);
    localStorage.setItem(KEPT, link);
    if (current.moves.length) rememberGame(current.opened.title, link);
  } catch {
    // The browser keeps nothing; the game goes on.
  }
}

// The games that were played last, each with its link.
const RECENT = "patience-recent";
const MOST_RECENT = 8;

function readRecent() {
  try {
    const games = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return games.filter(({ title, link }) => typeof title === "string" && typeof link === "string");
  } catch {
    return [];
  }
}

function rememberGame(title, link) {
  const others = readRecent().filter((game) => game.title !== title);
  localStorage.setItem(RECENT, JSON.stringify([{ title, link }, ...others].slice(0, MOST_RECENT)));
}

function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

// Starts the game of a link; what has gone wrong before stays on the page.
async function startFrom(hash, isQuiet) {
  try {
    const game = await readLink(hash);
    return game !== null && (await startGame({ ...game, deal: game.deal || randomDeal() }, isQuiet));
  } catch (error) {
    say([`The link cannot be read: ${error.message}.`], "refused");
    return false;
  }
}

// Taps and drags.

const drag = { from: undefined };

function cardsOf(pile) {
  return current.state.piles.find((other) => other.name === pile)?.cards ?? [];
}

// The legal moves of a card and those on it.
function movesOf(pile, index) {
  const count = Math.max(1, cardsOf(pile).length - index);
  return current.state.legal.filter((move) => move.from === pile && move.count === count);
}

// The pile whose card was tapped and can go to several piles, and the moves: the next tap says to which.
let chosen;

function markChosen() {
  if (!chosen) return;
  const top = (name) => board.querySelector(`button.card[data-pile="${CSS.escape(name)}"]`);
  top(chosen.name)?.classList.add("chosen");
  for (const name of chosen.targets.keys()) top(name)?.classList.add("target");
}

function tap(pile, index) {
  const card = cardsOf(pile)[index];
  if (chosen?.targets.has(pile)) {
    const move = chosen.targets.get(pile);
    return play(move.id, move.do);
  }
  const wasChosen = chosen?.name === pile;
  chosen = undefined;
  if (wasChosen) return redraw();
  const moves = movesOf(pile, index);
  const isTop = index >= cardsOf(pile).length - 1;
  if (moves.length > 1) {
    chosen = { name: pile, targets: new Map(moves.map((move) => [move.to, move])) };
  }
  return run(isTop || card === "#" ? pile : card);
}

// The last card that was touched shakes its head.
function shake() {
  const card = drag.touched && board.querySelector(`.card[data-pile="${CSS.escape(drag.touched.pile)}"][data-index="${drag.touched.index}"]`);
  card?.classList.add("refused");
}

function drop(from, index, to) {
  const found = movesOf(from, index).find((move) => move.to === to);
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
  // What follows a drag is no tap.
  board.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => board.dispatchEvent(new Event("click")), 0);
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const pile = under.map((element) => element.closest(".pile")).find((element) => element && element.dataset.pile !== from);
  if (pile) drop(from, index, pile.dataset.pile);
});

board.addEventListener("pointercancel", endDrag);

// Buttons, too, so that the keyboard can tap. Of a double click only the first click counts.
let lastTap = { pile: undefined, time: 0 };
board.addEventListener("click", (event) => {
  const card = event.target.closest?.(".card");
  if (!card) return;
  const { pile, index } = card.dataset;
  const isSecond = event.detail > 1 && lastTap.pile === pile && performance.now() - lastTap.time < 350;
  lastTap = { pile, time: performance.now() };
  if (!isSecond) tap(pile, Number(index));
});

// Buttons and keys.

function on(id, act) {
  document.getElementById(id).addEventListener("click", act);
}

on("games", () => {
  WISHES.list("");
  document.getElementById("find").focus();
});
on("new", () => WISHES.new(""));
on("undo", () => run("undo"));
on("redo", () => run("redo"));
on("hint", () => run("hint"));
on("restart", () => run("restart"));
on("today", () => WISHES.new("today"));
on("winnable", () => WISHES.new("winnable"));
on("auto", () => run("auto"));
on("solve", () => run("solve"));
on("rules", () => WISHES.rules());
on("workshop", openWorkshop);
on("close", closePanel);
on("stop", () => engine.postMessage({ stop: true }));
function showTools(isShown) {
  const tools = document.getElementById("tools");
  tools.hidden = !isShown;
  document.getElementById("more").setAttribute("aria-expanded", String(isShown));
  redraw();
}
on("more", () => showTools(document.getElementById("tools").hidden));
document.getElementById("tools").addEventListener("click", (event) => {
  if (event.target.closest("button")) showTools(false);
});
on("link", async () => {
  const link = location.href.split("#")[0] + (await writeLink({ ...current.game, moves: current.moves }));
  try {
    await navigator.clipboard.writeText(link);
    say(["The link of this game was copied."]);
  } catch {
    say([`The link of this game: ${link}`]);
  }
  if (location.protocol === "file:") {
    say(["This page lies on your disk: somebody else needs it too, and what stands after the # of the link."]);
  }
});
document.getElementById("number").addEventListener("submit", (event) => {
  event.preventDefault();
  const deal = new FormData(event.target).get("deal").trim();
  if (deal) run(`new ${deal}`);
});
document.getElementById("prompt").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = line.value.trim();
  line.value = "";
  if (text) run(text);
});
document.getElementById("find").addEventListener("input", listGames);

const KEYS = { u: "undo", r: "redo", h: "hint", n: "new" };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden) return closePanel();
  const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  if (!isTyping && event.ctrlKey && event.key === "z") return run("undo");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "/") {
    event.preventDefault();
    line.focus();
  } else if (KEYS[event.key]) {
    document.getElementById(KEYS[event.key]).click();
  }
  return undefined;
});

addEventListener("resize", redraw);
let isGoingBack = false;
addEventListener("popstate", async () => {
  isGoingBack = true;
  await startFrom(location.hash);
  isGoingBack = false;
});

async function begin() {
  drawFaces();
  try {
    await loadEngine();
  } catch (error) {
    say([`The games cannot be played in this browser: ${error.message}`], "refused");
    return;
  }
  const hasProblem = () => messages.childElementCount > 0;
  const isStarted = (await startFrom(location.hash)) || (await startFrom(kept(), hasProblem()));
  if (!isStarted) await startGame({ game: (catalog.find((entry) => entry.is_first) ?? catalog[0]).id, with: [], deal: randomDeal() }, hasProblem());
  document.body.dataset.ready = "yes";
}

begin();
