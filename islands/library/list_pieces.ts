import { createListNames } from "./list_names.ts";
import { createPieceTexts } from "./piece_texts.ts";
import { listHeight, type ListShape, pieceOf, piecesBetween, pieceStart, pieceTitles, pieceTop } from "./list_shape.ts";

/** Draws the pieces of a long list that are in view, fetches those that were not yet, and takes the others away. */
export interface ListPieces {
  /** Draws what is in view now; what lies around it once `around` or somebody scrolls. */
  draw(around?: boolean): void;
  /** The ids of the titles from one place to another, those with files; drawn or not. */
  ids(from: number, to: number): Promise<string[]>;
  /** Begins anew with another shape. */
  reshape(shape: ListShape): void;
}

interface Options {
  window: HTMLElement;
  /** Address of pieces; place and number of titles are added. */
  url: string;
  /** Address of names, the same way; absent: what is not there yet stands empty. */
  namesUrl?: string;
  shape: ListShape;
  /** Called for titles that were just drawn. */
  drawn(piece: HTMLElement): void;
  /** What a list is called when a piece cannot be had. */
  failed(error: unknown): void;
}

/** Where somebody scrolls to, at least this far beyond what is in view is fetched. */
const SCREENS_AHEAD = 3;
/** And as far as the page moves in this time: longer than a busy service takes to answer. */
const AHEAD_MS = 400;

export function createListPieces({ window: host, url, namesUrl, shape, drawn, failed }: Options): ListPieces {
  const shown = new Map<number, HTMLElement>();
  const texts = createPieceTexts(url);
  const names = namesUrl === undefined
    ? undefined
    : createListNames({ url: namesUrl, total: shape.total, came: nameAll });
  /** The server drew the beginning with the page: whole rows of it stay where they are for good. */
  let first = host.firstElementChild?.getAttribute("data-place") === "0" ? [...host.children] : [];
  let now = shape;
  let last = { top: host.getBoundingClientRect().top, at: 0 };
  /** Pixels in a millisecond, down or up; 0 until somebody scrolls. */
  let speed = 0;
  let isAround = false;

  /** Leaves of what came with the page only what fills whole rows; those are never drawn anew. */
  function keepFirst(shape: ListShape): ListShape {
    const kept = first.length === shape.total ? first.length : first.length - first.length % shape.columns;
    first = first.slice(0, kept);
    const staying = new Set(first);
    for (const child of [...host.children]) if (!staying.has(child)) child.remove();
    return { ...shape, from: kept };
  }

  /** Place of the first title of a piece, and how many it has. */
  function extent(piece: number): { start: number; titles: number } {
    const start = pieceStart(now, piece);
    return { start, titles: Math.min(pieceTitles(now), now.total - start) };
  }

  function place(piece: number): HTMLElement {
    const element = document.createElement("div");
    element.className = "list-piece";
    element.dataset.piece = String(piece);
    element.style.top = `${pieceTop(now, piece)}px`;
    element.style.height = `${Math.ceil(extent(piece).titles / now.columns) * now.rowHeight}px`;
    // In the order of the list, for whoever goes through it by keyboard.
    const next = [...shown.keys()].filter((one) => one > piece).sort((a, b) => a - b)[0];
    host.insertBefore(element, next === undefined ? null : shown.get(next) ?? null);
    shown.set(piece, element);
    return element;
  }

  function put(element: HTMLElement, text: string): void {
    element.removeAttribute("aria-busy");
    element.innerHTML = text;
    drawn(element);
  }

  async function fill(piece: number): Promise<void> {
    const element = place(piece);
    const { start, titles } = extent(piece);
    const known = texts.known(start);
    if (known !== undefined) return put(element, known);
    element.setAttribute("aria-busy", "true");
    nameOf(piece, element);
    try {
      const text = await texts.get(start, titles);
      if (shown.get(piece) === element) put(element, text);
    } catch (error) {
      if (shown.get(piece) === element) failed(error);
    }
  }

  /** Until its titles are there, a piece has at least their names. */
  function nameOf(piece: number, element: HTMLElement): void {
    const { start, titles } = extent(piece);
    const known = names?.between(start, start + titles - 1, Math.sign(speed)) ?? [];
    if (known.includes(undefined) || known.length === 0) return;
    element.replaceChildren(...known.map((name) => {
      const title = document.createElement("span");
      title.className = "title-name";
      title.textContent = name ?? "";
      return title;
    }));
  }

  function nameAll(): void {
    for (const [piece, element] of shown) {
      if (element.ariaBusy === "true" && element.childElementCount === 0) nameOf(piece, element);
    }
  }

  /** What is scrolled to next, the nearest first. */
  function ahead(top: number, bottom: number): number[] {
    if (speed === 0) return [];
    const far = Math.max(SCREENS_AHEAD * innerHeight, Math.abs(speed) * AHEAD_MS);
    return speed > 0 ? piecesBetween(now, bottom, bottom + far) : piecesBetween(now, top - far, top).reverse();
  }

  function measure(top: number): void {
    const at = performance.now();
    // After a rest the first distance is a jump: its direction counts, and no speed.
    if (top !== last.top) speed = (last.top - top) / Math.max(16, at - last.at);
    last = { top, at };
  }

  function draw(around = isAround): void {
    const { top } = host.getBoundingClientRect();
    measure(top);
    isAround = around || speed !== 0;
    const margin = isAround ? innerHeight : 0;
    const wanted = new Set(piecesBetween(now, -top - margin, innerHeight - top + margin));
    const next = ahead(-top - margin, innerHeight - top + margin);
    texts.onlyWant([...wanted, ...next].map((piece) => pieceStart(now, piece)));
    for (const [piece, element] of shown) {
      // What is being used by keyboard stays.
      if (wanted.has(piece) || element.contains(document.activeElement)) continue;
      element.remove();
      shown.delete(piece);
    }
    for (const piece of wanted) if (!shown.has(piece)) void fill(piece);
    for (const piece of next) {
      if (shown.has(piece)) continue;
      const { start, titles } = extent(piece);
      texts.get(start, titles).catch(() => {});
    }
    // The names of what is far ahead come long before it does.
    if (names !== undefined && isAround) {
      const middle = pieceStart(now, [...wanted][0] ?? 0);
      names.between(middle, middle, Math.sign(speed) || 1);
    }
  }

  function reshape(shape: ListShape): void {
    texts.clear();
    shown.clear();
    now = keepFirst(shape);
    host.style.height = `${listHeight(now)}px`;
    host.style.setProperty("--columns", String(now.columns));
    host.style.setProperty("--row", `${now.rowHeight}px`);
    draw();
  }

  async function ids(from: number, to: number): Promise<string[]> {
    const found: string[] = [];
    // Those that came with the page are asked for as well: one way for all.
    const whole = { ...now, from: 0 };
    for (let piece = pieceOf(whole, from); piece <= pieceOf(whole, to); piece++) {
      const part = document.createElement("template");
      // Of its own: what is scrolled past is not waited for, a choice is.
      part.innerHTML = await texts.request(pieceStart(whole, piece), pieceTitles(whole));
      for (const title of part.content.querySelectorAll<HTMLElement>("[data-place]:has([data-tick])")) {
        const place = Number(title.dataset.place);
        if (place >= from && place <= to) found.push(title.dataset.id ?? "");
      }
    }
    return found;
  }

  return { draw, ids, reshape };
}
