// While the match runs, the page loads itself again. What the reader has chosen stays: the game and the
// position in the address, the rest, with the keyboard focus, in the session's storage. The name of the store changes with
// its fields.
const KEPT = "flipfive-match-report-2";
const KEPT_FIELDS = ["find", "by-engine", "by-result", "by-termination"];

const listings = () => [gameList, openingList].filter(Boolean);
const boxes = () => [...document.querySelectorAll(".scroll")];

// The place of the keyboard focus: the closest element with an id, and the number of the link or button in it (-1: the
// element itself).
function focusPlace() {
  const focused = document.activeElement;
  const around = focused && focused.closest("[id]");
  if (!around) return null;
  return { id: around.id, number: [...around.querySelectorAll("a, button")].indexOf(focused), caret: focused.selectionStart };
}

function restoreFocus(place) {
  const around = place && byId(place.id);
  const focused = around && place.number >= 0 ? around.querySelectorAll("a, button")[place.number] : around;
  if (!focused) return;
  focused.focus({ preventScroll: true });
  if (typeof place.caret === "number") focused.setSelectionRange(place.caret, place.caret);
}

function keepState() {
  const state = {
    data: byId("data").textContent.length,
    wait: view.wait,
    scroll: window.scrollY,
    lists: listings().map((list) => [list.sorted, list.down, list.root.scrollTop, list.root.scrollLeft]),
    boxes: boxes().map((box) => box.scrollLeft),
    focus: focusPlace(),
    fields: KEPT_FIELDS.map((id) => byId(id).value),
    opening: onlyOpening === null ? null : data.openings[onlyOpening].join("|"),
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
  listings().forEach((list, n) => {
    if (state.lists[n]) [list.sorted, list.down] = state.lists[n];
  });
  if (openingList) {
    openingList.picked = openingList.rows.find((row) => row.index === onlyOpening) || null;
    openingList.order();
  }
  refresh();
  view.kept = state;
}

// Restores what only the drawn page has: the places of scrolling and the keyboard focus.
function restorePlace() {
  if (!view.kept) return;
  const { scroll, lists, focus } = view.kept;
  listings().forEach((list, n) => {
    if (lists[n]) [, , list.root.scrollTop, list.root.scrollLeft] = lists[n];
  });
  // A table that is new would take the place of another one.
  if (boxes().length === view.kept.boxes.length) boxes().forEach((box, n) => (box.scrollLeft = view.kept.boxes[n]));
  window.scrollTo(0, scroll);
  restoreFocus(focus);
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
