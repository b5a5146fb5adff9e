import { deepStrictEqual as same } from "node:assert/strict";
import { changedFields, fieldsOf } from "./saved_fields.ts";

Deno.test("a field counts while it differs, and not once its value is restored", () => {
  const before = [["a.b", "1"], ["c:number", "2"]] as const;
  same(changedFields(before, [["a.b", "1"], ["c:number", "3"]]), ["c"]);
  same(changedFields(before, before), []);
});

Deno.test("a checkbox counts by its submitted value, which is its last one", () => {
  const off = [["on:boolean", "false"]] as const;
  same(changedFields(off, [["on:boolean", "false"], ["on:boolean", "true"]]), ["on"]);
  same(changedFields(off, [["on:boolean", "false"], ["on:boolean", "false"]]), []);
});

Deno.test("checkboxes of one group count as a set, in any order", () => {
  const before = [["days:numbers", ""], ["days:numbers", "1"]] as const;
  same(changedFields(before, [["days:numbers", ""], ["days:numbers", "2"], ["days:numbers", "3"]]), ["days"]);
});

Deno.test("rows that were added to or removed from a list count by their fields", () => {
  const row = [["list:rows", ""], ["list.0.path", "/a"]] as const;
  same(changedFields([["list:rows", ""]], row), ["list.0.path"]);
  same(changedFields(row, [["list:rows", ""]]), ["list.0.path"]);
});

const FORM = [
  ["a.b", "1"],
  ["a.c:number", "2"],
  ["on:boolean", "false"],
  ["on:boolean", "true"],
  ["days:numbers", ""],
  ["days:numbers", "1"],
  ["list:rows", ""],
  ["list.0.path", "/a"],
  ["list.0.events:texts", ""],
  ["list.1.path", "/b"],
  ["listing", "x"],
] as const;

for (
  const [name, keys, sent] of [
    ["nothing is sent of what did not change", [], []],
    ["a field is sent without its neighbours", ["a.c"], [1]],
    ["a check box and a set are sent with the field that says they are empty", ["on", "days"], [2, 3, 4, 5]],
    ["a list of rows is sent as a whole", ["list.0.events"], [6, 7, 8, 9]],
    ["a list is sent too when what changed is the row that is gone", ["list.2.path"], [6, 7, 8, 9]],
    ["what is named like a list is none of it", ["listing"], [10]],
  ] as const
) {
  Deno.test(`fieldsOf(): ${name}`, () => same(fieldsOf(FORM, keys), sent.map((at) => FORM[at])));
}

Deno.test("fieldsOf(): the last removed row leaves the marker of the empty list", () => {
  same(fieldsOf([["list:rows", ""], ["a", "1"]], ["list.0.path"]), [["list:rows", ""]]);
});
