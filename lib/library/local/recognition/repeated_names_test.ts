import { deepStrictEqual as same } from "node:assert/strict";
import { parseReleaseName } from "../../../media/release_names/parse.ts";
import { rememberingParse } from "./repeated_names.ts";

const picked = ({ title, year, season, seasons, episodes, absolute, quality, resolution, remux, special }: ReturnType<
  typeof parseReleaseName
>) => ({ title, year, season, seasons, episodes, absolute, quality, resolution, remux, special });

const FORMS = [
  "Lost - S02E# - The Hatch (2) [Bluray-1080p Remux][DTS-HD MA 5.1].mkv",
  "Lost.S02E#.Man.of.Science.1080p.WEB-DL.DD5.1.H.264-GRP.mkv",
  "Lost S00E# Special.mkv",
  "Lost.S02E#.mkv",
  "Lost - S02E#-E23 - Two at once [HDTV-720p].mkv",
  "Lost - S02E# - 031 - Numbered twice [WEBDL-1080p].mkv",
  "Lost.2004.S02E#.PROPER.HDTV.x264-GRP.mkv",
  "Web of Lies - S01E# - 4K is not a title [WEBRip-2160p].mkv",
];
for (const form of FORMS) {
  Deno.test(`rememberingParse() returns the result of the parser: ${form}`, () => {
    const parse = rememberingParse(parseReleaseName);
    for (const number of ["01", "02", "22"]) {
      const name = form.replace("#", number);
      same(
        picked(parse(name, "series") as ReturnType<typeof parseReleaseName>),
        picked(parseReleaseName(name, "series")),
      );
    }
  });
}

Deno.test("rememberingParse() reads each form once", () => {
  let reads = 0;
  const parse = rememberingParse((name, hint) => {
    reads++;
    return parseReleaseName(name, hint);
  });
  for (let i = 10; i < 60; i++) parse(`Lost - S02E${i} - Title ${i} [Bluray-1080p].mkv`, "series");
  same(reads, 1);
});
