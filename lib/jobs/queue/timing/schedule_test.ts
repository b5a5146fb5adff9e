import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { type EncodeSchedule, mayStartNow, msUntilStart } from "./schedule.ts";

const night: EncodeSchedule = { enabled: true, from: "22:00", to: "06:00", days: [] };
const at = (text: string) => new Date(text); // local time: no Z

Deno.test("a window past midnight counts for the day on which it begins", () => {
  const friday: EncodeSchedule = { ...night, days: [5] };
  same(mayStartNow(friday, at("2026-11-20T21:59")), false); // a Friday
  same(mayStartNow(friday, at("2026-11-20T22:00")), true);
  same(mayStartNow(friday, at("2026-11-21T05:59")), true);
  same(mayStartNow(friday, at("2026-11-21T06:00")), false);
  same(mayStartNow(friday, at("2026-11-21T23:00")), false);
});

Deno.test("a window within one day, every day or some", () => {
  const noon: EncodeSchedule = { enabled: true, from: "10:00", to: "14:30", days: [] };
  same([9, 10, 14, 15].map((h) => mayStartNow(noon, at(`2026-11-20T${String(h).padStart(2, "0")}:00`))), [
    false,
    true,
    true,
    false,
  ]);
  same(mayStartNow({ ...noon, days: [0] }, at("2026-11-20T12:00")), false);
  same(mayStartNow({ ...noon, enabled: false }, at("2026-11-20T03:00")), true);
});

Deno.test("msUntilStart() names the first moment that may start", () => {
  same(msUntilStart(night, at("2026-11-20T21:00:30")), 59.5 * 60_000);
  same(msUntilStart(night, at("2026-11-20T23:00")), undefined);
  const time = fc.integer({ min: 0, max: 1439 }).map((m) =>
    `${String(m / 60 | 0).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`
  );
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 });
  fc.assert(
    fc.property(time, time, days, fc.integer({ min: 0, max: 4e8 }), (from, to, days, minutes) => {
      const schedule = { enabled: true, from, to, days };
      const now = new Date(1.7e12 + minutes * 1000);
      const wait = msUntilStart(schedule, now);
      if (wait === undefined) return;
      same(mayStartNow(schedule, new Date(now.getTime() + wait)), true);
      same(mayStartNow(schedule, new Date(now.getTime() + wait - 60_000)), false);
    }),
    { numRuns: 50 },
  );
});
