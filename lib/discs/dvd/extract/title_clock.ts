import type { Navigation } from "../packs.ts";

/**
 * Time on the title. Each unit (VOBU) begins where the one before it ended, whatever the stream's own clock says: that
 * starts anew at some cells, and jumps where cells are left out. Within a cell it runs on, also past units that were lost.
 */
export interface TitleClock {
  /** A unit begins. */
  enter(unit: Navigation): void;
  /** Title time of a time on the stream's clock in the present unit; undefined before the first. In 90 kHz. */
  at(pts: number): number | undefined;
  /** End of the present unit, in 90 kHz. */
  elapsed(): number;
}

/**
 * Makes a clock at the start of a title whose video has so many frames a second. A unit lasts whole fields: some
 * authoring programs end the last unit of a VOB with its sound, which may be longer, and what joins VOBs counts frames.
 */
export function createTitleClock([frames, seconds]: [number, number]): TitleClock {
  const field = 45_000 * seconds / frames;
  let start = 0;
  let unit: Navigation | undefined;
  // Times are whole ticks, fields of NTSC are not.
  const length = () => unit ? Math.max(0, Math.floor((unit.endPtm - unit.startPtm + 2) / field) * field) : 0;
  return {
    enter(next) {
      start += unit && runsOn(unit, next) ? next.startPtm - unit.startPtm : length();
      unit = next;
    },
    at: (pts) => unit && start + pts - unit.startPtm,
    elapsed: () => start + length(),
  };
}

/** What unreadable sectors can take from a cell; a larger jump is a damaged time. In 90 kHz. */
const MAX_HOLE = 60 * 90_000;

function runsOn(unit: Navigation, next: Navigation): boolean {
  if (next.startPtm === unit.endPtm) return true;
  const hole = next.startPtm - unit.endPtm;
  return unit.vobId === next.vobId && unit.cellId === next.cellId && hole > 0 && hole <= MAX_HOLE;
}
