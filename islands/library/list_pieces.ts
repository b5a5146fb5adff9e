import type { ListShape } from "./list_shape.ts";
import { listHeight, piecesInView, pieceTitles, pieceTop } from "./list_shape.ts";

/** Draws the pieces of a long list that are in view, fetches those that were not yet, and takes the others away. */
export interface ListPieces {
  /** Draws what is in view now. */
  draw(): void;
  /** The ids of the titles from one place to another, those with files; drawn or not. */
  ids(from: number, to: number): Promise<string[]>;
  /** Begins anew with another shape. */
  reshape(shape: ListShape): void;
}

interface Options {
  window: HTMLElement;
  /** Address of pieces; place and number of titles are added. */
  url: string;
  shape: ListShape;
  /** Called for titles that were just drawn. */
  drawn(piece: HTMLElement): void;
  /** What a list is called when a piece cannot be had. */
  failed(error: unknown): void;
}

/** Pieces that are kept as text beside those that are drawn, so that going back fetches nothing. */
const KEPT_PIECES = 40;
/** Where somebody scrolls to, this far beyond what is in view is fetched. */
const SCREENS_AHEAD = 3;

export function createListPieces({ window: host, url, shape, drawn, failed }: Options): ListPieces {
  const shown = new Map<number, HTMLElement>();
  const texts = new Map<number, Promise<string>>();
  const underway = new Map<number, AbortController>();
  /** The server drew the beginning with the page: whole pieces of it stay where they are for good. */
  let first = host.firstElementChild?.getAttribute("data-place") === "0" ? [...host.children] : [];
  let now = shape;
  let lastTop = host.getBoundingClientRect().top;
  /** Down 1, up -1, and 0 until somebody scrolls. */
  let direction = 0;

  /** Leaves of what came with the page only what fills whole pieces; those are never drawn anew. */
  function keepFirst(): void {
    const size = pieceTitles(now);
    const kept = first.length === now.total ? first.length : first.length - first.length % size;
    first = first.slice(0, kept);
    const staying = new Set(first);
    for (const child of [...host.children]) if (!staying.has(child)) child.remove();
  }

  const isKept = (piece: number): boolean => piece * pieceTitles(now) < first.length;

  async function request(piece: number, signal?: AbortSignal): Promise<string> {
    const address = new URL(url, location.href);
    address.searchParams.set("offset", String(piece * pieceTitles(now)));
    address.searchParams.set("limit", String(pieceTitles(now)));
    const response = await fetch(address, { headers: { Accept: "text/html" }, ...(signal ? { signal } : {}) });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    return await response.text();
  }

  function fetchPiece(piece: number): Promise<string> {
    const known = texts.get(piece);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const text = request(piece, stop.signal);
    texts.set(piece, text);
    underway.set(piece, stop);
    for (const old of [...texts.keys()].slice(0, -KEPT_PIECES)) texts.delete(old);
    const ended = () => underway.get(piece) === stop && underway.delete(piece);
    text.then(ended, () => {
      ended();
      if (texts.get(piece) === text) texts.delete(piece);
    });
    return text;
  }

  /** What was scrolled past before it came stands in the way of what is in view. */
  function forgetOthers(wanted: ReadonlySet<number>): void {
    for (const [piece, stop] of underway) {
      if (wanted.has(piece)) continue;
      stop.abort();
      underway.delete(piece);
      texts.delete(piece);
    }
  }

  function place(piece: number): HTMLElement {
    const element = document.createElement("div");
    element.className = "list-piece";
    element.dataset.piece = String(piece);
    element.style.top = `${pieceTop(now, piece)}px`;
    const titles = Math.min(pieceTitles(now), now.total - piece * pieceTitles(now));
    element.style.height = `${Math.ceil(titles / now.columns) * now.rowHeight}px`;
    // In the order of the list, for whoever goes through it by keyboard.
    const next = [...shown.keys()].filter((one) => one > piece).sort((a, b) => a - b)[0];
    host.insertBefore(element, next === undefined ? null : shown.get(next) ?? null);
    shown.set(piece, element);
    return element;
  }

  async function fill(piece: number): Promise<void> {
    const element = place(piece);
    try {
      const text = await fetchPiece(piece);
      if (shown.get(piece) !== element) return;
      element.innerHTML = text;
      drawn(element);
    } catch (error) {
      if (shown.get(piece) === element) failed(error);
    }
  }

  function draw(): void {
    const { top } = host.getBoundingClientRect();
    const wanted = new Set(piecesInView(now, -top, innerHeight - top).filter((piece) => !isKept(piece)));
    if (top !== lastTop) direction = Math.sign(lastTop - top);
    lastTop = top;
    const ahead = direction * SCREENS_AHEAD * innerHeight;
    const next = direction === 0 ? [] : piecesInView(now, ahead - top, ahead + innerHeight - top);
    forgetOthers(new Set([...wanted, ...next]));
    for (const [piece, element] of shown) {
      // What is being used by keyboard stays.
      if (wanted.has(piece) || element.contains(document.activeElement)) continue;
      element.remove();
      shown.delete(piece);
    }
    for (const piece of wanted) if (!shown.has(piece)) void fill(piece);
    for (const piece of next) if (!shown.has(piece) && !isKept(piece)) void fetchPiece(piece);
  }

  function reshape(shape: ListShape): void {
    forgetOthers(new Set());
    now = shape;
    texts.clear();
    shown.clear();
    keepFirst();
    host.style.height = `${listHeight(now)}px`;
    host.style.setProperty("--columns", String(now.columns));
    host.style.setProperty("--row", `${now.rowHeight}px`);
    draw();
  }

  async function ids(from: number, to: number): Promise<string[]> {
    const [begin, end] = [from, to].map((place) => Math.floor(place / pieceTitles(now))) as [number, number];
    const found: string[] = [];
    for (let piece = begin; piece <= end; piece++) {
      const part = document.createElement("template");
      // Of its own: what is scrolled past is not waited for, a choice is.
      part.innerHTML = await request(piece);
      for (const title of part.content.querySelectorAll<HTMLElement>("[data-place]:has([data-tick])")) {
        const place = Number(title.dataset.place);
        if (place >= from && place <= to) found.push(title.dataset.id ?? "");
      }
    }
    return found;
  }

  return { draw, ids, reshape };
}
