import { deepStrictEqual as same } from "node:assert/strict";
import { changedFields } from "./changed_fields.ts";

Deno.test("a field counts once it differs, and no more once it is back", () => {
  const before = [["a.b", "1"], ["c:number", "2"]] as const;
  same(changedFields(before, [["a.b", "1"], ["c:number", "3"]]), ["c"]);
  same(changedFields(before, before), []);
});

Deno.test("a check box counts by what is sent, which is its last value", () => {
  const off = [["on:boolean", "false"]] as const;
  same(changedFields(off, [["on:boolean", "false"], ["on:boolean", "true"]]), ["on"]);
  same(changedFields(off, [["on:boolean", "false"], ["on:boolean", "false"]]), []);
});

Deno.test("of a set of boxes the set counts, whichever box it was", () => {
  const before = [["days:numbers", ""], ["days:numbers", "1"]] as const;
  same(changedFields(before, [["days:numbers", ""], ["days:numbers", "2"], ["days:numbers", "3"]]), ["days"]);
});

Deno.test("what was added to a list or taken from it counts by its fields", () => {
  const row = [["list:rows", ""], ["list.0.path", "/a"]] as const;
  same(changedFields([["list:rows", ""]], row), ["list.0.path"]);
  same(changedFields(row, [["list:rows", ""]]), ["list.0.path"]);
});
