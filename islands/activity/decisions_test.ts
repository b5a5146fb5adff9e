import { deepStrictEqual as same } from "node:assert/strict";
import { questionOf } from "./decisions.ts";

const GB = 1e9;

Deno.test("before originals are replaced, their number, size and gain are stated, and what is left out", () => {
  const both = { bytes: 30 * GB, encodeBytes: 10 * GB };
  same(
    questionOf("replace", [both, both, { bytes: 5 * GB }]),
    "2 originals (60.0 GB) are moved to the recycle bin after all frames have been compared. " +
      "This frees 40.0 GB when the recycle bin is emptied. 1 selected job has no encode to decide about.",
  );
  same(
    questionOf("delete-original", [both, both]),
    "Delete the replaced originals of 2 jobs from the recycle bin? This cannot be undone.",
  );
  same(questionOf("delete-encode", [both]), "1 encode (10.0 GB) is moved to the recycle bin. The originals are kept.");
});

Deno.test("actions that move no file are not asked about", () => {
  for (const action of ["retry", "remove", "keep-both", "top"]) same(questionOf(action, [{ bytes: 1 }]), undefined);
});
