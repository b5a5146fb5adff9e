import { deepStrictEqual as same, rejects, strictEqual as is, throws } from "node:assert/strict";
import { later, once } from "./lazy.ts";

Deno.test("a value is created by the first call only", () => {
  const made: number[] = [];
  const value = once(() => made.push(1));
  same(made, []);
  is(value(), 1);
  is(value(), 1);
  same(made, [1]);
});

Deno.test("undefined is a cached value too, and a failure is none", () => {
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

interface Counting {
  add(by: number): Promise<number>;
  total(): number;
}

const counting = (): Counting => {
  let total = 0;
  return { add: (by) => Promise.resolve(total += by), total: () => total };
};

Deno.test("a service is created by its first call, once, and can be closed only afterwards", async () => {
  let builds = 0;
  const { calls, built } = later<Counting, "add">(() => (builds++, Promise.resolve(counting())), ["add"]);
  same([builds, await built()], [0, undefined]);
  same(await Promise.all([calls.add(1), calls.add(2)]), [1, 3]);
  same([builds, (await built())?.total()], [1, 3]);
});

Deno.test("a service that could not be created is created by the next call", async () => {
  let tries = 0;
  const { calls, built } = later<Counting, "add">(
    () => tries++ === 0 ? Promise.reject(new Error("no disk")) : Promise.resolve(counting()),
    ["add"],
  );
  await rejects(calls.add(1), /no disk/);
  is(await built(), undefined);
  is(await calls.add(1), 1);
});
