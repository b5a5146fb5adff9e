import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { parseReleaseName } from "./parse.ts";
import { isDiscNumberFolder, isFuller, isMeaningless, libraryFolder, pathParts, withTagsOf } from "./path.ts";

for (
  const [name, wanted] of [
    ["/media/Heat (1995)/Heat.mkv", ["media", "Heat (1995)", "Heat.mkv"]],
    ["D:\\Films\\Heat.mkv", ["D:", "Films", "Heat.mkv"]],
    ["./Heat/Heat.mkv", [".", "Heat", "Heat.mkv"]],
    ["Heat (1995)/Heat.mkv", ["Heat (1995)", "Heat.mkv"]],
    ["Dark/Season 01/x", ["Dark", "Season 01", "x"]],
    ["Dark/Dark.S01E01", ["Dark", "Dark.S01E01"]],
    ["Heat.mkv", undefined],
    ["/Heat.mkv", undefined],
    ["AC/DC Live", undefined],
    ["Title / Другое название (2020)", undefined],
    ["Film [1080p/HEVC]", undefined],
    ["///", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`pathParts() of ${JSON.stringify(name)}: ${wanted?.join(" > ") ?? "a bare name"}`, () => {
    deepEqual(pathParts(name), wanted);
  });
}

for (
  const [folder, wanted] of [
    ["Heat (1995)", ["Heat", 1995]],
    ["Heat (1995) {tmdb-949}", ["Heat", 1995]],
    ["Heat (1995) [imdb-tt0113277] [Bluray-1080p]", ["Heat", 1995]],
    ["Le Voyage dans la Lune (1902)", ["Le Voyage dans la Lune", 1902]],
    ["2012 (2009)", ["2012", 2009]],
    ["Heat.(1995)", ["Heat", 1995]],
    ["Heat (1995) - Bluray-1080p", ["Heat", 1995]],
    ["Heat 1995", undefined],
    ["Heat (1695)", undefined],
    ["Heat (1995) extras", undefined],
    ["Heat 1080p (1995)", undefined],
    ["Dark S01E02 (2017)", undefined],
    ["(1995)", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`libraryFolder(${JSON.stringify(folder)}) is ${wanted?.join(" of ") ?? "none"}`, () => {
    deepEqual(libraryFolder(folder), wanted && { title: wanted[0], year: wanted[1] });
  });
}

for (
  const [folder, wanted] of [
    ["CD1", true],
    ["Disc 2", true],
    ["dvd_03", true],
    ["BDMV", true],
    ["VIDEO_TS", true],
    ["STREAM", true],
    ["D2", true],
    ["Disc 100", false],
    ["Discovery", false],
    ["Heat", false],
    ["", false],
  ] as const
) {
  Deno.test(`${JSON.stringify(folder)} is ${wanted ? "" : "not "}a disc's folder`, () =>
    equal(isDiscNumberFolder(folder), wanted));
}

for (
  const [base, wanted] of [
    ["d41d8cd98f00b204e9800998ecf8427e", true],
    ["title_t00", false],
    ["title01", true],
    ["t00", true],
    ["00001234", true],
    ["movie", true],
    ["Sample", true],
    ["aB3dE9fG1hJ2kL5m", true],
    ["Heat", false],
    ["Movie 43", false],
    ["The.Long.Night.1999", false],
    ["Dark_S01E02_abcdef1234567", false],
    ["", false],
  ] as const
) {
  Deno.test(`the name ${JSON.stringify(base)} contains ${wanted ? "nothing" : "something"}`, () => {
    equal(isMeaningless(base), wanted);
  });
}

const RELEASE = parseReleaseName("Heat.1995.German.1080p.BluRay.x265-GRP");

Deno.test("a file without quality words inherits those of its folder, and has its own title", () => {
  const file = withTagsOf(parseReleaseName("Heat"), RELEASE);
  deepEqual([file.resolution, file.source, file.releaseGroup, file.languages], [
    RELEASE.resolution,
    "bluray",
    "GRP",
    RELEASE.languages,
  ]);
  equal(file.title, "Heat");
  equal(file.year, undefined);
});

Deno.test("a file with quality words keeps them, and a folder without any adds none", () => {
  const own = parseReleaseName("Heat.1995.720p.WEB-DL.x264-OWN");
  equal(withTagsOf(own, RELEASE), own);
  const bare = parseReleaseName("Heat");
  equal(withTagsOf(bare, parseReleaseName("Films")), bare);
});

Deno.test("a release folder takes precedence over a short name, unless that numbers an episode", () => {
  equal(isFuller(RELEASE, parseReleaseName("grp-heat")), true);
  equal(isFuller(RELEASE, parseReleaseName("Heat.S01E02")), false);
  equal(isFuller(RELEASE, parseReleaseName("Heat.1995.720p.WEB-DL")), false);
  equal(isFuller(parseReleaseName("Films"), parseReleaseName("heat")), false);
});

Deno.test("parts of any path hold no separators, and there are several", () => {
  const part = fc.string({ unit: "grapheme", maxLength: 20 });
  fc.assert(fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("/", "\\", "C:\\", ""), (parts, root) => {
    const found = pathParts(root + parts.join("/"));
    if (found === undefined) return;
    equal(found.length > 1, true);
    equal(found.some((one) => /[\\/]/.test(one) || one.trim() === ""), false);
  }));
});
