// Starts the page when all its parts are defined.
startTheme();
startFilters();
startOpenings();
refresh();
restoreState();
startViewer();
openFromAddress();
restoreScroll();
startRefresh();
window.addEventListener("hashchange", openFromAddress);
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
