import type { CdToc } from "../model.ts";
import type { ReadTrouble, SectorSpan } from "./model.ts";

/** Events of one read, as reported by `cd-paranoia -e` and `cdparanoia -e`. */
export interface ParanoiaEvents {
  /** Parses a line. Returns true if it was a progress line. */
  push(line: string): boolean;
  /** Returns the number of sectors written. `trouble()` counts each failing sector once. */
  written(): number;
  trouble(): ReadTrouble;
}

/** Matches the code, the name, and the position in 16-bit words from the start of the disc. */
const LINE = /^##: (-?\d+) \[([^\]]*)\] @ (-?\d+)/;
const WORDS_PER_SECTOR = 1176;

/**
 * Tracks the progress of reading `span`. Event names are stable across versions, but the codes for written data are
 * not.
 */
export function followParanoia(span: SectorSpan): ParanoiaEvents {
  const failed = new Set<number>();
  const skipped = new Set<number>();
  let written = 0;
  return {
    push(line) {
      const [, code, name, words] = LINE.exec(line) ?? [];
      if (words === undefined) return false;
      const sector = Math.floor(Number(words) / WORDS_PER_SECTOR);
      if (name === "wrote") written = Math.min(span.sectors, Math.max(written, sector - span.start));
      else if (name === "skip" || code === "6") skipped.add(sector);
      else if (name === "readerr" || code === "12") failed.add(sector);
      return true;
    },
    written: () => written,
    trouble: () => ({ readErrors: failed.size, skips: skipped.size }),
  };
}

/**
 * Formats a span for the program, with each end relative to its track. Positions relative to the start of the disc
 * differ between versions.
 */
export const spanText = (toc: CdToc, { start, sectors }: SectorSpan): string =>
  `${placeText(toc, start)}-${placeText(toc, start + sectors - 1)}`;

function placeText({ tracks }: CdToc, sector: number): string {
  const track = tracks.findLast(({ start }) => start <= sector);
  return track === undefined ? `0[.${sector}]` : `${track.number}[.${sector - track.start}]`;
}
