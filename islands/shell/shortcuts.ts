import { MENU_PAGES } from "../../lib/ui/menu_pages.ts";
import { base } from "../call.ts";

/** Shortcuts on every page, in addition to the letters of the menu. */
const GENERAL = [
  ["/", "Search"],
  ["Ctrl K", "Go to anything"],
  ["?", "Keyboard shortcuts"],
] as const;

/** Buttons and links with a key of their own on the open page. */
const keyed = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>("[data-key]")];

/**
 * `?` lists the shortcuts, `/` focuses the search, `g` followed by a letter opens a page. A key in `data-key` presses
 * its button.
 */
export function shortcuts(page: Document): void {
  let armed = false;
  page.addEventListener("keydown", (event) => {
    const field = (event.target as Element | null)?.closest(
      "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, [contenteditable]",
    );
    // Escape removes the focus from an empty search field, so that letter shortcuts work again.
    if (event.key === "Escape" && field instanceof HTMLInputElement && field.value === "") field.blur();
    if (field || event.ctrlKey || event.metaKey || event.altKey || page.querySelector("dialog[open]")) return;
    const wanted = armed ? MENU_PAGES.find(({ key }) => key === event.key) : undefined;
    if (wanted !== undefined) location.href = base() + wanted.path;
    else if (event.key === "?") showList(page);
    else if (event.key === "/") {
      event.preventDefault();
      focusSearch(page);
    } else if (!armed) keyed(page).find(({ dataset }) => dataset.key === event.key)?.click();
    armed = event.key === "g";
  });
}

/** The dialog exists only while it is open. Its markup contains only fixed texts. */
function showList(page: Document): void {
  const listed = listedKeys(page);
  const buttons = keyed(page).filter(({ dataset }) => !listed.some(([key]) => key === dataset.key));
  const row = (keys: string, label: string) => `<div><dt>${keys}</dt><dd>${label}</dd></div>`;
  const dialog = page.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "shortcuts-h");
  dialog.innerHTML = `<h2 id="shortcuts-h">Keyboard shortcuts</h2><dl class="keys">${
    [
      ...buttons.map((one) => row(`<kbd>${one.dataset.key}</kbd>`, labelOf(one))),
      ...listed.map(([key, label]) => row(`<kbd>${key}</kbd>`, label)),
      ...GENERAL.map(([key, label]) => row(`<kbd>${key}</kbd>`, label)),
      ...MENU_PAGES.map(({ key, label }) => row(`<kbd>g</kbd> <kbd>${key}</kbd>`, label)),
    ].join("")
  }</dl><form method="dialog"><button>Close</button></form>`;
  dialog.onclose = () => dialog.remove();
  page.body.append(dialog);
  dialog.showModal();
}

/** Keys of the page that are listed although they have no button, or their button is not shown at the moment. */
const listedKeys = (page: Document): [key: string, label: string][] =>
  [...page.querySelectorAll<HTMLElement>("[data-keys]")].flatMap(({ dataset }) => JSON.parse(dataset.keys ?? "[]"));

/** Returns the label of a button without its key, as markup. */
function labelOf(button: HTMLElement): string {
  const text = [...button.childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent);
  const escaped = document.createElement("span");
  escaped.textContent = text.join("").trim();
  return escaped.innerHTML;
}

/** Focuses the page's visible search field, or else opens the search page. */
function focusSearch(page: Document): void {
  const fields = [
    ...page.querySelectorAll<HTMLInputElement>(".search-form input[type=search], .quick-search input"),
  ];
  const field = fields.find((one) => one.checkVisibility());
  if (field === undefined) location.href = `${base()}/search`;
  else field.focus();
}
