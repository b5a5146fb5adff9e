import { strictEqual as is } from "node:assert/strict";
import { Policy } from "../model.ts";
import { runNote, WAIT_REASONS, type Waits } from "./run_note.ts";

const policy = Policy.parse({
  ...{ id: "p", order: 1, builtIn: false, name: "P", media: { source: "movie" }, profileId: "x" },
  hours: { from: "22:00", to: "06:00" },
});
const noWaits: Waits = { outside_hours: 0, daily_limit: 0, being_written: 0, next_run: 0 };
const result = { queued: [], skipped: 0, refused: 0, errors: [] as string[] };

Deno.test("a run that queued nothing says why, and until when files wait", () => {
  is(runNote(policy, result, noWaits), "No file was queued: no file matches the policy.");
  is(
    runNote(policy, result, { ...noWaits, outside_hours: 3 }),
    "No file was queued: 3 files waiting until 22:00.",
  );
  is(
    runNote(policy, { ...result, skipped: 2, refused: 1, errors: ["Heat: the file cannot be opened here.", "x"] }, {
      ...{ ...noWaits, daily_limit: 1, next_run: 4 },
    }),
    "No file was queued: 1 file waiting until midnight because of the daily limit, 4 files waiting for the next run, " +
      "2 files skipped, 1 file refused. Heat: the file cannot be opened here.",
  );
});

Deno.test("every reason to wait is named with its number of files", () => {
  for (const reason of WAIT_REASONS) {
    is(runNote(policy, result, { ...noWaits, [reason]: 7 })?.startsWith("No file was queued: 7 files waiting "), true);
  }
});

Deno.test("a run that queued a file has no note", () => {
  is(runNote(policy, { ...result, queued: [{} as never], errors: ["x"] }, { ...noWaits, next_run: 1 }), undefined);
});
