// Checks the keyboard on a page of two puzzles.
//
//   node puzzles.js PAGE.html
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { load } = require("./dom.js");

const page = load(fs.readFileSync(process.argv[2], "utf8"));
const { document } = page;
const byId = (id) => document.getElementById(id);
const key = (name) => document.activeElement.dispatch("keydown", { key: name });

// With Caps Lock, letters are upper-case.
key("N");
assert.equal(page.location.hash, "#puzzle=2");
key("P");
assert.equal(page.location.hash, "#puzzle=1");
key("S");
assert.ok(byId("verdict").textContent.startsWith("The solution is "));

// The focus stays in the solution.
const first = () => byId("lines").querySelectorAll("button")[0];
first().focus();
first().dispatch("click");
assert.equal(document.activeElement, first());
key("Home");
assert.equal(document.activeElement, first());
key("End");
assert.equal(document.activeElement, byId("lines").querySelector(".now"));
console.log("right");
