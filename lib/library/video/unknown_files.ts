import type { Clock } from "../../kit/clock.ts";
import type { LibraryKind } from "../../platform/managers/kinds.ts";
import { ManagerProblem } from "../managers/request.ts";

/** Asks managers about files that were imported after the last reading. */
export interface UnknownFiles {
  /**
   * Has the titles of these files read, each once, as far as their manager knows them and was not asked too often. What
   * is asked for again meanwhile is not asked again.
   */
  read(kind: LibraryKind, fileIds: readonly number[]): Promise<void>;
}

/** What asking a manager about single files needs. */
export interface UnknownFilesOptions {
  clock: Clock;
  /** The titles that these files belong to, by one question. Throws `ManagerProblem`. */
  ownersOf(kind: LibraryKind, fileIds: number[]): Promise<number[]>;
  /** Reads these titles anew. Throws `ManagerProblem`. */
  readTitles(kind: LibraryKind, ids: number[]): Promise<void>;
}

/** As many numbers as an address can hold. */
const FILES_OF_QUESTION = 100;
/** A list of thousands of wrong numbers must not become as many questions. */
const MAX_IN_WINDOW = 100;
const WINDOW_MS = 10_000;

/** What is being asked, and how often it was of late. */
interface UnknownFilesState extends UnknownFilesOptions {
  /** Questions that run, by kind and number of the file. */
  readonly running: Map<string, Promise<void>>;
  windowStart: number;
  askedInWindow: number;
}

/** At most 100 questions in 10 seconds; files beyond that are left to the next reading. */
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

/** One number that a manager does not know makes it refuse all: then each half is asked for by itself. */
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
