/** Cleans a title for use in a path, with the same replacements as the managers. */
export const cleaned = (title: string): string =>
  title.replace(/:\s/g, " - ").replace(/:/g, "-").replace(/[\\/]/g, "+").replace(/[?*"<>|]/g, "").replace(/[. ]+$/, "");

/** Reduces a title to letters and digits for comparison with release names. */
export const bare = (text: string): string =>
  text.normalize("NFKD").toLowerCase().replace(/&/g, "and").replace(/^(the|a|an)\b/, "").replace(
    /[^\p{L}\p{N}]+/gu,
    "",
  );

export const slug = (text: string): string =>
  text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

export const sortTitle = (title: string): string => title.toLowerCase().replace(/^(the|a|an) /, "");

/** Parses title and year from a movie's file or folder name. */
export function filmIn(name: string): { title: string; year: number } | undefined {
  const found = /^(?<title>.+?)[ ._([]+(?<year>(19|20)\d{2})(?=[ ._)\]]|$)/.exec(name)?.groups;
  return found === undefined ? undefined : { title: found.title ?? "", year: Number(found.year) };
}

export interface EpisodeName {
  title: string;
  season?: number;
  episodes: number[];
  /** Absolute episode number of anime. */
  absolute?: number;
}

/** Parses series, season and episodes from a file name. A bare `title_t00` never parses. */
export function episodesIn(name: string): EpisodeName | undefined {
  const usual =
    /^(?<title>.*?)[ ._-]*\bS(?<season>\d{1,2})[ .]?(?<list>E\d{1,3}(?:-?E?\d{1,3})*)(?!\d|p)/i.exec(name)?.groups ??
      /^(?<title>.*?)[ ._-]*\b(?<season>\d{1,2})x(?<list>\d{2,3})\b/i.exec(name)?.groups;
  if (usual !== undefined) {
    const numbers = [...(usual.list ?? "").matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const [first = 0, last = first] = [numbers[0], numbers.at(-1)];
    const episodes = /-/.test(usual.list ?? "")
      ? Array.from({ length: last - first + 1 }, (_, i) => first + i)
      : numbers;
    return { title: withoutGroup(usual.title ?? ""), season: Number(usual.season), episodes };
  }
  const pack = /^(?<title>.*?)[ ._-]+S(?<season>\d{1,2})(?=[ ._]|$)/i.exec(name)?.groups;
  if (pack !== undefined) return { title: withoutGroup(pack.title ?? ""), season: Number(pack.season), episodes: [] };
  const anime = /^\[[^\]]+\]\s*(?<title>.+?) - (?<absolute>\d{2,4})(?:v\d)?(?=[ .([]|$)/.exec(name)?.groups;
  if (anime === undefined) return undefined;
  return { title: anime.title ?? "", episodes: [], absolute: Number(anime.absolute) };
}

const withoutGroup = (title: string): string =>
  title.replace(/^\[[^\]]+\]\s*/, "").replace(/\s*\(?(19|20)\d{2}\)?$/, "").trim();

/** Returns the part after the last dash if it looks like a release group. */
export const groupIn = (name: string): string | undefined => /-([A-Za-z0-9]{2,20})(?:\.\w{2,4})?$/.exec(name)?.[1];
