import type { Episode } from "../video_model.ts";

const two = (number: number): string => String(number).padStart(2, "0");

/** Formats the episodes in a file as `S01E05 Title` or `S01E05E06 One / Two`. Pure. */
export function episodeLabel(episodes: readonly Pick<Episode, "seasonNumber" | "episodeNumber" | "title">[]): string {
  const numbers = episodes.map(({ episodeNumber }) => `E${two(episodeNumber)}`).join("");
  const titles = [...new Set(episodes.map(({ title }) => title.trim()).filter((title) => title !== ""))];
  return [`S${two(episodes[0]?.seasonNumber ?? 0)}${numbers}`, titles.join(" / ")].filter(Boolean).join(" ");
}
