import type { CdToc } from "../model.ts";
import type { ReadTrouble, SectorSpan } from "./model.ts";

/** What `cd-paranoia -e` and `cdparanoia -e` tell of one read. */
export interface ParanoiaEvents {
  /** Takes a line; true when it was one of progress. */
  push(line: string): boolean;
  /** Sectors that were written, and what went wrong on the way: each sector counts once. */
  written(): number;
  trouble(): ReadTrouble;
}

/** Code, name, and place in 16-bit words from the start of the disc. */
const LINE = /^##: (-?\d+) \[([^\]]*)\] @ (-?\d+)/;
const WORDS_PER_SECTOR = 1176;

/** Follows the progress of reading `span`. Names are the same in all versions, codes of what was written are not. */
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

/** A span as the program takes it, each end by its track: places from the start of the disc mean other things by version. */
export const spanText = (toc: CdToc, { start, sectors }: SectorSpan): string =>
  `${placeText(toc, start)}-${placeText(toc, start + sectors - 1)}`;

function placeText({ tracks }: CdToc, sector: number): string {
  const track = tracks.findLast(({ start }) => start <= sector);
  return track === undefined ? `0[.${sector}]` : `${track.number}[.${sector - track.start}]`;
}
