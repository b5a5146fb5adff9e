import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { nextRun } from "./schedule.ts";

const at = (text: string) => new Date(text);
const since = at("2020-01-01T00:00:00Z");
const iso = (date: Date | undefined) => date?.toISOString();

Deno.test("an interval counts from the last run; without one the task is due now", () => {
  const now = at("2026-03-01T12:00:00Z");
  is(iso(nextRun({ everySeconds: 300 }, { now, since })), now.toISOString());
  is(
    iso(nextRun({ everySeconds: 300 }, { now, since, lastRun: at("2026-03-01T11:58:00Z") })),
    "2026-03-01T12:03:00.000Z",
  );
  is(
    iso(nextRun({ everySeconds: 300 }, { now, since, lastRun: at("2026-02-01T00:00:00Z") })),
    "2026-02-01T00:05:00.000Z",
  );
  is(nextRun("on-change", { now, since }), undefined);
});

Deno.test("a failed task waits for an hour at most, and a daily task for its hour", () => {
  const facts = { now: at("2026-03-01T12:00:00Z"), since, lastRun: at("2026-03-01T11:58:00Z"), lastFailed: true };
  is(iso(nextRun({ everySeconds: 300 }, facts)), "2026-03-01T12:03:00.000Z");
  is(iso(nextRun({ everySeconds: 86_400 }, facts)), "2026-03-01T12:58:00.000Z");
  is(iso(nextRun({ daily: "4:00" }, { ...facts, timeZone: "UTC" })), "2026-03-02T04:00:00.000Z");
});

Deno.test("S-JOB-4: no wait exceeds its interval after the clock was set back", () => {
  const time = fc.date({ min: at("2020-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z"), noInvalidDate: true });
  fc.assert(fc.property(time, time, fc.integer({ min: 1, max: 700_000 }), (now, lastRun, everySeconds) => {
    const next = nextRun({ everySeconds }, { now, since, lastRun });
    ok(next && next.getTime() <= now.getTime() + everySeconds * 1000);
  }));
});

/** Counts the runs of a daily task per local day. Each run is up to ten minutes late. */
function runsOver(timeZone: string, daily: string, from: string, days: number): Map<string, number> {
  const perDay = new Map<string, number>();
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const end = at(from).getTime() + days * 86_400_000;
  for (let lastRun = at(from);;) {
    const next = nextRun({ daily }, { now: lastRun, since: at(from), lastRun, timeZone });
    if (next === undefined || next.getTime() >= end) return perDay;
    lastRun = new Date(Math.ceil((next.getTime() + 1) / 600_000) * 600_000);
    perDay.set(day.format(lastRun), (perDay.get(day.format(lastRun)) ?? 0) + 1);
  }
}

Deno.test("a daily task that never ran comes at its hour, not at the start", () => {
  const facts = { since: at("2026-05-01T10:00:00Z"), timeZone: "UTC" };
  is(iso(nextRun({ daily: "4:00" }, { ...facts, now: at("2026-05-01T10:00:00Z") })), "2026-05-02T04:00:00.000Z");
  is(iso(nextRun({ daily: "4:00" }, { ...facts, now: at("2026-05-02T04:00:10Z") })), "2026-05-02T04:00:00.000Z");
});

for (const timeZone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]) {
  Deno.test(`S-JOB-4: a daily task runs once on every day of two years in ${timeZone}, 29 February included`, () => {
    for (const daily of ["4:00", "2:30", "0:05", "1:45"]) {
      const perDay = runsOver(timeZone, daily, "2027-12-30T12:00:00Z", 730);
      ok(perDay.has("2028-02-29"), daily);
      same([...perDay].filter(([, times]) => times !== 1), [], daily);
      const days = [...perDay.keys()].sort();
      is(days.length, new Set(days).size);
      ok(perDay.size >= 729 && perDay.size <= 731, `${perDay.size} days at ${daily}`);
    }
  });
}
