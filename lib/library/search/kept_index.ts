import type { TitleNames } from "../../../db/library/title_names.ts";
import type { Clock } from "../../kit/clock.ts";
import { createTitleIndex, type TitleIndex } from "./title_index.ts";

/** An index in memory that follows the store: only what changed since the last look is read again. */
export interface KeptIndex<Id> {
  /** The index as of now. Looks that are asked for at once are one. */
  current(): Promise<TitleIndex<Id>>;
}

/** `source` tells by a revision whether anything changed, and by fingerprints what. */
export interface KeptIndexOptions<Id> {
  source: TitleNames<Id>;
  clock: Clock;
  /** What changes all the time, as during a scan, is read no more often than this. */
  everyMs: number;
}

const AT_ONCE = 500;

/** Reads nothing until it is asked; the first look reads all names. */
export function createKeptIndex<Id>({ source, clock, everyMs }: KeptIndexOptions<Id>): KeptIndex<Id> {
  const index = createTitleIndex<Id>();
  let known = new Map<Id, string>();
  let seen: { revision: number; at: number } | undefined;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // Taken before reading: what is written meanwhile is seen the next time.
    const next = { revision: source.revision(), at: clock.monotonicMs() };
    const now = await source.fingerprints();
    index.remove([...known.keys()].filter((id) => !now.has(id)));
    const changed = [...now].filter(([id, fingerprint]) => known.get(id) !== fingerprint).map(([id]) => id);
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      await index.put(await source.names(changed.slice(at, at + AT_ONCE)));
    }
    [known, seen] = [now, next];
  }

  const isFresh = (): boolean =>
    seen !== undefined && (seen.revision === source.revision() || clock.monotonicMs() - seen.at < everyMs);

  return {
    async current() {
      if (!isFresh()) await (looking ??= look().finally(() => looking = undefined));
      return index;
    },
  };
}
