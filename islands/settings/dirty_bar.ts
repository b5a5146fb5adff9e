import { changedFields } from "./changed_fields.ts";

/** Counts what was changed and not saved, takes it back, and warns before it is left behind. */
export function dirtyBar(form: HTMLFormElement): void {
  const bar = form.querySelector<HTMLElement>(".dirty-bar");
  const discard = bar?.querySelector<HTMLElement>("[data-discard]");
  const output = bar?.querySelector<HTMLElement>("[data-changed]");
  if (!bar || !discard || !output) return;
  const read = (from = form) => [...new FormData(from)].map(([name, value]) => [name, String(value)] as const);
  let saved = read(asServed(form));
  let changed = 0;
  const draw = () => {
    changed = changedFields(saved, read()).length;
    bar.toggleAttribute("data-dirty", changed > 0);
    discard.hidden = changed === 0;
    const words = changed === 0 ? "" : changed === 1 ? "1 change is not saved" : `${changed} changes are not saved`;
    if (output.textContent !== words) output.textContent = words;
  };
  // What is picked from a folder, added to a list or taken from it comes with no event of its own: all that may change is heard.
  for (const name of ["input", "change", "click", "focusin"]) {
    form.addEventListener(name, () => queueMicrotask(draw));
  }
  form.addEventListener("lathe:saved", () => {
    // Another listener draws secrets as their mask first.
    queueMicrotask(() => {
      saved = read();
      draw();
    });
  });
  discard.addEventListener("click", () => {
    changed = 0;
    saved = read();
    location.reload();
  });
  addEventListener("beforeunload", (event) => {
    if (changed > 0) event.preventDefault();
  });
  draw();
}

/** The form as it came: what was entered before this script was there is a change like any other. */
function asServed(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}
