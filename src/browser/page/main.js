// The page: it asks the engine, shows what that answers, and keeps the game.

const KEPT = "patience";
const messages = document.getElementById("messages");
const line = document.getElementById("line");
const stop = document.getElementById("stop");

// The game that is played: how it was started, what the engine said of it, and its moves.
// `wanted` are the moves that were played under other rules, too, while they were changed, and `own` is the game whose rules
// are one's own.
const current = { game: undefined, opened: undefined, title: "", state: undefined, moves: [], wanted: [], own: undefined };

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

// Games.

function randomNumber() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

function randomDeal() {
  return String((randomNumber() % 1_000_000) + 1);
}

// The deal of the day is its date in UTC, so that it is the same for everyone.
function todaysDeal() {
  return new Date().toISOString().slice(0, 10).replaceAll("-", "");
}

// Starts a game. A quiet one is the same game under other rules, or after something went wrong.
async function startGame(game, isQuiet) {
  const { moves = [], ...start } = game;
  const opened = await ask({ start: { ...start, moves, seed: randomNumber() } });
  if (opened.refusal) {
    say([opened.refusal.message], "refused");
    return false;
  }
  if (!isQuiet) messages.replaceChildren();
  current.wanted = moves;
  if (start.text !== undefined) current.own = start;
  await adopt(start, opened, opened.state, isQuiet);
  say(opened.messages ?? [], "refused");
  await show(opened.state);
  return true;
}

// Goes on with a game: how it was started, what the engine says of it, and its state.
async function adopt(game, opened, state, isQuiet) {
  const isOther = current.game && String([current.game.game, current.game.deal, current.game.with]) !== String([game.game, game.deal, game.with]);
  if (!isQuiet && isOther) endHunt();
  chosen = undefined;
  Object.assign(current, { game, opened, title: state.title + (game.text === undefined ? "" : " (rules changed)") });
  document.getElementById("title").textContent = current.title;
  document.title = `${current.title} – Patience`;
  document.body.dataset.game = game.game;
  // The way back in the browser leads to the game before.
  if (isOther && !isQuiet && !isGoingBack) history.pushState(null, "", location.hash);
  if (isQuiet) return;
  say([`${current.title}.`]);
  await forgetDraft();
}

// The game that the dialogue is about: `new` and `undo` may have led to another one.
async function follow(answer) {
  const { opened = current.opened, state } = answer;
  if (!answer.opened && state.deal === current.game.deal) return;
  const { game, text } = opened.game === OWN ? current.own : { game: opened.game };
  current.wanted = state.played;
  await adopt({ game, text, with: opened.variants, deal: state.deal }, opened, state);
}

async function startEntry(entry) {
  closePanel();
  await startGame({ game: entry.id, with: entry.variant ? [entry.variant] : [], deal: randomDeal() });
}

// Deals until one is found that can be won, in an engine of its own: the game goes on meanwhile.
let hunter;

async function startHunt() {
  endHunt();
  const { game } = current;
  const hunt = await newEngine();
  hunter = hunt;
  for (let tried = 1; ; tried += 1) {
    stop.hidden = false;
    stop.textContent = `Stop looking for a deal that can be won (${tried})`;
    const deal = randomDeal();
    const answer = await hunt.ask({ hunt: { ...game, deal } });
    if (hunter !== hunt) return undefined;
    if (!answer.found && !answer.message && !answer.refusal) continue;
    endHunt();
    if (answer.found) await tell(await ask({ do: `new ${deal}` }));
    return say([answer.message ?? answer.refusal.message], answer.found ? undefined : "refused");
  }
}

function endHunt() {
  hunter?.end();
  hunter = undefined;
  stop.hidden = true;
}

// Commands.

// What the engine asks the page to show or to do.
const WISHES = {
  list(words) {
    document.getElementById("find").value = words;
    listGames();
    openPanel("games");
  },
  async rules() {
    const page = await ask({ rules: {} });
    if (!page.refusal) showRules(page);
  },
  winnable: () => startHunt(),
  today: () => run(`new ${todaysDeal()}`),
};

// Does what was typed, or what a tap stands for.
async function run(text, isTap = false) {
  say([`> ${text}`], "typed");
  await tell(await ask({ do: text }), isTap);
}

async function play(id, text) {
  say([`> ${text}`], "typed");
  await tell(await ask({ play: id }));
}

async function tell(answer, isTap) {
  const isChoice = isTap && chosen && answer.refusal && !answer.refusal.key;
  if (isChoice) say([`Tap where it goes: ${[...chosen.targets.keys()].join(", ")}.`]);
  else say(answer.messages ?? [answer.refusal?.message].filter(Boolean), answer.verbatim ? "verbatim" : answer.refusal ? "refused" : undefined);
  // Without a state, nothing was done.
  if (!answer.state) return undefined;
  await follow(answer);
  if (String(answer.state.played) !== String(current.moves)) {
    current.wanted = answer.state.played;
    chosen = undefined;
  }
  if (answer.refusal?.key) offerRule(answer.refusal);
  await show(answer.state);
  if (answer.refusal && !isChoice) shake();
  if (!answer.wish) return undefined;
  const [[wish, words]] = typeof answer.wish === "string" ? [[answer.wish]] : Object.entries(answer.wish);
  return WISHES[wish](words);
}

// After a refusal: the rule, and its line in the file.
function offerRule(refusal) {
  const button = node("button", "Show the rule", "command");
  button.addEventListener("click", async () => {
    const place = /^(.*)\.toml:(\d+)$/.exec(refusal.place ?? "");
    if (!place) return;
    const own = current.game.text === undefined ? current.game.game : OWN;
    if (place[1] === own) await openWorkshop();
    else await showOther(place[1]);
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
  current.moves = state.played;
  redraw();
  document.getElementById("status").textContent = [`${state.moves} ${state.moves === 1 ? "move" : "moves"}`, ...state.status].join(", ");
  drawActions(state);
  document.getElementById("undo").disabled = !state.moves;
  document.getElementById("redo").disabled = !state.can_redo;
  const isWon = state.outcome === "won";
  if (state.end && !wasOver) say([state.end], isWon ? "won" : "end");
  wasOver = Boolean(state.end);
  document.body.classList.toggle("is-won", isWon);
  await keep();
}

function drawActions(state) {
  const legal = new Map(state.legal.filter((move) => !move.from).map((move) => [move.do, move.id]));
  const focused = document.activeElement?.dataset?.action;
  const buttons = current.opened.actions.map((action) => {
    const button = node("button", action);
    button.disabled = !legal.has(action);
    button.dataset.action = action;
    button.addEventListener("click", () => play(legal.get(action), action));
    return button;
  });
  document.getElementById("actions").replaceChildren(...buttons);
  if (focused) buttons.find((button) => button.dataset.action === focused)?.focus();
}

// Keeps the game in the address and in the browser.
async function keep() {
  const link = await writeLink({ ...current.game, moves: current.moves });
  try {
    history.replaceState(null, "", link);
    localStorage.setItem(KEPT, link);
    if (current.moves.length) rememberGame(current.title, link);
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
  const start = (other) => other.replace(/&m=.*/, "");
  const others = readRecent().filter((game) => start(game.link) !== start(link));
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

// Buttons and keys.

function on(id, act) {
  document.getElementById(id).addEventListener("click", act);
}

on("games", () => {
  WISHES.list("");
  document.getElementById("find").focus();
});
on("new", () => run("new"));
on("undo", () => run("undo"));
on("redo", () => run("redo"));
on("hint", () => run("hint"));
on("restart", () => run("restart"));
on("today", () => WISHES.today());
on("winnable", () => startHunt());
on("auto", () => run("auto"));
on("solve", () => run("solve"));
on("rules", () => WISHES.rules());
on("workshop", openWorkshop);
on("close", closePanel);
on("stop", () => (hunter ? endHunt() : engine.stop()));
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
document.getElementById("find").addEventListener("keydown", (event) => {
  if (event.key === "Enter") document.querySelector("#list button")?.click();
});

const KEYS = { u: "undo", r: "redo", h: "hint", n: "new" };
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (document.activeElement === line) line.blur();
    else if (!panel.hidden) closePanel();
    else showTools(false);
    return undefined;
  }
  const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  if (!isTyping && event.ctrlKey && event.key === "z") return run("undo");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === "/") {
    event.preventDefault();
    line.focus();
  } else if (KEYS[event.key] && panel.hidden) {
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
