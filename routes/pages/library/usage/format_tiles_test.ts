import { deepStrictEqual as same } from "node:assert/strict";
import type { FormatSize } from "../../../../lib/library/video/disk_usage.ts";
import { formatTiles } from "./format_tiles.ts";

const TB = 1e12;
const size = (arr: FormatSize["arr"], format: FormatSize["format"], titles: number, bytes: number): FormatSize => ({
  ...{ arr, format, titles, bytes },
});

Deno.test("formatTiles(): one group per library, each tile with its list", () => {
  const groups = formatTiles([
    size("movie", "remux", 187, 2.5 * TB),
    size("series", "remux", 1, 2 * TB),
    size("movie", "h264", 1, TB),
    size("series", "several", 12, TB),
    size("music", "flac", 40, TB),
  ]);
  same(groups.map((tiles) => tiles.map(({ text, href }) => [text, href])), [
    [
      ["Movies · Remuxes: 187 movies, 2.5 TB", "/movies?filter=remux&sort=size&order=desc"],
      ["Movies · H.264: 1 movie, 1.0 TB", "/movies?codec=h264&sort=size&order=desc"],
    ],
    [
      ["1 series with remuxes, 2.0 TB", "/series?filter=remux&sort=size&order=desc"],
      ["Series · Several formats: 12 series, 1.0 TB", "/series?sort=size&order=desc"],
    ],
    [["Music · FLAC: 40 artists, 1.0 TB", "/music?format=flac&sort=size&order=desc"]],
  ]);
});

Deno.test("formatTiles(): formats too small to be clicked share one tile, and the total stays the same", () => {
  const sizes = [
    size("movie", "hevc", 900, 10 * TB),
    size("movie", "vc1", 2, 0.02 * TB),
    size("movie", "mpeg2", 3, 0.03 * TB),
  ];
  const [tiles = []] = formatTiles(sizes);
  same(tiles.map(({ text }) => text), [
    "Movies · HEVC: 900 movies, 10.0 TB",
    "Movies · Other formats: 5 movies, 50.0 GB",
  ]);
  same(tiles.reduce((sum, { value }) => sum + value, 0), 10.05 * TB);
});

Deno.test("formatTiles(): a single small format keeps its name", () => {
  const [tiles = []] = formatTiles([size("movie", "hevc", 900, 10 * TB), size("movie", "vc1", 2, 0.02 * TB)]);
  same(tiles.map(({ label }) => label), ["HEVC", "VC-1"]);
});
