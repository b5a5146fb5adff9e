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

export function createListPieces({ window: host, url, shape, drawn, failed }: Options): ListPieces {
  const shown = new Map<number, HTMLElement>();
  const texts = new Map<number, Promise<string>>();
  let now = shape;
  let isBegun = false;

  /** The server drew the beginning with the page: what are whole pieces of it is not fetched again. */
  function keepFirst(): void {
    const titles = [...host.children];
    if (titles[0]?.getAttribute("data-place") !== "0") return;
    const size = pieceTitles(now);
    for (let at = 0; at + size <= titles.length || (at < titles.length && titles.length === now.total); at += size) {
      const text = titles.slice(at, at + size).map(({ outerHTML }) => outerHTML).join("");
      texts.set(at / size, Promise.resolve(text));
    }
  }

  function fetchPiece(piece: number): Promise<string> {
    const known = texts.get(piece);
    if (known !== undefined) return known;
    const address = new URL(url, location.href);
    address.searchParams.set("offset", String(piece * pieceTitles(now)));
    address.searchParams.set("limit", String(pieceTitles(now)));
    const text = fetch(address, { headers: { Accept: "text/html" } }).then((response) => {
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.text();
    });
    texts.set(piece, text);
    for (const old of [...texts.keys()].slice(0, -KEPT_PIECES)) texts.delete(old);
    text.catch(() => texts.delete(piece));
    return text;
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
    const wanted = new Set(piecesInView(now, -top, innerHeight - top));
    for (const [piece, element] of shown) {
      // What is being used by keyboard stays.
      if (wanted.has(piece) || element.contains(document.activeElement)) continue;
      element.remove();
      shown.delete(piece);
    }
    for (const piece of wanted) if (!shown.has(piece)) void fill(piece);
  }

  function reshape(shape: ListShape): void {
    now = shape;
    texts.clear();
    if (!isBegun) keepFirst();
    isBegun = true;
    shown.clear();
    host.replaceChildren();
    host.style.height = `${listHeight(now)}px`;
    host.style.setProperty("--columns", String(now.columns));
    host.style.setProperty("--row", `${now.rowHeight}px`);
    draw();
  }

  async function ids(from: number, to: number): Promise<string[]> {
    const [first, last] = [from, to].map((place) => Math.floor(place / pieceTitles(now))) as [number, number];
    const found: string[] = [];
    for (let piece = first; piece <= last; piece++) {
      const part = document.createElement("template");
      part.innerHTML = await fetchPiece(piece);
      for (const title of part.content.querySelectorAll<HTMLElement>("[data-place]:has([data-tick])")) {
        const place = Number(title.dataset.place);
        if (place >= from && place <= to) found.push(title.dataset.id ?? "");
      }
    }
    return found;
  }

  return { draw, ids, reshape };
}
