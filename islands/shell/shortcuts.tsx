import { useEffect, useRef } from "preact/hooks";
import { MENU_PAGES } from "../../lib/ui/menu_pages.ts";
import { base } from "../call.ts";

/** What works on every page besides the letters of the menu. */
const GENERAL = [
  ["/", "Search"],
  ["Ctrl K", "Go to anything"],
  ["?", "This list"],
] as const;

/** `?` lists the shortcuts, `/` goes to the search, `g` then a letter opens a page. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    let armed = false;
    const onKey = (event: KeyboardEvent) => {
      const field = (event.target as Element | null)?.closest("input, select, textarea, [contenteditable]");
      // An empty search field is left by Escape, so that letters are shortcuts again.
      if (event.key === "Escape" && field instanceof HTMLInputElement && field.value === "") field.blur();
      if (field || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      const page = armed ? MENU_PAGES.find(({ key }) => key === event.key) : undefined;
      if (page !== undefined) location.href = base() + page.path;
      else if (event.key === "?") dialog.current?.showModal();
      else if (event.key === "/") {
        event.preventDefault();
        goToSearch();
      }
      armed = event.key === "g";
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <dialog ref={dialog} aria-labelledby="shortcuts-h">
      <h2 id="shortcuts-h">Keyboard</h2>
      <dl class="keys">
        {GENERAL.map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        {MENU_PAGES.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

/** To the field of the search: that of this page if it has one that is seen, else that of the page of the search. */
function goToSearch(): void {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>(".search-form input[type=search], .quick-search input"),
  ];
  const field = fields.find((one) => one.checkVisibility());
  if (field === undefined) location.href = `${base()}/search`;
  else field.focus();
}
