import { deepStrictEqual as same, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { parseCommand } from "./command.ts";

Deno.test("no words mean serve", () => same(parseCommand([]).kind, "serve"));

Deno.test("encode takes files, a profile and a folder in any order", () => {
  same(parseCommand(["encode", "--profile", "x", "a.mkv", "-o", "/out", "b.mkv"]), {
    kind: "encode",
    files: ["a.mkv", "b.mkv"],
    profile: "x",
    out: "/out",
    audioOnly: false,
    config: undefined,
  });
});

Deno.test("a file whose name starts with a dash is taken after --", () => {
  const command = parseCommand(["encode", "--profile", "x", "--", "-i.mkv"]);
  same(command.kind === "encode" && command.files, ["-i.mkv"]);
});

for (
  const words of [["fly"], ["encode"], ["encode", "a.mkv"], ["serve", "--port", "x"], ["--port", "70000"], ["--what"]]
) {
  Deno.test(`"${words.join(" ")}" is a mistake that is named`, () => {
    const command = parseCommand(words);
    strictEqual(command.kind, "mistake");
    strictEqual(command.kind === "mistake" && command.message.length > 10, true);
  });
}

Deno.test("any words give an answer, never an exception", () => {
  fc.assert(fc.property(fc.array(fc.string()), (words) => typeof parseCommand(words).kind === "string"));
});
