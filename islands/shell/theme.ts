/** Runs before the first paint: applies the theme this browser chose, so that a page never flashes in the other one. */
const chosen = localStorage.getItem("lathe-theme");
// What needs a script is shown only where one runs.
document.documentElement.dataset.script = "";
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
