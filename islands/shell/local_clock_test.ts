import { deepStrictEqual as same } from "node:assert/strict";
import { withPage } from "../../tests/fixtures/dom.ts";
import { localTime, showLocalTimes } from "./local_times.ts";

const TIMES: [iso: string, timeZone: string, text: string][] = [
  ["2026-03-29T00:59:00Z", "Europe/Berlin", "2026-03-29 01:59"],
  ["2026-03-29T01:00:00Z", "Europe/Berlin", "2026-03-29 03:00"],
  ["2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25 02:30"],
  ["2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25 02:30"],
  ["2026-12-31T23:30:00Z", "Europe/Berlin", "2027-01-01 00:30"],
  ["2027-01-01T04:30:00Z", "America/New_York", "2026-12-31 23:30"],
  ["2026-11-25T12:00:00Z", "Asia/Kolkata", "2026-11-25 17:30"],
  ["2026-11-25T00:00:00Z", "UTC", "2026-11-25 00:00"],
];

Deno.test("a time is shown as the clock at the wall does, over the change of day, year and summer time", () => {
  for (const [iso, timeZone, text] of TIMES) {
    same(
      [localTime(iso, { timeZone }), localTime(iso, { timeZone, clock: true })],
      [text, text.slice(-5)],
      `${iso} ${timeZone}`,
    );
  }
});

Deno.test("times of a page become local ones, and other elements do not change", () =>
  withPage(
    `<time data-local="" datetime="2026-11-25T10:00:00Z" id="a">x</time><time data-local="clock" datetime="2026-11-25T10:00:00Z" id="b">x</time><time id="c">x</time>`,
    ({ document, one }) => {
      for (const time of document.querySelectorAll<HTMLTimeElement>("time")) {time.dateTime =
          time.getAttribute("datetime") ?? "";}
      showLocalTimes(document);
      same([one("#a").textContent, one("#b").textContent, one("#c").textContent], [
        localTime("2026-11-25T10:00:00Z"),
        localTime("2026-11-25T10:00:00Z", { clock: true }),
        "x",
      ]);
    },
  ));
