import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { choiceBody, choose, type ChosenTitles, countChosen, EVERY, isChosen, NONE } from "./chosen_titles.ts";

const TOTAL = 30;
const ids = Array.from({ length: TOTAL }, (_, i) => String(i + 1));
const step = fc.oneof(
  fc.constant("every" as const),
  fc.constant("none" as const),
  fc.record({ ids: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 6 }), on: fc.boolean() }),
);

Deno.test("selected titles equal a simple set after any steps", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let chosen: ChosenTitles = NONE;
      let model = new Set<string>();
      for (const one of steps) {
        if (one === "every") [chosen, model] = [EVERY, new Set(ids)];
        else if (one === "none") [chosen, model] = [NONE, new Set()];
        else {
          chosen = choose(chosen, one.ids, one.on);
          for (const id of one.ids) one.on ? model.add(id) : model.delete(id);
        }
      }
      same(ids.filter((id) => isChosen(chosen, id)), ids.filter((id) => model.has(id)));
      is(countChosen(chosen, TOTAL), model.size);
    }),
  );
});

Deno.test("selected titles are sent to the API as numbers, or as the list without exceptions", () => {
  same(choiceBody(choose(NONE, ["3"], true), "movies", { q: "x" }), { titles: { kind: "movies", ids: [3] } });
  same(choiceBody(choose(EVERY, ["3"], false), "series", { q: "x" }), {
    titles: { kind: "series", list: { q: "x" }, except: [3] },
  });
  same(choiceBody(choose(NONE, ["3"], true), "local", {}), { titles: { kind: "local", ids: ["3"] } });
});
