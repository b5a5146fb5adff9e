import { strictEqual as is } from "node:assert/strict";
import { localTime, nearTime } from "./local_times.ts";

Deno.test("a moment is shown in local time, by 24 hours, with its own date", () => {
  is(localTime("2026-11-20T23:32:10Z", { timeZone: "Europe/Berlin" }), "2026-11-21 00:32");
  is(localTime("2026-07-01T17:05:00.000Z", { timeZone: "America/New_York" }), "2026-07-01 13:05");
  is(localTime("2026-11-20T23:32:10Z", { clock: true, timeZone: "Europe/Berlin" }), "00:32");
});

Deno.test("a time near now is shown with its weekday, and without it on the same local day", () => {
  const now = new Date("2026-11-20T23:10:00Z"); // Friday in UTC, Saturday in Berlin
  const near = (iso: string, timeZone = "Europe/Berlin") => nearTime(iso, now, timeZone);
  is(near("2026-11-20T23:30:00Z"), "00:30");
  is(near("2026-11-20T23:30:00Z", "UTC"), "23:30");
  is(near("2026-11-21T23:10:00Z"), "Sun 00:10");
  is(near("2026-11-20T22:00:00Z", "America/New_York"), "17:00");
  is(near("2026-11-27T22:30:00Z"), "2026-11-27 23:30");
});
