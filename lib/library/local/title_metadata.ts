import type { LocalRepository, LookUpScope } from "../../../db/library/local/local.ts";
import type { Clock } from "../../kit/clock.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { LOCAL_KINDS, type LocalItem, type LocalKind, type LocalMeta, type LocalStatus } from "../local_title_model.ts";
import type { Omdb } from "../metadata/omdb.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";
import type { Log } from "../../kit/log.ts";
import { certain, score } from "./score.ts";
import { type SourceDeps, sourceFor } from "./sources.ts";

/** Looks up metadata of titles on disk and stores each result immediately. */
export interface Metadata {
  /**
   * Looks up titles. Waits for a lookup in progress, or joins it if its scope includes that of this one. Titles that
   * are not reached are looked up by the next run. Rejects with the reason of `close`.
   */
  run(scope: LookUpScope): Promise<void>;
  progress(): LocalStatus["metadata"];
  /** Messages about titles that were not looked up in the last run. */
  problems(): string[];
  /**
   * Stores the user's choice, which a lookup in progress does not overwrite. Returns false if there is no such title.
   */
  choose(id: string, meta: LocalMeta): Promise<boolean>;
  close(): Promise<void>;
}

/** Services and options of the metadata lookup. `changed` is called after each step. */
export interface MetadataOptions extends SourceDeps {
  index: Pick<LocalRepository, "toLookUp" | "countToLookUp" | "setMeta">;
  /** Client of OMDb, which is used for titles that the other sources do not have. */
  omdb: Omdb;
  clock: Clock;
  log: Log;
  changed: () => void;
}

const AT_ONCE = 2;
const PAGE_SIZE = 50;
/** Number of consecutive failures after which the source is skipped for the rest of the run. */
const MAX_FAILURES = 3;
const WIDTH: Record<LookUpScope, number> = { new: 0, unmatched: 1, all: 2 };

interface MetadataState extends MetadataOptions {
  readonly ending: AbortController;
  /** Titles that the user has matched during the run. */
  readonly chosen: Set<string>;
  /** The run that was requested last. */
  running?: { scope: LookUpScope; end: Promise<void> };
  progress?: NonNullable<LocalStatus["metadata"]>;
  readonly failures: Map<LocalKind, { inARow: number; message: string }>;
}

/**
 * Creates the metadata lookup. Two titles are looked up at a time. A kind of title is skipped after three consecutive
 * failures of its source.
 */
export function createMetadata(options: MetadataOptions): Metadata {
  const state: MetadataState = {
    ...options,
    ending: new AbortController(),
    chosen: new Set(),
    failures: new Map(),
  };
  return {
    run: (scope) => joinRun(state, scope),
    progress: () => state.progress && { ...state.progress },
    problems: () =>
      [...state.failures].filter(([kind]) => isSuspended(state, kind)).map(([, { message }]) =>
        `${message} The other titles will be looked up next time.`
      ),
    choose(id, meta) {
      state.chosen.add(id);
      return state.index.setMeta(id, meta);
    },
    async close() {
      state.ending.abort(new Error("Lathe is shutting down."));
      await state.running?.end.catch(() => {});
    },
  };
}

/**
 * Joins the run that was requested last if its scope includes that of this one, otherwise starts another one after it.
 */
function joinRun(state: MetadataState, scope: LookUpScope): Promise<void> {
  const { running } = state;
  if (running !== undefined && WIDTH[running.scope] >= WIDTH[scope]) return running.end;
  const before = running?.end ?? Promise.resolve();
  const mine = {
    scope,
    end: before.catch(() => {}).then(() => lookUpAll(state, scope)).finally(() => {
      if (state.running === mine) state.running = undefined;
    }),
  };
  state.running = mine;
  return mine.end;
}

const connectedKinds = (state: MetadataState): LocalKind[] =>
  LOCAL_KINDS.filter((kind) => sourceFor(state, kind) !== undefined);

const isSuspended = ({ failures }: MetadataState, kind: LocalKind): boolean =>
  (failures.get(kind)?.inARow ?? 0) >= MAX_FAILURES;

async function lookUpAll(state: MetadataState, scope: LookUpScope): Promise<void> {
  const { index, changed, ending: { signal } } = state;
  signal.throwIfAborted();
  state.chosen.clear();
  state.failures.clear();
  const total = await index.countToLookUp(scope, connectedKinds(state));
  const now: NonNullable<LocalStatus["metadata"]> = { running: true, done: 0, total, matched: 0 };
  state.progress = now;
  changed();
  try {
    for (let after = "";;) {
      const kinds = connectedKinds(state).filter((kind) => !isSuspended(state, kind));
      const items = await index.toLookUp(scope, kinds, PAGE_SIZE, after);
      const last = items.at(-1);
      if (last === undefined) return;
      await mapConcurrent(items, AT_ONCE, async (item) => {
        signal.throwIfAborted();
        if (isSuspended(state, item.kind)) return;
        if (await lookUpTitle(state, item)) now.matched++;
        now.done++;
        changed();
      });
      after = last.id;
    }
  } finally {
    now.running = false;
    changed();
  }
}

/** Returns the title in OMDb if the match is unambiguous. Returns no match if OMDb fails. */
async function fromOmdb(
  { omdb, log, ending: { signal } }: MetadataState,
  item: LocalItem,
): Promise<Candidate | undefined> {
  const { kind, title, year } = item;
  if (kind === "album" || !omdb.isEnabled()) return undefined;
  const found = await omdb.find({ title, kind, year }, signal).catch((error) => {
    signal.throwIfAborted();
    if (!(error instanceof ManagerProblem)) throw error;
    log("warn", "OMDb could not be reached.", { error: error.message });
    return undefined;
  });
  if (found === undefined) return undefined;
  const { imdbId, kind: _, ...facts } = found;
  return certain<Candidate>([{
    ...facts,
    source: "omdb",
    externalId: `imdb:${imdbId}`,
    url: `https://www.imdb.com/title/${imdbId}/`,
    score: score(item, { title: found.title, otherTitles: [], year: found.year }),
  }]);
}

/** Looks up one title and stores the result. Returns true if it was matched. */
async function lookUpTitle(state: MetadataState, item: LocalItem): Promise<boolean> {
  const { index, clock, failures, chosen, ending: { signal } } = state;
  const from = sourceFor(state, item.kind);
  if (from === undefined) return false;
  if (state.progress) state.progress.source = from.name;
  const found = await candidatesFor(item, { from, signal }).catch((error) => {
    signal.throwIfAborted();
    if (error instanceof ManagerProblem) return error;
    throw error;
  });
  const failed = found instanceof ManagerProblem;
  const other = failed || certain(found) !== undefined ? undefined : await fromOmdb(state, item);
  const inARow = failed ? (failures.get(item.kind)?.inARow ?? 0) + 1 : 0;
  failures.set(item.kind, { inARow, message: failed ? found.message : "" });
  const best = failed ? undefined : certain(found) ?? other;
  const matchedAt = clock.now().toISOString();
  const meta: LocalMeta = failed
    ? { status: "error", error: found.message, genres: [], matchedAt }
    : best
    ? { ...best, status: "matched", matchedAt }
    : { status: "none", genres: [], matchedAt };
  // An existing match is not replaced after a lookup has failed.
  const worse = meta.status !== "matched" && (item.meta?.status === "matched" || item.meta?.manual === true);
  if (!worse && !chosen.has(item.id)) await index.setMeta(item.id, meta);
  return meta.status === "matched";
}
