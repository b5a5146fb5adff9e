/** Names of titles, fetched in large batches and shown until the titles are loaded. */
export interface ListNames {
  /**
   * Returns the names between two positions that are already known. Requests missing names, and those that follow in
   * the scroll direction.
   */
  between(from: number, to: number, direction: number): (string | undefined)[];
}

interface Options {
  /** URL that returns names. Offset and limit are added. */
  url: string;
  total: number;
  /** Called when more names have been loaded. */
  came(): void;
}

/** Number of names per request, which is enough for several seconds of the fastest scrolling. */
const NAMES_AT_ONCE = 1_000;
/** Number of batches to keep: the current ones and the most recently used. */
const KEPT = 4;

/**
 * Creates the names of a list. Failures are not reported, because the list reports that its titles cannot be loaded.
 */
export function createListNames({ url, total, came }: Options): ListNames {
  const known = new Map<number, readonly string[]>();
  const underway = new Set<number>();

  async function fetchNames(part: number): Promise<void> {
    underway.add(part);
    try {
      const address = new URL(url, location.href);
      address.searchParams.set("offset", String(part * NAMES_AT_ONCE));
      address.searchParams.set("limit", String(NAMES_AT_ONCE));
      const response = await fetch(address, { headers: { Accept: "application/json" }, priority: "high" });
      if (!response.ok) return;
      const names: readonly string[] = await response.json();
      known.set(part, names);
      for (const old of [...known.keys()].slice(0, -KEPT)) known.delete(old);
      came();
    } catch {
      // After a failure, the batch of names is requested again when it is next needed.
    } finally {
      underway.delete(part);
    }
  }

  function namesOf(part: number): readonly string[] | undefined {
    const names = known.get(part);
    if (names !== undefined) {
      // Moves the batch to the end, because the least recently used batch is removed first.
      known.delete(part);
      known.set(part, names);
    } else if (part >= 0 && part * NAMES_AT_ONCE < total && !underway.has(part)) void fetchNames(part);
    return names;
  }

  function between(from: number, to: number, direction: number): (string | undefined)[] {
    const names: (string | undefined)[] = [];
    const last = Math.floor(to / NAMES_AT_ONCE);
    for (let part = Math.floor(from / NAMES_AT_ONCE); part <= last; part++) {
      const some = namesOf(part);
      const [begin, end] = [part * NAMES_AT_ONCE, (part + 1) * NAMES_AT_ONCE - 1];
      for (let place = Math.max(from, begin); place <= Math.min(to, end); place++) names.push(some?.[place - begin]);
    }
    if (direction !== 0) namesOf((direction > 0 ? last : Math.floor(from / NAMES_AT_ONCE)) + direction);
    return names;
  }

  return { between };
}
