// The board with one game, which is parsed when it is opened.
const view = { game: null, at: 0, positions: [], points: [], row: [], timer: null };

function detailsOf(game) {
  const line = JSON.parse(lines[game.index]);
  const [variant, size] = data.variants[game.variant];
  const othello = variant === "Othello";
  const moves = readMoves(line.m, size);
  const positions = positionsOf(moves, size, othello, line.p);
  const at = (list, n) => (list && list[n] !== undefined ? list[n] : null);
  const points = moves.map((cell, n) => ({
    ply: n + 1,
    side: positions[n + 1].side,
    name: nameOf(cell, size),
    value: at(line.v, n - line.o),
    mate: at(line.w, n - line.o),
    claimed: at(line.c, n - line.o) !== null,
    ms: at(line.t, n - line.o),
    depth: at(line.d, n - line.o),
    nodes: at(line.n, n - line.o),
    opening: n < line.o,
  }));
  return { line, variant, size, othello, positions, points };
}

function valueText({ value, mate, claimed }) {
  if (mate !== null) return (mate < 0 ? `loses in ${-mate}` : `wins in ${mate}`) + (claimed ? " (claimed)" : "");
  return value === null ? "" : signed(String(Number(value.toFixed(2))));
}

function open(game, at) {
  stop();
  Object.assign(view, detailsOf(game), { game });
  const { line, variant, size, points } = view;
  view.row = readMoves(line.r, size);
  byId("viewer").hidden = false;
  byId("numbers").parentNode.hidden = false;
  const title = byId("game-title");
  title.replaceChildren(`Game ${game.number + 1}: `, named(game.black), " – ", named(game.white), ` ${resultOf(game)}`);
  const parts = [line.s || data.terminations[game.termination][0], `${variant} ${size}×${size}`];
  const opening = openingName(openingOf(game));
  if (openingOf(game)[0]) parts.push(`opening ${opening}`);
  if (line.b) parts.push(new Date(line.b).toISOString().replace("T", " ").slice(0, 19) + " UTC");
  if (line.x) parts.push(`${line.x} could not be played`);
  byId("game-note").textContent = parts.join(" · ");
  const colors = game.black === game.white ? ["var(--e0)", "var(--e1)"] : [color(game.black), color(game.white)];
  const length = Math.max(1, points.length);
  const some = plotValues(byId("values"), points, length, colors);
  byId("plot-title").textContent = some ? "Value, from Black’s side" : "The engines reported no values.";
  byId("values").hidden = !some;
  byId("plot-legend").replaceChildren(...[game.black, game.white].map((n, side) => {
    const dot = element("i", { class: "dot" });
    dot.style.background = colors[side];
    return element("span", { title: engine(n) }, dot, element("span", { class: "name" }, engine(n)), ` (${side ? "White" : "Black"})`);
  }));
  byId("times").hidden = byId("times-head").hidden = !points.some((p) => p.ms !== null);
  plotTimes(byId("times"), points, length, colors);
  const head = element("div", { class: "ply head" }, ...["", "", "Move", "Value", "Depth", "Time"].map((text) => element("span", {}, text)));
  byId("move-list").replaceChildren(head, ...points.map((point) => element("div", { class: "ply", on: { click: () => go(point.ply) } },
    element("span", { class: "muted" }, `${point.ply}.`),
    element("i", { class: point.side === 1 ? "stone b" : "stone w" }),
    element("span", {}, point.name),
    element("span", {}, point.opening ? "opening" : valueText(point)),
    element("span", {}, point.depth === null ? "" : String(point.depth)),
    element("span", {}, point.ms === null ? "" : `${short(point.ms)} ms`))));
  const slider = byId("slider");
  slider.max = points.length;
  go(Math.min(at, points.length));
}

function go(at) {
  const { game, positions, points, size, othello } = view;
  if (!game) return;
  view.at = at = Math.max(0, Math.min(points.length, at));
  drawBoard(byId("board"), size, othello, positions, at, byId("numbers").checked, at === points.length ? view.row : []);
  byId("slider").value = at;
  for (const id of ["values", "times"]) plotCursor(byId(id), at, Math.max(1, points.length));
  const list = byId("move-list");
  list.querySelectorAll(".now").forEach((node) => node.classList.remove("now"));
  const current = at > 0 ? list.children[at] : null;
  if (current) {
    current.classList.add("now");
    const above = list.children[0].offsetHeight;
    if (current.offsetTop - list.offsetTop - above < list.scrollTop) list.scrollTop = current.offsetTop - list.offsetTop - above;
    const below = current.offsetTop - list.offsetTop + current.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  } else {
    list.scrollTop = 0;
  }
  byId("position").textContent = positionText(at);
  keepAddress(`#game=${game.number + 1}&ply=${at}`);
}

function positionText(at) {
  const { positions, points, othello } = view;
  const parts = [];
  if (at === 0) {
    parts.push("Start");
  } else {
    const point = points[at - 1];
    const who = point.side === 1 ? "Black" : "White";
    parts.push(`${at}. ${who} ${point.name}`);
    if (point.opening) parts.push("opening");
    const value = valueText(point);
    if (value) parts.push(point.mate === null ? `value ${value}` : value);
    if (point.depth !== null) parts.push(`depth ${point.depth}`);
    if (point.nodes !== null) parts.push(`${point.nodes.toLocaleString("en")} nodes`);
    if (point.ms !== null) parts.push(`${short(point.ms)} ms`);
  }
  if (othello) {
    const count = (color) => positions[at].cells.reduce((sum, cell) => sum + (cell === color), 0);
    parts.push(`Black ${count(1)} – White ${count(2)}`);
  }
  return parts.join(" · ");
}

function play() {
  const last = () => view.at === view.points.length;
  if (!view.timer && last()) go(0);
  playOrStop(last, () => go(view.at + 1));
}

function startViewer() {
  const step = (id, to) => byId(id).addEventListener("click", () => {
    stop();
    go(to());
  });
  step("first", () => 0);
  step("back", () => view.at - 1);
  step("forward", () => view.at + 1);
  step("last", () => view.points.length);
  byId("play").addEventListener("click", play);
  byId("slider").addEventListener("input", (event) => {
    stop();
    go(Number(event.target.value));
  });
  byId("numbers").addEventListener("change", () => go(view.at));
  for (const id of ["values", "times"]) {
    const plot = byId(id);
    const jump = (event) => {
      const box = plot.getBoundingClientRect();
      const at = Math.round(((event.clientX - box.left) / box.width) * view.points.length);
      if (at !== view.at) go(at);
    };
    plot.addEventListener("pointerdown", (event) => {
      stop();
      plot.setPointerCapture(event.pointerId);
      jump(event);
    });
    plot.addEventListener("pointermove", (event) => event.buttons && jump(event));
  }
  document.addEventListener("keydown", (event) => {
    const inField = event.target.closest("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (inField || event.ctrlKey || event.altKey || event.metaKey || !view.game) return;
    const to = { ArrowLeft: view.at - 1, ArrowRight: view.at + 1, Home: 0, End: view.points.length }[event.key];
    if (event.key === " " && !event.target.closest("button, input")) play();
    else if (to !== undefined) {
      stop();
      go(to);
    } else return;
    event.preventDefault();
  });
}

// Opens the position in the address: #game=12&ply=30. The anchor of a section, which a link has put there, gives
// way to the open position, so that the page finds it again when it is loaded again.
function openFromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (view.game && !wanted.has("game")) return go(view.at);
  const game = games.find((g) => String(g.number + 1) === wanted.get("game")) || games[0];
  if (!game) return;
  gameList.mark(game);
  open(game, wanted.has("ply") ? Number(wanted.get("ply")) || 0 : Infinity);
}
