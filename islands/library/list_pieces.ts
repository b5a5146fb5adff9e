import { createListNames } from "./list_names.ts";
import { createPieceTexts } from "./piece_texts.ts";
import { listHeight, type ListShape, pieceOf, piecesBetween, pieceStart, pieceTitles } from "./list_shape.ts";
import { idsIn, nameElements, pieceElement, showShape } from "./piece_elements.ts";
import { REST_MS, type Scroll, scrollTo } from "./scroll_speed.ts";

/** Renders the visible pieces of a long list, fetches missing pieces, and removes all others. */
export interface ListPieces {
  /** Renders the visible pieces. Adjacent pieces are rendered too if `around` is set or the user has scrolled. */
  draw(around?: boolean): void;
  /** Returns the IDs of the titles between two positions that have files, whether they are rendered or not. */
  ids(from: number, to: number): Promise<string[]>;
  /** Renders the list again with a different layout. */
  reshape(shape: ListShape): void;
  /** Applies the initial layout to the server-rendered pieces. Renders nothing, to avoid measuring the page. */
  begin(): void;
}

interface Options {
  window: HTMLElement;
  /** URL that returns pieces. Offset and limit are added. */
  url: string;
  /** URL that returns names. Without it, pieces stay empty until they are loaded. */
  namesUrl?: string;
  shape: ListShape;
  /** Called for each piece after it has been rendered. */
  drawn(piece: HTMLElement): void;
  /** Called when a piece cannot be loaded. */
  failed(error: unknown): void;
}

/** Number of screens to prefetch in the scroll direction. */
const SCREENS_AHEAD = 3;
/**
 * Scroll speed in screens per second above which only names are shown. Titles are fetched when scrolling slows down.
 */
const FAST = 5;

export function createListPieces({ window: host, url, namesUrl, shape, drawn, failed }: Options): ListPieces {
  const shown = new Map<number, HTMLElement>();
  /** Pieces whose titles are being fetched. */
  const filling = new WeakSet<HTMLElement>();
  const texts = createPieceTexts(url);
  const names = namesUrl === undefined
    ? undefined
    : createListNames({ url: namesUrl, total: shape.total, came: nameAll });
  /** The server rendered the start of the list with the page. Its complete rows are never removed. */
  let first = host.firstElementChild?.getAttribute("data-place") === "0" ? [...host.children] : [];
  let now = shape;
  let scroll: Scroll = { top: host.getBoundingClientRect().top, at: 0, speed: 0 };
  let isAround = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  /** Keeps only the complete rows that the server rendered. They are never rendered again. */
  function keepFirst(shape: ListShape): ListShape {
    const kept = first.length === shape.total ? first.length : first.length - first.length % shape.columns;
    first = first.slice(0, kept);
    const staying = new Set(first);
    for (const child of [...host.children]) if (!staying.has(child)) child.remove();
    return { ...shape, from: kept };
  }

  /** Returns a piece's first position and number of titles. */
  function extent(piece: number): { start: number; titles: number } {
    const start = pieceStart(now, piece);
    return { start, titles: Math.min(pieceTitles(now), now.total - start) };
  }

  function place(piece: number): HTMLElement {
    const element = pieceElement(now, piece, extent(piece).titles);
    // The piece is inserted in list order, for keyboard navigation.
    const next = [...shown.keys()].filter((one) => one > piece).sort((a, b) => a - b)[0];
    host.insertBefore(element, next === undefined ? null : shown.get(next) ?? null);
    shown.set(piece, element);
    return element;
  }

  function put(element: HTMLElement, text: string): void {
    delete element.dataset.loading;
    element.innerHTML = text;
    drawn(element);
  }

  /** Renders a piece with the data that has been loaded. */
  function drawKnown(piece: number): void {
    const element = place(piece);
    const known = texts.known(pieceStart(now, piece));
    if (known !== undefined) return put(element, known);
    element.dataset.loading = "";
    nameOf(piece, element);
  }

  async function fill(piece: number, element: HTMLElement): Promise<void> {
    const { start, titles } = extent(piece);
    filling.add(element);
    try {
      const text = await texts.get(start, titles);
      if (shown.get(piece) === element) put(element, text);
    } catch (error) {
      const isGivenUp = error instanceof DOMException && error.name === "AbortError";
      if (shown.get(piece) === element && !isGivenUp) failed(error);
    } finally {
      filling.delete(element);
    }
  }

  /** Fills a piece with names until the titles are loaded. */
  function nameOf(piece: number, element: HTMLElement): void {
    const { start, titles } = extent(piece);
    const known = names?.between(start, start + titles - 1, Math.sign(scroll.speed)) ?? [];
    const all = known.filter((name) => name !== undefined);
    if (all.length > 0 && all.length === known.length) element.replaceChildren(...nameElements(all));
  }

  function nameAll(): void {
    for (const [piece, element] of shown) {
      if (element.dataset.loading !== undefined && element.childElementCount === 0) nameOf(piece, element);
    }
  }

  /** Returns the next pieces in the scroll direction, nearest first. */
  function ahead(top: number, bottom: number): number[] {
    const far = SCREENS_AHEAD * innerHeight;
    const { speed } = scroll;
    if (speed === 0) return [];
    return speed > 0 ? piecesBetween(now, bottom, bottom + far) : piecesBetween(now, top - far, top).reverse();
  }

  /** Fetches the pieces at the final position once scrolling has stopped. */
  function drawAtRest(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      // Keeps only the sign, which is the direction.
      scroll.speed = Math.sign(scroll.speed);
      if (host.isConnected) draw();
    }, REST_MS);
  }

  function draw(around = isAround): void {
    const { top } = host.getBoundingClientRect();
    scroll = scrollTo(scroll, top, performance.now(), innerHeight);
    const { speed } = scroll;
    isAround = around || speed !== 0;
    const margin = isAround ? innerHeight : 0;
    const isFast = names !== undefined && Math.abs(speed) > FAST;
    const wanted = new Set(piecesBetween(now, -top - margin, innerHeight - top + margin));
    const next = isFast ? [] : ahead(-top - margin, innerHeight - top + margin);
    texts.onlyWant(isFast ? [] : [...wanted, ...next].map((piece) => pieceStart(now, piece)));
    for (const [piece, element] of shown) {
      // Keeps the piece that contains the keyboard focus.
      if (wanted.has(piece) || element.contains(document.activeElement)) continue;
      element.remove();
      shown.delete(piece);
    }
    for (const piece of wanted) if (!shown.has(piece)) drawKnown(piece);
    if (isFast) drawAtRest();
    else fetchAll(next);
    // Prefetches names far ahead of the current position.
    if (names !== undefined && isAround) {
      const middle = pieceStart(now, [...wanted][0] ?? 0);
      names.between(middle, middle, Math.sign(speed) || 1);
    }
  }

  /** Fetches the titles of rendered pieces, then of the next ones. */
  function fetchAll(next: readonly number[]): void {
    for (const [piece, element] of shown) {
      if (element.dataset.loading !== undefined && !filling.has(element)) void fill(piece, element);
    }
    for (const piece of next) {
      if (shown.has(piece)) continue;
      const { start, titles } = extent(piece);
      texts.get(start, titles).catch(() => {});
    }
  }

  function begin(shape: ListShape = now): void {
    now = keepFirst(shape);
    host.style.height = `${listHeight(now)}px`;
    showShape(host, now);
    if (now.columns === 1) host.style.setProperty("--table-row", `${now.rowHeight}px`);
  }

  function reshape(shape: ListShape): void {
    texts.clear();
    shown.clear();
    begin(shape);
    draw();
  }

  async function ids(from: number, to: number): Promise<string[]> {
    const found: string[] = [];
    // Includes the server-rendered titles, so that one code path covers all.
    const whole = { ...now, from: 0 };
    for (let piece = pieceOf(whole, from); piece <= pieceOf(whole, to); piece++) {
      // Uses a separate request. Requests for pieces that were scrolled past are cancelled, but a selection needs this
      // one.
      const text = await texts.request(pieceStart(whole, piece), pieceTitles(whole));
      found.push(...idsIn(text, from, to));
    }
    return found;
  }

  return { begin: () => begin(), draw, ids, reshape };
}
