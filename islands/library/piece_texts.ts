/** Fetches the markup of list pieces, caches it for scrolling back, and cancels requests that are no longer needed. */
export interface PieceTexts {
  /** Returns the markup of a piece if it is cached. */
  known(start: number): string | undefined;
  get(start: number, titles: number): Promise<string>;
  /** Fetches a piece, even if it is cached. `onlyWant` does not cancel the request. */
  request(start: number, titles: number, signal?: AbortSignal): Promise<string>;
  /**
   * Cancels all pending requests except those for the pieces that start at these positions, so that they are not
   * delayed.
   */
  onlyWant(starts: readonly number[]): void;
  clear(): void;
}

/** Number of cached pieces in addition to the rendered ones, so that scrolling back fetches nothing. */
const KEPT_PIECES = 40;

/** Creates the cache. `url` is the URL that returns pieces. Offset and limit are added. */
export function createPieceTexts(url: string): PieceTexts {
  const here = new Map<number, string>();
  const underway = new Map<number, { text: Promise<string>; stop: AbortController }>();

  async function request(start: number, titles: number, signal?: AbortSignal): Promise<string> {
    const address = new URL(url, location.href);
    address.searchParams.set("offset", String(start));
    address.searchParams.set("limit", String(titles));
    const response = await fetch(address, { headers: { Accept: "text/html" }, ...(signal ? { signal } : {}) });
    if (!response.ok) throw new Error(`The server returned ${response.status}.`);
    return await response.text();
  }

  function get(start: number, titles: number): Promise<string> {
    const known = here.get(start);
    if (known !== undefined) return Promise.resolve(known);
    const pending = underway.get(start);
    if (pending !== undefined) return pending.text;
    const stop = new AbortController();
    const text = request(start, titles, stop.signal);
    underway.set(start, { text, stop });
    text.then((markup) => {
      if (underway.get(start)?.stop !== stop) return;
      underway.delete(start);
      here.set(start, markup);
      for (const old of [...here.keys()].slice(0, -KEPT_PIECES)) here.delete(old);
    }, () => underway.get(start)?.stop === stop && underway.delete(start));
    return text;
  }

  function onlyWant(starts: readonly number[]): void {
    const wanted = new Set(starts);
    for (const [start, { stop }] of underway) {
      if (wanted.has(start)) continue;
      underway.delete(start);
      stop.abort();
    }
  }

  function clear(): void {
    onlyWant([]);
    here.clear();
  }

  return { known: (start) => here.get(start), get, request, onlyWant, clear };
}
