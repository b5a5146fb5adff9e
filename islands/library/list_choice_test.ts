import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { choiceBody, choose, type ChosenTitles, countChosen, EVERY, isChosen, NONE } from "./chosen_titles.ts";
import { listHeight, piecesInView, placeAt, posterShape, tableShape, titleTop } from "./list_shape.ts";

const step = fc.oneof(
  fc.record({ ids: fc.subarray(["a", "b", "c", "d"]), on: fc.boolean() }),
  fc.constantFrom("all" as const, "none" as const),
);

Deno.test("any way of selecting titles equals that of a simple set, in count and request", () => {
  fc.assert(fc.property(fc.array(step), (steps) => {
    const all = ["a", "b", "c", "d"];
    let chosen: ChosenTitles = NONE;
    let model = new Set<string>();
    for (const one of steps) {
      if (one === "all") [chosen, model] = [EVERY, new Set(all)];
      else if (one === "none") [chosen, model] = [NONE, new Set()];
      else {
        chosen = choose(chosen, one.ids, one.on);
        for (const id of one.ids) {
          if (one.on) model.add(id);
          else model.delete(id);
        }
      }
    }
    same(all.filter((id) => isChosen(chosen, id)), all.filter((id) => model.has(id)));
    same(countChosen(chosen, all.length), model.size);
    const { titles } = choiceBody(chosen, "local", "list");
    const sent = "except" in titles
      ? all.filter((id) => !(titles.except as string[]).includes(id))
      : titles.ids as string[];
    same(sent.toSorted(), [...model].toSorted());
  }));
  same(choiceBody(choose(NONE, ["3", "12"], true), "movie", {}), { titles: { kind: "movie", ids: [3, 12] } });
  same(countChosen(choose(EVERY, ["a", "b"], false), 1), 0, "a list that became shorter holds no less than nothing");
});

const shape = fc.oneof(
  fc.record({ total: fc.integer({ min: 0, max: 5000 }), width: fc.integer({ min: 1, max: 3000 }) })
    .map(({ total, width }) => posterShape(total, { width, least: 120, gap: 12 })),
  fc.integer({ min: 0, max: 5000 }).map((total) => tableShape(total, 40)),
);

Deno.test("the first title at a scroll position begins there or above, and every visible title is drawn", () => {
  fc.assert(
    fc.property(
      shape,
      fc.integer({ min: -500, max: 300_000 }),
      fc.integer({ min: 0, max: 2000 }),
      (one, top, height) => {
        const place = placeAt(one, top);
        same(place >= 0 && place <= Math.max(0, one.total - 1), true);
        if (top >= 0 && top < listHeight(one)) same(titleTop(one, place) <= top, true);
        const pieces = piecesInView(one, top, top + height);
        same(pieces.every((piece) => piece >= 0 && piece * one.columns * one.pieceRows < one.total), true);
        if (one.total > 0 && top >= 0 && top < listHeight(one)) {
          same(pieces.includes(Math.floor(place / (one.columns * one.pieceRows))), true);
        }
      },
    ),
  );
});
