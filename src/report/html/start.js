// Starts the page when all its parts are defined.
startFilters();
startOpenings();
refresh();
restoreState();
// Its label depends on what was restored.
startTheme();
startViewer();
openFromAddress();
restorePlace();
startRefresh();
window.addEventListener("hashchange", openFromAddress);
// A page may lack the section of a link, or have nothing to show in it.
for (const link of document.querySelectorAll("nav a")) {
  const section = byId(link.getAttribute("href").slice(1));
  link.hidden = !section || section.hidden;
}
for (const link of document.querySelectorAll("[data-game]")) {
  link.addEventListener("click", (event) => {
    const game = games.find((g) => String(g.number) === link.dataset.game);
    if (!game) return;
    event.preventDefault();
    gameList.mark(game);
    open(game, link.dataset.ply === undefined ? Infinity : Number(link.dataset.ply));
    byId("viewer").scrollIntoView({ behavior: "smooth" });
  });
}
