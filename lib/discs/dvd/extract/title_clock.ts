import type { Navigation } from "../packs.ts";

/**
 * Time within the title. Each unit (VOBU) starts where the previous one ended, regardless of the clock of the stream,
 * which restarts at some cells and jumps where cells are skipped. Within a cell the clock continues, even after lost
 * units.
 */
export interface TitleClock {
  /** Starts the unit (VOBU) with this navigation pack. */
  enter(unit: Navigation): void;
  /** Converts a timestamp of the current unit to title time, both at 90 kHz. Undefined before the first unit. */
  at(pts: number): number | undefined;
  /** Returns the end of the current unit, at 90 kHz. */
  elapsed(): number;
}

/**
 * Creates a clock for a title with the given frame rate. The length of a unit is a whole number of fields. Some
 * authoring programs end the last unit of a VOB with its audio, which may be longer than the video, but programs that
 * join VOBs count frames.
 */
export function createTitleClock([frames, seconds]: [number, number]): TitleClock {
  const field = 45_000 * seconds / frames;
  let start = 0;
  let unit: Navigation | undefined;
  // Times are whole ticks, but the duration of an NTSC field is not.
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

/** Longest gap in a cell caused by unreadable sectors, at 90 kHz. A larger jump indicates a damaged timestamp. */
const MAX_HOLE = 60 * 90_000;

function runsOn(unit: Navigation, next: Navigation): boolean {
  if (next.startPtm === unit.endPtm) return true;
  const hole = next.startPtm - unit.endPtm;
  return unit.vobId === next.vobId && unit.cellId === next.cellId && hole > 0 && hole <= MAX_HOLE;
}
