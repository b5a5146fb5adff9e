import { Fault } from "../../kit/fault.ts";
import type { MediaIndexDeps } from "./deps.ts";
import type { Evaluation, IndexedFile, MediaIndexStatus } from "./model.ts";
import { type IndexRequest, readFiles } from "./read_files.ts";
import { keyedRecipes } from "./recipe_keys.ts";

/** Stored evaluation of a file. */
export interface IndexedEvaluation extends Evaluation {
  /** Size of the evaluated file in bytes. With another size, the evaluation is outdated. */
  sizeBytes: number;
}

/** Probes of media files, and the decisions of profiles about them. Files are read in the background. */
export interface MediaIndex {
  /** Returns the stored evaluations for a profile by path. Empty if the profile or ffmpeg cannot be used. */
  evaluations(profileId: string): Promise<Map<string, IndexedEvaluation>>;
  /** Returns the reasons why files could not be read, by path. */
  unreadable(): Promise<Map<string, string>>;
  /**
   * Reads and evaluates files in the background, one at a time. A request replaces the previous one.
   */
  request(files: IndexedFile[], profileIds: string[]): Promise<void>;
  status(): Promise<MediaIndexStatus>;
  /** Resolves when no file is being read. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Services of the media index. */
export interface MediaIndexOptions extends Omit<MediaIndexDeps, "recentKeys"> {
  /** Called when a pass over the files has ended. */
  onPass?: () => void;
  /** Called when a pass failed. */
  onError?: (error: unknown) => void;
}

interface MediaIndexState extends MediaIndexOptions, MediaIndexDeps {
  /** Latest request. Undefined after the pass over its files has started. */
  next?: IndexRequest;
  latest?: IndexRequest;
  working?: Promise<void>;
  /** Ends the current pass. */
  pass: AbortController;
  closed: boolean;
}

/** Creates the media index. It reads nothing until the first request. */
export function createMediaIndex(options: MediaIndexOptions): MediaIndex {
  const state: MediaIndexState = { ...options, recentKeys: new Set(), pass: new AbortController(), closed: false };
  return {
    evaluations: (profileId) => evaluationsOf(state, profileId),
    async unreadable() {
      const rows = await state.repository.probed();
      return new Map(rows.flatMap(({ path, error }) => error === null ? [] : [[path, error] as const]));
    },
    request(files, profileIds) {
      if (state.closed) return Promise.resolve();
      state.next = { files, profileIds };
      // A pass over many files takes hours, so a different request does not wait for its end.
      if (!isSameRequest(state.latest, state.next)) state.pass.abort();
      state.working ??= work(state).finally(() => state.working = undefined);
      return Promise.resolve();
    },
    status: () => statusOf(state),
    settled: async () => await state.working,
    async close() {
      state.closed = true;
      state.pass.abort();
      await state.working;
    },
  };
}

async function work(state: MediaIndexState): Promise<void> {
  while (state.next !== undefined && !state.closed) {
    const request = state.next;
    state.latest = request;
    state.next = undefined;
    state.pass = new AbortController();
    const { signal } = state.pass;
    try {
      await readFiles(state, request, signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Fault)) state.onError?.(error);
    }
    state.onPass?.();
  }
}

const isSameRequest = (one: IndexRequest | undefined, other: IndexRequest): boolean =>
  one?.files.length === other.files.length && one.profileIds.join() === other.profileIds.join() &&
  one.files.every(({ path, sizeBytes, profileId }, i) => {
    const file = other.files[i];
    return file?.path === path && file.sizeBytes === sizeBytes && file.profileId === profileId;
  });

async function evaluationsOf(state: MediaIndexState, profileId: string): Promise<Map<string, IndexedEvaluation>> {
  const capabilities = await state.media.capabilities().catch((error) => {
    if (!(error instanceof Fault)) throw error;
  });
  if (capabilities === undefined) return new Map();
  const machine = { capabilities, context: await state.decisionContext() };
  const keyed = (await keyedRecipes(state.profiles, [profileId], machine)).get(profileId);
  if (keyed === undefined) return new Map();
  const found = new Map<string, IndexedEvaluation>();
  await state.repository.eachEvaluation(
    keyed.key,
    ([path, sizeBytes, outcome, reason, low, typical, high, seconds]) => {
      const one: IndexedEvaluation = { sizeBytes, outcome };
      if (reason !== null) one.reason = reason;
      if (low !== null && typical !== null && high !== null) one.bytes = { low, typical, high };
      if (seconds !== null) one.encodeSeconds = seconds;
      found.set(path, one);
    },
  );
  return found;
}

async function statusOf({ repository, latest, next, working }: MediaIndexState): Promise<MediaIndexStatus> {
  const { files = [] } = next ?? latest ?? {};
  const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const rows = (await repository.probed()).filter(({ path, sizeBytes }) => sizes.get(path) === sizeBytes);
  const unreadable = rows.filter(({ error }) => error !== null).length;
  return {
    working: working !== undefined,
    files: files.length,
    read: rows.length - unreadable,
    unreadable,
    evaluated: await repository.countEvaluations(),
  };
}
