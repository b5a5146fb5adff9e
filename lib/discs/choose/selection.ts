import type { RipMedia, TitleRole } from "../rip_schema.ts";
import type { DiscTitle } from "../title_schema.ts";

/** Automatic selection after a scan, and the presumed role of each title. */
export interface Selection {
  selected: number[];
  /** Roles by title ID. A title without a role is an episode or the movie. */
  roles: Map<number, TitleRole>;
}

/** Typical length of theme songs, in seconds. */
const THEME_SECONDS = [60, 150] as const;

/** True if a title may be selected automatically. */
const isFree = ({ flags, problem }: DiscTitle): boolean =>
  problem === undefined && !flags.some((flag) => flag === "playAll" || flag === "duplicate" || flag === "obfuscated");

/**
 * Selects the movie (the longest title) or the episodes (all that are long enough, in disc order). If the kind of disc
 * is unknown, titles of similar length are treated as episodes.
 */
export function selectTitles(titles: readonly DiscTitle[], kind: RipMedia["kind"]): Selection {
  const long = titles.filter((title) => isFree(title) && title.short !== true);
  const isSeries = kind === "series" || kind === "unknown" && haveOneLength(long);
  const longest = long.toSorted((a, b) => b.durationSeconds - a.durationSeconds || a.id - b.id)[0];
  const selected = isSeries ? long : longest === undefined ? [] : [longest];
  const ids = new Set(selected.map(({ id }) => id));
  const rest = titles.filter(({ id }) => !ids.has(id));
  return { selected: [...ids], roles: isSeries ? seriesRoles(rest) : extraRoles(rest) };
}

/** True if there are at least two titles and the shortest is at least half as long as the longest. */
function haveOneLength(titles: readonly DiscTitle[]): boolean {
  const lengths = titles.map(({ durationSeconds }) => durationSeconds);
  return lengths.length > 1 && Math.min(...lengths) * 2 >= Math.max(...lengths);
}

const extraRoles = (titles: readonly DiscTitle[]): Map<number, TitleRole> =>
  new Map(titles.map(({ id }) => [id, { kind: "extra", type: "none" }]));

/**
 * Determines the roles of short titles, which are extras. Of those as long as a theme song, the first is the opening
 * and the second the ending.
 */
function seriesRoles(titles: readonly DiscTitle[]): Map<number, TitleRole> {
  const [from, to] = THEME_SECONDS;
  const themes = titles.filter(({ short, durationSeconds }) =>
    short === true && durationSeconds >= from && durationSeconds <= to
  );
  return new Map(
    titles.filter(({ short }) => short === true).map((title): [number, TitleRole] => {
      const place = themes.indexOf(title);
      return [title.id, { kind: "extra", type: place === 0 ? "op" : place === 1 ? "ed" : "none" }];
    }),
  );
}
