import { deepStrictEqual as same, strictEqual as is, throws } from "node:assert/strict";
import { once } from "./once.ts";

Deno.test("a value is made at the first question and no more", () => {
  const made: number[] = [];
  const value = once(() => made.push(1));
  same(made, []);
  is(value(), 1);
  is(value(), 1);
  same(made, [1]);
});

Deno.test("nothing is a value too, and a failure is none", () => {
  let asked = 0;
  const nothing = once(() => void asked++);
  is(nothing(), undefined);
  is(nothing(), undefined);
  is(asked, 1);
  const failing = once(() => {
    if (asked++ === 1) throw new Error("not yet");
    return "made";
  });
  throws(() => failing(), /not yet/);
  is(failing(), "made");
});
