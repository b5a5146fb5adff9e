import { deepStrictEqual as same } from "node:assert/strict";
import { sumOf } from "./job_selection.ts";

Deno.test("the sum of a selection omits values that are unknown for a job", () => {
  same(sumOf([]), { bytes: 0, expectedBytes: 0, expectedSeconds: 0 });
  same(sumOf([{ bytes: 4, expectedBytes: 1, expectedSeconds: 9 }, { bytes: 6, expectedBytes: 2 }]), {
    bytes: 10,
    expectedBytes: 3,
    expectedSeconds: undefined,
  });
  same(sumOf([{ bytes: 4 }, { bytes: 6, expectedBytes: 2 }]), {
    bytes: 10,
    expectedBytes: undefined,
    expectedSeconds: undefined,
  });
});
