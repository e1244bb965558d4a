// Curves over the plies of a game. The SVG is stretched to its box, so the labels are HTML.
function percent(value) {
  return `${(100 * value).toFixed(2)}%`;
}

function plotFrame(root, ticks, length) {
  const svg = shape("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  root.replaceChildren(svg);
  for (const [value, at] of ticks) {
    svg.append(shape("line", { x1: 0, x2: 100, y1: 100 * at, y2: 100 * at, class: value === "0" ? "zero" : "rule" }));
    const text = element("span", { class: "y" }, value);
    text.style.top = percent(at);
    root.append(text);
  }
  for (const [value, at, kind] of [["0", 0, "x start"], [String(length), 1, "x end"]]) {
    const text = element("span", { class: kind }, value);
    text.style.left = percent(at);
    root.append(text);
  }
  return svg;
}

function short(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`;
  return size >= 100 ? value.toFixed(0) : String(Number(value.toFixed(size >= 10 ? 1 : 2)));
}

// A number with its sign; zero has none, nor what was rounded to it.
function signed(text) {
  const value = Number(text);
  return value > 0 ? `+${text}` : text.replace("-", value ? "−" : "");
}

// The values of both engines from Black's side. A point has ply, side, value or null, mate or null.
function plotValues(root, points, length, colors) {
  const known = points.filter((p) => p.value !== null || p.mate !== null);
  if (!known.length) {
    root.replaceChildren();
    return false;
  }
  // The scale ignores the largest 5 % of the values, so that an outlier does not flatten the curve.
  const sizes = known.filter((p) => p.mate === null).map((p) => Math.abs(p.value)).sort((a, b) => a - b);
  const limit = sizes.length ? sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * 0.95))] : 1;
  const largest = sizes.length ? sizes[sizes.length - 1] : 1;
  const most = (largest > 4 * limit ? 1.3 * limit : 1.08 * largest) || 1;
  const svg = plotFrame(root, [[short(most), 0], ["0", 0.5], [short(-most), 1]], length);
  for (const side of [1, 2]) {
    let path = "", pen = false;
    for (const { ply, value, mate } of points.filter((p) => p.side === side)) {
      if (value === null && mate === null) {
        pen = false;
        continue;
      }
      const sign = side === 1 ? 1 : -1;
      const seen = mate !== null ? Math.sign(mate) * most : Math.max(-most, Math.min(most, value));
      const x = (100 * ply) / length, y = 50 - (50 * sign * seen) / most;
      path += `${pen ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`;
      // A path of a single point would be invisible.
      if (!pen) path += "h0.01";
      pen = true;
    }
    svg.append(shape("path", { d: path, fill: "none", stroke: colors[side - 1], "stroke-width": 2, "stroke-linejoin": "round", "stroke-linecap": "round" }));
  }
  return true;
}

function plotTimes(root, points, length, colors) {
  const most = Math.max(1, ...points.map((p) => p.ms || 0));
  const svg = plotFrame(root, [[`${short(most)} ms`, 0]], length);
  const width = 100 / length;
  for (const { ply, side, ms } of points) {
    if (ms === null) continue;
    const height = (100 * ms) / most;
    svg.append(shape("rect", { x: (ply - 1) * width, y: 100 - height, width: width * 0.8, height, fill: colors[side - 1] }));
  }
}

function plotCursor(root, at, length) {
  const svg = root.querySelector("svg");
  if (!svg) return;
  let line = svg.querySelector(".cursor");
  if (!line) {
    line = shape("line", { class: "cursor", y1: 0, y2: 100, stroke: "var(--text)", "stroke-width": 1 });
    svg.append(line);
  }
  const x = length ? (100 * at) / length : 0;
  line.setAttribute("x1", x);
  line.setAttribute("x2", x);
}
