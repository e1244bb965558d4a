// A list that draws only its visible rows, so that ten thousand games scroll smoothly. For screen readers it is a
// grid, whose selected row is the active one.
const ROW = 30;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

class Listing {
  // Columns: title, width, right, key(row) to sort by, text(row) or node(row) to show. pick(row, isClick) opens a row.
  constructor(root, columns, least, pick) {
    this.root = root;
    this.columns = columns;
    this.pick = pick;
    this.rows = [];
    this.sorted = 0;
    this.down = false;
    this.picked = null;
    root.style.setProperty("--columns", columns.map((column) => column.width).join(" "));
    root.style.setProperty("--least", least);
    root.tabIndex = 0;
    this.buttons = columns.map((column, n) =>
      element("button", { type: "button", class: column.right ? "right" : "", on: { click: () => this.sort(n) } }, column.title));
    this.heads = this.buttons.map((button) => element("div", { role: "columnheader" }, button));
    this.head = element("div", { class: "head", role: "row", "aria-rowindex": 1 }, ...this.heads);
    this.body = element("div", { class: "body", role: "rowgroup" });
    root.append(this.head, this.body);
    root.addEventListener("scroll", () => this.draw(), { passive: true });
    root.addEventListener("keydown", (event) => this.key(event));
    if (window.ResizeObserver) new ResizeObserver(() => this.draw()).observe(root);
  }
  show(rows) {
    this.rows = rows.slice();
    this.order();
  }
  sort(column) {
    this.down = this.sorted === column ? !this.down : false;
    this.sorted = column;
    this.order();
  }
  order() {
    const { key } = this.columns[this.sorted];
    const sign = this.down ? -1 : 1;
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    this.rows.sort((a, b) => sign * compare(key(a), key(b)) || a.index - b.index);
    this.heads.forEach((head, n) => {
      head.setAttribute("aria-sort", n !== this.sorted ? "none" : this.down ? "descending" : "ascending");
      this.buttons[n].textContent = this.columns[n].title + (n !== this.sorted ? "" : this.down ? " ▾" : " ▴");
    });
    this.body.style.height = this.rows.length ? `${this.rows.length * ROW}px` : "auto";
    this.root.setAttribute("aria-rowcount", this.rows.length + 1);
    this.draw();
  }
  draw() {
    const height = this.root.clientHeight || 400;
    const from = Math.max(0, Math.floor(this.root.scrollTop / ROW) - 4);
    const until = Math.min(this.rows.length, from + Math.ceil(height / ROW) + 8);
    const drawn = [];
    let active = null;
    for (let n = from; n < until; n++) {
      const row = this.rows[n];
      const cells = this.columns.map((column) => {
        const content = column.node ? column.node(row) : column.text(row);
        const cell = element("span", { class: column.right ? "right" : "", role: "gridcell" }, content);
        if (!column.node) cell.title = content;
        return cell;
      });
      const isPicked = row === this.picked, id = `${this.root.id}-${row.index}`;
      if (isPicked) active = id;
      const node = element("div", {
        id,
        class: isPicked ? "row picked" : "row",
        role: "row",
        "aria-rowindex": n + 2,
        "aria-selected": String(isPicked),
        on: { click: () => this.choose(row) },
      }, ...cells);
      node.style.top = `${n * ROW}px`;
      drawn.push(node);
    }
    if (!this.rows.length) drawn.push(element("div", { class: "none", role: "row" }, element("span", { role: "gridcell" }, "Nothing to show.")));
    this.body.replaceChildren(...drawn);
    if (active) this.root.setAttribute("aria-activedescendant", active);
    else this.root.removeAttribute("aria-activedescendant");
  }
  choose(row) {
    this.picked = row;
    this.draw();
    this.pick(row, true);
  }
  // Marks a row and scrolls to it, but does not open it.
  mark(row) {
    this.picked = row;
    const n = this.rows.indexOf(row);
    if (n >= 0) {
      const top = n * ROW;
      const room = this.root.clientHeight - this.head.offsetHeight - ROW;
      if (top < this.root.scrollTop) this.root.scrollTop = top;
      else if (top > this.root.scrollTop + room) this.root.scrollTop = top - room;
    }
    this.draw();
  }
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (!step || !this.rows.length || event.target !== this.root) return;
    event.preventDefault();
    const now = this.rows.indexOf(this.picked);
    const next = this.rows[Math.min(this.rows.length - 1, Math.max(0, now + step))];
    this.mark(next);
    this.pick(next, false);
  }
}
