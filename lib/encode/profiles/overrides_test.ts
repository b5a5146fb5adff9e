import { strictEqual as is } from "node:assert/strict";
import { isAdjusted, Overrides } from "./overrides.ts";

Deno.test("a choice about the original does not adjust an encode, and every other override does", () => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  for (
    const [overrides, adjusted] of [
      [{}, false],
      [{ original: "keep" }, false],
      [{ original: "replace" }, false],
      [{ streams: [{ index: 1, action: "drop" }] }, true],
      [{ crop: none }, true],
      [{ smaller: 1 }, true],
      [{ maxHeight: 0, original: "keep" }, true],
    ] as const
  ) {
    is(isAdjusted(Overrides.parse(overrides)), adjusted, JSON.stringify(overrides));
  }
});
