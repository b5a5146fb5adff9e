import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { changedFields } from "./saved_fields.ts";

const field = fc.tuple(
  fc.constantFrom("a", "b.c", "d:number", "days:numbers", "e:texts"),
  fc.constantFrom("", "1", "2"),
);

Deno.test("unchanged fields do not count as changed, and a change counts in both directions", () => {
  fc.assert(fc.property(fc.array(field), fc.array(field), (before, after) => {
    same(changedFields(before, before), []);
    same(changedFields(before, after).toSorted(), changedFields(after, before).toSorted());
  }));
  same(changedFields([["on", "false"], ["on", "true"]], [["on", "false"]]), ["on"], "the last value of a name counts");
  same(changedFields([["days:numbers", "1"]], [["days:numbers", "1"], ["days:numbers", "2"]]), ["days"]);
});
