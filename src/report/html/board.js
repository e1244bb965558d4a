// Positions, and the board that shows them. Cells are 0 (empty), 1 (Black) or 2 (White), row by row from a1.
const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// Reads "f5d6-c3" as cells; a pass is -1.
function readMoves(text, size) {
  return (text.match(/[a-z]\d+|-/g) || []).map((name) =>
    name === "-" ? -1 : name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * size);
}

function nameOf(cell, size) {
  return cell < 0 ? "pass" : String.fromCharCode(97 + (cell % size)) + (Math.floor(cell / size) + 1);
}

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1], [-1, 0], [0, -1], [-1, -1], [-1, 1]];

// The cells next to a cell in a direction, as long as a test holds, and the cell after them (-1: none).
function run(cell, size, [dx, dy], test) {
  const found = [];
  let x = (cell % size) + dx, y = Math.floor(cell / size) + dy;
  while (x >= 0 && y >= 0 && x < size && y < size && test(x + y * size)) {
    found.push(x + y * size);
    x += dx;
    y += dy;
  }
  return { found, next: x >= 0 && y >= 0 && x < size && y < size ? x + y * size : -1 };
}

function flipsOf(cells, cell, side, size) {
  const all = [];
  for (const direction of DIRECTIONS) {
    const { found, next } = run(cell, size, direction, (c) => cells[c] === 3 - side);
    if (next >= 0 && cells[next] === side) all.push(...found);
  }
  return all;
}

// The position before the first move: the regular one, or that of a text with the squares and the side to
// move, "--XO...- O".
function startOf(size, othello, text) {
  const cells = new Uint8Array(size * size);
  if (text) {
    cells.set(Array.from(text.slice(0, size * size), (sign) => "-XO".indexOf(sign)));
  } else if (othello) {
    cells[27] = cells[36] = 2;
    cells[28] = cells[35] = 1;
  }
  return { cells, move: null, side: text && text.endsWith("O") ? 1 : 2, flips: [] };
}

// Every position of a game: cells, the last move and its side, and the discs that it flipped. The sides take
// turns; a pass is a move.
function positionsOf(moves, size, othello, start) {
  const positions = [startOf(size, othello, start)];
  moves.forEach((move, n) => {
    const side = 3 - positions[n].side;
    const cells = positions[n].cells.slice();
    const flips = move >= 0 && othello ? flipsOf(cells, move, side, size) : [];
    for (const cell of [move, ...flips]) if (cell >= 0) cells[cell] = side;
    positions.push({ cells, move, side, flips });
  });
  return positions;
}

// Draws a position on the empty board that the page has for the game and the size. Rank 1 is at the top in
// Othello and at the bottom in Gomoku. `row` are the cells of the winning row.
function drawBoard(svg, size, othello, positions, at, withNumbers, row) {
  const board = byId(`board-${othello ? "othello" : "gomoku"}-${size}`);
  const [whole, unit, margin] = ["side", "cell", "margin"].map((name) => Number(board.dataset[name]));
  const centre = (n) => margin + (n + 0.5) * unit;
  const ring = (x, y, color, width) => shape("circle", { cx: x, cy: y, r: 0.43 * unit, fill: "none", stroke: color, "stroke-width": width });
  const position = positions[at];
  const order = new Map();
  for (let n = 1; n <= at; n++) order.set(positions[n].move, n);
  const won = new Set(row);
  const parts = [shape("use", { href: `#${board.id}` })];
  position.cells.forEach((color, cell) => {
    if (!color) return;
    const rank = Math.floor(cell / size);
    const x = centre(cell % size), y = centre(othello ? rank : size - 1 - rank);
    const last = cell === position.move;
    parts.push(shape("circle", { class: color === 1 ? "stone-black" : "stone-white", cx: x, cy: y, r: 0.43 * unit }));
    if (won.has(cell)) parts.push(ring(x, y, "#e5484d", 3.6));
    const number = order.get(cell);
    if (withNumbers && number) {
      parts.push(shape("text", { class: last ? "last-move" : color === 1 ? "on-black" : "on-white", x, y: y + 1, fill: "currentColor", "text-anchor": "middle",
        "dominant-baseline": "central", "font-family": "sans-serif", "font-size": number > 99 ? 13.6 : 16.8, "font-weight": last ? 700 : 400 }, number));
    } else if (last) {
      parts.push(shape("circle", { class: "last-move", cx: x, cy: y, r: 0.13 * unit, fill: "currentColor" }));
    }
    if (position.flips.includes(cell)) parts.push(ring(x, y, "#f2b84b", 2.4));
  });
  svg.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
  svg.replaceChildren(...parts);
}
