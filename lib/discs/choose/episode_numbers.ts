import type { TitleRole } from "../rip_schema.ts";
import type { DiscTitle } from "../title_schema.ts";

/** Episode numbers of the selected titles, by title ID. A title with two episodes has several numbers. */
export type EpisodeMap = Record<string, number | number[]>;

/** Minimum and maximum length of a double-episode title, relative to the median length. */
const DOUBLE = [1.8, 2.2] as const;

/** Numbering options. */
export interface Numbering {
  /** Number of the first episode on the disc. */
  start: number;
  /** True to assign two numbers to titles that contain two episodes. */
  doubles?: boolean;
}

/** Numbers the selected episodes in the order of `titles`. Specials and extras are not numbered. */
export function numberEpisodes(
  titles: readonly DiscTitle[],
  selected: readonly number[],
  roles: Readonly<Record<string, TitleRole>>,
  { start, doubles = true }: Numbering,
): EpisodeMap {
  const episodes = titles.filter(({ id }) =>
    selected.includes(id) && (roles[String(id)]?.kind ?? "episode") === "episode"
  );
  const usual = medianLength(episodes);
  const map: EpisodeMap = {};
  let next = start;
  for (const { id, durationSeconds } of episodes) {
    const ratio = usual > 0 ? durationSeconds / usual : 1;
    const isDouble = doubles && episodes.length > 2 && ratio >= DOUBLE[0] && ratio <= DOUBLE[1];
    map[String(id)] = isDouble ? [next, next + 1] : next;
    next += isDouble ? 2 : 1;
  }
  return map;
}

/** Returns the number after the last one in a map. Undefined if the map is empty. */
export function episodeAfter(map: EpisodeMap): number | undefined {
  const numbers = Object.values(map).flat();
  return numbers.length === 0 ? undefined : Math.max(...numbers) + 1;
}

function medianLength(titles: readonly DiscTitle[]): number {
  const lengths = titles.map(({ durationSeconds }) => durationSeconds).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}
