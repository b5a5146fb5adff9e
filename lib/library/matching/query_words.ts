import type { SearchQuery } from "../search_model.ts";

/** Rules for parts of a search text other than the title. */

/** All parts of a search text except its title. */
export type Found = Omit<SearchQuery, "raw" | "title">;
/** Properties that the release should have: resolution, source, HDR, audio, codec. */
export type Wants = SearchQuery["wants"];

/** A pattern and its meaning. `pattern` is global, so that all matches in the text are used. */
export interface Rule {
  pattern: RegExp;
  /**
   * True if the word also occurs in titles. It is removed only at the start or end of the text, and only if a title
   * remains.
   */
  weak?: boolean;
  /** Returns the fields to add, or undefined if the match has no meaning and must be kept. */
  read: (match: RegExpExecArray) => Partial<Omit<Found, "wants">> & { wants?: Wants } | undefined;
}

/** Creates a rule for whole words. */
const word = (pattern: string, read: Rule["read"], weak = false): Rule => ({
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu"),
  read,
  weak,
});
const wanted = (pattern: string, wants: Wants, weak = false): Rule => word(pattern, () => ({ wants }), weak);

const numberOf = (match: RegExpExecArray, group = 1): number => Number(match[group]);

const SEASON = "season|series|staffel|saison|temporada|stagione|seizoen";
const EPISODE = "episode|ep|folge|episodio|aflevering";

/** Rules for IDs and URLs of TMDB, IMDb and TheTVDB. */
export const IDS: Rule[] = [
  {
    pattern: /(?:https?:\/\/)?(?:www\.)?themoviedb\.org\/(movie|tv)\/(\d{1,9})[^\s]*/giu,
    read: (match) => ({ tmdbId: numberOf(match, 2), kind: match[1] === "tv" ? "series" : "movie" }),
  },
  {
    pattern:
      /(?:(?:https?:\/\/)?(?:www\.|m\.)?imdb\.com\/title\/|[[{]?imdb(?:id)?[:=-]\s?)?(?<![\p{L}\p{N}])(tt\d{7,9})(?![\p{L}\p{N}])[/\]}]?(?:\?\S*)?/giu,
    read: ([, id = ""]) => ({ imdbId: id.toLowerCase() }),
  },
  {
    pattern: /(?<![\p{L}\p{N}])[[{]?tmdb(?:id)?[:=-]\s?(\d{1,9})(?![\p{L}\p{N}])[\]}]?/giu,
    read: (match) => ({ tmdbId: numberOf(match) }),
  },
  {
    pattern: /(?<![\p{L}\p{N}])[[{]?tvdb(?:id)?[:=-]\s?(\d{1,9})(?![\p{L}\p{N}])[\]}]?/giu,
    read: (match) => ({ tvdbId: numberOf(match), kind: "series" }),
  },
];

/** Rules for seasons and episodes, including words in six languages. */
export const NUMBERS: Rule[] = [
  word(
    "s(\\d{1,4})[ ._-]?e(\\d{1,4})(?:[ ._-]?e?\\d{1,4}(?![\\dpi]))?",
    (match) => ({ season: numberOf(match), episode: numberOf(match, 2), kind: "series" }),
  ),
  word("(\\d{1,2})x(\\d{2,3})", (match) => ({ season: numberOf(match), episode: numberOf(match, 2), kind: "series" })),
  word(
    `(?:${SEASON})[ ._]?(\\d{1,4})(?:,?[ ._](?:${EPISODE})[ ._]?(\\d{1,4}))?`,
    (match) => ({
      season: numberOf(match),
      ...(match[2] === undefined ? {} : { episode: numberOf(match, 2) }),
      kind: "series",
    }),
  ),
  word(
    "(\\d{1,2})(?:st|nd|rd|th)[ ._](?:season|series)(?:[ ._]of)?",
    (match) => ({ season: numberOf(match), kind: "series" }),
  ),
  word("s(\\d{1,2})", (match) => ({ season: numberOf(match), kind: "series" })),
  word(`(?:${EPISODE})[ ._]?(\\d{1,4})`, (match) => ({ episode: numberOf(match), kind: "series" })),
];

/** Rules for properties of the release. If two rules match for one field, the first one is used. */
export const QUALITY: Rule[] = [
  wanted("2160[pi]|3840x2160", { resolution: "2160p" }),
  wanted("1440p", { resolution: "1440p" }),
  wanted("1080[pi]|1920x1080|fhd|full[ -]hd", { resolution: "1080p" }),
  wanted("720[pi]|1280x720", { resolution: "720p" }),
  wanted("576[pi]", { resolution: "576p" }),
  wanted("480[pi]", { resolution: "480p" }),
  wanted("4k|uhd", { resolution: "2160p" }, true),
  wanted("(?:(?:bd|blu-?ray|dvd|hybrid)[ ._-]?)?remux", { category: "remux" }),
  wanted(
    "(?:complete|full)[ ._-](?:uhd[ ._-])?(?:blu-?ray|dvd|disc|disk|bd)|br-?disk|bd-?iso|bdmv|bd(?:25|50|66|100)|" +
      "dvd-?[59]|dvd-?r|video_ts",
    { category: "disc" },
  ),
  wanted("iso|disc image", { category: "disc" }, true),
  wanted("blu-?ray|blu ray|bd-?rip|br-?rip", { category: "bluray" }),
  wanted("web[ ._-]?(?:dl|rip)", { category: "web" }),
  wanted("web", { category: "web" }, true),
  wanted("hdtv", { category: "hdtv" }),
  wanted("dvd-?rip", { category: "dvd" }),
  wanted("dvd", { category: "dvd" }, true),
  wanted("dolby[ ._-]?vision|dovi", { dolbyVision: true }),
  wanted("dv", { dolbyVision: true }, true),
  wanted("hdr10(?:\\+|plus)?", { hdr: true }),
  wanted("hdr", { hdr: true }, true),
  wanted("(?:dolby[ ._-])?atmos", { atmos: true }, true),
  wanted("[xh][ .]?265|hevc", { codec: "hevc" }),
  wanted("[xh][ .]?264|avc", { codec: "avc" }),
  wanted("(?:dual|multi)[ ._-]?audio", { dualAudio: true }),
];

/** Rules for words such as "movie", "series" and "anime". All are weak, because titles contain them too. */
export const KINDS: Rule[] = [
  word("anime|アニメ", () => ({ anime: true }), true),
  word("movies?|films?", () => ({ kind: "movie" }), true),
  word("(?:tv[ -])?(?:series|shows?)|tv", () => ({ kind: "series" }), true),
];
