import { ok, strictEqual as is } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type RecordSchema, recordsText, typeText } from "../build/records.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { documentOf } from "../tests/fixtures/document.ts";

const DOCUMENT = fileURLToPath(new URL("../docs/records.md", import.meta.url));

Deno.test("docs/records.md says what the schemas of the API say", async () => {
  await using app = await openApp();
  const { components } = await documentOf(app);
  const text = recordsText(components.schemas as Record<string, RecordSchema>);
  if (Deno.env.get("LATHE_RECORDS") === "write") await Deno.writeTextFile(DOCUMENT, text);
  is(await Deno.readTextFile(DOCUMENT), text);
  ok(text.includes("## Job\n") && text.includes("| status |"));
});

Deno.test("types are named in words: references, lists, maps, choices", () => {
  is(typeText({ $ref: "#/components/schemas/Job" }), "[Job](#job)");
  is(typeText({ type: "array", items: { type: "string" } }), "list of string");
  is(typeText({ type: "object", additionalProperties: { type: "number" } }), "map of number");
  is(typeText({ anyOf: [{ type: "string" }, { type: "null" }] }), "string or null");
  is(typeText({ enum: ["a", "b"] }), '"a", "b"');
});
