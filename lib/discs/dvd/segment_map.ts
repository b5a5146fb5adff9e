import { cellKey, type TitleSet } from "./ifo/title_set.ts";

/** Number of each cell of a title set, by `cellKey`. */
export type CellNumbers = ReadonlyMap<string, number>;

/** Numbers the cells of all titles of a set from 1, in the order of their VOB and cell numbers. */
export function numberCells(set: TitleSet): CellNumbers {
  const cells = [...set.chains.values()].flatMap((chain) => chain.cells)
    .toSorted((a, b) => a.vobId - b.vobId || a.cellId - b.cellId);
  return new Map([...new Set(cells.map(cellKey))].map((key, i) => [key, i + 1]));
}

/**
 * Cells in the order they are played, runs as ranges: `1-6,9`. Cells of title set 1 are bare numbers; those of another
 * set have its number before each part (`2:1-3,2:5`), so that equal text is equal content on the whole disc, and so is
 * each part between commas.
 */
export function segmentMap(titleSet: number, cells: { vobId: number; cellId: number }[], numbers: CellNumbers): string {
  const runs: [first: number, last: number][] = [];
  for (const cell of cells) {
    const number = numbers.get(cellKey(cell)) ?? 0;
    const run = runs.at(-1);
    if (run && run[1] + 1 === number) run[1] = number;
    else runs.push([number, number]);
  }
  const prefix = titleSet === 1 ? "" : `${titleSet}:`;
  return runs.map(([first, last]) => prefix + (first === last ? first : `${first}-${last}`)).join(",");
}
