import { strictEqual as is } from "node:assert/strict";
import { bulkSummary } from "./bulk_summary.ts";

const none = { created: 0, alreadyQueued: 0, encodedBefore: 0, nothingToDo: 0, refused: 0 };

Deno.test("the summary of a bulk request names every kind of result that occurred", () => {
  is(bulkSummary({ ...none, created: 1 }), "1 file queued.");
  is(
    bulkSummary({ created: 12, alreadyQueued: 2, encodedBefore: 1, nothingToDo: 3, refused: 0 }),
    "12 files queued, 2 already in the queue, 1 encoded before, 3 with nothing to do.",
  );
});

Deno.test("the summary of a bulk request contains each reason once, and counts those beyond two", () => {
  is(bulkSummary({ ...none, refused: 2 }, ["It is gone.", "It is gone."]), "0 files queued, 2 refused: It is gone.");
  is(
    bulkSummary({ ...none, created: 4, refused: 4 }, ["One.", "Two.", "Three.", "Four."]),
    "4 files queued, 4 refused: One. Two. And 2 other reasons.",
  );
});
