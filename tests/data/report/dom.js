// The part of a browser's document that the scripts of the match report use. Markup can only be read from
// the page: whoever assigns innerHTML fails.
"use strict";

const VOID = new Set(["meta", "link", "input", "br"]);
const RAW = new Set(["script", "style"]);
const ENTITIES = { lt: "<", gt: ">", quot: '"', amp: "&" };
const decode = (text) => text.replace(/&(lt|gt|quot|amp);/g, (_, name) => ENTITIES[name]);

class Node {
  constructor(document) {
    this.ownerDocument = document;
    this.childNodes = [];
    this.parentNode = null;
  }
  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof Fragment) {
        this.append(...node.childNodes.splice(0));
        continue;
      }
      const child = node instanceof Node ? node : new Text(this.ownerDocument, String(node));
      if (child.parentNode) child.parentNode.childNodes = child.parentNode.childNodes.filter((c) => c !== child);
      child.parentNode = this;
      this.childNodes.push(child);
    }
  }
  replaceChildren(...nodes) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }
  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(String(text) ? [String(text)] : []));
  }
  *descendants() {
    for (const child of this.children) {
      yield child;
      yield* child.descendants();
    }
  }
  querySelectorAll(selector) {
    return [...this.descendants()].filter((node) => node.matches(selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] || null;
  }
}

class Fragment extends Node {}

class Text extends Node {
  constructor(document, data) {
    super(document);
    this.data = data;
  }
  get textContent() {
    return this.data;
  }
}

class EventTarget {
  static add(target, type, handler) {
    target.listeners ??= {};
    (target.listeners[type] ??= []).push(handler);
  }
}

// One simple selector without commas: tag, .class, [name], [name=value], [name="value"], :not(simple).
function matchesSimple(node, selector) {
  const part = /^([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:="?([^\]"]*)"?)?\]|:not\(([^)]*)\)/;
  for (let rest = selector.trim(), found; rest; rest = rest.slice(found[0].length)) {
    found = part.exec(rest);
    if (!found || found.index !== 0) throw new Error(`selector ${selector} is not supported`);
    const [, tag, name, attribute, value, not] = found;
    const fits = tag ? node.tagName === tag.toLowerCase()
      : name ? node.classList.contains(name)
      : attribute ? (value === undefined ? node.attributes.has(attribute) : node.attributes.get(attribute) === value)
      : !matchesSimple(node, not);
    if (!fits) return false;
  }
  return true;
}

class Element extends Node {
  constructor(document, tag) {
    super(document);
    this.tagName = tag.toLowerCase();
    this.attributes = new Map();
    this.style = { setProperty(name, value) { this[name] = value; } };
    Object.assign(this, { clientHeight: 0, offsetHeight: 0, offsetTop: 0, scrollTop: 0, scrollLeft: 0 });
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
    if (name === "value") this.value = String(value);
    if (name === "checked") this.checked = true;
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  getAttribute(name) {
    return this.attributes.has(name) ? this.attributes.get(name) : null;
  }
  get id() {
    return this.getAttribute("id") || "";
  }
  get hidden() {
    return this.attributes.has("hidden");
  }
  set hidden(hidden) {
    if (hidden) this.attributes.set("hidden", "");
    else this.attributes.delete("hidden");
  }
  get dataset() {
    const data = [...this.attributes].filter(([name]) => name.startsWith("data-"));
    return Object.fromEntries(data.map(([name, value]) => [name.slice(5), value]));
  }
  get classList() {
    const classes = () => (this.attributes.get("class") || "").split(/\s+/).filter(Boolean);
    const set = (names) => this.attributes.set("class", names.join(" "));
    return {
      contains: (name) => classes().includes(name),
      add: (name) => set([...classes().filter((other) => other !== name), name]),
      remove: (name) => set(classes().filter((other) => other !== name)),
    };
  }
  get value() {
    if (this.typed !== undefined) return this.typed;
    return this.tagName === "select" && this.children[0] ? this.children[0].value : "";
  }
  set value(value) {
    this.typed = String(value);
  }
  replaceChildren(...nodes) {
    super.replaceChildren(...nodes);
    if (this.tagName === "select") this.typed = undefined;
  }
  // Of the nodes around this one, a selector may name one or several: "nav a".
  matches(selector) {
    return selector.split(",").some((one) => {
      const simple = one.trim().split(" ");
      if (!matchesSimple(this, simple.pop())) return false;
      let around = this;
      return simple.reverse().every((outer) => (around = around.parentNode?.closest?.(outer)));
    });
  }
  closest(selector) {
    for (let node = this; node instanceof Element; node = node.parentNode) if (node.matches(selector)) return node;
    return null;
  }
  addEventListener(type, handler) {
    EventTarget.add(this, type, handler);
  }
  // Calls the handlers of this node and of all nodes around it.
  dispatch(type, properties = {}) {
    const event = { type, target: this, defaultPrevented: false, preventDefault() { this.defaultPrevented = true; }, ...properties };
    for (let node = this; node; node = node.parentNode) for (const handler of node.listeners?.[type] || []) handler(event);
    return event;
  }
  scrollIntoView() {
    this.ownerDocument.scrolledTo = this;
  }
  setPointerCapture() {}
  focus() {
    this.ownerDocument.focused = this;
  }
  setSelectionRange(start) {
    this.selectionStart = start;
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 100, height: 100 };
  }
}

for (const name of ["innerHTML", "outerHTML"]) {
  Object.defineProperty(Element.prototype, name, { set() { throw new Error(`${name} does not escape`); } });
}

class Document extends Node {
  constructor(html) {
    super(null);
    this.ownerDocument = this;
    this.parse(html);
  }
  get documentElement() {
    return this.children[0];
  }
  get activeElement() {
    let top = this.focused;
    while (top && top.parentNode) top = top.parentNode;
    // An element that has left the document has lost the focus.
    return top === this ? this.focused : this.querySelector("body");
  }
  createElement(tag) {
    return new Element(this, tag);
  }
  createElementNS(_, tag) {
    return new Element(this, tag);
  }
  createDocumentFragment() {
    return new Fragment(this);
  }
  getElementById(id) {
    for (const node of this.descendants()) if (node.attributes.get("id") === id) return node;
    return null;
  }
  addEventListener(type, handler) {
    EventTarget.add(this, type, handler);
  }
  parse(html) {
    const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>/g;
    let open = this;
    let at = html.indexOf("<html");
    for (tag.lastIndex = at; ; at = tag.lastIndex) {
      const found = tag.exec(html);
      const text = html.slice(at, found ? found.index : html.length);
      if (text.trim()) open.append(new Text(this, decode(text)));
      if (!found) break;
      const [, end, name, attributes] = found;
      if (end) {
        if (open.tagName !== name) throw new Error(`</${name}> closes <${open.tagName}>`);
        open = open.parentNode;
        continue;
      }
      const node = new Element(this, name);
      for (const [, key, value] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) node.setAttribute(key, decode(value || ""));
      open.append(node);
      if (VOID.has(name)) continue;
      open = node;
      if (RAW.has(name)) {
        const until = html.indexOf(`</${name}`, tag.lastIndex);
        node.append(new Text(this, html.slice(tag.lastIndex, until)));
        tag.lastIndex = until;
      }
    }
    if (open !== this) throw new Error(`<${open.tagName}> is not closed`);
  }
}

// Runs the script of a page and returns its document and window. `hash` is that of the address; `stored` is what
// the pages of a session store.
function load(html, hash = "", stored = new Map()) {
  const vm = require("node:vm");
  const document = new Document(html);
  const window = {
    scrollY: 0,
    addEventListener(type, handler) { EventTarget.add(window, type, handler); },
    scrollTo(_x, y) { window.scrollY = y; },
  };
  const location = { hash, reloads: 0, reload() { location.reloads++; } };
  const timers = [];
  const page = {
    document, window, location, URLSearchParams,
    sessionStorage: {
      getItem: (name) => (stored.has(name) ? stored.get(name) : null),
      setItem: (name, value) => void stored.set(name, String(value)),
      removeItem: (name) => void stored.delete(name),
    },
    history: { replaceState(_state, _title, address) { location.hash = address; } },
    matchMedia: () => ({ matches: false }),
    setInterval: (handler) => timers.push(handler),
    clearInterval: (timer) => { if (timer) timers[timer - 1] = null; },
  };
  const scripts = document.querySelectorAll("script").filter((node) => !node.getAttribute("type"));
  for (const script of scripts) vm.runInNewContext(script.textContent, page);
  return {
    document,
    window,
    location,
    history: page.history,
    // The listeners of the window get the event.
    navigate(hash) {
      location.hash = hash;
      for (const handler of window.listeners.hashchange) handler({});
    },
    // One period of all timers that run.
    tick() {
      for (const handler of timers.slice()) if (handler) handler();
    },
  };
}

module.exports = { load };
