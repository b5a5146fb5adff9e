import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { CatalogueTitleRow } from "../../../../db/schema/catalogue.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { AnimeLookup } from "../../anime/model.ts";
import { RadarrFile, RadarrMovie } from "../../managers/wire/radarr.ts";
import { type FileFacts, movieOf } from "./from_wire.ts";
import type { createOddCollector } from "./odd_reading.ts";
import { withAnimeMovie } from "../anime_marks.ts";
import { movieRow } from "../rows.ts";

/** Store for titles. */
export type TitleStore = Pick<CatalogueRepository, "fingerprints" | "putTitles" | "putSeries" | "removeTitles">;

/** Context of one refresh of a manager, with the collector of problems. */
export interface ReadContext<K extends "movie" | "series"> {
  manager: ManagerClient<K>;
  signal: AbortSignal;
  facts: FileFacts & { anime?: AnimeLookup | undefined };
  odd: ReturnType<typeof createOddCollector>;
  /** Called after a series was read and stored with its episodes. */
  readInFull?: (id: number) => void;
  /** Timeout in milliseconds for each request that is not for the whole library. */
  totalMs?: number;
}

/** Number of movies that are stored together. */
const BATCH_SIZE = 20;
/** Limits for requesting the files of movies: per request, and per refresh of the library. */
const FILES_AT_ONCE = 50;
const MAX_WITHOUT_FILE = 2_000;
/** Timeout in milliseconds. Requests for the details of a single title can also be slow. */
export const PART_MS = 120_000;
/** Fields of a movie that must be valid. Otherwise the movie is skipped. */
const WHOLE = ["movieFile"];

/**
 * Refreshes all movies from Radarr in the database, and removes those that no longer exist. Throws `ManagerProblem`.
 */
export async function readMovies(repository: TitleStore, context: ReadContext<"movie">): Promise<void> {
  const { manager: radarr, signal, facts, odd } = context;
  const known = await repository.fingerprints("movie");
  const present = new Set<number>();
  const fileless: RadarrMovie[] = [];
  let batch: CatalogueTitleRow[] = [];
  const put = async (wire: RadarrMovie): Promise<void> => {
    const row = rowOf(wire, facts);
    if (known.get(row.id) !== row.fingerprint) batch.push(row);
    if (batch.length >= BATCH_SIZE) await flush();
  };
  const flush = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    if (rows.length > 0) await repository.putTitles(rows);
  };
  const list = radarr.streamList("/movie?excludeLocalCovers=true", RadarrMovie, {
    whole: WHOLE,
    onOdd: odd.note,
    signal,
  });
  for await (const movies of list) {
    for (const wire of movies) {
      present.add(wire.id);
      if (lacksFile(wire) && fileless.length < MAX_WITHOUT_FILE) fileless.push(wire);
      else await put(wire);
    }
  }
  for (let at = 0; at < fileless.length; at += FILES_AT_ONCE) {
    for (const wire of await withFiles(context, fileless.slice(at, at + FILES_AT_ONCE))) await put(wire);
  }
  await flush();
  // A skipped title without an ID may be any of the known ones, so nothing is removed.
  if (odd.nameless()) return;
  const gone = [...known.keys()].filter((id) => !present.has(id) && !odd.isLeftOut(id));
  await repository.removeTitles("movie", gone);
}

/** Refreshes one movie. Throws `ManagerProblem`. */
export async function readMovie(repository: TitleStore, context: ReadContext<"movie">, id: number): Promise<void> {
  const { manager: radarr, signal, facts } = context;
  const wire = await radarr.getRecord(`/movie/${id}`, RadarrMovie, { whole: WHOLE, signal });
  const [whole = wire] = lacksFile(wire) ? await withFiles(context, [wire]) : [wire];
  await repository.putTitles([rowOf(whole, facts)]);
}

const rowOf = (wire: RadarrMovie, facts: ReadContext<"movie">["facts"]): CatalogueTitleRow =>
  movieRow(withAnimeMovie(movieOf(wire, facts), facts.anime), wire, facts.toLocal(wire.path));

/** True if Radarr has a file but has sent no details, which occurs directly after an import. */
const lacksFile = ({ hasFile, movieFile, movieFileId }: RadarrMovie): boolean =>
  !movieFile && (hasFile || (movieFileId ?? 0) > 0);

async function withFiles(
  { manager: radarr, signal, odd, totalMs = PART_MS }: ReadContext<"movie">,
  movies: RadarrMovie[],
): Promise<RadarrMovie[]> {
  const query = new URLSearchParams(movies.map(({ id }) => ["movieId", String(id)]));
  const files = await radarr.getList(`/moviefile?${query}`, RadarrFile, {
    onOdd: (record) => odd.note(record, false),
    mayAllBeOdd: true,
    totalMs,
    signal,
  });
  const fileOf = new Map(files.map((file) => [file.movieId, file]));
  return movies.map((movie) => {
    const movieFile = fileOf.get(movie.id);
    return movieFile === undefined ? movie : { ...movie, hasFile: true, movieFile };
  });
}
