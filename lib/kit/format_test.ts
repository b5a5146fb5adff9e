import { strictEqual as is } from "node:assert/strict";
import { ago, bitrate, bytes, count, duration, estimatedTime, saving } from "./format.ts";

Deno.test("sizes read with three figures and a unit", () => {
  is(bytes(0), "0 B");
  is(bytes(999), "999 B");
  is(bytes(999_600), "1.0 MB");
  is(bytes(38_140_000_000), "38.1 GB");
  is(bytes(123_456_789), "123 MB");
  is(bytes(-2_500_000), "−2.5 MB");
});

Deno.test("durations read h:mm:ss", () => {
  is(duration(0), "0:00");
  is(duration(59.6), "1:00");
  is(duration(3729), "1:02:09");
});

Deno.test("estimated times of days read in days and hours", () => {
  is(estimatedTime(3729), "1:02:09");
  is(estimatedTime(86_400), "1 day 0 h");
  is(estimatedTime(539_624), "6 days 6 h");
});

Deno.test("savings state their direction", () => {
  is(saving(100, 25), "75 % smaller");
  is(saving(100, 103), "3 % larger");
  is(saving(100, 100), "same size");
  is(saving(0, 10), "");
});

Deno.test("bitrates change unit at a megabit", () => {
  is(bitrate(640), "640 kb/s");
  is(bitrate(9100), "9.1 Mb/s");
});

Deno.test("ago rounds down to the unit people would use", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  is(ago("2026-11-20T11:59:30Z", now), "just now");
  is(ago("2026-11-20T11:10:00Z", now), "50 min ago");
  is(ago("2026-11-19T12:00:00Z", now), "24 h ago");
  is(ago("2026-11-10T12:00:00Z", now), "10 days ago");
});

Deno.test("counts have the right plural", () => {
  is(count(1, "job"), "1 job");
  is(count(3, "entry", "entries"), "3 entries");
});
