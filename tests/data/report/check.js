// Runs the scripts of a match report and checks what they show.
//
//   node check.js PAGE.html GAMES.json
//
// GAMES.json lists the games as the engine's rules play them: { number, size, othello, black, white, plies,
// points, termination, opening, opening_moves, boards, row }. `points` are Black's. A board is a text of "-", "b" and
// "w", row by row from a1; there is one for each position. `row` lists the points of the row that won.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { load } = require("./dom.js");

const html = fs.readFileSync(process.argv[2], "utf8");
const page = load(html);
const games = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
const byId = (id) => page.document.getElementById(id);
const key = (name, target = page.document.documentElement) => target.dispatch("keydown", { key: name });

// What the board shows: stones, and the points with a red ring.
function shown({ size, othello }) {
  const cells = Array(size * size).fill("-");
  const rings = [];
  const { cell, margin } = byId(`board-${othello ? "othello" : "gomoku"}-${size}`).dataset;
  const cellAt = (circle) => {
    const [col, top] = ["cx", "cy"].map((name) => (Number(circle.getAttribute(name)) - margin) / cell - 0.5);
    assert.ok(Number.isInteger(col) && Number.isInteger(top));
    return col + size * (othello ? top : size - 1 - top);
  };
  for (const circle of byId("board").querySelectorAll("circle")) {
    const stone = { "stone-black": "b", "stone-white": "w" }[circle.getAttribute("class")];
    if (stone) cells[cellAt(circle)] = stone;
    else if (circle.getAttribute("stroke") === "#e5484d") rings.push(cellAt(circle));
  }
  return { board: cells.join(""), row: rings.sort((a, b) => a - b) };
}

const at = () => Number(byId("slider").value);
const rows = () => byId("game-list").querySelectorAll(".row");
const column = (n) => rows().map((row) => row.children[n].textContent);
const names = (list) => list.map((game) => String(game.number));
const input = (id, value) => {
  byId(id).value = value;
  byId(id).dispatch("input");
};

// Every position of every game, forwards with the right arrow and backwards with the left one.
for (const game of games) {
  page.navigate(`#game=${game.number}`);
  assert.equal(byId("viewer").hidden, false);
  assert.equal(at(), game.plies, "a game opens at its end");
  const text = byId("game-title").textContent;
  assert.ok(text.startsWith(`Game ${game.number}: ${game.black} – ${game.white} `), text);
  // Elements of their own, so that a name that is written from right to left changes nothing around it.
  const isolated = byId("game-title").querySelectorAll(".name");
  assert.deepEqual(isolated.map((node) => node.textContent), [game.black, game.white]);
  assert.deepEqual(shown(game).row, game.row);
  key("Home");
  for (let ply = 0; ply <= game.plies; ply++) {
    assert.equal(at(), ply);
    assert.equal(shown(game).board, game.boards[ply], `game ${game.number}, ply ${ply}`);
    key("ArrowRight");
  }
  assert.equal(at(), game.plies, "there is nothing after the end");
  for (let ply = game.plies; ply > 0; ply--) {
    key("ArrowLeft");
    assert.equal(at(), ply - 1);
  }
  assert.equal(shown(game).board, game.boards[0]);
  key("ArrowLeft");
  assert.equal(at(), 0);
  assert.equal(byId("move-list").children.length, game.plies + 1);
}

// Other ways to a position: address, buttons, slider, list of moves, a click on the curve.
const [game] = games;
page.navigate(`#game=${game.number}&ply=3`);
assert.equal(shown(game).board, game.boards[3]);
for (const [id, ply] of [["forward", 4], ["back", 3], ["last", game.plies], ["first", 0]]) {
  byId(id).dispatch("click");
  assert.equal(at(), ply, id);
}
byId("slider").value = 5;
byId("slider").dispatch("input");
assert.equal(shown(game).board, game.boards[5]);
assert.equal(page.location.hash, `#game=${game.number}&ply=5`);
byId("move-list").children[2].dispatch("click");
assert.equal(at(), 2);
assert.equal(byId("move-list").querySelector(".now"), byId("move-list").children[2]);
byId("times").dispatch("pointerdown", { clientX: 100 });
assert.equal(at(), game.plies);
key("End");
key(" ");
assert.equal(at(), 0, "from the end the game plays again");
page.tick();
page.tick();
assert.equal(at(), 2);
key(" ");
page.tick();
assert.equal(at(), 2, "the space bar stops the game");
key("ArrowRight", byId("find"));
assert.equal(at(), 2, "keys in a field belong to the field");

// The list of games: order, filters, search.
assert.deepEqual(column(0), names(games));
assert.equal(byId("game-count").textContent, String(games.length));
const heads = byId("game-list").querySelectorAll("button");
const plies = heads.findIndex((head) => head.textContent.startsWith("Plies"));
const ascending = games.map((g) => g.plies).sort((a, b) => a - b).map(String);
heads[plies].dispatch("click");
assert.deepEqual(column(plies), ascending);
assert.equal(heads[plies].parentNode.getAttribute("aria-sort"), "ascending");
heads[plies].dispatch("click");
assert.deepEqual(column(plies), ascending.slice().reverse());
heads[0].dispatch("click");
const engines = [...new Set(games.flatMap((g) => [g.black, g.white]))];
assert.deepEqual(byId("by-engine").children.map((option) => option.textContent).slice(1).sort(), engines.sort());
for (const option of byId("by-engine").children.slice(1)) {
  const name = option.textContent;
  input("by-engine", option.value);
  assert.deepEqual(column(0), names(games.filter((g) => g.black === name || g.white === name)));
  for (const [value, points] of [[1, 1], [0, 0.5], [2, 0]]) {
    input("by-result", value);
    const own = (g) => (g.black === name ? g.points : 1 - g.points);
    assert.deepEqual(column(0), names(games.filter((g) => (g.black === name || g.white === name) && own(g) === points)));
  }
  byId("clear").dispatch("click");
}
for (const option of byId("by-termination").children.filter((option) => Number(option.value) >= 0 && option.value !== "")) {
  input("by-termination", option.value);
  assert.deepEqual(column(0), names(games.filter((g) => g.termination === option.textContent)));
}
byId("clear").dispatch("click");
const last = games[games.length - 1];
const words = `${last.number} ${last.termination} ${last.opening}`.toLowerCase().split(" ");
const textOf = (g) => [g.number, g.black, g.white, g.termination, g.opening].join(" ").toLowerCase();
input("find", words.join("  ").toUpperCase());
assert.deepEqual(column(0), names(games.filter((g) => words.every((word) => textOf(g).includes(word)))));
assert.equal(byId("game-count").textContent, `${rows().length} of ${games.length}`);
for (const [word, points] of [["1-0", 1], ["0-1", 0], ["1/2-1/2", 0.5]]) {
  input("find", word);
  assert.deepEqual(column(0), names(games.filter((g) => g.points === points)), word);
}
input("find", "no game has these words");
assert.equal(byId("game-list").querySelector(".none").textContent, "Nothing to show.");
byId("clear").dispatch("click");
assert.equal(rows().length, games.length);

// A click opens a game; the arrows go on in the list; an opening shows its games.
rows()[1].dispatch("click");
assert.ok(byId("game-title").textContent.startsWith(`Game ${games[1].number}:`));
const list = byId("game-list");
const opened = games[2];
key("ArrowDown", list);
assert.ok(byId("game-title").textContent.startsWith(`Game ${opened.number}:`));
const [picked] = rows().filter((row) => row.getAttribute("aria-selected") === "true");
assert.equal(list.getAttribute("aria-activedescendant"), picked.id);
// The list has the focus then, and the keys of the board still work.
for (const [name, ply] of [["Home", 0], ["ArrowRight", 1], ["End", opened.plies], ["ArrowLeft", opened.plies - 1]]) {
  key(name, list);
  assert.equal(at(), ply, name);
}
// The links to sections leave the position as it is, and lead to something.
page.navigate("#results");
assert.equal(at(), opened.plies - 1);
assert.equal(page.location.hash, `#game=${opened.number}&ply=${opened.plies - 1}`);
const links = page.document.querySelectorAll("nav a");
for (const link of links) {
  const section = byId(link.getAttribute("href").slice(1));
  assert.equal(link.hidden, !section || section.hidden, link.textContent);
}
assert.ok(links.some((link) => !link.hidden));
key("ArrowDown", byId("opening-list"));
assert.notEqual(page.document.scrolledTo, byId("games"), "the list of openings stays in view");
byId("opening-list").querySelectorAll(".row")[0].dispatch("click");
assert.equal(page.document.scrolledTo, byId("games"));
const sameOpening = (g) => g.opening === game.opening && g.opening_moves === game.opening_moves;
assert.deepEqual(column(0), names(games.filter(sameOpening)));
byId("clear").dispatch("click");

// Values that are rounded to zero have no sign.
const rounded = load(html.replace(/"v":\[[^\]]*\]/, '"v":[0.001,-0.001,1.504,-2.25]').replace(/"w":\[[^\]]*\],?/, ""), `#game=${game.number}`);
const values = rounded.document.getElementById("move-list").children.slice(1).map((row) => row.children[3].textContent);
assert.deepEqual(values.filter((text) => text && text !== "opening"), ["0", "0", "+1.5", "−2.25"]);

// A browser that refuses another address does not stop the board.
page.history.replaceState = () => {
  throw new Error("too many calls");
};
key("Home");
key("ArrowRight");
assert.equal(at(), 1);

// Names of engines are text: no element comes of them, and they are shown as they are.
assert.deepEqual(column(1), games.map((g) => g.black));
assert.deepEqual(column(2), games.map((g) => g.white));
assert.equal(page.document.querySelectorAll("script").length, 3);
assert.equal(page.document.querySelectorAll("marquee").length, 0);
console.log(`${games.length} games, ${games.reduce((sum, g) => sum + g.plies, 0)} plies`);
