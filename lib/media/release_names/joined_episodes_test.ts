import { deepStrictEqual as same } from "node:assert/strict";
import { parseReleaseName } from "./parse.ts";

for (
  const [name, episodes] of [
    ["Show S01E05 & 06 1080p WEB-DL", [5, 6]],
    ["Show.S01E05.&.06.1080p.WEB-DL", [5, 6]],
    ["Show S01E05 & E06", [5, 6]],
    ["Show S01E03+04", [3, 4]],
    ["Show - S01E03 + 04 - Two Parts", [3, 4]],
    ["Show S01E05 & 06 & 07", [5, 6, 7]],
    ["Show S01E05,06", [5, 6]],
    ["Show S01E05, E06, E07", [5, 6, 7]],
    ["Show S01E05 and 06", [5, 6]],
    ["Show S01E05 und E06", [5, 6]],
    ["Show S01E05/06", [5, 6]],
    ["Show S01E05 – 06", [5, 6]],
    ["Show 1x05 & 06", [5, 6]],
    ["Show S1E9 & 10", [9, 10]],
    ["Show S01E99 & 100", [99, 100]],
    ["Show Episode 5 & 6", [5, 6]],
    ["Show Season 1 Episodes 5 and 6", [5, 6]],
    // The second number is not an episode.
    ["Show S01E05 & 24 Hours", [5]],
    ["Show S01E05 & 7 Dwarfs 720p", [5]],
    ["Show S01E05 & 1080p", [5]],
    ["Show S01E04 + 5.1 DTS", [4]],
    ["Show S01E19, 20 Years Later 1080p", [19]],
    ["Show S01E19 and 20 Years", [19]],
    ["Show S01E05 & 2", [5]],
    ["Show Episode 5 & 24", [5]],
  ] as const
) {
  Deno.test(`parseReleaseName() reads the episodes ${episodes.join(" and ")} in ${name}`, () => {
    const read = parseReleaseName(name);
    same([read.title, read.seasons, read.episodes], ["Show", [1], episodes]);
  });
}
