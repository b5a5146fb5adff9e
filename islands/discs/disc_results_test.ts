import { deepStrictEqual as same } from "node:assert/strict";
import { sentencesOf } from "./disc_results.ts";

Deno.test("each file shows its result, with the reason", () => {
  same(
    sentencesOf({
      files: [
        { path: "/rips/A.mkv", result: "imported" },
        { path: "/rips/B.mkv", result: "rejected", reason: "Not an upgrade" },
      ],
    }),
    ["/rips/A.mkv: imported", "/rips/B.mkv: rejected. Not an upgrade"],
  );
  same(sentencesOf({ files: [] }), ["There are no files to import."]);
});

Deno.test("swapping reports the number of ejected discs, and the reason for the others", () => {
  same(sentencesOf({ swapped: [], skipped: [] }), ["No disc was ejected."]);
  same(sentencesOf({ swapped: [0, 2], skipped: [{ index: 1, reason: "The disc in B is still needed." }] }), [
    "2 discs were ejected.",
    "The disc in B is still needed.",
  ]);
});
