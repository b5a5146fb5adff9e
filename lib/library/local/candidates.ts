import type { LocalCandidate, LocalItem, TitleIds } from "../local_title_model.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type LookupAlbum, lookupAlbums, type LookupTitle, lookupTitles } from "../managers/search/lookup.ts";
import { CERTAIN, score, type Wanted } from "./score.ts";
import type { MetadataSource } from "./sources.ts";
import { tmdbTitleById, tmdbTitles } from "../metadata/tmdb.ts";

/** A candidate with a score. Candidates from Lathe's own search always have one. */
export type Candidate = LocalCandidate & { score: number };

/**
 * Returns candidates for a title. `from` is the metadata source for this kind of title. `q` replaces the title and IDs
 * from the file name.
 */
export interface AskCandidates {
  from: MetadataSource;
  /** Text to search for instead of the title on disk. */
  q?: string;
  signal?: AbortSignal;
}

const MAX_CANDIDATES = 50;

/** Returns online matches for a title, best first. Throws `ManagerProblem`. */
export async function candidatesFor(
  item: LocalItem,
  { from, q, signal }: AskCandidates,
): Promise<Candidate[]> {
  const wanted: Wanted = { ...item, title: q ?? item.title };
  const found = new Map<string, Candidate>();
  const { kind } = item;
  const titles = (term: Term) =>
    "tmdb" in from
      ? tmdbTitles(from.tmdb, kind === "movie" ? kind : "series", term, signal)
      : from.manager.kind === "music"
      ? []
      : lookupTitles(from.manager, wordsOf(term), { signal });
  const byId = q === undefined && item.ids !== undefined && kind !== "album"
    ? await titleById(kind, item.ids, from, signal)
    : undefined;
  // An ID in the file name takes precedence.
  if (byId !== undefined) return [{ ...ofTitle(wanted, byId), score: 100 }];
  const albums = (term: Term) =>
    "tmdb" in from || from.manager.kind !== "music" ? [] : lookupAlbums(from.manager, wordsOf(term), { signal });
  for (const term of termsFor(item, q)) {
    const answers = kind === "album"
      ? (await albums(term)).map((one) => ofAlbum(wanted, one))
      : (await titles(term)).map((one) => ofTitle(wanted, one));
    for (const one of answers) found.set(one.externalId, one);
    if (found.values().some((one) => one.score >= CERTAIN)) break;
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES);
}

/** Returns the title with one of the IDs, or undefined if none is known. */
async function titleById(
  kind: "movie" | "series",
  ids: TitleIds,
  from: MetadataSource,
  signal: AbortSignal | undefined,
): Promise<LookupTitle | undefined> {
  if ("tmdb" in from) return await tmdbTitleById(from.tmdb, kind, ids, signal);
  if (from.manager.kind === "music") return undefined;
  for (const term of idTerms(kind, ids)) {
    const found = await lookupTitles(from.manager, term, { signal }).catch((error) => {
      // For an unknown ID, some managers respond with an error. The title is used instead.
      if (error instanceof ManagerProblem && error.reason === "refused") return [];
      throw error;
    });
    const [title] = found;
    if (found.length === 1 && title && !denies(title, ids)) return title;
  }
  return undefined;
}

const denies = (title: LookupTitle, { tmdbId, tvdbId }: TitleIds): boolean =>
  (title.kind === "movie" && tmdbId !== undefined && title.tmdbId !== tmdbId) ||
  (title.kind === "series" && tvdbId !== undefined && title.tvdbId !== tvdbId);

/** Returns terms for a manager's lookup that identify one title. The ID in the manager's own database is first. */
function idTerms(kind: "movie" | "series", { tmdbId, tvdbId, imdbId }: TitleIds): string[] {
  const tmdb = tmdbId === undefined ? [] : [`tmdb:${tmdbId}`];
  const tvdb = tvdbId === undefined || kind === "movie" ? [] : [`tvdb:${tvdbId}`];
  return [...tvdb, ...tmdb, ...(imdbId === undefined ? [] : [`imdb:${imdbId}`])];
}

interface Term {
  title: string;
  year?: number;
}

const wordsOf = ({ title, year }: Term): string => year === undefined ? title : `${title} ${year}`;

/** Returns search terms, most specific first. Each term is used only if the previous one had no unambiguous match. */
function termsFor({ kind, title, year, artist }: LocalItem, q: string | undefined): Term[] {
  if (q !== undefined) return [{ title: q }];
  if (kind === "album") return artist === undefined ? [{ title }] : [{ title: `${artist} ${title}` }, { title }];
  return kind === "movie" && year !== undefined ? [{ title, year }, { title }] : [{ title }];
}

function ofTitle(wanted: Wanted, title: LookupTitle): Candidate {
  const { kind, externalId, originalTitle, backdrop, runtimeMinutes, seriesType, alternateTitles } = title;
  return {
    ...common(title),
    source: title.tvdbId === undefined && kind === "series" ? "tmdb" : kind,
    url: pageOf(title),
    ...(originalTitle && originalTitle !== title.title ? { originalTitle } : {}),
    ...(backdrop === undefined ? {} : { backdrop }),
    ...(runtimeMinutes === undefined ? {} : { runtimeMinutes }),
    ...(seriesType === undefined ? {} : { type: seriesType }),
    externalId,
    score: score(wanted, {
      title: title.title,
      otherTitles: [...(originalTitle ? [originalTitle] : []), ...alternateTitles],
      year: title.year,
      ...(seriesType === undefined ? {} : { anime: seriesType === "anime" }),
    }),
  };
}

const pageOf = ({ kind, tmdbId, tvdbId }: LookupTitle): string =>
  tvdbId === undefined
    ? `https://www.themoviedb.org/${kind === "movie" ? "movie" : "tv"}/${tmdbId}`
    : `https://www.thetvdb.com/dereferrer/series/${tvdbId}`;

const ofAlbum = (wanted: Wanted, album: LookupAlbum): Candidate => ({
  ...common(album),
  source: "releasedb",
  url: `https://musicbrainz.org/release-group/${encodeURIComponent(album.externalId)}`,
  ...(album.artist === "" ? {} : { artist: album.artist }),
  ...(album.type === undefined ? {} : { type: album.type }),
  externalId: album.externalId,
  score: score(wanted, { title: album.title, artist: album.artist, year: album.year }),
});

const common = ({ title, year, overview, poster, genres, rating }: LookupTitle | LookupAlbum) => ({
  title,
  ...(year === undefined ? {} : { year }),
  ...(overview === "" ? {} : { overview }),
  ...(poster === undefined ? {} : { poster }),
  genres,
  ...(rating === undefined ? {} : { rating }),
});
