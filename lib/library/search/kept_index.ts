import type { TitleNames } from "../../../db/library/title_names.ts";
import type { Clock } from "../../kit/clock.ts";
import { createTitleIndex, type TitleIndex } from "../matching/title_index.ts";

/** An index in memory that follows the database. Only changes since the last update are read. */
export interface KeptIndex<Id> {
  /** Returns the index, which is updated if necessary. Concurrent calls share one update. */
  current(): Promise<TitleIndex<Id>>;
}

/**
 * Options of the index. `source` has a revision that changes with every write, and fingerprints that reveal changed
 * titles.
 */
export interface KeptIndexOptions<Id> {
  source: TitleNames<Id>;
  clock: Clock;
  /** Minimum time between two updates in milliseconds, for data that changes constantly, for example during a scan. */
  everyMs: number;
}

const AT_ONCE = 500;

/** Creates the index in memory, which is empty until it is used. The first call reads all names. */
export function createKeptIndex<Id>({ source, clock, everyMs }: KeptIndexOptions<Id>): KeptIndex<Id> {
  const index = createTitleIndex<Id>();
  let known = new Map<Id, string>();
  let seen: { revision: number; at: number } | undefined;
  let updating: Promise<void> | undefined;

  async function update(): Promise<void> {
    // The revision is determined before reading, so that later changes are read by the next update.
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
      if (!isFresh()) await (updating ??= update().finally(() => updating = undefined));
      return index;
    },
  };
}
