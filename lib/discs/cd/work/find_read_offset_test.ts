import { strictEqual as is } from "node:assert/strict";
import { commonOffset } from "./find_read_offset.ts";

for (
  const [name, found, wanted] of [
    ["no track gives none", [], undefined],
    ["one track gives its most trusted", [[6, 102]], 6],
    ["a track that agrees nowhere gives none", [[6], []], undefined],
    ["an offset of another pressing is passed over", [[600, 102], [102]], 102],
    ["tracks that agree nowhere together give none", [[6], [7]], undefined],
    ["zero is an offset", [[0], [0]], 0],
  ] as [string, number[][], number | undefined][]
) {
  Deno.test(`commonOffset(): ${name}`, () =>
    is(commonOffset(found.map((offsets) => offsets.map((offset) => ({ offset })))), wanted));
}
