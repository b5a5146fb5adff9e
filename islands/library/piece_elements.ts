import { type ListShape, pieceTop } from "./list_shape.ts";

/** Creates the DOM elements for the pieces of a list. */

/** Stores the layout of a piece or of the whole list in CSS custom properties. */
export function showShape({ style }: HTMLElement, { columns, rowHeight }: ListShape): void {
  style.setProperty("--columns", String(columns));
  style.setProperty("--row", `${rowHeight}px`);
}

/** Creates the empty element of a piece with this number of titles. */
export function pieceElement(shape: ListShape, piece: number, titles: number): HTMLElement {
  const element = document.createElement("div");
  element.className = "list-piece";
  element.dataset.piece = String(piece);
  element.style.top = `${pieceTop(shape, piece)}px`;
  element.style.height = `${Math.ceil(titles / shape.columns) * shape.rowHeight}px`;
  showShape(element, shape);
  return element;
}

/** Creates the elements that show names until the titles are loaded. */
export const nameElements = (names: readonly string[]): HTMLElement[] =>
  names.map((name) => {
    const title = document.createElement("span");
    title.className = "title-name";
    title.textContent = name;
    return title;
  });

/** Returns the IDs of the titles between two positions of the list that have files, read from a piece's HTML. */
export function idsIn(text: string, from: number, to: number): string[] {
  const part = document.createElement("template");
  part.innerHTML = text;
  return [...part.content.querySelectorAll<HTMLElement>("[data-place]:has([data-tick])")]
    .filter(({ dataset: { place } }) => Number(place) >= from && Number(place) <= to)
    .map(({ dataset: { id } }) => id ?? "");
}
