import { deepStrictEqual as same, notStrictEqual as differ, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { explainFailure } from "./explain.ts";
import { hashOf, normaliseLine } from "./fingerprint.ts";

const printOf = (line: string): string => explainFailure({ code: "tool_failed", logTail: [line] }).fingerprint;

Deno.test("unknown failures that differ only in numbers, paths and names have equal fingerprints", () => {
  const pairs: [string, string][] = [
    [
      "[foo @ 0x55d0] Frobnication of packet 17 failed at 00:01:02.5",
      "[foo @ 0x7f12ab] Frobnication of packet 9 failed at 01:44:00.1",
    ],
    ["Frobnication failed: /media/Heat (1995)/Heat.mkv", "Frobnication failed: /data/Alien/Alien [tt0078748].mp4"],
    ["Heat (1995).mkv: frobnication failed", "Alien.mp4: frobnication failed"],
    ["Cannot frobnicate 'Heat'", "Cannot frobnicate 'Alien: Romulus'"],
    ["Frobnication failed: D:\\Movies\\Heat.mkv", "Frobnication failed: E:\\Alien.mkv"],
    ["Frobnicator error deadbeef01", "Frobnicator error 0123456789abcdef"],
  ];
  for (const [one, other] of pairs) is(printOf(one), printOf(other), `${normaliseLine(one)} | ${normaliseLine(other)}`);
});

Deno.test("different unknown failures have different fingerprints", () => {
  const lines = ["Frobnication failed", "Frobnication is not supported", "The lamp failed to light", "Unknown lamp"];
  is(new Set(lines.map(printOf)).size, lines.length);
});

Deno.test("a failure without any text has a fingerprint by its code and exit code", () => {
  const bare = (exitCode: number) => explainFailure({ code: "tool_failed", message: "", exitCode }).fingerprint;
  is(bare(3), bare(3));
  differ(bare(3), bare(4));
});

Deno.test("a fingerprint is a short text for any line", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (line) => {
    same(/^[0-9a-z]{1,12}$/.test(hashOf(normaliseLine(line))), true);
  }));
});
