import * as z from "zod";
import type { LookupTitle } from "../managers/search/lookup.ts";
import { ManagerProblem } from "../managers/request.ts";
import type { TitleIds } from "../local_title_model.ts";
import { createJsonClient } from "../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";

/** Client of TMDB, the database of movies and series (API version 3), with the API key of the user. */

/** Local media settings for TMDB. Without an API key, TMDB is not used. */
export interface TmdbAccess {
  /** A version 3 key (32 hex digits) or a version 4 read access token. */
  apiKey: string;
  /** Language of titles and overviews, such as `de` or `en-US`. */
  language: string;
}

const Row = z.object({
  id: z.int().positive(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  original_title: z.string().nullish(),
  original_name: z.string().nullish(),
  release_date: z.string().nullish(),
  first_air_date: z.string().nullish(),
  overview: z.string().nullish(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  vote_average: z.number().nullish(),
  vote_count: z.number().nullish(),
});
const Page = z.object({
  results: z.array(z.unknown()).transform((rows) => rows.flatMap((one) => Row.safeParse(one).data ?? [])),
});

/** TMDB client with the user's API key and language. */
export interface TmdbClient {
  /** Returns the response as JSON, or undefined if TMDB does not have the title. Throws `ManagerProblem`. */
  get(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<unknown>;
}

const TOTAL_MS = 20_000;

/** Creates a TMDB client. No request is sent. */
export const createTmdb = (http: Pick<HttpClient, "send">, access: TmdbAccess): TmdbClient => ({
  get: (path, query, signal) => ask(http, access, path, query, signal),
});

type VideoKind = "movie" | "series";
const SHELVES = { movie: "movie", series: "tv" } as const;

/** Searches for movies or series with a similar title. The year is used only for movies. Throws `ManagerProblem`. */
export async function tmdbTitles(
  tmdb: TmdbClient,
  kind: VideoKind,
  { title, year }: { title: string; year?: number },
  signal?: AbortSignal,
): Promise<LookupTitle[]> {
  const query = {
    query: title,
    include_adult: "false",
    ...(kind === "movie" && year !== undefined ? { year: String(year) } : {}),
  };
  const answer = await tmdb.get(`search/${SHELVES[kind]}`, query, signal);
  const page = Page.safeParse(answer);
  if (!page.success) throw unknownShape();
  return page.data.results.map((row) => titleOf(kind, row));
}

const Found = z.object({ movie_results: z.array(z.unknown()), tv_results: z.array(z.unknown()) });

/** Returns the movie or series with one of these IDs. The TMDB ID is tried first. Throws `ManagerProblem`. */
export async function tmdbTitleById(
  tmdb: TmdbClient,
  kind: VideoKind,
  { tmdbId, tvdbId, imdbId }: TitleIds,
  signal?: AbortSignal,
): Promise<LookupTitle | undefined> {
  let row: unknown;
  if (tmdbId !== undefined) {
    row = await tmdb.get(`${SHELVES[kind]}/${tmdbId}`, {}, signal);
  } else if (imdbId !== undefined || tvdbId !== undefined) {
    const source = imdbId === undefined ? "tvdb_id" : "imdb_id";
    const query = { external_source: source };
    const found = Found.safeParse(await tmdb.get(`find/${imdbId ?? tvdbId}`, query, signal));
    if (!found.success) throw unknownShape();
    row = (kind === "movie" ? found.data.movie_results : found.data.tv_results)[0];
  }
  const title = Row.safeParse(row);
  return title.success ? titleOf(kind, title.data) : undefined;
}

const unknownShape = () => new ManagerProblem("malformed", "The response from TMDB has an unknown format.");

async function ask(
  http: Pick<HttpClient, "send">,
  { apiKey, language }: TmdbAccess,
  path: string,
  own: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const token = apiKey.length > 40;
  const service = { class: "fixed", baseUrl: "https://api.themoviedb.org/3" } as const;
  const answer = await createJsonClient(http, service)(path, {
    query: { ...own, language, api_key: token ? undefined : apiKey },
    headers: token ? { authorization: `Bearer ${apiKey}` } : {},
    totalMs: TOTAL_MS,
    signal,
  }).catch((error) => {
    if (error instanceof HttpProblem) throw new ManagerProblem("unreachable", error.message, { cause: error });
    throw error;
  });
  const { status } = answer;
  if (status === 404) return undefined;
  if (status === 401) throw new ManagerProblem("unauthorized", "TMDB does not accept the key.", { status });
  if (status === 429) throw new ManagerProblem("refused", "TMDB's request rate limit was exceeded.", { status });
  if (status !== 200) throw new ManagerProblem("refused", `TMDB returned status ${status}.`, { status });
  return answer.value;
}

function titleOf(kind: VideoKind, row: z.infer<typeof Row>): LookupTitle {
  const title = row.title ?? row.name ?? "";
  const original = row.original_title ?? row.original_name ?? "";
  const year = Number((row.release_date ?? row.first_air_date ?? "").slice(0, 4));
  return {
    kind,
    externalId: `tmdb:${row.id}`,
    tmdbId: row.id,
    title,
    overview: row.overview ?? "",
    genres: [],
    alternateTitles: [],
    ...(year > 0 ? { year } : {}),
    ...(original !== "" && original !== title ? { originalTitle: original } : {}),
    ...(row.poster_path ? { poster: picture(row.poster_path, "w500") } : {}),
    ...(row.backdrop_path ? { backdrop: picture(row.backdrop_path, "w1280") } : {}),
    ...(row.vote_count && row.vote_average ? { rating: Math.round(row.vote_average * 10) } : {}),
  };
}

const picture = (path: string, width: string): string => `https://image.tmdb.org/t/p/${width}${path}`;
