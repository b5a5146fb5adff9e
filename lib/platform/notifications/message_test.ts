import fc from "fast-check";
import { ok, strictEqual as is } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { cut, cutBytes, oneLine, tidy } from "./message.ts";

Deno.test("a cut text is within its limit, ends in … and splits no character", () => {
  is(cut("Heat (1995)", 11), "Heat (1995)");
  is(cut("Heat (1995)", 5), "Heat…");
  is(cut("🎬🎬🎬", 2), "🎬…");
  is(cut("Heat", 0), "");
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), (text, limit) => {
    ok(Array.from(cut(text, limit)).length <= limit);
    ok(Buffer.byteLength(cutBytes(text, limit)) <= limit);
    ok(cutBytes(text, limit).isWellFormed());
    if (Buffer.byteLength(text) <= limit) is(cutBytes(text, limit), text);
  }));
});

Deno.test("cleaned texts keep their line breaks and lose characters that a server may refuse", () => {
  is(tidy(" a\0b\r\nc\u2028d\ud800\x1b[31m "), "a b\nc\nd\ufffd [31m");
  is(oneLine("a\n\t b"), "a b");
});
