const data = JSON.parse(byId("data").textContent);
const lines = byId("lines").textContent.split("\n");

const games = data.games.map((row, index) => {
  const [number, pair, black, white, winner, termination, opening, variant, plies, discs, took] = row;
  return { index, number, pair, black, white, winner, termination, opening, variant, plies, discs, took };
});
const engine = (n) => data.engines[n];
const color = (n) => `var(--e${n % 8})`;
const resultOf = (game) => ["½–½", "1–0", "0–1"][game.winner];
// As results can be typed.
const typedResult = (game) => ["1/2-1/2", "1-0", "0-1"][game.winner];
const marginOf = (game) => (game.discs === null ? "" : signed(String(game.discs)));
const clockOf = (ms) => (ms >= 60000 ? `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}` : `${(ms / 1000).toFixed(1)} s`);
const openingOf = (game) => data.openings[game.opening];
const openingName = ([label, moves]) => label || moves || "(start)";

function named(n) {
  const dot = element("i", { class: "dot" });
  dot.style.background = color(n);
  const text = element("span", { class: "name", title: engine(n) }, engine(n));
  const all = document.createDocumentFragment();
  all.append(dot, text);
  return all;
}

function terminationCell(game) {
  const [name, fault] = data.terminations[game.termination];
  return element("span", { class: fault ? "bad" : "" }, name);
}

// The list of games.
const gameColumns = [
  { title: "#", width: "4.2rem", right: true, key: (g) => g.number, text: (g) => String(g.number + 1) },
  { title: "Black", width: "minmax(8rem, 2fr)", key: (g) => engine(g.black), node: (g) => named(g.black) },
  { title: "White", width: "minmax(8rem, 2fr)", key: (g) => engine(g.white), node: (g) => named(g.white) },
  { title: "Result", width: "4.8rem", key: (g) => [1, 0, 2][g.winner], text: resultOf },
  { title: "Termination", width: "7.8rem", key: (g) => data.terminations[g.termination][0], node: terminationCell },
  { title: "Discs", width: "4.4rem", right: true, key: (g) => (g.discs === null ? -1000 : g.discs), text: marginOf },
  { title: "Plies", width: "4.2rem", right: true, key: (g) => g.plies, text: (g) => String(g.plies) },
  { title: "Time", width: "5rem", right: true, key: (g) => g.took, text: (g) => clockOf(g.took) },
  { title: "Opening", width: "minmax(7rem, 1.6fr)", key: (g) => g.opening, text: (g) => openingName(openingOf(g)) },
].filter((column) => column.title !== "Discs" || games.some((g) => g.discs !== null));
const gameList = new Listing(byId("game-list"), gameColumns, "46rem", (game) => open(game, Infinity));

let onlyOpening = null;

function filtered() {
  const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const by = (id) => (byId(id).value === "" ? null : Number(byId(id).value));
  const [who, result, termination] = [by("by-engine"), by("by-result"), by("by-termination")];
  return games.filter((g) => {
    if (who !== null && g.black !== who && g.white !== who) return false;
    if (termination === -1 ? !data.terminations[g.termination][1] : termination !== null && g.termination !== termination) return false;
    if (onlyOpening !== null && g.opening !== onlyOpening) return false;
    if (result !== null) {
      const won = g.winner === 0 ? 0 : (g.winner === 1) === (g.black === who) ? 1 : 2;
      if ((who === null ? g.winner : won) !== result) return false;
    }
    if (!words.length) return true;
    const text = [g.number + 1, engine(g.black), engine(g.white), data.terminations[g.termination][0], openingName(openingOf(g)), resultOf(g)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word) || word === typedResult(g));
  });
}

function refresh() {
  const rows = filtered();
  const all = rows.length === games.length;
  byId("game-count").textContent = all ? String(games.length) : `${rows.length} of ${games.length}`;
  byId("clear").hidden = all;
  byId("game-list").scrollTop = 0;
  gameList.show(rows);
}

function options(id, first, rest) {
  const select = byId(id);
  const kept = select.value;
  select.replaceChildren(...[["", first], ...rest].map(([value, text]) => element("option", { value }, text)));
  if (rest.some(([value]) => String(value) === kept)) select.value = kept;
}

function resultOptions() {
  const who = byId("by-engine").value;
  options("by-result", "Any result", who === ""
    ? [[1, "Black won"], [0, "Draw"], [2, "White won"]]
    : [[1, "It won"], [0, "Draw"], [2, "It lost"]]);
}

function startFilters() {
  options("by-engine", "Any engine", data.engines.map((name, n) => [n, name]));
  const present = new Set(games.map((g) => g.termination));
  const faults = [...present].some((n) => data.terminations[n][1]) ? [[-1, "Any fault"]] : [];
  options("by-termination", "Any termination", [...faults, ...[...present].sort((a, b) => a - b).map((n) => [n, data.terminations[n][0]])]);
  resultOptions();
  for (const id of ["find", "by-engine", "by-result", "by-termination"]) {
    byId(id).addEventListener("input", () => {
      if (id === "by-engine") resultOptions();
      refresh();
    });
  }
  byId("clear").addEventListener("click", () => {
    for (const id of ["find", "by-engine", "by-result", "by-termination"]) byId(id).value = "";
    onlyOpening = null;
    resultOptions();
    refresh();
  });
  byId("filters").hidden = false;
}

// The list of openings, if there are several.
let openingList = null;

function startOpenings() {
  const rows = data.openings.map(([label, moves], index) => ({ index, label, moves, games: 0, wins: 0, draws: 0, losses: 0, first: 0 }));
  for (const g of games) {
    const row = rows[g.opening];
    row.games++;
    if (g.winner === 1) row.wins++;
    else if (g.winner === 2) row.losses++;
    else row.draws++;
    const own = g.black === 0 ? 1 : 2;
    row.first += g.winner === 0 ? 0.5 : Number(g.winner === own);
  }
  for (const row of rows) row.score = (row.wins + row.draws / 2) / row.games;
  if (rows.length < 2) return;
  const number = (title, key) => ({ title, width: "4.6rem", right: true, key, text: (row) => String(key(row)) });
  const part = (title, key) => ({ title, width: "6.2rem", right: true, key, text: (row) => `${(100 * key(row)).toFixed(1)} %` });
  const columns = [
    { title: "Opening", width: "minmax(8rem, 1fr)", key: (row) => row.index, text: (row) => openingName([row.label, row.moves]) },
    { title: "Moves", width: "minmax(9rem, 2fr)", key: (row) => row.moves, text: (row) => row.moves },
    number("Games", (row) => row.games),
    number("Black", (row) => row.wins),
    number("Draw", (row) => row.draws),
    number("White", (row) => row.losses),
    part("Black’s", (row) => row.score),
  ];
  if (data.engines.length === 2) columns.push(part("First’s", (row) => row.first / row.games));
  byId("openings").hidden = false;
  byId("opening-count").textContent = String(rows.length);
  openingList = new Listing(byId("opening-list"), columns, "44rem", (row, isClick) => {
    onlyOpening = row.index;
    refresh();
    // Keys go on in the list of openings, so it stays in view.
    if (isClick) byId("games").scrollIntoView({ behavior: "smooth" });
  });
  openingList.show(rows);
}
