// The faces of the cards: one drawing, from which every card takes its part. Suits differ by their shapes, and red ones are
// hollow, so that nobody needs to tell colors apart.

const SUITS = {
  C: { name: "clubs", red: false, path: "M50 8a22 22 0 0 1 17 36 22 22 0 1 1-13 36q0 10 10 14H36q10-4 10-14A22 22 0 1 1 33 44 22 22 0 0 1 50 8z" },
  D: { name: "diamonds", red: true, path: "M50 6 84 50 50 94 16 50z" },
  H: { name: "hearts", red: true, path: "M50 92C20 62 8 50 8 32a21 21 0 0 1 42-6 21 21 0 0 1 42 6c0 18-12 30-42 60z" },
  S: { name: "spades", red: false, path: "M50 6c30 30 42 40 42 56a20 20 0 0 1-38 9q0 15 10 21H36q10-6 10-21a20 20 0 0 1-38-9C8 46 20 36 50 6z" },
};

const RANKS = {
  A: "Ace", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", T: "Ten",
  J: "Jack", Q: "Queen", K: "King",
};

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The spoken name of a card as the engine writes it: `7H`, `#` or the name of a joker.
function nameOfCard(card) {
  if (card === "#") return "face-down card";
  const rank = RANKS[card[0]];
  const suit = SUITS[card[1]];
  return rank && suit && card.length === 2 ? `${rank} of ${suit.name}` : "Joker";
}

function isRed(card) {
  return SUITS[card[1]]?.red ?? false;
}

function faceSymbol(rank, letter) {
  const suit = SUITS[letter];
  const colored = suit.red ? "red" : "black";
  const shape = (x, y, size) =>
    draw("path", { d: suit.path, class: `suit ${colored}`, transform: `translate(${x} ${y}) scale(${size / 100})` });
  const index = draw("text", { x: 4, y: 24, class: `index ${colored}` }, rank === "T" ? "10" : rank);
  return draw("symbol", { id: `face-${rank}${letter}`, viewBox: "0 0 70 100" }, index, shape(45, 5, 20), shape(4, 31, 16), shape(25, 48, 42));
}

// Draws every face once.
function drawFaces() {
  const faces = draw("svg", { width: 0, height: 0, "aria-hidden": "true", class: "faces" });
  for (const letter of Object.keys(SUITS)) {
    for (const rank of Object.keys(RANKS)) faces.append(faceSymbol(rank, letter));
    const empty = draw("path", { d: SUITS[letter].path, class: "awaited", transform: "translate(15 30) scale(.4)" });
    faces.append(draw("symbol", { id: `awaits-${letter}`, viewBox: "0 0 70 100" }, empty));
  }
  const star = draw("text", { x: 35, y: 66, class: "joker" }, "★");
  const joker = draw("text", { x: 35, y: 92, class: "word" }, "Joker");
  faces.append(draw("symbol", { id: "face-joker", viewBox: "0 0 70 100" }, star, joker));
  const lines = [];
  for (let at = 8; at < 100; at += 12) lines.push(draw("path", { d: `M6 ${at}h58`, class: "line" }));
  faces.append(draw("symbol", { id: "face-down", viewBox: "0 0 70 100" }, ...lines));
  document.body.append(faces);
}

// The picture of a card.
function picture(id) {
  return draw("svg", { viewBox: "0 0 70 100", "aria-hidden": "true" }, draw("use", { href: `#${id}` }));
}

function pictureOfCard(card) {
  if (card === "#") return picture("face-down");
  return picture(document.getElementById(`face-${card}`) ? `face-${card}` : "face-joker");
}
