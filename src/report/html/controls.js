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
