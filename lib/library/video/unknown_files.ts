import type { Clock } from "../../kit/clock.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { ManagerProblem } from "../managers/request.ts";

/** Requests files from managers that were imported after the last refresh. */
export interface UnknownFiles {
  /**
   * Refreshes the titles to which these files belong, if the manager has the files and the request limit allows it.
   * Each title is refreshed once. Files that are already being requested are not requested again.
   */
  read(kind: LibraryKind, fileIds: readonly number[]): Promise<void>;
}

/** Services for requesting single files. */
export interface UnknownFilesOptions {
  clock: Clock;
  /** Returns the titles of these files with one request. Throws `ManagerProblem`. */
  ownersOf(kind: LibraryKind, fileIds: number[]): Promise<number[]>;
  /** Refreshes the given titles. Throws `ManagerProblem`. */
  readTitles(kind: LibraryKind, ids: number[]): Promise<void>;
}

/** Maximum number of IDs in a URL. */
const FILES_OF_QUESTION = 100;
/** Maximum number of requests in a time window, in case of a list with thousands of invalid IDs. */
const MAX_IN_WINDOW = 100;
const WINDOW_MS = 10_000;

/** Requests in progress, and their number in the current time window. */
interface UnknownFilesState extends UnknownFilesOptions {
  /** Requests in progress by kind and file ID. */
  readonly running: Map<string, Promise<void>>;
  windowStart: number;
  askedInWindow: number;
}

/**
 * Creates the service that requests unknown files. At most 100 requests are sent in 10 seconds. Further files are left
 * to the next refresh.
 */
export function createUnknownFiles(options: UnknownFilesOptions): UnknownFiles {
  const state: UnknownFilesState = { ...options, running: new Map(), windowStart: -Infinity, askedInWindow: 0 };
  return { read: (kind, fileIds) => readTitlesOnce(state, kind, fileIds) };
}

async function readTitlesOnce(state: UnknownFilesState, kind: LibraryKind, fileIds: readonly number[]): Promise<void> {
  const { running } = state;
  const keys = new Map([...new Set(fileIds)].map((id) => [`${kind} ${id}`, id]));
  const known = [...keys.keys()].flatMap((key) => running.get(key) ?? []);
  const fresh = [...keys].filter(([key]) => !running.has(key));
  if (fresh.length > 0) {
    const work = readOwners(state, kind, fresh.map(([, id]) => id)).finally(() => {
      for (const [key] of fresh) running.delete(key);
    });
    for (const [key] of fresh) running.set(key, work);
    known.push(work);
  }
  await Promise.all(new Set(known));
}

async function readOwners(state: UnknownFilesState, kind: LibraryKind, fileIds: number[]): Promise<void> {
  const titles = new Set<number>();
  for (let at = 0; at < fileIds.length; at += FILES_OF_QUESTION) {
    for (const id of await ownersOf(state, kind, fileIds.slice(at, at + FILES_OF_QUESTION))) titles.add(id);
  }
  if (titles.size === 0) return;
  await state.readTitles(kind, [...titles]).catch((error) => {
    if (!(error instanceof ManagerProblem)) throw error;
  });
}

/** If a single ID is unknown, the manager refuses the request. Each half of the IDs is then requested separately. */
async function ownersOf(state: UnknownFilesState, kind: LibraryKind, fileIds: number[]): Promise<number[]> {
  if (!mayAsk(state)) return [];
  try {
    return await state.ownersOf(kind, fileIds);
  } catch (error) {
    if (!(error instanceof ManagerProblem)) throw error;
    if (error.reason !== "refused" || fileIds.length === 1) return [];
    const middle = Math.ceil(fileIds.length / 2);
    const [first, second] = [fileIds.slice(0, middle), fileIds.slice(middle)];
    return [...await ownersOf(state, kind, first), ...await ownersOf(state, kind, second)];
  }
}

function mayAsk(state: UnknownFilesState): boolean {
  const now = state.clock.monotonicMs();
  if (now - state.windowStart >= WINDOW_MS) [state.windowStart, state.askedInWindow] = [now, 0];
  return state.askedInWindow++ < MAX_IN_WINDOW;
}
