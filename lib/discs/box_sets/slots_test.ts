import { ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { StoredBoxSet } from "../box_set_schema.ts";
import { boxSetOf, placeFor, type SetRip } from "./slots.ts";

const SET: StoredBoxSet = {
  id: "set",
  name: "Set",
  arr: "series",
  title: "Show",
  seasonNumber: 1,
  discCount: null,
  createdAt: "2026-11-20T10:00:00.000Z",
};

const setRip = (disc: number, more: Partial<SetRip> = {}): SetRip => ({
  id: `rip-${disc}`,
  status: "ready",
  media: { kind: "series", title: "Show", genres: [], confidence: 90 },
  slot: { disc, state: "filed" },
  episodeMap: {},
  selectedTitleIds: [0],
  files: [],
  createdAt: "2026-11-20T10:00:00.000Z",
  ...more,
});

Deno.test("a set without changes for a day is paused; a complete one never is", () => {
  const options = { waitedFor: [], now: new Date("2026-11-21T10:00:01Z") };
  is(boxSetOf(SET, [setRip(1)], options).paused, true);
  is(boxSetOf(SET, [setRip(1, { finishedAt: "2026-11-21T09:00:00.000Z" })], options).paused, false);
  is(boxSetOf({ ...SET, discCount: 1 }, [setRip(1, { status: "done" })], options).paused, false);
});

Deno.test("the next disc is the lowest missing one, and no place is used twice, whatever the numbers of the discs", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 });
  fc.assert(fc.property(numbers, fc.integer({ min: 1, max: 30 }), (discs, incoming) => {
    const set = boxSetOf(SET, discs.map((disc) => setRip(disc)), { waitedFor: [], now: new Date(SET.createdAt) });
    ok(!discs.includes(set.nextDisc));
    ok(Array.from({ length: set.nextDisc - 1 }, (_, at) => at + 1).every((disc) => discs.includes(disc)));
    const media = { kind: "series", title: "Show", genres: [], confidence: 90, discNumber: incoming } as const;
    const place = placeFor(set, { id: "new", media: { ...media, genres: [] } }, undefined);
    is(place.state, incoming === set.nextDisc ? "expected" : "unexpected");
  }));
});
