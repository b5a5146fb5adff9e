import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { bareText, refusalText } from "./refusal.ts";

Deno.test("every form of a manager's refusal is described in words", () => {
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

Deno.test("any input yields words or nothing", () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => {
    const text = refusalText(body);
    is(text === undefined || (text.length > 0 && text.length <= 400), true);
  }));
});

Deno.test("plain text is passed on if it is short, and nothing of a page or of binary data", () => {
  const said = (text: string | number[], type = "text/plain; charset=utf-8") =>
    bareText(typeof text === "string" ? text : new TextDecoder().decode(new Uint8Array(text)), type);
  is(said("User Größe appears to be offline\r\n"), "User Größe appears to be offline");
  is(said('"User x is offline"', "application/json"), "User x is offline");
  is(said("a\u0000b\u001b[31m\u202ec\n\nd"), "a b [31m c d");
  is(said("ö".repeat(900)), "ö".repeat(200));
  for (
    const page of ["<!doctype html><p>No", "Sorry <b>no</b>", "<?xml?>", '{"a":1}', "[1]", "", " \n", '"half', "\u0000"]
  ) {
    is(said(page), undefined, page);
  }
  is(said("Bad Gateway", "text/html"), undefined);
  is(said([0xff, 0xfe, 0x01]), undefined);
});

Deno.test("plain text is at most 200 characters without control characters, whatever the bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), fc.string({ unit: "binary" }), (bytes, text) => {
    for (const body of [new TextDecoder().decode(bytes), text]) {
      const said = bareText(body, "text/plain");
      is(
        said === undefined || ([...said].length <= 200 && said !== "" && !/[\p{C}<][a-z/!?]|\p{Cc}/u.test(said)),
        true,
      );
    }
  }));
});
