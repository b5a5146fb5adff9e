import { deepStrictEqual as same, ok } from "node:assert/strict";
import { badgeOf, badgeSvg } from "./favicon_badge.ts";

Deno.test("the icon of the tab shows what its title and the summary of the queue say", () => {
  same(badgeOf("34 % · Activity · Lathe", "1 running"), { percent: 34, paused: false });
  same(badgeOf("3 encodes, 7 % · Home · Lathe", "Paused · 3 running"), { percent: 7, paused: true });
  same(badgeOf("Activity · Lathe", "Paused · nothing running"), { paused: true });
  same(badgeOf("100 % Wolf · Lathe", ""), { paused: false }, "the name of a movie is no progress");
});

Deno.test("an idle queue keeps the plain icon; progress is drawn as a ring, and a pause as bars", () => {
  same(badgeSvg({ paused: false }), "");
  ok(badgeSvg({ percent: 50, paused: false }).includes('stroke-dasharray="37.7 75.4"'));
  ok(badgeSvg({ percent: 250, paused: false }).includes('stroke-dasharray="75.4 75.4"'));
  same([badgeSvg({ paused: true }).includes("M13 11"), badgeSvg({ percent: 1, paused: false }).includes("M13 11")], [
    true,
    false,
  ]);
});
