/** Runs before the first paint: applies the theme this browser chose, so that a page never flashes in the other one. */
const chosen = localStorage.getItem("lathe-theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
