import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { refusalText } from "./refusal.ts";

Deno.test("every shape in which a manager says no is put in words", () => {
  const table: [unknown, string | undefined][] = [
    [
      [{ propertyName: "Path", errorMessage: "Path is taken", severity: "error" }, { errorMessage: "And more" }],
      "Path is taken And more",
    ],
    [{ message: "NotFound", description: "x" }, "NotFound"],
    [
      { title: "One or more validation errors occurred.", status: 400, errors: { id: ["is not a number"] } },
      "id: is not a number",
    ],
    [{ "$.addOptions.monitor": { errors: [{ errorMessage: "could not be converted" }] } }, "could not be converted"],
    [{}, undefined],
    [[], undefined],
    [undefined, undefined],
    ["text", undefined],
    [{ message: "x".repeat(5000) }, "x".repeat(400)],
  ];
  for (const [body, text] of table) is(refusalText(body), text);
});

Deno.test("whatever comes, it is words or nothing", () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => {
    const text = refusalText(body);
    is(text === undefined || (text.length > 0 && text.length <= 400), true);
  }));
});
