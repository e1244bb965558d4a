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
byId(first, "opening-list").querySelectorAll("button")[3].dispatch("click");
byId(first, "opening-list").querySelectorAll("button")[3].dispatch("click");
Object.assign(byId(first, "opening-list"), { scrollTop: 60, scrollLeft: 25 });
const boxes = (page) => page.document.querySelectorAll(".scroll");
boxes(first)[1].scrollLeft = 40;
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
const openings = (page) => byId(page, "opening-list").querySelectorAll(".row").map((row) => row.id);
assert.deepEqual(openings(second), openings(first));
assert.equal(byId(second, "opening-list").querySelectorAll("button")[3].textContent, "Black ▾");
assert.equal(byId(second, "opening-list").scrollTop, 60);
assert.equal(byId(second, "opening-list").scrollLeft, 25);
assert.deepEqual(boxes(second).map((box) => box.scrollLeft), boxes(first).map((box) => box.scrollLeft));
assert.equal(second.window.scrollY, 512);
assert.equal(second.document.activeElement.id, "find");
assert.equal(byId(second, "find").selectionStart, 2);
assert.equal(byId(second, "game-title").textContent.startsWith("Game 3:"), true);

// Nothing new was written, so the page waits longer.
ticks(second, 9);
assert.equal(second.location.reloads, 0);
// Links and buttons without a name of their own keep the focus, too.
const links = (page) => page.document.querySelectorAll("nav a");
links(second)[2].focus();
second.tick();
assert.equal(second.location.reloads, 1);
const third = load(running, hash, new Map(stored));
assert.equal(third.document.activeElement, links(third)[2]);
const kept = new Map();
const fourth = load(running, hash, kept);
const order = (page) => byId(page, "game-list").querySelectorAll("button")[6];
order(fourth).focus();
byId(fourth, "opening-list").querySelectorAll(".row")[1].dispatch("click");
ticks(fourth, 5);
const fifth = load(running, hash, kept);
assert.equal(fifth.document.activeElement, order(fifth));
const picked = (page) => byId(page, "opening-list").querySelectorAll(".picked").map((row) => row.id);
assert.deepEqual(picked(fifth), picked(fourth));
assert.equal(picked(fifth).length, 1);

// The match is over: the choice stays, and the page stays, too.
const last = load(ended, hash, stored);
assert.deepEqual(rows(last), rows(first));
ticks(last, 500);
assert.equal(last.location.reloads, 0);
console.log("kept");
