import type { LocalRepository, LookUpScope } from "../../../db/library/local/local.ts";
import type { Clock } from "../../kit/clock.ts";
import { mapConcurrent } from "../../kit/async.ts";
import {
  LOCAL_KINDS,
  type LocalItem,
  type LocalKind,
  type LocalMeta,
  type LocalStatus,
} from "../local/recognition/model.ts";
import type { Omdb } from "./omdb.ts";
import { ManagerProblem } from "../managers/request.ts";
import { type Candidate, candidatesFor } from "../local/candidates.ts";
import type { Log } from "../../kit/log.ts";
import { certain, score } from "../local/score.ts";
import { type SourceDeps, sourceFor } from "../local/sources.ts";

/** Finds out what the titles on disk are, one after the other, and keeps each answer at once. */
export interface Metadata {
  /**
   * Looks titles up; after a run that is under way, unless that one looks at as much. What is not reached stays for the
   * next time. Rejects with the reason of `close`.
   */
  run(scope: LookUpScope): Promise<void>;
  progress(): LocalStatus["metadata"];
  /** What kept titles from being looked up the last time. */
  problems(): string[];
  /** What a person said; a run under way does not write over it. Answers whether there is such a title. */
  choose(id: string, meta: LocalMeta): Promise<boolean>;
  close(): Promise<void>;
}

/** What looking titles up needs; `changed` is called after each step of the progress. */
export interface MetadataOptions extends SourceDeps {
  index: Pick<LocalRepository, "toLookUp" | "countToLookUp" | "setMeta">;
  /** Asked for what the others do not know. */
  omdb: Omdb;
  clock: Clock;
  log: Log;
  changed: () => void;
}

const AT_ONCE = 2;
const PAGE_SIZE = 50;
/** After so many failures in a row a manager is left alone until the next time. */
const MAX_FAILURES = 3;
const WIDTH: Record<LookUpScope, number> = { new: 0, unmatched: 1, all: 2 };

/** What looking titles up holds. */
interface MetadataState extends MetadataOptions {
  readonly ending: AbortController;
  /** Titles that a person chose for during the run. */
  readonly chosen: Set<string>;
  /** The run that was asked for last. */
  running?: { scope: LookUpScope; end: Promise<void> };
  progress?: NonNullable<LocalStatus["metadata"]>;
  readonly failures: Map<LocalKind, { inARow: number; message: string }>;
}

/** Looks up two titles at a time; a kind is left alone after three failures in a row of its source. */
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
      [...state.failures].filter(([kind]) => isGivenUp(state, kind)).map(([, { message }]) =>
        `${message} The other titles are looked up the next time.`
      ),
    choose(id, meta) {
      state.chosen.add(id);
      return state.index.setMeta(id, meta);
    },
    async close() {
      state.ending.abort(new Error("Lathe is going down."));
      await state.running?.end.catch(() => {});
    },
  };
}

/** Joins the run that was asked for last when it looks at as much, else begins one after it. */
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

const isGivenUp = ({ failures }: MetadataState, kind: LocalKind): boolean =>
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
      const kinds = connectedKinds(state).filter((kind) => !isGivenUp(state, kind));
      const items = await index.toLookUp(scope, kinds, PAGE_SIZE, after);
      const last = items.at(-1);
      if (last === undefined) return;
      await mapConcurrent(items, AT_ONCE, async (item) => {
        signal.throwIfAborted();
        if (isGivenUp(state, item.kind)) return;
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

/** The title as OMDb knows it, if it is surely this one. What cannot be asked knows nothing. */
async function fromOmdb(
  { omdb, log, ending: { signal } }: MetadataState,
  item: LocalItem,
): Promise<Candidate | undefined> {
  const { kind, title, year } = item;
  if (kind === "album" || !omdb.isEnabled()) return undefined;
  const found = await omdb.find({ title, kind, ...(year === undefined ? {} : { year }) }, signal).catch((error) => {
    signal.throwIfAborted();
    if (!(error instanceof ManagerProblem)) throw error;
    log("warn", "OMDb could not be asked.", { error: error.message });
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

/** Looks one title up and keeps what came of it. Answers whether it is known now. */
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
  // What was known is not given up for less.
  const worse = meta.status !== "matched" && (item.meta?.status === "matched" || item.meta?.manual === true);
  if (!worse && !chosen.has(item.id)) await index.setMeta(item.id, meta);
  return meta.status === "matched";
}
