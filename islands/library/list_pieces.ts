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
  /** The first shape, around what came with the page; nothing is drawn yet, so that nothing has to be measured. */
  begin(): void;
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

/** Where somebody scrolls to, this far beyond what is in view is fetched. */
const SCREENS_AHEAD = 3;
/** Screens in a second above which nobody reads more than names: titles are fetched once it is slower. */
const FAST = 5;
/** After so long without a step the page has come to rest, in milliseconds. */
const REST_MS = 120;

export function createListPieces({ window: host, url, namesUrl, shape, drawn, failed }: Options): ListPieces {
  const shown = new Map<number, HTMLElement>();
  /** Pieces whose titles are being fetched. */
  const filling = new WeakSet<HTMLElement>();
  const texts = createPieceTexts(url);
  const names = namesUrl === undefined
    ? undefined
    : createListNames({ url: namesUrl, total: shape.total, came: nameAll });
  /** The server drew the beginning with the page: whole rows of it stay where they are for good. */
  let first = host.firstElementChild?.getAttribute("data-place") === "0" ? [...host.children] : [];
  let now = shape;
  let last = { top: host.getBoundingClientRect().top, at: 0 };
  /** Screens in a second, down or up; 0 until somebody scrolls. */
  let speed = 0;
  let isAround = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

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

  function showShape({ style }: HTMLElement): void {
    style.setProperty("--columns", String(now.columns));
    style.setProperty("--row", `${now.rowHeight}px`);
  }

  function place(piece: number): HTMLElement {
    const element = document.createElement("div");
    element.className = "list-piece";
    element.dataset.piece = String(piece);
    element.style.top = `${pieceTop(now, piece)}px`;
    element.style.height = `${Math.ceil(extent(piece).titles / now.columns) * now.rowHeight}px`;
    showShape(element);
    // In the order of the list, for whoever goes through it by keyboard.
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

  /** Draws what is known of a piece by now. */
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
      if (element.dataset.loading !== undefined && element.childElementCount === 0) nameOf(piece, element);
    }
  }

  /** What is scrolled to next, the nearest first. */
  function ahead(top: number, bottom: number): number[] {
    const far = SCREENS_AHEAD * innerHeight;
    if (speed === 0) return [];
    return speed > 0 ? piecesBetween(now, bottom, bottom + far) : piecesBetween(now, top - far, top).reverse();
  }

  function measure(top: number): void {
    const at = performance.now();
    if (top !== last.top) {
      const step = (last.top - top) / innerHeight;
      // After a rest the first step is a jump: its direction counts, and no speed.
      speed = at - last.at > REST_MS ? Math.sign(step) : (speed + step * 1000 / Math.max(1, at - last.at)) / 2;
    }
    last = { top, at };
  }

  /** Once the page rests, what was passed by is fetched where it came to a stand. */
  function drawAtRest(): void {
    clearTimeout(rest);
    rest = setTimeout(() => {
      speed = Math.sign(speed);
      if (host.isConnected) draw();
    }, REST_MS);
  }

  function draw(around = isAround): void {
    const { top } = host.getBoundingClientRect();
    measure(top);
    isAround = around || speed !== 0;
    const margin = isAround ? innerHeight : 0;
    const isFast = names !== undefined && Math.abs(speed) > FAST;
    const wanted = new Set(piecesBetween(now, -top - margin, innerHeight - top + margin));
    const next = isFast ? [] : ahead(-top - margin, innerHeight - top + margin);
    texts.onlyWant(isFast ? [] : [...wanted, ...next].map((piece) => pieceStart(now, piece)));
    for (const [piece, element] of shown) {
      // What is being used by keyboard stays.
      if (wanted.has(piece) || element.contains(document.activeElement)) continue;
      element.remove();
      shown.delete(piece);
    }
    for (const piece of wanted) if (!shown.has(piece)) drawKnown(piece);
    if (isFast) drawAtRest();
    else fetchAll(next);
    // The names of what is far ahead come long before it does.
    if (names !== undefined && isAround) {
      const middle = pieceStart(now, [...wanted][0] ?? 0);
      names.between(middle, middle, Math.sign(speed) || 1);
    }
  }

  /** The titles of what is drawn, and then of what comes next. */
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
    showShape(host);
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

  return { begin: () => begin(), draw, ids, reshape };
}
