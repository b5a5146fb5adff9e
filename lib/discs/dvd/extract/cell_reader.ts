import { DiscFault } from "../../files/model.ts";
import type { DvdCell } from "../../model.ts";
import { SECTOR_BYTES } from "../ifo/ifo_bytes.ts";
import { readNavigation } from "../packs.ts";
import type { Vobs } from "../vobs.ts";

/** Sectors from `first` to `last`, inclusive. */
export interface SectorRun {
  first: number;
  last: number;
}

/** Number of sectors per read: 2 MiB, more than the longest unit (VOBU, 1.2 s). */
const RUN_SECTORS = 1024;
/**
 * Maximum number of unreadable sectors per title, because a drive spends seconds on each. If there are more, the copy
 * fails.
 */
const MAX_UNREADABLE = 512;

/** Reads the cells of one title in complete sectors, and records unreadable sectors in `lost`. */
export interface CellReader {
  /**
   * Yields the sectors of a cell in order, without the sectors of other cells that are interleaved. The bytes of a
   * piece are valid until the second piece after it is requested.
   */
  read(cell: DvdCell): AsyncGenerator<{ bytes: Uint8Array; firstSector: number }>;
  readonly lost: SectorRun[];
}

/** Creates a reader. It throws the errors of the files, but skips up to 512 unreadable sectors. */
export function createCellReader(vobs: Vobs): CellReader {
  const lost: SectorRun[] = [];
  // Two alternating buffers: one may be written while the other is filled.
  const buffers = [new Uint8Array(RUN_SECTORS * SECTOR_BYTES), new Uint8Array(RUN_SECTORS * SECTOR_BYTES)];
  let turn = 0;
  let unreadable = 0;

  function markUnreadable(first: number, count: number): void {
    const before = lost.at(-1);
    if (before && before.last + 1 === first) before.last = first + count - 1;
    else lost.push({ first, last: first + count - 1 });
  }

  /** Yields the readable pieces of a run. If a read fails, each half is tried. */
  async function* readable(first: number, count: number): AsyncGenerator<{ bytes: Uint8Array; firstSector: number }> {
    try {
      const bytes = await vobs.read(first, count, buffers[turn ^= 1]);
      if (bytes.length > 0) yield { bytes, firstSector: first };
      const got = bytes.length / SECTOR_BYTES;
      if (got < count) markUnreadable(first + got, count - got);
    } catch (error) {
      if (!(error instanceof DiscFault) || error.code !== "unreadable" || unreadable >= MAX_UNREADABLE) throw error;
      if (count === 1) {
        unreadable++;
        markUnreadable(first, 1);
        return;
      }
      const half = count >> 1;
      yield* readable(first, half);
      yield* readable(first + half, count - half);
    }
  }

  return {
    lost,
    async *read(cell) {
      const end = Math.min(cell.lastSector + 1, vobs.sectors);
      if (cell.lastSector >= end) {
        markUnreadable(Math.max(cell.firstSector, end), cell.lastSector + 1 - Math.max(cell.firstSector, end));
      }
      if (cell.interleaved) return yield* ownUnits(vobs, cell, end);
      for (let first = cell.firstSector; first < end; first += RUN_SECTORS) {
        yield* readable(first, Math.min(RUN_SECTORS, end - first));
      }
    },
  };
}

/**
 * Yields the units of an interleaved cell, which are identified by their navigation packs. With a damaged pack, it is
 * not possible to determine the cell of a unit.
 */
async function* ownUnits(
  vobs: Vobs,
  cell: DvdCell,
  end: number,
): AsyncGenerator<{ bytes: Uint8Array; firstSector: number }> {
  let found = false;
  for (let first = cell.firstSector; first < end;) {
    const bytes = await vobs.read(first, Math.min(RUN_SECTORS, end - first));
    const have = bytes.length / SECTOR_BYTES;
    let at = 0;
    while (at < have) {
      const unit = readNavigation(bytes, at * SECTOR_BYTES);
      const fits = unit !== undefined && unit.sectors <= RUN_SECTORS && first + at + unit.sectors <= end;
      if (!fits) throw notSure(first + at);
      const own = unit.vobId === cell.vobId && unit.cellId === cell.cellId;
      if (own && at + unit.sectors > have) break;
      found ||= own;
      if (own) {
        const from = at * SECTOR_BYTES;
        yield { bytes: bytes.subarray(from, from + unit.sectors * SECTOR_BYTES), firstSector: first + at };
      }
      at += unit.sectors;
    }
    if (at === 0) throw notSure(first);
    first += at;
  }
  if (!found) throw notSure(cell.firstSector);
}

const notSure = (sector: number): DiscFault =>
  new DiscFault(
    "malformed",
    `The title's angle cannot be separated from the others at sector ${sector}; it was not copied.`,
  );
