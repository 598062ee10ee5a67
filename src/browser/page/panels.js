// What stands beside the board: the list of games, the page of rules, and the text of the rules while they are changed.

const panel = document.getElementById("panel");
const panels = ["games", "rules", "workshop"];

function openPanel(name) {
  for (const other of panels) document.getElementById(`panel-${other}`).hidden = other !== name;
  panel.hidden = false;
  panel.scrollTop = 0;
  panel.focus();
  redraw();
}

function closePanel() {
  panel.hidden = true;
  redraw();
}

function isOpen(name) {
  return !panel.hidden && !document.getElementById(`panel-${name}`).hidden;
}

function node(name, text, className) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
}

// The list of games.

const catalog = JSON.parse(document.getElementById("catalog").textContent);

function wordsOf(text) {
  return text.toLowerCase().replaceAll(/['’.]/g, "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

// Whether words describe a game as `list` understands them: each begins a word that is said of it.
function isDescribed(entry, wanted) {
  const whole = wordsOf(wanted).join("");
  if (entry.names.some((name) => wordsOf(name).join("").includes(whole))) return true;
  return wordsOf(wanted).every((word) => entry.words.some((known) => known.startsWith(word)));
}

for (const entry of catalog) {
  entry.names = [entry.key, entry.name, ...entry.aliases, entry.family];
  entry.words = [...entry.names.flatMap(wordsOf), ...wordsOf(entry.about), ...entry.measures];
}

// What is known of the odds, unless it says next to nothing.
function describeOdds(entry) {
  const range = (odds) => odds?.replace("-", "–").replace(/^(\d+)–\1$/, "$1");
  const isVague = (odds) => !odds || odds.split("-")[1] - odds.split("-")[0] > 40;
  const odds = [];
  if (!isVague(entry.honest)) odds.push(`a careful player who sees no hidden card wins ${range(entry.honest)} % of the deals`);
  if (!isVague(entry.odds)) odds.push(`${range(entry.odds)} % could be won by somebody who knew every card`);
  const text = odds.join("; ");
  return text && `${text[0].toUpperCase()}${text.slice(1)}.`;
}

// Games with that name come before games that only mention it.
function rank(entry, wanted) {
  const whole = wordsOf(wanted).join("");
  const names = [entry.name, entry.key, ...entry.aliases].map((name) => wordsOf(name).join(""));
  if (!whole) return 0;
  if (names.slice(0, 2).includes(whole)) return 0;
  if (names.includes(whole)) return 1;
  return names.some((name) => name.startsWith(whole)) ? 2 : 3;
}

function listGames() {
  const wanted = document.getElementById("find").value;
  const found = catalog.filter((entry) => isDescribed(entry, wanted));
  found.sort((a, b) => rank(a, wanted) - rank(b, wanted));
  const help = "Words such as easy, hard, short, long, luck and skill help to choose.";
  document.getElementById("found").textContent =
    found.length === 0 ? `No game fits “${wanted}”. ${help}` : found.length === 1 ? "One game." : `${found.length} games. ${help}`;
  listRecent();
  document.getElementById("list").replaceChildren(
    ...found.map((entry) => {
      const item = node("li");
      const start = node("button", entry.name);
      start.dataset.key = entry.key;
      start.addEventListener("click", () => startEntry(entry));
      const parent = entry.variant && catalog.find((other) => other.id === entry.id && !other.variant);
      item.append(start, node("p", parent ? `${parent.name}, but: ${entry.about}` : entry.about));
      const odds = describeOdds(entry);
      if (odds) item.append(node("p", odds, "odds"));
      return item;
    }),
  );
}

// The games that were played last, also those with rules of one's own.
function listRecent() {
  const recent = document.getElementById("recent");
  recent.replaceChildren(
    ...readRecent().map(({ title, link }) => {
      const item = node("li");
      const button = node("button", title);
      button.addEventListener("click", async () => {
        closePanel();
        await startFrom(link);
      });
      item.append(button);
      return item;
    }),
  );
  recent.hidden = !recent.childElementCount;
}

// The page of rules.

function markedText(element, text) {
  // Names of actions and of conditions stand between asterisks.
  text.split(/\*([^*]+)\*/).forEach((part, index) => element.append(index % 2 ? node("em", part) : part));
  return element;
}

function showRules(page) {
  const article = document.getElementById("panel-rules");
  article.replaceChildren(node("h2", page.title));
  if (page.about) article.append(node("p", page.about, "about"));
  // The odds are those of a game as it is in the library.
  const { game, text, with: used = [] } = current.game;
  const isThis = (known) => known.id === game && String(known.variant ?? "") === String(used);
  const entry = text === undefined && catalog.find(isThis);
  if (entry && describeOdds(entry)) article.append(node("p", describeOdds(entry), "odds"));
  if (page.aliases.length) article.append(node("p", `Also called ${page.aliases.join(", ")}.`));
  for (const section of page.sections) {
    article.append(node("h3", section.heading));
    let list;
    for (const block of section.blocks) {
      if (block.item === undefined) {
        list = undefined;
        article.append(markedText(node("p"), block.text));
        continue;
      }
      if (!list) article.append((list = node("ul")));
      list.append(markedText(node("li"), block.item));
    }
  }
  if (page.variants.length) {
    article.append(node("h3", "Play a variant"), variantBoxes(page.variants));
  }
  openPanel("rules");
}

// A box for each variant; together they choose the game.
function variantBoxes(variants) {
  const form = node("form", undefined, "variants");
  for (const variant of variants) {
    const label = node("label");
    const box = node("input");
    box.type = "checkbox";
    box.name = variant;
    box.checked = current.game.with.includes(variant);
    box.addEventListener("change", () => {
      const chosen = [...form.querySelectorAll("input:checked")].map((input) => input.name);
      startGame({ ...current.game, with: chosen, moves: [] }).then(() => WISHES.rules());
    });
    label.append(box, ` ${variant}`);
    form.append(label);
  }
  return form;
}

// The rules while they are changed.

const source = document.getElementById("source");
const completions = document.getElementById("completions");
// What the engine calls rules of one's own.
const OWN = "your-game";
let checks = 0;
// Whether the field has the rules of the game, perhaps half-typed.
let isFilled = false;
// The rules of the built-in game that was changed.
let original = "";

async function openWorkshop() {
  if (!isFilled) await fillWorkshop();
  openPanel("workshop");
  source.focus();
  await checkRules(false);
}

async function fillWorkshop() {
  isFilled = true;
  original = current.game.game ? ((await ask({ text: current.game.game })).text ?? "") : "";
  source.value = current.game.text ?? original;
  source.readOnly = false;
  document.getElementById("whose").textContent = "Rules as they are written";
  document.getElementById("how").hidden = false;
  source.setSelectionRange(0, 0);
  source.scrollTop = 0;
}

// The game is another one now: what stands in the field was about the one before.
async function forgetDraft() {
  isFilled = false;
  clearTimeout(waiting);
  if (!isOpen("workshop")) return;
  await fillWorkshop();
  await checkRules(false);
}

// Shows the file that the game is like, which cannot be changed here.
async function showOther(id) {
  isFilled = false;
  source.value = (await ask({ text: id })).text ?? "";
  source.readOnly = true;
  const name = catalog.find((entry) => entry.id === id && !entry.variant)?.name ?? id;
  document.getElementById("whose").textContent = `Rules of ${name}, which this game is like`;
  document.getElementById("how").hidden = true;
  document.getElementById("verdict").textContent = "";
  document.getElementById("problems").replaceChildren();
  document.getElementById("tests").replaceChildren();
  openPanel("workshop");
}

document.getElementById("original").addEventListener("click", async () => {
  await startGame({ ...current.game, text: undefined, moves: current.wanted }, true);
  await fillWorkshop();
  await checkRules(false);
});
document.getElementById("complete").addEventListener("click", () => complete());

function replaceRange([start, end], text) {
  source.focus();
  source.setRangeText(text, start, end, "end");
  changed();
}

// Shows a line of the text.
function showLine(line, range) {
  const lineHeight = source.scrollHeight / Math.max(1, source.value.split("\n").length);
  source.focus();
  source.setSelectionRange(...range);
  source.scrollTop = Math.max(0, (line - 4) * lineHeight);
}

function rangeOfLine(line) {
  const lines = source.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return [start, start + (lines[line - 1] ?? "").length];
}

function problemItem(problem) {
  const item = node("li", undefined, problem.severity);
  const place = node("button", `Line ${problem.line}`);
  place.addEventListener("click", () => showLine(problem.line, problem.range));
  item.append(place, node("span", problem.message, "said"));
  for (const fix of problem.fixes) {
    const button = node("button", fix.text ? `Write ${fix.text}` : "Leave it out", "fix");
    button.addEventListener("click", () => replaceRange(fix.range, fix.text));
    item.append(button);
  }
  return item;
}

// Checks the text; if it is correct and has changed, the board follows.
async function checkRules(hasChanged) {
  checks += 1;
  const check = checks;
  const text = source.value;
  const found = await ask({ check: text });
  if (check !== checks || found.refusal) return;
  document.getElementById("problems").replaceChildren(...found.problems.map(problemItem));
  document.getElementById("tests").replaceChildren(
    ...found.tests.map((test) => node("li", `${test.passed ? "✓ passed" : "✗ failed"}: ${test.name}`, test.passed ? "green" : "red")),
  );
  const errors = found.problems.filter((problem) => problem.severity === "error").length;
  const failed = found.tests.filter((test) => !test.passed).length;
  const counts = `${found.tests.length} tests, ${failed ? `${failed} failed` : "all passed"}.`;
  document.getElementById("original").hidden = current.game.text === undefined || !current.game.game;
  document.getElementById("verdict").textContent = found.is_valid && !errors
    ? `The rules are correct. ${found.tests.length ? counts : ""}`
    : `${errors === 1 ? "One mistake" : `${errors} mistakes`}${found.is_valid ? " in the tests" : ": the board keeps the last correct rules"}.`;
  // Moves that these rules forbid may be legal again after the next change.
  const own = text === original ? undefined : text;
  if (found.is_valid && hasChanged) await startGame({ ...current.game, text: own, moves: current.wanted }, true);
}

let waiting;
function changed() {
  completions.hidden = true;
  clearTimeout(waiting);
  waiting = setTimeout(() => checkRules(true), 250);
}

async function complete() {
  const at = source.selectionStart;
  const found = await ask({ complete: { text: source.value, at } });
  const items = (found.completions ?? []).map((item) => {
    const entry = node("li");
    const button = node("button", item.label);
    button.addEventListener("click", () => {
      completions.hidden = true;
      replaceRange(item.range, item.text);
    });
    entry.append(button, node("span", item.meaning));
    return entry;
  });
  completions.replaceChildren(...items);
  completions.hidden = !items.length;
  completions.querySelector("button")?.focus();
}

source.addEventListener("input", changed);
source.addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.key === " ") {
    event.preventDefault();
    complete();
  }
});
completions.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  completions.hidden = true;
  source.focus();
});
