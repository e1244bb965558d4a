// A page of puzzles: one move to find, then the solution to play through.
const data = JSON.parse(byId("data").textContent);

// What is shown. `done` says that the solution is known, `cursor` is the cell that the keys have chosen.
const view = { index: 0, puzzle: null, positions: [], row: [], at: 0, done: false, cursor: null, timer: null };

// The result of each puzzle: undefined, "right", "wrong" (not at the first try) or "shown".
const results = [];

const cellOf = (name, size) => (name === "pass" ? -1 : readMoves(name, size)[0]);

function open(index) {
  stop();
  const puzzle = data.puzzles[index];
  const moves = puzzle.line.map((name) => cellOf(name, puzzle.size));
  const positions = positionsOf(moves, puzzle.size, puzzle.othello, puzzle.start);
  const row = puzzle.row.map((name) => cellOf(name, puzzle.size));
  Object.assign(view, { index, puzzle, positions, row, at: 0, done: false, cursor: null });
  byId("puzzle").value = index;
  byId("question").textContent = puzzle.question;
  byId("source").textContent = [puzzle.players, puzzle.source, `${puzzle.variant} ${puzzle.size}×${puzzle.size}`].filter(Boolean).join(" · ");
  byId("slider").max = moves.length;
  say("", "");
  if (results[index] === "right" || results[index] === "shown") reveal();
  draw();
  keepAddress(`#puzzle=${index + 1}`);
}

function say(text, kind) {
  byId("verdict").textContent = text;
  byId("verdict").className = `verdict ${kind}`;
}

// The side to move in the puzzle: 1 (Black) or 2 (White).
const mover = () => 3 - view.positions[0].side;

function isLegal(cell) {
  const { puzzle, positions } = view, { cells } = positions[0];
  return !cells[cell] && (!puzzle.othello || flipsOf(cells, cell, mover(), puzzle.size).length > 0);
}

function choose(cell) {
  const { puzzle, positions, index } = view;
  if (view.done) return;
  const name = nameOf(cell, puzzle.size);
  if (!isLegal(cell)) return say(`${name} is not a legal move.`, "");
  if (cell !== positions[1].move) {
    results[index] = "wrong";
    const same = name === puzzle.played ? " It was played in the game." : "";
    say(`${name} is wrong.${same} Try again.`, "bad");
    drawList();
    return;
  }
  if (!results[index]) results[index] = "right";
  reveal();
  say(`${name} is right. ${puzzle.answer}`, "good");
  go(1);
}

// Shows the solution line.
function reveal() {
  view.done = true;
  view.cursor = null;
  drawList();
}

function show() {
  if (view.done) return;
  results[view.index] = results[view.index] || "shown";
  reveal();
  say(`The solution is ${view.puzzle.line[0]}. ${view.puzzle.answer}`, "");
  go(1);
}

function go(at) {
  view.at = Math.max(0, Math.min(view.positions.length - 1, at));
  draw();
}

function draw() {
  const { puzzle, positions, at, done, cursor } = view;
  const row = at === positions.length - 1 ? view.row : [];
  drawBoard(byId("board"), puzzle.size, puzzle.othello, positions, at, byId("numbers").checked, row);
  if (cursor !== null) drawCursor(cursor);
  document.querySelector(".steps").hidden = byId("slider").hidden = !done;
  byId("solution").parentNode.hidden = done;
  byId("slider").value = at;
  const side = mover() === 1 ? "Black" : "White";
  const chosen = cursor === null ? "" : ` Chosen: ${nameOf(cursor, puzzle.size)}.`;
  byId("position").textContent = done ? `Move ${at} of ${positions.length - 1} of the solution. In the game: ${puzzle.played}.` : `${side} to move.${chosen}`;
  replaceButtons(byId("lines"), done ? puzzle.line.map((name, n) => element("button", {
    type: "button",
    class: n + 1 === at ? "now" : "",
    on: { click: () => { stop(); go(n + 1); } },
  }, name)) : []);
}

// Lengths of the drawn board: of a side, of a cell, and of the margin.
function lengths() {
  const { size, othello } = view.puzzle;
  const { side, cell, margin } = byId(`board-${othello ? "othello" : "gomoku"}-${size}`).dataset;
  return [side, cell, margin].map(Number);
}

function drawCursor(cell) {
  const { size, othello } = view.puzzle;
  const [, unit, margin] = lengths();
  const rank = Math.floor(cell / size);
  const x = margin + (cell % size) * unit, y = margin + (othello ? rank : size - 1 - rank) * unit;
  // White between dark lines stands out from every board.
  const frame = (color, width) => shape("rect", { x, y, width: unit, height: unit, fill: "none", stroke: color, "stroke-width": width * unit });
  byId("board").append(frame("#14171c", 0.16), frame("#ffffff", 0.06));
}

function drawList() {
  const marks = { right: " ✓", wrong: " ✗", shown: " –" };
  const options = data.puzzles.map((puzzle, n) => element("option", { value: n }, `${n + 1}. ${puzzle.question}${marks[results[n]] || ""}`));
  byId("puzzle").replaceChildren(...options);
  byId("puzzle").value = view.index;
  const count = (result) => results.filter((found) => found === result).length;
  const tried = results.filter(Boolean).length;
  byId("score").textContent = tried ? `Right at the first try: ${count("right")} of ${tried}.` : "";
}

// The cell under a pointer, or -1.
function cellAt(event) {
  const { size, othello } = view.puzzle, [whole, unit, margin] = lengths();
  const box = byId("board").getBoundingClientRect();
  const place = (at, from, length) => Math.floor((((at - from) / length) * whole - margin) / unit);
  const x = place(event.clientX, box.left, box.width), y = place(event.clientY, box.top, box.height);
  if (x < 0 || y < 0 || x >= size || y >= size) return -1;
  return x + (othello ? y : size - 1 - y) * size;
}

// Moves the chosen cell; the first key chooses a cell in the middle.
function move(right, up) {
  const { size, othello } = view.puzzle;
  const middle = Math.floor(size / 2) * (size + 1);
  const cell = view.cursor === null ? middle : view.cursor;
  const inside = (n) => Math.max(0, Math.min(size - 1, n));
  const x = inside((cell % size) + right), y = inside(Math.floor(cell / size) + (othello ? -up : up));
  view.cursor = view.cursor === null ? middle : x + y * size;
  draw();
}

function turn(by) {
  open((view.index + by + data.puzzles.length) % data.puzzles.length);
}

function play() {
  const last = () => view.at === view.positions.length - 1;
  if (!view.timer && last()) go(0);
  playOrStop(last, () => go(view.at + 1));
}

function startControls() {
  const button = (id, action) => byId(id).addEventListener("click", () => {
    stop();
    action();
  });
  button("first", () => go(0));
  button("back", () => go(view.at - 1));
  button("forward", () => go(view.at + 1));
  button("last", () => go(Infinity));
  button("previous", () => turn(-1));
  button("next", () => turn(1));
  button("solution", show);
  byId("play").addEventListener("click", play);
  byId("slider").addEventListener("input", (event) => {
    stop();
    go(Number(event.target.value));
  });
  byId("numbers").addEventListener("change", draw);
  byId("puzzle").addEventListener("change", (event) => open(Number(event.target.value)));
  byId("board").addEventListener("click", (event) => {
    const cell = cellAt(event);
    if (cell >= 0) choose(cell);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("select, input") || event.ctrlKey || event.altKey || event.metaKey) return;
    const onButton = event.target.closest("button");
    // With Caps Lock, letters are upper-case.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = {
      ArrowLeft: () => (view.done ? go(view.at - 1) : move(-1, 0)),
      ArrowRight: () => (view.done ? go(view.at + 1) : move(1, 0)),
      ArrowUp: () => view.done || move(0, 1),
      ArrowDown: () => view.done || move(0, -1),
      Home: () => go(view.done ? 0 : view.at),
      End: () => go(view.done ? Infinity : view.at),
      Enter: onButton ? null : () => view.cursor !== null && choose(view.cursor),
      n: () => turn(1),
      p: () => turn(-1),
      s: show,
    }[key];
    if (key === " " && view.done && !onButton) play();
    else if (action) {
      stop();
      action();
    } else return;
    event.preventDefault();
  });
}

// Opens the puzzle in the address: #puzzle=3.
function openFromAddress() {
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("puzzle")) || 1;
  open(Math.max(0, Math.min(data.puzzles.length - 1, wanted - 1)));
}

startTheme();
startControls();
drawList();
openFromAddress();
window.addEventListener("hashchange", openFromAddress);
