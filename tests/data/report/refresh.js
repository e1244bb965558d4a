// Checks that the page of a running match loads itself again and keeps what the reader has chosen.
//
//   node refresh.js RUNNING.html ENDED.html
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { load } = require("./dom.js");

const [running, ended] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
const ticks = (page, count) => {
  for (let n = 0; n < count; n++) page.tick();
};
const stored = new Map();
const first = load(running, "", stored);
const byId = (page, id) => page.document.getElementById(id);
ticks(first, 4);
assert.equal(first.location.reloads, 0, "not before its time");

// The reader filters, sorts, scrolls, opens a position, and plays the game.
byId(first, "by-engine").value = 1;
byId(first, "by-engine").dispatch("input");
byId(first, "by-result").value = 1;
byId(first, "by-result").dispatch("input");
byId(first, "game-list").querySelectorAll("button")[6].dispatch("click");
first.navigate("#game=3&ply=7");
byId(first, "game-list").scrollTop = 30;
first.window.scrollY = 512;
byId(first, "play").dispatch("click");
ticks(first, 3);
assert.equal(first.location.reloads, 0, "a game that is playing is not cut short");
byId(first, "play").dispatch("click");
// Nor a list of choices, which may be open.
byId(first, "by-termination").dispatch("keydown", { key: "Enter" });
ticks(first, 3);
assert.equal(first.location.reloads, 0, "a choice is not cut short");
byId(first, "by-termination").dispatch("change");
byId(first, "find").focus();
byId(first, "find").selectionStart = 2;
first.tick();
assert.ok(first.location.reloads > 0);

const rows = (page) => byId(page, "game-list").querySelectorAll(".row").map((row) => row.children[0].textContent);
const hash = first.location.hash;
assert.ok(hash.startsWith("#game=3&ply="), hash);
const second = load(running, hash, stored);
assert.equal(second.location.hash, hash);
assert.deepEqual(rows(second), rows(first));
assert.equal(byId(second, "by-engine").value, "1");
assert.equal(byId(second, "by-result").value, "1");
assert.equal(byId(second, "game-list").scrollTop, 30);
assert.equal(second.window.scrollY, 512);
assert.equal(second.document.activeElement.id, "find");
assert.equal(byId(second, "find").selectionStart, 2);
assert.equal(byId(second, "game-title").textContent.startsWith("Game 3:"), true);

// Nothing new was written, so the page waits longer.
ticks(second, 9);
assert.equal(second.location.reloads, 0);
second.tick();
assert.equal(second.location.reloads, 1);

// The match is over: the choice stays, and the page stays, too.
const last = load(ended, hash, stored);
assert.deepEqual(rows(last), rows(first));
ticks(last, 500);
assert.equal(last.location.reloads, 0);
console.log("kept");
