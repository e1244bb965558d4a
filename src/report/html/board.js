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

// The longest row of five or more through the last stone.
function winningRow({ cells, move, side }, size) {
  let best = [];
  for (const direction of DIRECTIONS.slice(0, 4)) {
    const same = (c) => cells[c] === side;
    const back = run(move, size, direction.map((d) => -d), same).found.reverse();
    const row = [...back, move, ...run(move, size, direction, same).found];
    if (row.length >= 5 && row.length > best.length) best = row;
  }
  return best;
}

// The marked points of the board (hoshi).
function starsOf(size, othello) {
  if (othello) return [[2, 2], [6, 2], [2, 6], [6, 6]];
  if (size < 9) return [];
  const edge = size >= 13 ? 3 : 2, far = size - 1 - edge, middle = (size - 1) / 2;
  const stars = [[edge, edge], [far, edge], [edge, far], [far, far]];
  return Number.isInteger(middle) ? [...stars, [middle, middle]] : stars;
}

// Draws a position. Rank 1 is at the top in Othello and at the bottom in Gomoku.
function drawBoard(svg, size, othello, positions, at, withNumbers, row) {
  const margin = 7, unit = 10, side = size * unit, whole = side + 2 * margin;
  const position = positions[at];
  svg.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
  const line = othello ? "var(--felt-line)" : "var(--wood-line)";
  const parts = [shape("rect", { x: 0, y: 0, width: whole, height: whole, fill: othello ? "var(--felt)" : "var(--wood)" })];
  const centre = (n) => margin + (n + 0.5) * unit;
  const top = (r) => (othello ? r : size - 1 - r);
  let grid = "";
  if (othello) {
    for (let n = 0; n <= size; n++) {
      const at = margin + n * unit;
      grid += `M${margin} ${at}h${side}M${at} ${margin}v${side}`;
    }
  } else {
    for (let n = 0; n < size; n++) grid += `M${centre(0)} ${centre(n)}H${centre(size - 1)}M${centre(n)} ${centre(0)}V${centre(size - 1)}`;
  }
  parts.push(shape("path", { d: grid, stroke: line, "stroke-width": 0.3, fill: "none" }));
  for (const [x, y] of starsOf(size, othello)) {
    const spot = (n) => (othello ? margin + n * unit : centre(n));
    parts.push(shape("circle", { cx: spot(x), cy: spot(y), r: 0.9, fill: line }));
  }
  const label = { "font-size": 4, fill: othello ? "#e6f2ec" : "#4b3512", "text-anchor": "middle", "dominant-baseline": "central", "font-family": "sans-serif" };
  for (let n = 0; n < size; n++) {
    parts.push(shape("text", { x: centre(n), y: margin / 2, ...label }, String.fromCharCode(97 + n)));
    parts.push(shape("text", { x: margin / 2, y: centre(top(n)), ...label }, n + 1));
  }
  const order = new Map();
  for (let n = 1; n <= at; n++) order.set(positions[n].move, n);
  const won = new Set(row);
  position.cells.forEach((color, cell) => {
    if (!color) return;
    const x = centre(cell % size), y = centre(top(Math.floor(cell / size)));
    const last = cell === position.move;
    parts.push(shape("circle", { cx: x, cy: y, r: 4.3, fill: color === 1 ? "#14171c" : "#fbfbf8", stroke: color === 1 ? "#000" : "#8b8b85", "stroke-width": 0.25 }));
    if (won.has(cell)) parts.push(shape("circle", { cx: x, cy: y, r: 4.3, fill: "none", stroke: "#e5484d", "stroke-width": 0.9 }));
    const number = order.get(cell);
    if (withNumbers && number) {
      const fill = last ? "#e5484d" : color === 1 ? "#f2f2ee" : "#202020";
      parts.push(shape("text", { ...label, x, y: y + 0.2, "font-size": number > 99 ? 3.4 : 4.2, "font-weight": last ? 700 : 400, fill }, number));
    } else if (last) {
      parts.push(shape("circle", { cx: x, cy: y, r: 1.3, fill: "#e5484d" }));
    }
    if (position.flips.includes(cell)) parts.push(shape("circle", { cx: x, cy: y, r: 4.3, fill: "none", stroke: "#f2b84b", "stroke-width": 0.6 }));
  });
  svg.replaceChildren(...parts);
}
