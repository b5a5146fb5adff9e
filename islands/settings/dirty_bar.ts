import type { SavedFields } from "./saved_fields.ts";

/** Counts unsaved changes, reverts them, and warns before leaving the page. */
export function dirtyBar(form: HTMLFormElement, saved: SavedFields): void {
  const bar = form.querySelector<HTMLElement>(".dirty-bar");
  const discard = bar?.querySelector<HTMLElement>("[data-discard]");
  const output = bar?.querySelector<HTMLElement>("[data-changed]");
  if (!bar || !discard || !output) return;
  let changed = 0;
  const draw = () => {
    changed = saved.changed().length;
    bar.toggleAttribute("data-dirty", changed > 0);
    discard.hidden = changed === 0;
    const words = changed === 0 ? "" : changed === 1 ? "1 unsaved change" : `${changed} unsaved changes`;
    if (output.textContent !== words) output.textContent = words;
  };
  // Choosing a path and adding or removing rows send no events of their own, so all events that may indicate a change
  // are observed.
  for (const name of ["input", "change", "click", "focusin", "lathe:saved"]) {
    form.addEventListener(name, () => queueMicrotask(draw));
  }
  let discards = false;
  discard.addEventListener("click", () => {
    discards = true;
    location.reload();
  });
  addEventListener("beforeunload", (event) => {
    if (changed > 0 && !discards) event.preventDefault();
  });
  draw();
}
