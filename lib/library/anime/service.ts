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

/** Titles of anime with their ids in other databases, downloaded once a week. Off unless the settings say so. */
export interface AnimeData {
  status(): Promise<AnimeStatus>;
  /** Begins a refresh, or joins the one that runs. Throws `bad_state` while it is off. */
  refresh(): Promise<AnimeStatus>;
  /** Refreshes and answers what came of it in one line. Throws `bad_state`, and what failed in sentences. */
  refreshNow(signal: AbortSignal): Promise<string>;
  /** By any of their names. Throws `bad_state` while it is off or there is no data yet. */
  search(text: string): Promise<AnimeHit[]>;
  /** As `search`, for titles of discs and of searches; nothing while it is off. */
  find(questions: readonly AnimeQuestion[], limit: number): Promise<AnimeMatch[]>;
  /** Says which titles of the managers are anime; undefined while it is off. */
  lookup(): Promise<AnimeLookup | undefined>;
  /** The settings were saved: begins to load when it was switched on, and gives everything back when it was switched off. */
  settingsChanged(): Promise<void>;
  /** Resolves when no refresh runs any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What the data needs; `sources` defaults to the public ones. */
export interface AnimeDataOptions {
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "open">;
  clock: Clock;
  log: Log;
  /** Where downloads and the file of titles lie. */
  folder: string;
  /** Makes the file of titles, in a process of its own. */
  program: OwnProgram;
  sources?: readonly AnimeSource[];
  /** Called when other titles are anime than before. */
  changed?: () => void;
}

const MAX_HITS = 30;
const WEEK_MS = 7 * 86_400_000;

/** What the service holds while it is open. */
interface State extends AnimeDataOptions {
  /** Open from the first question until it is replaced or switched off. */
  file?: AnimeFile | undefined;
  running?: { work: Promise<void>; ending: AbortController } | undefined;
  /** A refresh was begun because there was no data: once is enough. */
  triedEmpty: boolean;
  /** Nothing is opened any more. */
  closed: boolean;
}

/** Opens and downloads nothing by itself. */
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
  if (!isOn(state)) throw new Fault("bad_state", "Anime titles are off. Switch them on in Settings.");
}

/** The file of titles, opened with the first question. Where there is none it is downloaded, once for each start. */
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

/** One refresh at a time; who asks meanwhile joins it. */
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
  return `${count(animeCount, "anime", "anime")}, ${mappingCount} with ids of other databases`;
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

/** Stops what runs and gives the memory back. */
async function end(state: State): Promise<void> {
  state.running?.ending.abort(new DOMException("Anime data was closed.", "AbortError"));
  await state.running?.work.catch(() => {});
  closeFile(state);
}
