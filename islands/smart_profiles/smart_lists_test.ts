import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { moved, pairsOf, replaced, setOf } from "./smart_model.ts";
import { storedText, typedText } from "./smart_words.ts";

const flat = fc.dictionary(
  fc.constantFrom("container", "video.quality", "video.encoder", "audio.languages", "output.suffix"),
  fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 })),
);

Deno.test("the targets of a rule are split and joined without a loss", () => {
  fc.assert(fc.property(flat, (pairs) => {
    const all = Object.entries(pairs);
    same(pairsOf(setOf(all)).toSorted(), all.toSorted());
  }));
});

Deno.test("a rule that is moved changes places with its neighbours only, and one at an end stays there", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.nat()), fc.nat({ max: 8 }), fc.constantFrom(1, -1), (list, at, by) => {
    const to = moved(list, at, by);
    same(to.toSorted(), list.toSorted());
    same(moved(to, at + by, -by), at < list.length && to !== list ? list : moved(to, at + by, -by));
    if (at >= list.length || at + by < 0 || at + by >= list.length) same(to, list);
    same(replaced(list, at, undefined).length, list.length - (at < list.length ? 1 : 0));
  }));
});

Deno.test("values that are shown by name are stored by key, however they are typed", () => {
  for (
    const [fact, values] of [
      ["videoCodec", ["hevc", "h264", "mpeg2video", "odd_codec"]],
      ["hdr", ["sdr", "hdr10", "hlg"]],
      ["subtitleKinds", ["text", "picture"]],
      ["path", ["/m/a b"]],
    ] as const
  ) {
    same(storedText(fact, typedText(fact, values)), values.join(", "), fact);
    same(storedText(fact, typedText(fact, values).toUpperCase()).toLowerCase(), values.join(", ").toLowerCase(), fact);
  }
});
