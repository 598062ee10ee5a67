// Links: `#g=GAME&d=617&m=3.1f` is a game move by move, as the engine numbers them; the rules of an own game travel in the
// link, compressed. What a link says is a stranger's: it has a limit everywhere, and nothing in it is shown as anything but
// text.

const MOST_LINK = 200_000;
const MOST_RULES = 500_000;
const MOST_MOVES = 10_000;

async function pump(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("it is too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

async function pack(text) {
  const bytes = await pump(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), MOST_RULES);
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
  const bytes = fromBase64(packed.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    await pump(bytes, new DecompressionStream("deflate-raw"), MOST_RULES),
  );
}

// Writes a game as the end of a link.
async function writeLink(game) {
  const fields = new URLSearchParams();
  if (game.text !== undefined) fields.set("r", await pack(game.text));
  else fields.set("g", game.game);
  for (const variant of game.with) fields.append("w", variant);
  fields.set("d", game.deal);
  if (game.moves.length) fields.set("m", game.moves.map((move) => move.toString(36)).join("."));
  return `#${fields}`;
}

// Reads the end of a link; `null` if there is none. Throws an error that says what is wrong with it.
async function readLink(hash) {
  if (hash.length > MOST_LINK) throw new Error("it is too long");
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (![...fields].length) return null;
  const game = { game: "", with: fields.getAll("w").slice(0, 20), deal: fields.get("d") ?? "", moves: [] };
  if (fields.has("r")) {
    try {
      game.text = await unpack(fields.get("r"));
    } catch {
      throw new Error("the rules in it are damaged");
    }
  } else if (fields.has("g")) {
    game.game = fields.get("g");
  } else {
    throw new Error("it names no game");
  }
  const moves = fields.get("m");
  if (moves) {
    const parts = moves.split(".");
    if (parts.length > MOST_MOVES) throw new Error("it has too many moves");
    game.moves = parts.map((part) => (/^[0-9a-z]{1,6}$/.test(part) ? Number.parseInt(part, 36) : NaN));
    if (!game.moves.every((move) => move < 2 ** 31)) throw new Error("its moves are damaged");
  }
  return game;
}
