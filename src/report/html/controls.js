// Parts that all pages have: the button for the theme, and the one that plays a game by itself.
const byId = (id) => document.getElementById(id);

function playIcon(playing) {
  byId("play").querySelector("path").setAttribute("d", playing ? "M3 3h4v10H3zM9 3h4v10H9z" : "M4 2v12l10-6z");
}

function startTheme() {
  const button = byId("theme");
  const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const label = () => (button.textContent = dark() ? "Light" : "Dark");
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    label();
  });
  label();
}

// The address names what is shown. Browsers limit how often it may change: Safari throws after 100 times in 30 seconds.
function keepAddress(hash) {
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    // A later change names what is shown then.
  }
}

// Replaces what is in an element. If a button in it had the keyboard focus, the marked button gets it, or the one in its
// place.
function replaceButtons(root, nodes) {
  const focused = [...root.querySelectorAll("button")].indexOf(document.activeElement);
  root.replaceChildren(...nodes);
  if (focused < 0) return;
  const next = root.querySelector("button.now") || root.querySelectorAll("button")[focused];
  if (next) next.focus({ preventScroll: true });
}

function stop() {
  clearInterval(view.timer);
  view.timer = null;
  playIcon(false);
}

// Steps forward by itself until the end, or stops doing so.
function playOrStop(isAtEnd, forward) {
  if (view.timer) return stop();
  playIcon(true);
  view.timer = setInterval(() => (isAtEnd() ? stop() : forward()), 600);
}
