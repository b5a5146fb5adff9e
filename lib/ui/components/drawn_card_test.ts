import { ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { drawnCard } from "./picture.tsx";

for (
  const [title, letters] of [
    ["Blade Runner 2049", "BR"],
    ["The Matrix", "M"],
    ["Der Untergang", "U"],
    ["2012", "2012"],
    ["1917", "1917"],
    ["12 Angry Men", "12"],
    ["20000 Leagues under the Sea", "2L"],
    ["A", "A"],
    ["Her", "H"],
    ["千と千尋の神隠し", "千と"],
    ["기생충", "기생"],
    ["Ça ira", "ÇI"],
    ["Э́ра", "Э́".normalize("NFC").slice(0, 1)],
    ["¡Átame!", "Á"],
    ["[REC]²", "R"],
    ["ẞ", "ẞ"],
    ["…", ""],
    ["", ""],
  ] as const
) {
  Deno.test(`a card for "${title}" shows "${letters}"`, () => is(drawnCard(title).letters, letters));
}

Deno.test("any title has a card of few signs and one of eight colours, always the same", () =>
  fc.assert(fc.property(fc.string({ unit: "binary" }), (title) => {
    const { letters, colour } = drawnCard(title);
    ok(letters.length <= 8);
    ok(Number.isInteger(colour) && colour >= 0 && colour < 8);
    is(drawnCard(title).colour, colour);
  })));
