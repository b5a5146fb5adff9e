import { deepStrictEqual as same } from "node:assert/strict";
import { settled, withPage } from "../../tests/fixtures/dom.ts";
import { dirtyBar } from "./settings_page.ts";

const FORM = `<form id="form"><input id="field"><div class="dirty-bar"><output data-changed></output>
  <button type="button" data-discard id="discard">Discard</button></div></form>`;

/** The in-memory page has its own event class and no window. */
const WindowEvent = Event;
/** Returns true if the browser would ask for confirmation before leaving the page. */
const warnsBeforeLeaving = (): boolean => !dispatchEvent(new WindowEvent("beforeunload", { cancelable: true }));

Deno.test("unsaved changes are counted, and leaving the page requires confirmation", () =>
  withPage(FORM, async ({ one }) => {
    let changed: string[] = [];
    dirtyBar(one<HTMLFormElement>("#form"), { changed: () => changed });
    const seen: unknown[] = [];
    // The last count of changes is zero. Otherwise the listener on the window, which outlives the test, would affect
    // later tests.
    for (const count of [0, 1, 2, 0]) {
      changed = Array.from({ length: count }, (_, i) => `field.${i}`);
      one("#field").dispatchEvent(new Event("input", { bubbles: true }));
      await settled();
      const isDirty = one(".dirty-bar").hasAttribute("data-dirty");
      seen.push([one("[data-changed]").textContent, isDirty, one("#discard").hidden, warnsBeforeLeaving()]);
    }
    same(seen, [
      ["", false, true, false],
      ["1 unsaved change", true, false, true],
      ["2 unsaved changes", true, false, true],
      ["", false, true, false],
    ]);
  }));
