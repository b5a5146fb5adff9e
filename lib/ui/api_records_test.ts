import { deepStrictEqual as same } from "node:assert/strict";
import { apiRecords, typeOf } from "./api_records.ts";

Deno.test("a type is described in words: records, lists, maps, values", () => {
  same(typeOf({ $ref: "#/components/schemas/Job" }), [{ record: "Job" }]);
  same(typeOf({ type: "array", items: { $ref: "#/components/schemas/Job" } }), ["list of ", { record: "Job" }]);
  same(typeOf({ type: "object", additionalProperties: { type: "number" } }), ["map of ", "number"]);
  same(typeOf({ anyOf: [{ type: "string" }, { type: "null" }, { type: "string" }] }), ["string", " or ", "null"]);
  same(typeOf({ enum: ["a", "b"] }), ['"a", "b"']);
  same(typeOf({ const: true }), ["true"]);
});

Deno.test("a record lists its fields with limits, and those of the objects and lists in it", () => {
  const [record] = apiRecords({
    Box: {
      type: "object",
      description: "A box",
      required: ["size"],
      properties: {
        size: {
          type: "object",
          description: "Outer size",
          properties: { width: { type: "integer", minimum: 0, maximum: 9, default: 1 } },
          required: ["width"],
        },
        items: { type: "array", maxItems: 2, items: { type: "object", properties: { name: { type: "string" } } } },
        lid: { anyOf: [{ type: "object", properties: { open: { type: "boolean" } } }, { type: "null" }] },
        choice: { anyOf: [{ properties: { a: {} } }, { properties: { a: {}, b: {} } }] },
        both: { allOf: [{ properties: { c: {} } }, { properties: { d: {} } }] },
      },
    },
  });
  same([record?.name, record?.description, record?.type], ["Box", "A box", ["object"]]);
  same(record?.fields.map(({ name, meaning }) => `${name}: ${meaning}`), [
    "size: Outer size",
    "size.width: at least 0, at most 9, default 1",
    "items: at most 2 items; optional",
    "items[].name: optional",
    "lid: optional",
    "lid.open: optional",
    "choice: optional",
    "choice.a: optional; alternative 1",
    "choice.a: optional; alternative 2",
    "choice.b: optional; alternative 2",
    "both: optional",
    "both.c: optional",
    "both.d: optional",
  ]);
});
