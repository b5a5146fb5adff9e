import { deepStrictEqual as same, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { parseCommand } from "./command.ts";

Deno.test("no arguments mean serve", () => same(parseCommand([]).kind, "serve"));

Deno.test("encode accepts files, a profile and a folder in any order", () => {
  same(parseCommand(["encode", "--profile", "x", "a.mkv", "-o", "/out", "b.mkv"]), {
    kind: "encode",
    files: ["a.mkv", "b.mkv"],
    profile: "x",
    out: "/out",
    audioOnly: false,
    config: undefined,
  });
});

Deno.test("a file whose name starts with a dash is accepted after --", () => {
  const command = parseCommand(["encode", "--profile", "x", "--", "-i.mkv"]);
  same(command.kind === "encode" && command.files, ["-i.mkv"]);
});

for (
  const words of [["fly"], ["encode"], ["encode", "a.mkv"], ["serve", "--port", "x"], ["--port", "70000"], ["--what"]]
) {
  Deno.test(`"${words.join(" ")}" is an error with its reason`, () => {
    const command = parseCommand(words);
    strictEqual(command.kind, "mistake");
    strictEqual(command.kind === "mistake" && command.message.length > 10, true);
  });
}

Deno.test("any arguments are parsed or refused, without an exception", () => {
  fc.assert(fc.property(fc.array(fc.string()), (words) => typeof parseCommand(words).kind === "string"));
});
