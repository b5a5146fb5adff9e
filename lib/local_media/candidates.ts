import type { LocalCandidate, LocalItem, LocalKind } from "../local/model.ts";
import type { LibraryKind } from "../managers/kinds.ts";
import { type LookupAlbum, lookupAlbums, type LookupTitle, lookupTitles } from "../managers/lookup.ts";
import type { ManagerAddress } from "../managers/request.ts";
import type { Outgoing } from "../outgoing/model.ts";
import { CERTAIN, score, type Wanted } from "./score.ts";

/** A candidate as we found it: it always has a score. */
export type Candidate = LocalCandidate & { score: number };

/** The manager that looks up titles of a kind. */
export const MANAGER_OF = { movie: "movie", series: "series", album: "music" } as const satisfies Record<
  LocalKind,
  LibraryKind
>;

export interface AskCandidates {
  address: ManagerAddress;
  /** What to look for in place of the title on disk. */
  q?: string;
  signal?: AbortSignal;
}

const MOST_CANDIDATES = 50;

/** What the manager of its kind knows that may be this title, best first. Throws `ManagerProblem`. */
export async function candidatesFor(
  outgoing: Pick<Outgoing, "send">,
  item: LocalItem,
  { address, q, signal }: AskCandidates,
): Promise<Candidate[]> {
  const wanted: Wanted = { ...item, title: q ?? item.title };
  const found = new Map<string, Candidate>();
  for (const term of termsFor(item, q)) {
    for (const one of await ask(outgoing, item.kind, address, term, wanted, signal)) {
      found.set(one.externalId, one);
    }
    if (found.values().some((one) => one.score >= CERTAIN)) break;
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, MOST_CANDIDATES);
}

/** What to ask for, the most telling first; the next is asked when the one before it brought nothing certain. */
function termsFor({ kind, title, year, artist }: LocalItem, q: string | undefined): string[] {
  if (q !== undefined) return [q];
  if (kind === "album") return artist === undefined ? [title] : [`${artist} ${title}`, title];
  return kind === "movie" && year !== undefined ? [`${title} ${year}`, title] : [title];
}

async function ask(
  outgoing: Pick<Outgoing, "send">,
  kind: LocalKind,
  address: ManagerAddress,
  term: string,
  wanted: Wanted,
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  if (kind === "album") {
    return (await lookupAlbums(outgoing, address, term, { signal })).map((one) => ofAlbum(wanted, one));
  }
  return (await lookupTitles(outgoing, kind, address, term, { signal })).map((one) => ofTitle(wanted, one));
}

function ofTitle(wanted: Wanted, title: LookupTitle): Candidate {
  const { kind, externalId, originalTitle, backdrop, runtimeMinutes, seriesType, alternateTitles } = title;
  return {
    ...common(title),
    source: kind,
    url: kind === "movie"
      ? `https://www.themoviedb.org/movie/${title.tmdbId}`
      : `https://www.thetvdb.com/dereferrer/series/${title.tvdbId}`,
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
