import { cellKey, type TitleSet } from "./ifo/title_set.ts";

/** Number of each cell of a title set, by `cellKey`. */
export type CellNumbers = ReadonlyMap<string, number>;

/** Numbers the cells of all titles in a set from 1, ordered by VOB and cell number. */
export function numberCells(set: TitleSet): CellNumbers {
  const cells = [...set.chains.values()].flatMap((chain) => chain.cells)
    .toSorted((a, b) => a.vobId - b.vobId || a.cellId - b.cellId);
  return new Map([...new Set(cells.map(cellKey))].map((key, i) => [key, i + 1]));
}

/**
 * Lists the cells in playback order, with runs as ranges: `1-6,9`. Cells of title set 1 are plain numbers. Cells of
 * other sets have the set number as a prefix in each part (`2:1-3,2:5`). Equal text, or an equal part between commas,
 * therefore means equal content anywhere on the disc.
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
