/** Names of titles, fetched many at a time: what stands in the place of a title until it is there. */
export interface ListNames {
  /** The names of the titles from one place to another that are known by now; asks for the others, and for those after. */
  between(from: number, to: number, direction: number): (string | undefined)[];
}

interface Options {
  /** Address of names; place and number of titles are added. */
  url: string;
  total: number;
  /** Called when more are known. */
  came(): void;
}

/** Seconds of the fastest scrolling. */
const NAMES_AT_ONCE = 1_000;
/** Those of the place at hand, and of what was left last. */
const KEPT = 4;

/** Failures are not told: the titles themselves are fetched beside, and tell theirs. */
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
      // Asked for again when its place is looked at again.
    } finally {
      underway.delete(part);
    }
  }

  function want(part: number): readonly string[] | undefined {
    const names = known.get(part);
    if (names !== undefined) {
      // What was looked at last is kept longest.
      known.delete(part);
      known.set(part, names);
    } else if (part >= 0 && part * NAMES_AT_ONCE < total && !underway.has(part)) void fetchNames(part);
    return names;
  }

  function between(from: number, to: number, direction: number): (string | undefined)[] {
    const names: (string | undefined)[] = [];
    const last = Math.floor(to / NAMES_AT_ONCE);
    for (let part = Math.floor(from / NAMES_AT_ONCE); part <= last; part++) {
      const some = want(part);
      const [begin, end] = [part * NAMES_AT_ONCE, (part + 1) * NAMES_AT_ONCE - 1];
      for (let place = Math.max(from, begin); place <= Math.min(to, end); place++) names.push(some?.[place - begin]);
    }
    if (direction !== 0) want((direction > 0 ? last : Math.floor(from / NAMES_AT_ONCE)) + direction);
    return names;
  }

  return { between };
}
