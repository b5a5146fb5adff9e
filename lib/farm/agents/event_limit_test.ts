import { deepStrictEqual as same } from "node:assert/strict";
import { createEventLimit } from "./event_limit.ts";

Deno.test("each key is recorded once a minute", () => {
  let ms = 0;
  const may = createEventLimit({ monotonicMs: () => ms });
  same([may("one online"), may("one online"), may("one offline"), may("two online")], [true, false, true, true]);
  ms = 59_999;
  same(may("one online"), false);
  ms = 60_000;
  same([may("one online"), may("one online")], [true, false]);
});
