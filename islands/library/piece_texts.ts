/** The markup of pieces of a list: fetched, kept for the way back, and given up when nobody looks there any more. */
export interface PieceTexts {
  /** The markup of a piece that is here already. */
  known(start: number): string | undefined;
  get(start: number, titles: number): Promise<string>;
  /** Asks the server whatever is known, and is never given up. */
  request(start: number, titles: number, signal?: AbortSignal): Promise<string>;
  /** Gives up what is underway but for the pieces that begin at these places: it would stand in their way. */
  onlyWant(starts: readonly number[]): void;
  clear(): void;
}

/** Pieces that are kept beside those that are drawn, so that going back fetches nothing. */
const KEPT_PIECES = 40;

/** `url` is the address of pieces; place and number of titles are added. */
export function createPieceTexts(url: string): PieceTexts {
  const here = new Map<number, string>();
  const underway = new Map<number, { text: Promise<string>; stop: AbortController }>();

  async function request(start: number, titles: number, signal?: AbortSignal): Promise<string> {
    const address = new URL(url, location.href);
    address.searchParams.set("offset", String(start));
    address.searchParams.set("limit", String(titles));
    const response = await fetch(address, { headers: { Accept: "text/html" }, ...(signal ? { signal } : {}) });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return await response.text();
  }

  function get(start: number, titles: number): Promise<string> {
    const known = here.get(start);
    if (known !== undefined) return Promise.resolve(known);
    const asked = underway.get(start);
    if (asked !== undefined) return asked.text;
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
