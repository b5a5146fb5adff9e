import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { mediaTitle, qualityStart } from "./release_name.ts";

for (
  const [name, title] of [
    ["Heat (1995) Remux-2160p", "Heat (1995)"],
    ["Heat.1995.2160p.UHD.BluRay.REMUX.DV.HDR.HEVC.TrueHD.Atmos.7.1-GRP", "Heat (1995)"],
    ["Mushishi - S01E03 - Tender Horns - Bluray-1080p Remux", "Mushishi - S01E03 - Tender Horns"],
    ["Show.Name.S01E05.The.Pilot.1080p.WEB-DL.DDP5.1.H.264-NTb", "Show Name - S01E05 - The Pilot"],
    ["Show Name (2010) - S02E01-E02 - Double [Bluray-1080p][x264]", "Show Name (2010) - S02E01-E02 - Double"],
    ["Show - 1x05 - Name HDTV-720p", "Show - 1X05 - Name"],
    ["1917.2019.1080p.BluRay.x264", "1917 (2019)"],
    ["2012.2009.1080p.BluRay.x264", "2012 (2009)"],
    ["Blade.Runner.2049.2017.2160p.BluRay", "Blade Runner 2049 (2017)"],
    ["Blade Runner 2049 (2017) Bluray-2160p", "Blade Runner 2049 (2017)"],
    ["Opus (2025) Remux-1080p", "Opus (2025)"],
    ["Dr. Strangelove (1964) {imdb-tt0057012} Bluray-1080p", "Dr. Strangelove (1964)"],
    ["[Group] Title - 05 (BD 1080p HEVC FLAC) [ABCD1234]", undefined],
    ["holiday video", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`${name} is called ${title}`, () => equal(mediaTitle(name), title));
}

for (
  const [name, quality] of [
    ["Opus (2025) Remux-1080p", "Remux-1080p"],
    ["Show - S01E01 - The DTS Affair - Bluray-1080p", "Bluray-1080p"],
    ["Movie (1999) [DTS 5.1][1080p]", "DTS 5.1][1080p]"],
    ["Movie (1999)", ""],
    ["1080p", ""],
  ] as const
) {
  Deno.test(`the quality words of ${name} are "${quality}"`, () => equal(name.slice(qualityStart(name)), quality));
}

Deno.test("S-OUT-5: a title is told for any name, in linear time", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300, unit: "grapheme" }), (name) => {
    const start = qualityStart(name);
    ok(start >= 0 && start <= name.length);
    mediaTitle(name);
  }));
  const started = performance.now();
  for (const piece of ["a ", "DTS.", "S01E01", "(1999) ", "[", ". ", "1080"]) {
    mediaTitle(piece.repeat(5_000));
    mediaTitle(`x 1999 ${piece.repeat(5_000)} 1080p`);
  }
  ok(performance.now() - started < 3_000, `${performance.now() - started} ms`);
});
