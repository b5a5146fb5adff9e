import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { Settings } from "../../platform/settings/schema.ts";
import {
  conditionHold,
  type ConditionLimits,
  type ConditionState,
  HYSTERESIS_C,
  type MachineReadings,
  nextConditions,
  UNREADABLE_MS,
} from "./machine_conditions.ts";

const HOT: ConditionLimits = { maxTemperature: 85, onBattery: "continue" };
const BATTERY: ConditionLimits = { maxTemperature: 0, onBattery: "wait" };

/** Applies readings with the interval of 5 seconds, and returns the last hold. */
function holdAfter(limits: ConditionLimits, readings: MachineReadings[]) {
  let state: ConditionState = {};
  readings.forEach((one, i) => state = nextConditions(state, limits, one, i * 5_000));
  return conditionHold(state);
}
const heat = (...values: (number | undefined)[]) => values.map((temperature) => ({ temperature }));

Deno.test("encodes wait above the maximum temperature, and continue only 10 °C below it", () => {
  for (
    const [temperatures, isHeld] of [
      [[85], false],
      [[85.1], true],
      [[86, 75], true],
      [[86, 74.9], false],
      [[86, 74.9, 84], false],
      [[84], false],
      [[86, undefined], true],
      [[86, ...Array.from({ length: 12 }, () => undefined)], false],
      [[undefined], false],
    ] as const
  ) is(holdAfter(HOT, heat(...temperatures)) !== undefined, isHeld, `${temperatures}`);
});

Deno.test("the texts state why encodes wait, and until when", () => {
  const on = { onBattery: true, percent: 64 };
  same(holdAfter(HOT, heat(88.4)), {
    reason: "the processor is at 88 °C",
    until: "the processor is below 75 °C (now 88 °C)",
  });
  same(holdAfter(BATTERY, [{ power: on }]), {
    reason: "this machine runs on battery (64 %)",
    until: "this machine is plugged in",
  });
  same(holdAfter({ ...HOT, onBattery: "wait" }, [{ temperature: 90, power: { onBattery: true } }]), {
    reason: "the processor is at 90 °C, and this machine runs on battery",
    until: "the processor is below 75 °C (now 90 °C) and this machine is plugged in",
  });
  is(holdAfter(BATTERY, [{ power: on }, { power: { onBattery: false } }]), undefined);
});

Deno.test("a changed maximum is compared as if encodes had not waited before", () => {
  const state = nextConditions({}, HOT, { temperature: 88 }, 0);
  is(conditionHold(nextConditions(state, { ...HOT, maxTemperature: 95 }, { temperature: 88 }, 1)), undefined);
  is(conditionHold(nextConditions(state, { ...HOT, maxTemperature: 0 }, {}, 1)), undefined);
});

Deno.test("the maximum temperature is 0 or 40 to 110 °C", () => {
  for (
    const [value, isValid] of [[0, true], [40, true], [110, true], [1, false], [39, false], [111, false], [-1, false]]
  ) {
    is(Settings.safeParse({ transcoding: { conditions: { maxTemperature: value } } }).success, isValid, `${value}`);
  }
});

const LIMITS: fc.Arbitrary<ConditionLimits> = fc.record({
  maxTemperature: fc.oneof(fc.constant(0), fc.integer({ min: 40, max: 110 })),
  onBattery: fc.constantFrom("continue" as const, "wait" as const),
});
const STEP = fc.record({
  readings: fc.record({
    temperature: fc.option(fc.double({ min: 1, max: 125, noNaN: true }), { nil: undefined }),
    power: fc.option(fc.record({ onBattery: fc.boolean() }), { nil: undefined }),
  }),
  waitMs: fc.integer({ min: 1, max: 90_000 }),
});

Deno.test("whatever the machine reports, encodes never wait without a limit, and between two waits it was 10 °C cooler or silent for a minute", () =>
  fc.assert(
    fc.property(LIMITS, fc.array(STEP, { maxLength: 60 }), (limits, steps) => {
      let state: ConditionState = {};
      let nowMs = 0;
      let lastReadMs = 0;
      for (const { readings, waitMs } of steps) {
        nowMs += waitMs;
        const before = state;
        state = nextConditions(state, limits, readings, nowMs);
        const { temperature, power } = readings;
        if (limits.maxTemperature === 0) is(state.heat, undefined);
        if (limits.onBattery === "continue") is(state.battery, undefined);
        if (!before.heat && state.heat) ok(temperature !== undefined && temperature > limits.maxTemperature);
        if (before.heat && !state.heat) {
          const isCool = temperature !== undefined && temperature < limits.maxTemperature - HYSTERESIS_C;
          ok(isCool || nowMs - lastReadMs >= UNREADABLE_MS);
        }
        if (limits.onBattery === "wait" && power) is(state.battery !== undefined, power.onBattery);
        if (temperature !== undefined) lastReadMs = nowMs;
      }
      // Encodes always continue: on a cool and plugged-in machine, and a minute after all values have disappeared.
      const cool = { temperature: 20, power: { onBattery: false } };
      is(conditionHold(nextConditions(state, limits, cool, nowMs + 1)), undefined);
      is(conditionHold(nextConditions(state, limits, {}, nowMs + UNREADABLE_MS)), undefined);
      is(conditionHold(nextConditions(state, { maxTemperature: 0, onBattery: "continue" }, {}, nowMs)), undefined);
    }),
    { numRuns: 300 },
  ));
