import { createPool } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import type { LocalItem, LocalListing, LocalMeta, LocalQuery, LocalStatus } from "../local_title_model.ts";
import { lettersOfSigns } from "../lists/letters.ts";
import type { LocalChoice } from "../lists/list_choice.ts";
import type { ChosenFile } from "../video/chosen_files.ts";
import type { TitleLetters } from "../video_model.ts";
import { filesOfLocal } from "./chosen_local.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";
import {
  createLocalState,
  hideManaged,
  itemOnDisk,
  knownItem,
  type LocalMediaOptions,
  type LocalState,
  lookUpTitles,
  scanAll,
  statusOf,
} from "./local_state.ts";
import { createLocalWatch, type LocalWatch } from "./local_watch.ts";
import type { LocalItems, LocalMatch } from "./model.ts";
import type { LastScan } from "./scanner.ts";
import { managerOf, sourceFor } from "./sources.ts";

/** Media on this machine that is not in a manager's library. */
export interface LocalMedia {
  status(): Promise<LocalStatus>;
  /**
   * Starts a scan or joins the one in progress, and returns immediately. Throws `bad_state` while the index is
   * disabled.
   */
  scan(): Promise<LocalStatus>;
  /**
   * Scans and returns a one-line summary. Throws the errors of `scan`, errors during the scan, or the signal's reason.
   */
  refresh(signal: AbortSignal): Promise<string>;
  /** Returns a page of titles. Throws `invalid` for a cursor of another list. */
  items(query: LocalQuery): Promise<LocalItems>;
  /** Returns only the names of the titles on a page. */
  names(query: LocalQuery): Promise<string[]>;
  /** Returns the positions of the index letters in a list sorted by title. */
  letters(listing: LocalListing): Promise<TitleLetters>;
  /** Returns the files of the selected titles, without whole discs. */
  chosenFiles(choice: LocalChoice): Promise<ChosenFile[]>;
  /** Returns a title with the current state of its files. Throws `not_found`. */
  item(id: string): Promise<LocalItem>;
  /**
   * Returns the image in its folder, or otherwise a frame of its first video, as JPEG. Throws the errors of
   * `Images.ofFile` and `Images.ofVideo`.
   */
  poster(id: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Returns online matches, best match first. `q` replaces the title in the search. Throws `not_found`, `bad_state` if
   * its manager is not connected, `upstream_failed`, `busy`.
   */
  candidates(id: string, q?: string): Promise<Candidate[]>;
  /** Stores the match chosen by the user. Throws `not_found`. */
  match(id: string, match: LocalMatch): Promise<LocalItem>;
  /** Starts looking up unknown titles, or all titles with `force`. Returns immediately. */
  refreshMetadata(force: boolean): Promise<LocalStatus>;
  close(): Promise<void>;
}

/** Opens the index. The first scan is started on request, or when the folders change. */
export function createLocalMedia(options: LocalMediaOptions): LocalMedia {
  const state = createLocalState(options);
  const lookups = createPool({ running: 4, waiting: 16 });
  const watch = createLocalWatch(state, { onScanned: options.onWatchedScan });
  watch.apply();
  const stopListening = listen(state, watch);
  return {
    status: () => statusOf(state),
    async scan() {
      beginScan(state).catch(() => {});
      return await statusOf(state);
    },
    refresh: (signal) => scanAndCount(state, signal),
    items: async (query) => ({ ...await state.index.list(query), limit: query.limit }),
    names: (query) => state.index.names(query),
    letters: async (listing) => lettersOfSigns(await state.index.firstSigns(listing)),
    chosenFiles: (choice) => filesOfLocal(state.index, choice),
    item: (id) => itemOnDisk(state, id),
    async poster(id) {
      const path = await state.index.posterPath(id);
      if (path !== undefined) return await state.images.ofFile(path);
      const { kind, files: [first] } = await knownItem(state, id);
      if (kind === "album" || first === undefined) {
        throw new Fault("not_found", "The folder of this title contains no image.");
      }
      return await state.images.ofVideo(first.path);
    },
    candidates: async (id, q) => await findCandidates(state, lookups, { item: await knownItem(state, id), q }),
    match: (id, match) => keepMatch(state, id, match),
    async refreshMetadata(force) {
      lookUpTitles(state, force ? "all" : "unmatched");
      return await statusOf(state);
    },
    async close() {
      state.closing.abort();
      clearTimeout(state.publishTimer);
      stopListening();
      watch.close();
      await Promise.all([state.scanner.close(), state.metadata.close()]);
      await Promise.allSettled(state.underway);
    },
  };
}

/** Subscribes to events of the managers and changes of settings. Returns a function that unsubscribes. */
function listen(state: LocalState, watch: LocalWatch): () => void {
  const { bus, settings, scanner } = state;
  const stop = [
    bus.on("library", () => {
      if (!scanner.running()) hideManaged(state);
    }),
    settings.onChange((keys) => {
      const change = folderChange(keys);
      if (change === "folders" || keys.includes("localMedia.watch")) watch.apply();
      if (change === "folders") {
        if (scanner.running()) scanner.startOver();
        else if (settings.current().localMedia.enabled) scanAll(state).catch(() => {});
      } else if (change === "hidden") hideManaged(state);
    }),
  ];
  return () => stop.forEach((off) => off());
}

function beginScan(state: LocalState): Promise<LastScan> {
  if (!state.settings.current().localMedia.enabled) {
    throw new Fault("bad_state", "The local media index is disabled. Enable it in Settings > Local media.");
  }
  return scanAll(state);
}

async function scanAndCount(state: LocalState, signal: AbortSignal): Promise<string> {
  const ended = Promise.withResolvers<never>();
  const abort = () => ended.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([beginScan(state), ended.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
  const { movie, series, album } = await state.index.counts();
  return `${count(movie, "movie")}, ${count(series, "series", "series")}, ${count(album, "album")}`;
}

async function findCandidates(
  state: LocalState,
  lookups: ReturnType<typeof createPool>,
  { item, q }: { item: LocalItem; q?: string },
): Promise<Candidate[]> {
  const from = sourceFor(state, item.kind);
  if (from === undefined) {
    const app = managerOf(item.kind);
    throw new Fault("bad_state", `Titles of this type are looked up through ${app}. Connect it in Settings first.`);
  }
  return await lookups(() => candidatesFor(item, { from, q })).catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
    throw new Fault("upstream_failed", error.message, { cause: error });
  });
}

async function keepMatch(state: LocalState, id: string, match: LocalMatch): Promise<LocalItem> {
  await knownItem(state, id);
  const facts = { matchedAt: state.clock.now().toISOString(), manual: true };
  const meta: LocalMeta = "candidate" in match
    ? { ...match.candidate, ...facts, status: "matched" }
    : { ...facts, status: "none", genres: [] };
  await state.metadata.choose(id, meta);
  return await itemOnDisk(state, id);
}

/** Settings that determine which folders are scanned, and how. */
const FOLDERS = [
  "pathMappings",
  "localMedia.enabled",
  "localMedia.usePathMappings",
  "localMedia.folders",
  "localMedia.exclude",
];
/** Settings that determine which titles belong to managers. */
const HIDDEN = ["localMedia.hideArrManaged", "connections"];

/**
 * Returns the effect of changed settings on the index: other folders to scan, other titles to hide, or nothing. Pure.
 */
export function folderChange(keys: readonly string[]): "folders" | "hidden" | undefined {
  const touched = (settings: readonly string[]) =>
    keys.some((key) => settings.some((setting) => key === setting || key.startsWith(`${setting}.`)));
  return touched(FOLDERS) ? "folders" : touched(HIDDEN) ? "hidden" : undefined;
}
