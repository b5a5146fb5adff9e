import { strictEqual as is } from "node:assert/strict";
import { localTime } from "./local_times.ts";

Deno.test("a moment is shown in local time, by 24 hours, with its own date", () => {
  is(localTime("2026-11-20T23:32:10Z", { timeZone: "Europe/Berlin" }), "2026-11-21 00:32");
  is(localTime("2026-07-01T17:05:00.000Z", { timeZone: "America/New_York" }), "2026-07-01 13:05");
  is(localTime("2026-11-20T23:32:10Z", { clock: true, timeZone: "Europe/Berlin" }), "00:32");
});
