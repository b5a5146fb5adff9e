/** The three public sources of anime data. */

/**
 * `titles` is AniDB's dump, `mapping` is Fribb's list of IDs, and `seasons` is the list of Anime-Lists, which is
 * maintained manually.
 */
export type AnimeSourceName = "titles" | "mapping" | "seasons";

/** Location and limits of a source. */
export interface AnimeSource {
  name: AnimeSourceName;
  /** Name of the source as shown to users. */
  label: string;
  url: string;
  /** Name of the file in the data folder. */
  file: string;
  /** Maximum number of bytes of the download, and of its decompressed contents. */
  maxBytes: number;
  maxUnpackedBytes: number;
  /** Minimum number of titles or anime. A file with fewer is incomplete. */
  minCount: number;
  /**
   * Minimum interval in hours between requests, including manual ones. AniDB bans clients that download more than once
   * a day.
   */
  minHours: number;
}

const LISTS = "https://raw.githubusercontent.com";

/**
 * Formats: https://wiki.anidb.net/API#Anime_Titles, https://github.com/Fribb/anime-lists,
 * https://github.com/Anime-Lists/anime-lists.
 */
export const ANIME_SOURCES: readonly AnimeSource[] = [
  {
    name: "titles",
    label: "AniDB's title list",
    url: "https://anidb.net/api/anime-titles.dat.gz",
    file: "anime-titles.dat.gz",
    maxBytes: 20 << 20,
    maxUnpackedBytes: 100 << 20,
    minCount: 10_000,
    minHours: 24,
  },
  {
    name: "mapping",
    label: "Fribb's ID list",
    url: `${LISTS}/Fribb/anime-lists/master/anime-list-full.json`,
    file: "anime-list-full.json",
    maxBytes: 64 << 20,
    maxUnpackedBytes: 64 << 20,
    minCount: 1_000,
    minHours: 0,
  },
  {
    name: "seasons",
    label: "the Anime-Lists list",
    url: `${LISTS}/Anime-Lists/anime-lists/master/anime-list.xml`,
    file: "anime-list.xml",
    maxBytes: 32 << 20,
    maxUnpackedBytes: 32 << 20,
    minCount: 1_000,
    minHours: 0,
  },
];
