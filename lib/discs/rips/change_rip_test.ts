import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { RipMedia, StoredRip } from "../rip_schema.ts";
import { patched } from "./change_rip.ts";
import { newRip } from "./new_rip.ts";

const SERIES: RipMedia = { kind: "series", title: "Show", seasonNumber: 1, genres: [], confidence: 0 };

/** A single movie and two titles of similar length, as after scanning an unknown disc. */
const record = (more: Partial<StoredRip> = {}): StoredRip => ({
  ...newRip(
    { origin: "image", source: { kind: "image", path: "/a.iso" }, label: "A" },
    Settings.parse({}),
    new Date("2026-01-01T00:00:00Z"),
  ).record,
  titles: [discTitle(0, { durationSeconds: 9000 }), discTitle(1), discTitle(2)],
  selectedTitleIds: [0],
  titleRoles: { 1: { kind: "extra", type: "none" }, 2: { kind: "extra", type: "none" } },
  ...more,
});

Deno.test("all titles of a disc that turns out to be a series are selected and renumbered", () => {
  const { selectedTitleIds, titleRoles, episodeMap } = patched(record(), { media: { ...SERIES, episodeStart: 4 } });
  same([selectedTitleIds, titleRoles, episodeMap], [[0, 1, 2], {}, { 0: 4, 1: 5, 2: 6 }]);
});

Deno.test("titles that the caller names or a catalogue knows stay as they are when the kind changes", () => {
  same(patched(record(), { media: SERIES, selectedTitleIds: [2] }).selectedTitleIds, [2]);
  same(patched(record({ episodeMapSource: "discdb" }), { media: SERIES }).selectedTitleIds, [0]);
});

Deno.test("unchanged numbers continue to follow the order of the disc", () => {
  const before = record({
    media: SERIES,
    titleRoles: {},
    selectedTitleIds: [1, 2],
    episodeMap: { 1: 1, 2: 2 },
    episodeMapSource: "order",
  });
  const after = patched(before, { selectedTitleIds: [2], episodeMap: { 1: [1], 2: [2] } });
  same([after.episodeMapSource, after.episodeMap], ["order", { 2: 1 }]);
  const own = patched(before, { selectedTitleIds: [2], episodeMap: { 2: [7, 8] } });
  same([own.episodeMapSource, own.episodeMap], ["user", { 2: [7, 8] }]);
  is(patched(own, { selectedTitleIds: [1, 2] }).episodeMapSource, "user");
});

Deno.test("an empty map numbers the selected titles in their order again, whoever numbered them before", () => {
  for (const episodeMapSource of ["user", "discdb", "sharedb", "lengths", "order"] as const) {
    const before = record({
      media: SERIES,
      titleRoles: { 2: { kind: "special", episode: 1 } },
      selectedTitleIds: [0, 1, 2],
      episodeMap: { 0: 9, 1: [7, 8], 2: 3 },
      episodeMapSource,
    });
    const after = patched(before, { episodeMap: {} }, 3);
    same([after.episodeMapSource, after.episodeMap], ["order", { 0: 3, 1: 4 }], episodeMapSource);
    same(patched({ ...before, media: { ...SERIES, episodeStart: 6 } }, { episodeMap: {} }, 3).episodeMap, {
      0: 6,
      1: 7,
    });
  }
  const film = record({ media: { ...SERIES, kind: "movie" }, episodeMapSource: "discdb" });
  is(patched(film, { episodeMap: {} }).episodeMapSource, "discdb");
});

Deno.test("a warning about an outdated order is removed, others stay", () => {
  const reasons = [
    "Numbered in disc order from episode 1, but the lengths do not match.",
    "A title is damaged.",
  ];
  const before = record({
    media: SERIES,
    titleRoles: {},
    selectedTitleIds: [1, 2],
    episodeMap: { 1: 1, 2: 2 },
    warnings: reasons,
  });
  same(patched(before, { episodeMap: { 1: 2, 2: 1 } }).warnings, reasons.slice(1));
  same(patched(before, { selectedTitleIds: [2] }).warnings, reasons.slice(1));
  same(patched(before, { episodeMap: { 1: 1, 2: 2 } }).warnings, reasons);
  same(patched(before, { options: { deliver: false } }).warnings, reasons);
});
