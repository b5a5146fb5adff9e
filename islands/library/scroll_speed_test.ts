import { strictEqual as is } from "node:assert/strict";
import { REST_MS, scrollTo } from "./scroll_speed.ts";

const SCREEN = 1000;
const from = (speed: number) => ({ top: 0, at: 5000, speed });

Deno.test("a list that did not move keeps its speed", () => is(scrollTo(from(3), 0, 5016, SCREEN).speed, 3));

Deno.test("the first step after a pause counts only as a direction", () => {
  is(scrollTo(from(9), -4000, 5001 + REST_MS, SCREEN).speed, 1);
  is(scrollTo(from(9), 4000, 5001 + REST_MS, SCREEN).speed, -1);
});

Deno.test("the speed is the mean of the previous one and that of the last step, in screens per second", () => {
  is(scrollTo(from(0), -100, 5100, SCREEN).speed, 0.5);
  is(scrollTo(from(2), 100, 5100, SCREEN).speed, 0.5);
});

Deno.test("two positions at the same time have a finite speed", () =>
  is(scrollTo(from(0), -10, 5000, SCREEN).speed, 5));
