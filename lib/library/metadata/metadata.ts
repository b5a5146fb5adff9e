import type { LocalRepository, LookUpScope } from "../../../db/library/local.ts";
import type { Clock } from "../../kit/clock.ts";
import { mapConcurrent } from "../../kit/async.ts";
import {
  LOCAL_KINDS,
  type LocalItem,
  type LocalKind,
  type LocalMeta,
  type LocalStatus,
} from "../local/recognition/model.ts";
import { ManagerProblem } from "../managers/request.ts";
import { candidatesFor } from "../local/candidates.ts";
import { certain } from "../local/score.ts";
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

export interface MetadataOptions extends SourceDeps {
  index: Pick<LocalRepository, "toLookUp" | "countToLookUp" | "setMeta">;
  clock: Clock;
  changed: () => void;
}

const AT_ONCE = 2;
const PAGE = 50;
/** After so many failures in a row a manager is left alone until the next time. */
const MOST_FAILURES = 3;
const WIDTH: Record<LookUpScope, number> = { new: 0, unmatched: 1, all: 2 };

export function createMetadata({ index, clock, changed, ...deps }: MetadataOptions): Metadata {
  const ending = new AbortController();
  const { signal } = ending;
  let running: { scope: LookUpScope; end: Promise<void> } | undefined;
  let progress: NonNullable<LocalStatus["metadata"]> | undefined;
  let failures = new Map<LocalKind, { inARow: number; message: string }>();
  const chosen = new Set<string>();

  const connected = (): LocalKind[] => LOCAL_KINDS.filter((kind) => sourceFor(deps, kind) !== undefined);
  const givenUp = (kind: LocalKind): boolean => (failures.get(kind)?.inARow ?? 0) >= MOST_FAILURES;

  async function look(scope: LookUpScope): Promise<void> {
    signal.throwIfAborted();
    chosen.clear();
    failures = new Map();
    const total = await index.countToLookUp(scope, connected());
    const now: NonNullable<LocalStatus["metadata"]> = { running: true, done: 0, total, matched: 0 };
    progress = now;
    changed();
    try {
      for (let after = "";;) {
        const items = await index.toLookUp(scope, connected().filter((kind) => !givenUp(kind)), PAGE, after);
        const last = items.at(-1);
        if (last === undefined) return;
        await mapConcurrent(items, AT_ONCE, async (item) => {
          signal.throwIfAborted();
          if (givenUp(item.kind)) return;
          if (await identified(item)) now.matched++;
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

  /** Looks one title up and keeps what came of it. Answers whether it is known now. */
  async function identified(item: LocalItem): Promise<boolean> {
    const from = sourceFor(deps, item.kind);
    if (from === undefined) return false;
    if (progress) progress.source = from.name;
    const found = await candidatesFor(item, { from, signal }).catch((error) => {
      signal.throwIfAborted();
      if (error instanceof ManagerProblem) return error;
      throw error;
    });
    const failed = found instanceof ManagerProblem;
    const inARow = failed ? (failures.get(item.kind)?.inARow ?? 0) + 1 : 0;
    failures.set(item.kind, { inARow, message: failed ? found.message : "" });
    const best = failed ? undefined : certain(found);
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

  return {
    run(scope) {
      if (running !== undefined && WIDTH[running.scope] >= WIDTH[scope]) return running.end;
      const before = running?.end ?? Promise.resolve();
      const mine = {
        scope,
        end: before.catch(() => {}).then(() => look(scope)).finally(() => {
          if (running === mine) running = undefined;
        }),
      };
      running = mine;
      return mine.end;
    },
    progress: () => progress && { ...progress },
    problems: () =>
      [...failures].filter(([kind]) => givenUp(kind)).map(([, { message }]) =>
        `${message} The other titles are looked up the next time.`
      ),
    choose(id, meta) {
      chosen.add(id);
      return index.setMeta(id, meta);
    },
    async close() {
      ending.abort(new Error("Lathe is going down."));
      await running?.end.catch(() => {});
    },
  };
}
