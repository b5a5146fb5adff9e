import type * as z from "zod";
import type { MetadataCache } from "../../../../db/library/metadata_cache.ts";
import { createShared, keepWhileRunning } from "../../../kit/async.ts";
import { type Clock, DAY_MS } from "../../../kit/clock.ts";
import { Fault } from "../../../kit/fault.ts";
import type { AskMusicBrainz } from "./musicbrainz.ts";

/** A request, its response, and the part of the response that is cached. */
export interface Question<W extends z.ZodType, K extends z.ZodType> {
  /** Path below the service's base URL, including the query. */
  path: string;
  wire: W;
  kept: K;
  make(sent: z.infer<W>): z.infer<K>;
  /** Returns true if the response may be cached. If absent, it always may. */
  isLasting?(value: z.infer<K>): boolean;
}

/** Responses that are cached for 30 days. */
export interface MusicBrainzCache {
  /**
   * Returns a response, or undefined for an unknown ID, which is not cached. Throws the errors of `AskMusicBrainz`, and
   * `shutting_down`.
   */
  get<W extends z.ZodType, K extends z.ZodType>(
    question: Question<W, K>,
    signal?: AbortSignal,
  ): Promise<z.infer<K> | undefined>;
  /** Aborts requests in progress. */
  close(): Promise<void>;
}

/** Validity of a response in milliseconds. */
const KEPT_MS = 30 * DAY_MS;

/** Creates the cache of MusicBrainz responses. Equal concurrent requests are sent only once. */
export function createMusicBrainzCache(
  { ask, cache, clock }: { ask: AskMusicBrainz; cache: MetadataCache; clock: Clock },
): MusicBrainzCache {
  const shared = createShared<unknown>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function answer<W extends z.ZodType, K extends z.ZodType>(
    { path, wire, kept, make, isLasting = () => true }: Question<W, K>,
    signal: AbortSignal,
  ): Promise<z.infer<K> | undefined> {
    const now = clock.now().getTime();
    const known = await cache.get(path);
    if (known !== undefined && now - known.at < KEPT_MS) {
      const parsed = kept.safeParse(known.answer);
      if (parsed.success) return parsed.data;
    }
    const sent = await ask(path, wire, signal);
    if (sent === undefined) return undefined;
    const fresh = make(sent);
    if (!isLasting(fresh)) return fresh;
    await cache.save({ question: path, answer: fresh, at: now });
    await cache.forget(now - KEPT_MS);
    return fresh;
  }

  return {
    async get(question, signal) {
      const waiting = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
      try {
        const value = await shared(question.path, waiting, (end) => {
          const work = answer(question, end);
          keepWhileRunning(running, work.catch(() => {}));
          return work;
        });
        return value === undefined ? undefined : question.kept.parse(value);
      } catch (error) {
        if (closing.signal.aborted) throw new Fault("shutting_down", "Lathe is shutting down.", { cause: error });
        throw error;
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
