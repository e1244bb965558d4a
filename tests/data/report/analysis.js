// Checks the page of an analysed game: its title, its values, and the keyboard in its lines.
//
//   node analysis.js PAGE.html
//
// The game has the moves f5 d6 c3 between the engines "alpha" and "beta". The values of the moves are -0.04, 0.04
// and -1.5 discs; the best line at each move is f5 d6 c3.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { load } = require("./dom.js");

const page = load(fs.readFileSync(process.argv[2], "utf8"));
const { document } = page;
const byId = (id) => document.getElementById(id);
const key = (name) => document.activeElement.dispatch("keydown", { key: name });

// Elements of their own, so that a name that is written from right to left changes nothing around it.
assert.equal(byId("game-title").textContent, "alpha – beta");
assert.deepEqual(byId("game-title").querySelectorAll(".name").map((node) => node.textContent), ["alpha", "beta"]);

// What is rounded to zero has no sign.
const values = byId("move-list").children.slice(1).map((row) => row.children[3].textContent);
assert.deepEqual(values, ["0.0", "0.0", "−1.5"]);

// The focus follows the move that is shown.
page.navigate("#game=1&ply=1");
const buttons = () => byId("lines").querySelectorAll("button");
buttons()[1].focus();
buttons()[1].dispatch("click");
assert.equal(document.activeElement, byId("lines").querySelector(".now"));
assert.equal(document.activeElement.textContent, "d6");
key("ArrowRight");
assert.equal(document.activeElement.textContent, "c3");
key("Escape");
assert.equal(byId("lines").querySelector(".now"), null);
assert.equal(document.activeElement, buttons()[2]);
// It does not go to the lines from elsewhere.
byId("forward").focus();
key("ArrowRight");
assert.equal(document.activeElement, byId("forward"));

// The curve at the position that is shown changes nothing, unless a line is shown.
page.navigate("#game=1&ply=3");
buttons()[0].dispatch("click");
byId("values").dispatch("pointerdown", { clientX: 100 });
assert.equal(byId("lines").querySelector(".now"), null);
page.history.replaceState = () => {
  throw new Error("too many calls");
};
key("Home");
assert.equal(byId("slider").value, "0");
console.log("right");
