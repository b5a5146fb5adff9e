import { join } from "node:path";
import { type AnimeFile, openAnimeFile } from "../../../db/library/anime/anime_file.ts";
import type { Clock } from "../../kit/clock.ts";
import type { OwnProgram } from "../../kit/process/own_program.ts";
import { defectText, Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import type { Log } from "../../kit/log.ts";
import type { HttpClient } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { readDownloadState, writeDownloadState } from "./download_state.ts";
import { animeLookup } from "./lookup.ts";
import type { AnimeHit, AnimeLookup, AnimeMatch, AnimeQuestion, AnimeStatus } from "./model.ts";
import { refreshAnime, STATE_FILE, TITLES_FILE } from "./refresh.ts";
import { searchAnime } from "./search.ts";
import { ANIME_SOURCES, type AnimeSource } from "./sources.ts";

/** Anime titles with their IDs in other databases, which are downloaded once a week. Disabled by default. */
export interface AnimeData {
  status(): Promise<AnimeStatus>;
  /** Starts a refresh or joins the one in progress. Throws `bad_state` while anime data is disabled. */
  refresh(): Promise<AnimeStatus>;
  /** Refreshes and returns a one-line summary. Throws `bad_state`, or an error that describes the failures. */
  refreshNow(signal: AbortSignal): Promise<string>;
  /** Searches all names. Throws `bad_state` while anime data is disabled or not downloaded yet. */
  search(text: string): Promise<AnimeHit[]>;
  /** Same as `search`, for disc titles and search queries. Returns an empty array while anime data is disabled. */
  find(questions: readonly AnimeQuestion[], limit: number): Promise<AnimeMatch[]>;
  /** Returns functions that look up anime by manager IDs, or undefined while anime data is disabled. */
  lookup(): Promise<AnimeLookup | undefined>;
  /**
   * Called after the settings were saved. Starts loading after anime data was enabled, and frees all memory after it
   * was disabled.
   */
  settingsChanged(): Promise<void>;
  /** Resolves when no refresh is running. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Services and options of the anime data. By default, `sources` are the public sources. */
export interface AnimeDataOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "open">;
  clock: Clock;
  log: Log;
  /** Folder of the downloads and the title file. */
  folder: string;
  /** Program that builds the title file in a separate process. */
  program: OwnProgram;
  sources?: readonly AnimeSource[];
  /** Called when the set of anime titles has changed. */
  changed?: () => void;
}

const MAX_HITS = 30;
const WEEK_MS = 7 * 86_400_000;

interface State extends AnimeDataOptions {
  /** The title file. It is opened when first used, and kept open until it is replaced or anime data is disabled. */
  file?: AnimeFile | undefined;
  running?: { work: Promise<void>; ending: AbortController } | undefined;
  /** True if a refresh was already started because there was no data. This is tried only once. */
  triedEmpty: boolean;
  /** True if the service is closed. The title file is then no longer opened. */
  closed: boolean;
}

/** Creates the anime data service. Nothing is opened or downloaded until it is used. */
export function createAnimeData(options: AnimeDataOptions): AnimeData {
  const state: State = { ...options, triedEmpty: false, closed: false };
  return {
    status: () => statusOf(state),
    async refresh() {
      requireOn(state);
      void start(state).catch(() => {});
      return await statusOf(state);
    },
    refreshNow: (signal) => refreshNow(state, signal),
    search: (text) => Promise.try(() => searchAnime(requireFile(state), [{ text }], MAX_HITS).map(plainHit)),
    find: (questions, limit) =>
      Promise.try(() => {
        const file = opened(state);
        return file === undefined ? [] : searchAnime(file, questions, limit);
      }),
    lookup: () => Promise.resolve(isOn(state) ? animeLookup(() => opened(state)) : undefined),
    settingsChanged: () => settingsChanged(state),
    settled: async () => void await state.running?.work.catch(() => {}),
    close() {
      state.closed = true;
      return end(state);
    },
  };
}

const isOn = ({ settings, closed }: State): boolean => !closed && settings.current().animedb.enabled;

function requireOn(state: State): void {
  if (!isOn(state)) throw new Fault("bad_state", "Anime titles are disabled. Enable them in Settings.");
}

/** Returns the title file, which is opened when first used. A missing file is downloaded once per start. */
function opened(state: State): AnimeFile | undefined {
  if (!isOn(state)) return undefined;
  state.file ??= openAnimeFile(join(state.folder, TITLES_FILE));
  if (state.file === undefined && !state.triedEmpty) {
    state.triedEmpty = true;
    void start(state).catch(() => {});
  }
  return state.file;
}

function requireFile(state: State): AnimeFile {
  requireOn(state);
  const file = opened(state);
  if (file !== undefined) return file;
  const reason = state.running === undefined
    ? "There are no anime titles yet; the last download failed. See the status of anime data."
    : "Anime titles are being downloaded; try again in a minute.";
  throw new Fault("bad_state", reason);
}

const plainHit = (
  { matchedOn: _, askedFor: __, season: ___, firstEpisode: ____, places: _____, ...hit }: AnimeMatch,
): AnimeHit => hit;

async function statusOf(state: State): Promise<AnimeStatus> {
  const enabled = isOn(state);
  const file = opened(state);
  const { updatedAt, error } = await readDownloadState(join(state.folder, STATE_FILE));
  return {
    enabled,
    loaded: file !== undefined,
    loading: state.running !== undefined,
    ...(file?.counts() ?? { animeCount: 0, mappingCount: 0 }),
    ...(updatedAt === undefined ? {} : { updatedAt: new Date(updatedAt).toISOString() }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Runs one refresh at a time. Concurrent callers join it. */
function start(state: State): Promise<void> {
  if (state.running !== undefined) return state.running.work;
  const ending = new AbortController();
  const work = run(state, ending.signal).finally(() => {
    if (state.running?.ending === ending) state.running = undefined;
  });
  state.running = { work, ending };
  return work;
}

async function run(state: State, signal: AbortSignal): Promise<void> {
  const { http, clock, folder, program, sources = ANIME_SOURCES, log, changed = () => {} } = state;
  let replaced = false;
  try {
    await refreshAnime({
      http,
      clock,
      folder,
      program,
      sources,
      isUsable: () => opened(state) !== undefined,
      async put(replace) {
        closeFile(state);
        await replace();
        replaced = true;
      },
    }, signal);
  } catch (error) {
    signal.throwIfAborted();
    log("error", "Anime titles could not be refreshed.", { error: String(error) });
    const path = join(folder, STATE_FILE);
    const known = await readDownloadState(path);
    await writeDownloadState(path, { ...known, error: `The refresh failed: ${defectText(error)}` }).catch(() => {});
  }
  if (replaced && isOn(state)) changed();
}

async function refreshNow(state: State, signal: AbortSignal): Promise<string> {
  requireOn(state);
  const stop = () => state.running?.ending.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await start(state);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const { animeCount, mappingCount, error } = await statusOf(state);
  if (error !== undefined) throw new Error(error);
  return `${count(animeCount, "anime", "anime")}, ${mappingCount} with IDs in other databases`;
}

async function settingsChanged(state: State): Promise<void> {
  const { folder, clock, changed = () => {} } = state;
  if (!isOn(state)) {
    await end(state);
    changed();
    return;
  }
  state.triedEmpty = true;
  const { updatedAt } = await readDownloadState(join(folder, STATE_FILE));
  const isFresh = updatedAt !== undefined && Math.abs(clock.now().getTime() - updatedAt) < WEEK_MS;
  if (opened(state) !== undefined) changed();
  if (opened(state) === undefined || !isFresh) void start(state).catch(() => {});
}

function closeFile(state: State): void {
  state.file?.close();
  state.file = undefined;
}

/** Stops work in progress and frees the memory. */
async function end(state: State): Promise<void> {
  state.running?.ending.abort(new DOMException("The anime data service was stopped.", "AbortError"));
  await state.running?.work.catch(() => {});
  closeFile(state);
}
