import { useEffect, useRef } from "preact/hooks";
import { base } from "../call.ts";

const KEYS = [
  ["a", "/", "Activity"],
  ["e", "/encode", "Encode"],
  ["p", "/profiles", "Profiles"],
  ["s", "/settings", "Settings"],
] as const;

/** `?` lists the shortcuts, `/` goes to the search, `g` then a letter opens a page. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    let armed = false;
    const onKey = (event: KeyboardEvent) => {
      const field = (event.target as Element | null)?.closest("input, select, textarea, [contenteditable]");
      if (field !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      const page = KEYS.find(([key]) => key === event.key);
      if (armed && page !== undefined) location.href = base() + page[1];
      else if (event.key === "?") dialog.current?.showModal();
      else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("input[type=search]");
        if (search !== null) event.preventDefault();
        search?.focus();
      }
      armed = event.key === "g";
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <dialog ref={dialog} aria-labelledby="shortcuts-h">
      <h2 id="shortcuts-h">Keyboard</h2>
      <table>
        <tbody>
          <tr>
            <td>
              <kbd>/</kbd>
            </td>
            <td>Search</td>
          </tr>
          <tr>
            <td>
              <kbd>?</kbd>
            </td>
            <td>This list</td>
          </tr>
          {KEYS.map(([key, , label]) => (
            <tr key={key}>
              <td>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </td>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
