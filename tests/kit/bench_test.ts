import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { ratioOf } from "../bench/report.ts";

Deno.test("A11: times are compared with the machine or a separate baseline, so that half the speed changes nothing", () => {
  const time = { name: "a", value: 300, unit: "ms", limit: 600 };
  same(ratioOf(time, 100), { ratio: 3, limit: 10, of: "the fixed work" });
  same(ratioOf({ ...time, value: 600 }, 200), { ratio: 3, limit: 10, of: "the fixed work" });
  same(ratioOf({ name: "b", value: 1.5, unit: "s", limit: 3 }, 100), { ratio: 15, limit: 50, of: "the fixed work" });
  const baseline = { name: "bare", value: 50 };
  same(ratioOf({ ...time, limit: 8, baseline }, 12_345), { ratio: 6, limit: 8, of: "bare" });
  is(ratioOf({ name: "c", value: 80, unit: "MB", limit: 90 }, 100), undefined);
});
