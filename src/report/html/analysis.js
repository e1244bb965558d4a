// A page of analysed games: the board, the graph, the moves, and the lines that the search found better.
const data = JSON.parse(byId("data").textContent);
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

// What is shown: a game, a position of it, and perhaps a line that leaves the game before that position.
const view = { game: null, at: 0, positions: [], line: null, row: [], timer: null };

function valueText(value) {
  const decided = value.proven || value.claimed;
  const claim = value.claimed ? " (claimed)" : "";
  if (decided && value.pliesToEnd !== undefined) return `${decided === "win" ? "wins" : "loses"} in ${value.pliesToEnd}${claim}`;
  const lead = value.scoreLead;
  if (decided) return lead === undefined ? decided + claim : `${signed(lead.toFixed(0))} exact`;
  return lead === undefined ? `${Math.round(100 * value.winrate)} %` : signed(lead.toFixed(1));
}

const blackRate = (player, value) => (player === "black" ? value.winrate : 1 - value.winrate);

function lossText({ loss, lossDiscs }) {
  if (lossDiscs !== undefined) return lossDiscs >= 0.05 ? lossDiscs.toFixed(1) : "";
  return loss >= 0.0005 ? `${(100 * loss).toFixed(1)} %` : "";
}

function cellsOf(names, size) {
  return names.map((name) => (name === "pass" ? -1 : readMoves(name, size)[0]));
}

function open(index, at) {
  stop();
  const game = data.games[index];
  const size = game.size, othello = game.variant === "Othello";
  const moves = cellsOf(game.moves.map((m) => m.move), size);
  const positions = positionsOf(moves, size, othello, game.start);
  Object.assign(view, { index, game, size, othello, moves, positions, row: cellsOf(game.row, size), line: null });
  const [black, white] = [game.black, game.white].map((name) => element("span", { class: "name" }, name));
  byId("game-title").replaceChildren(black, " – ", white);
  byId("game-note").textContent = [game.result, `${game.variant} ${size}×${size}`, `${game.file}, game ${game.number}`].filter(Boolean).join(" · ");
  byId("slider").max = game.moves.length;
  drawGraph();
  drawMoves();
  drawPlayers();
  go(Math.min(at, game.moves.length));
}

function drawGraph() {
  const { moves } = view.game, root = byId("values"), length = Math.max(1, moves.length);
  const svg = plotFrame(root, [["100 %", 0], ["50 %", 0.5], ["0 %", 1]], length);
  const points = moves.map((m) => [(100 * m.ply) / length, 100 - 100 * blackRate(m.player, m.value)]);
  const path = points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
  svg.append(shape("path", { d: path, fill: "none", stroke: "var(--accent)", "stroke-width": 2, "stroke-linejoin": "round" }));
  moves.forEach((m, n) => {
    if (!m.mark) return;
    const spot = element("span", { class: `spot ${m.mark}`, title: `${m.ply}. ${m.move}${SIGNS[m.mark]}` });
    spot.style.left = `${points[n][0]}%`;
    spot.style.top = `${points[n][1]}%`;
    root.append(spot);
  });
}

function drawMoves() {
  const head = element("div", { class: "ply head" }, ...["", "", "Move", "Value", "Best", "Loss"].map((text) => element("span", {}, text)));
  byId("move-list").replaceChildren(head, ...view.game.moves.map((m) => element("div", { class: "ply", on: { click: () => go(m.ply) } },
    element("span", { class: "muted" }, `${m.ply}.`),
    element("i", { class: m.player === "black" ? "stone b" : "stone w" }),
    element("span", { class: m.mark || "" }, m.move + (SIGNS[m.mark] || "")),
    element("span", { title: valueText(m.value) }, valueText(m.value).replace(" (claimed)", "")),
    element("span", {}, m.best === m.move ? "" : m.best),
    element("span", {}, lossText(m)))));
}

function drawPlayers() {
  const { game } = view;
  const number = (value, digits) => (value === null || value === undefined ? "–" : value.toFixed(digits));
  const cells = (tally) => [number(tally.accuracy, 1), view.othello ? number(tally.meanLossDiscs, 2) : number(tally.meanLoss === null ? null : 100 * tally.meanLoss, 1),
    tally.inaccuracies, tally.mistakes, tally.blunders];
  const row = (name, tally, kind) => element("tr", { class: kind }, element("td", { class: "name" }, name), ...cells(tally).map((text) => element("td", { class: "num" }, String(text))));
  const loss = view.othello ? "Mean loss, discs" : "Mean loss, %";
  const heads = ["", "Accuracy", loss, "Inaccuracies", "Mistakes", "Blunders"].map((text) => element("th", {}, text));
  const rows = [[game.black, game.players[0]], [game.white, game.players[1]]].flatMap(([name, player]) => [
    row(name, player, "player"),
    ...["Opening", "Middlegame", "Endgame"].map((phase, n) => (player.phases[n].moves ? row(phase, player.phases[n], "phase") : "")),
  ]).filter(Boolean);
  byId("players").replaceChildren(element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

// Shows the position after so many plies of the game.
function go(at) {
  view.at = at = Math.max(0, Math.min(view.game.moves.length, at));
  view.line = null;
  draw();
}

// Shows a line of the search after so many of its moves; it leaves the game before the current move.
function follow(number, step) {
  const { game, at, moves } = view;
  const pv = game.moves[at - 1].lines[number].pv;
  const before = moves.slice(0, at - 1);
  const positions = positionsOf([...before, ...cellsOf(pv, view.size)], view.size, view.othello, game.start);
  view.line = { number, step: Math.max(1, Math.min(pv.length, step)), positions, length: pv.length };
  draw();
}

function draw() {
  const { game, at, line, size, othello, positions } = view;
  const shown = line ? at - 1 + line.step : at;
  const all = line ? line.positions : positions;
  const row = line ? [] : at === game.moves.length ? view.row : [];
  drawBoard(byId("board"), size, othello, all, shown, byId("numbers").checked, row);
  byId("slider").value = at;
  plotCursor(byId("values"), at, Math.max(1, game.moves.length));
  byId("position").textContent = positionText();
  drawLines();
  const list = byId("move-list");
  list.querySelectorAll(".now").forEach((node) => node.classList.remove("now"));
  const current = at > 0 ? list.children[at] : null;
  if (current) {
    current.classList.add("now");
    const above = list.children[0].offsetHeight, top = current.offsetTop - list.offsetTop;
    if (top - above < list.scrollTop) list.scrollTop = top - above;
    list.scrollTop = Math.max(list.scrollTop, top + current.offsetHeight - list.clientHeight);
  } else {
    list.scrollTop = 0;
  }
  keepAddress(`#game=${view.index + 1}&ply=${at}`);
}

function positionText() {
  const { game, at, line, positions } = view;
  if (line) return `A line instead of ${at}. ${game.moves[at - 1].move}: move ${line.step} of ${line.length}. Escape returns to the game.`;
  const parts = [];
  if (at === 0) {
    parts.push("Start");
  } else {
    const m = game.moves[at - 1];
    parts.push(`${at}. ${m.player === "black" ? "Black" : "White"} ${m.move}${SIGNS[m.mark] || ""}`, valueText(m.value));
    if (m.best !== m.move) parts.push(`best ${m.best} ${valueText(m.bestValue)}`);
    parts.push(...game.remarks[at - 1]);
  }
  if (view.othello) {
    const count = (color) => positions[at].cells.reduce((sum, cell) => sum + (cell === color), 0);
    parts.push(`Black ${count(1)} – White ${count(2)}`);
  }
  return parts.join(" · ");
}

function drawLines() {
  const { game, at, line } = view;
  const m = at > 0 ? game.moves[at - 1] : null;
  byId("lines-title").textContent = m && m.lines.length ? `Best lines at move ${at} (click a move to play it through)` : "";
  replaceButtons(byId("lines"), (m ? m.lines : []).map((best, number) => element("div", { class: "line" },
    element("b", {}, valueText(best)),
    ...best.pv.map((name, n) => element("button", {
      type: "button",
      class: line && line.number === number && line.step === n + 1 ? "now" : "",
      on: { click: () => { stop(); follow(number, n + 1); } },
    }, name)))));
}

// One step in the line, if one is shown, else in the game.
function step(by) {
  const { line, at } = view;
  if (!line) return go(at + by);
  if (line.step + by < 1) return go(at);
  follow(line.number, line.step + by);
}

function play() {
  const last = () => (view.line ? view.line.step === view.line.length : view.at === view.game.moves.length);
  if (!view.timer && last() && !view.line) go(0);
  playOrStop(last, () => step(1));
}

function startControls() {
  const button = (id, action) => byId(id).addEventListener("click", () => {
    stop();
    action();
  });
  button("first", () => go(0));
  button("back", () => step(-1));
  button("forward", () => step(1));
  button("last", () => go(Infinity));
  byId("play").addEventListener("click", play);
  byId("slider").addEventListener("input", (event) => {
    stop();
    go(Number(event.target.value));
  });
  byId("numbers").addEventListener("change", draw);
  const plot = byId("values");
  const jump = (event) => {
    const box = plot.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * view.game.moves.length);
    if (view.line || at !== view.at) go(at);
  };
  plot.addEventListener("pointerdown", (event) => {
    stop();
    plot.setPointerCapture(event.pointerId);
    jump(event);
  });
  plot.addEventListener("pointermove", (event) => event.buttons && jump(event));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => go(0),
      End: () => go(Infinity),
      Escape: () => go(view.at),
    }[event.key];
    if (event.key === " " && !event.target.closest("button, input")) play();
    else if (action) {
      stop();
      action();
    } else return;
    event.preventDefault();
  });
}

function startGames() {
  const select = byId("game");
  select.parentNode.hidden = data.games.length < 2;
  select.replaceChildren(...data.games.map((game, n) => element("option", { value: n }, `${n + 1}. ${game.black} – ${game.white} ${game.result}`)));
  select.addEventListener("change", () => open(Number(select.value), Infinity));
}

// Opens the position in the address: #game=2&ply=30.
function openFromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = Math.max(0, Math.min(data.games.length - 1, (Number(wanted.get("game")) || 1) - 1));
  byId("game").value = index;
  open(index, wanted.has("ply") ? Number(wanted.get("ply")) || 0 : Infinity);
}

document.title = document.querySelector("h1").textContent;
startTheme();
startControls();
startGames();
openFromAddress();
window.addEventListener("hashchange", openFromAddress);
