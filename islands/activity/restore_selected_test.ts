import { deepStrictEqual as same } from "node:assert/strict";
import { settled, withPage } from "../../tests/fixtures/dom.ts";
import { restoreSelected } from "./restore_selected.ts";

const plan = (ready: number, refused: number) => () =>
  Response.json({ ready, refused, bytesNeeded: ready * 1e9, bytesFreed: 0 });

Deno.test("nothing is restored if none of the selected jobs has an original that can be restored", () =>
  withPage("", async (page) => {
    for (const answer of [plan(0, 0), plan(0, 2), () => Response.json({ detail: "Too many." }, { status: 422 })]) {
      page.answer = answer;
      await restoreSelected(["a", "b"]);
    }
    same(page.toasts.map(({ message }) => message), [
      "None of the selected jobs has replaced an original.",
      "None of 2 originals can be restored.",
      "Too many.",
    ]);
    same([...new Set(page.requests.map(({ path }) => path))], ["/lathe/api/jobs/undo?dryRun=1"]);
  }));

Deno.test("originals are restored only after a question that says how many can be restored and how many cannot", () =>
  withPage("", async (page) => {
    page.answer = plan(2, 1);
    const restored = restoreSelected(["a", "b", "c"]);
    await settled();
    const dialog = page.one<HTMLDialogElement>("dialog[open]");
    same(
      dialog.querySelector("p")?.textContent,
      "2 originals return to their places (2.0 GB). 1 original cannot be restored.",
    );
    dialog.close("");
    await restored;
    same(page.requests.length, 1);
  }));
