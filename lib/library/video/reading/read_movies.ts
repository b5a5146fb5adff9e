import type { CatalogueRepository } from "../../../../db/library/catalogue.ts";
import type { CatalogueTitleRow } from "../../../../db/schema/catalogue.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { AnimeLookup } from "../../anime/model.ts";
import { RadarrFile, RadarrMovie } from "../../managers/wire/radarr.ts";
import { type FileFacts, movieOf } from "./from_wire.ts";
import type { createOddCollector } from "./odd_reading.ts";
import { withAnimeFilm } from "../anime_marks.ts";
import { movieRow } from "../rows.ts";

/** Where titles are written. */
export type TitleStore = Pick<CatalogueRepository, "fingerprints" | "putTitles" | "putSeries" | "removeTitles">;

/** How one reading of a manager is done, and where its oddities go. */
export interface ReadContext<K extends "movie" | "series"> {
  manager: ManagerClient<K>;
  signal: AbortSignal;
  facts: FileFacts & { anime?: AnimeLookup | undefined };
  odd: ReturnType<typeof createOddCollector>;
  /** Called when all of a series was read and stored, its episodes too. */
  readInFull?: (id: number) => void;
  /** Limit of each request that is not for the whole library. */
  totalMs?: number;
}

/** Films that are written in one piece. */
const BATCH_SIZE = 20;
/** Films whose files are asked for in one request, and at most in one reading. */
const FILES_AT_ONCE = 50;
const MAX_WITHOUT_FILE = 2_000;
/** What belongs to some titles takes a manager a while, too. */
export const PART_MS = 120_000;
/** A film is left out rather than read without these. */
const WHOLE = ["movieFile"];

/** Reads every film of Radarr into the store, and removes those it no longer has. Throws `ManagerProblem`. */
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
  // Who cannot be told apart may be any of those that are known.
  if (odd.nameless()) return;
  const gone = [...known.keys()].filter((id) => !present.has(id) && !odd.isLeftOut(id));
  await repository.removeTitles("movie", gone);
}

/** Reads one film. Throws `ManagerProblem`. */
export async function readMovie(repository: TitleStore, context: ReadContext<"movie">, id: number): Promise<void> {
  const { manager: radarr, signal, facts } = context;
  const wire = await radarr.getRecord(`/movie/${id}`, RadarrMovie, { whole: WHOLE, signal });
  const [whole = wire] = lacksFile(wire) ? await withFiles(context, [wire]) : [wire];
  await repository.putTitles([rowOf(whole, facts)]);
}

const rowOf = (wire: RadarrMovie, facts: ReadContext<"movie">["facts"]): CatalogueTitleRow =>
  movieRow(withAnimeFilm(movieOf(wire, facts), facts.anime), wire, facts.toLocal(wire.path));

/** Radarr has a file but sent nothing about it, as it does for one that was imported just now. */
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
