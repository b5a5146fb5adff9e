import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import { lengthText } from "./rip_names.ts";
import { type NamedRip, titleFiles } from "./title_file.ts";

const rip = (more: Partial<NamedRip>): NamedRip => ({
  media: { kind: "unknown", title: "", genres: [], confidence: 0 },
  discType: "bluray",
  label: "HARBOUR_D1",
  titles: [],
  titleRoles: {},
  episodeMap: {},
  selectedTitleIds: [],
  files: [],
  ...more,
});

const filesOf = (more: Partial<NamedRip>): string[] => [...titleFiles(rip(more)).values()];

const FILM = discTitle(0, { durationSeconds: 6720 });
const CUT = discTitle(1, { durationSeconds: 1452 });
const SHORT = discTitle(11, { durationSeconds: 45 });

Deno.test("titles of an unknown disc are named by the disc's own name, their numbers and lengths", () => {
  same(filesOf({ discName: "Glass Harbor", titles: [FILM, CUT, SHORT] }), [
    "Glass Harbor - Title 01 (1 h 52 min) Remux-1080p.mkv",
    "Glass Harbor - Title 02 (24 min) Remux-1080p.mkv",
    "Glass Harbor - Title 12 (45 s) Remux-1080p.mkv",
  ]);
  is(filesOf({ discType: "dvd", titles: [FILM, CUT] })[1], "HARBOUR_D1 - Title 02 (24 min) DVD.mkv");
  is(filesOf({ label: "", titles: [FILM, CUT] })[0], "Disc - Title 01 (1 h 52 min) Remux-1080p.mkv");
});

Deno.test("the only main title of an unknown disc is named like the disc, and a known movie like the movie", () => {
  const titleRoles = { "1": { kind: "extra", type: "none" } } as const;
  same(filesOf({ titles: [FILM, CUT], titleRoles }), ["HARBOUR_D1 Remux-1080p.mkv", "Extras/HARBOUR_D1 - Title 2.mkv"]);
  const media: NamedRip["media"] = { kind: "movie", title: "Heat", year: 1995, genres: [], confidence: 90 };
  same(filesOf({ media, titles: [FILM, CUT], selectedTitleIds: [0, 1] }), [
    "Heat (1995) Remux-1080p.mkv",
    "Heat (1995) Remux-1080p (title 2).mkv",
  ]);
  const files = [{ titleId: 1, path: "/rips/Heat (1995)/Heat (1995) Remux-1080p.mkv", sizeBytes: 1 }];
  same(filesOf({ media, titles: [FILM, CUT], selectedTitleIds: [0, 1], files }), [
    "Heat (1995) Remux-1080p (title 1).mkv",
    "Heat (1995) Remux-1080p.mkv",
  ]);
});

Deno.test("a title whose own name looks like the number of another does not use its file", () => {
  const extra = { kind: "extra", type: "none" } as const;
  const titles = ["X (title 3)", "X", "x"].map((name, id) => discTitle(id, { name }));
  const titleRoles = { "0": extra, "1": extra, "2": extra };
  same(filesOf({ titles, titleRoles, selectedTitleIds: [0, 1, 2] }), [
    "Extras/HARBOUR_D1 - X (title 3).mkv",
    "Extras/HARBOUR_D1 - X.mkv",
    "Extras/HARBOUR_D1 - x (title 3, 2).mkv",
  ]);
});

Deno.test("lengths in names have no colon and are rounded", () => {
  same([0, 59.4, 60, 89, 3569, 3571, 3600, 86_400].map(lengthText), [
    ...["0 s", "59 s", "1 min", "1 min", "59 min", "1 h 0 min", "1 h 0 min", "24 h 0 min"],
  ]);
  is(lengthText(59.7), "1 min");
});

Deno.test("slow: no two selected titles share a file, and none leaves its folder, whatever the name of the disc", () => {
  const words = fc.string({ unit: "binary", maxLength: 40 });
  const role = fc.constantFrom({ kind: "feature" }, { kind: "extra", type: "none" }, { kind: "special", episode: 1 });
  fc.assert(fc.property(
    fc.record({ title: words, discName: words, label: words }),
    fc.constantFrom("movie", "series", "unknown"),
    fc.array(fc.record({ name: words, seconds: fc.integer({ min: 0, max: 9000 }), role }), { maxLength: 8 }),
    ({ title, discName, label }, kind, titles) => {
      const files = filesOf({
        media: { kind: kind as "movie", title, genres: [], confidence: 0 },
        ...{ discName, label },
        titles: titles.map(({ name, seconds }, id) => discTitle(id, { name, durationSeconds: seconds })),
        titleRoles: Object.fromEntries(titles.map(({ role }, id) => [String(id), role as { kind: "feature" }])),
        selectedTitleIds: titles.map((_, id) => id),
      });
      is(new Set(files.map((file) => file.replace(/^Extras\//, "").toLowerCase())).size, files.length);
      ok(files.every((file) => /^(Extras\/)?[^/\\\0.][^/\\\0]*\.mkv$/s.test(file)), files.join("\n"));
    },
  ));
});
