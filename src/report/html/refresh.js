// While the match runs, the page loads itself again. What the reader has chosen stays: the game and the
// position in the address, the rest, with the keyboard focus, in the session's storage.
const KEPT = "flipfive-match-report";
const KEPT_FIELDS = ["find", "by-engine", "by-result", "by-termination"];

function keepState() {
  const state = {
    data: byId("data").textContent.length,
    wait: view.wait,
    scroll: window.scrollY,
    list: byId("game-list").scrollTop,
    focus: document.activeElement.id,
    caret: document.activeElement.selectionStart,
    fields: KEPT_FIELDS.map((id) => byId(id).value),
    opening: onlyOpening === null ? null : data.openings[onlyOpening].join("|"),
    sorted: [gameList.sorted, gameList.down],
    theme: document.documentElement.dataset.theme || null,
    numbers: byId("numbers").checked,
  };
  sessionStorage.setItem(KEPT, JSON.stringify(state));
}

function restoreState() {
  let state = null;
  try {
    state = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
  } catch {
    // A browser may forbid storage.
  }
  const seconds = Number(document.querySelector("body").dataset.refresh) || 0;
  view.wait = seconds;
  if (!state) return;
  // A runner that has gone away writes nothing new: look less and less often.
  if (seconds && state.data === byId("data").textContent.length) view.wait = Math.min(60, 2 * state.wait || seconds);
  if (state.theme) document.documentElement.dataset.theme = state.theme;
  byId("numbers").checked = state.numbers;
  byId("by-engine").value = state.fields[1];
  resultOptions();
  KEPT_FIELDS.forEach((id, n) => (byId(id).value = state.fields[n]));
  const opening = data.openings.findIndex((row) => row.join("|") === state.opening);
  onlyOpening = opening < 0 ? null : opening;
  [gameList.sorted, gameList.down] = state.sorted;
  refresh();
  view.kept = state;
}

// Restores what only the drawn page has: the places of scrolling and the keyboard focus.
function restorePlace() {
  if (!view.kept) return;
  const { scroll, list, focus, caret } = view.kept;
  byId("game-list").scrollTop = list;
  window.scrollTo(0, scroll);
  const focused = byId(focus);
  if (!focused) return;
  focused.focus({ preventScroll: true });
  if (typeof caret === "number") focused.setSelectionRange(caret, caret);
}

function startRefresh() {
  if (!view.wait) return;
  // A filter may show its list, which would close, from a click or a key until its value changes or it loses the focus.
  let choosing = false;
  for (const [type, opens] of [["pointerdown", true], ["keydown", true], ["change", false], ["focusout", false]]) {
    byId("filters").addEventListener(type, (event) => {
      if (event.target.closest("select")) choosing = opens;
    });
  }
  let left = view.wait;
  setInterval(() => {
    left -= 1;
    if (left > 0 || document.hidden || view.timer || choosing) return;
    try {
      keepState();
    } catch {
      // Without storage, only the address is kept.
    }
    location.reload();
  }, 1000);
}
