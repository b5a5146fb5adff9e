import type { ReleaseName } from "./model.ts";
import { plainCharacters, strip } from "./words/tokens.ts";
import { parseVideo } from "./words/video.ts";

/**
 * Returns the display title of a movie or episode from a file name without extension: `Heat (1995)`, `Show - S01E05 -
 * Title`, `Show - 2022-11-30 - Title`. Undefined if the name has no such parts.
 */
export function mediaTitle(base: string): string | undefined {
  const name = parseVideo(strip(plainCharacters(base)));
  if (name.title === "") return undefined;
  const titled = name.year === undefined ? name.title : `${name.title} (${name.year})`;
  const number = episodeNumber(name) ?? name.airDate;
  if (number !== undefined) return [titled, number, name.episodeTitle].filter(Boolean).join(" - ");
  return name.year === undefined ? undefined : titled;
}

/** Returns a text such as `S01E05-E06`. Undefined for names without season and episode. */
function episodeNumber({ season, episodes }: ReleaseName): string | undefined {
  if (season === undefined || episodes.length === 0) return undefined;
  const [first, ...more] = episodes.map((episode) => `E${String(episode).padStart(2, "0")}`);
  const last = more.at(-1);
  return `S${String(season).padStart(2, "0")}${first}${last === undefined ? "" : `-${last}`}`;
}
