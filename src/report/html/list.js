// A list that draws only its visible rows, so that ten thousand games scroll smoothly.
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
  // Columns: title, width, right, key(row) to sort by, text(row) or node(row) to show.
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
    this.heads = columns.map((column, n) =>
      element("button", { type: "button", class: column.right ? "right" : "", on: { click: () => this.sort(n) } }, column.title));
    this.head = element("div", { class: "head" }, ...this.heads);
    this.body = element("div", { class: "body" });
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
      head.textContent = this.columns[n].title + (n !== this.sorted ? "" : this.down ? " ▾" : " ▴");
    });
    this.body.style.height = `${this.rows.length * ROW}px`;
    this.draw();
  }
  draw() {
    const height = this.root.clientHeight || 400;
    const from = Math.max(0, Math.floor(this.root.scrollTop / ROW) - 4);
    const until = Math.min(this.rows.length, from + Math.ceil(height / ROW) + 8);
    const drawn = [];
    for (let n = from; n < until; n++) {
      const row = this.rows[n];
      const cells = this.columns.map((column) => {
        const content = column.node ? column.node(row) : column.text(row);
        const cell = element("span", { class: column.right ? "right" : "" }, content);
        if (!column.node) cell.title = content;
        return cell;
      });
      const node = element("div", { class: row === this.picked ? "row picked" : "row", on: { click: () => this.choose(row) } }, ...cells);
      node.style.top = `${n * ROW}px`;
      drawn.push(node);
    }
    if (!this.rows.length) drawn.push(element("div", { class: "none" }, "Nothing to show."));
    this.body.replaceChildren(...drawn);
  }
  choose(row) {
    this.picked = row;
    this.draw();
    this.pick(row);
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
    this.pick(next);
  }
}
