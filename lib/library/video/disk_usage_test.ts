import { deepStrictEqual as same } from "node:assert/strict";
import { formatOf, resolutionOf, sizesByFormat } from "./disk_usage.ts";

Deno.test("sizesByFormat() adds up titles by library and format, with remuxes of any codec together", () => {
  const size = (arr: "movie" | "series" | "music", facets: string, bytes: number, remux = false) => ({
    ...{ arr, facets, remux, bytes },
    titles: 1,
  });
  same(
    sizesByFormat([
      size("movie", " 1080p h264 lang:english ", 10),
      size("movie", " 1080p h264 lang:german ", 5),
      size("movie", " 1080p h264 ", 30, true),
      size("movie", " 2160p hevc ", 50, true),
      size("series", " h264 hevc ", 7),
      size("series", "", 2),
      size("music", " flac lossless ", 4),
    ]),
    [
      { arr: "movie", format: "remux", titles: 2, bytes: 80 },
      { arr: "movie", format: "h264", titles: 2, bytes: 15 },
      { arr: "series", format: "several", titles: 1, bytes: 7 },
      { arr: "music", format: "flac", titles: 1, bytes: 4 },
      { arr: "series", format: "unknown", titles: 1, bytes: 2 },
    ],
  );
});

Deno.test("formatOf() and resolutionOf() read the facets of a title", () => {
  const facets = " 2160p hdr hevc lang:english ";
  same([formatOf({ facets }, "movie"), formatOf({ facets }, "music"), resolutionOf({ facets })], [
    "hevc",
    "unknown",
    "2160p",
  ]);
  same(resolutionOf({ facets: " 1080p 720p " }), "several");
});
