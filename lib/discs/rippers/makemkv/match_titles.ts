import { segmentsOf } from "../../choose/segments.ts";
import type { ReadTitle } from "../../model.ts";
import type { DiscTitle } from "../../title_schema.ts";

/** Fields of a title that two runs, or two readers, have in common. */
type Known = Pick<DiscTitle, "sourceFile" | "angle" | "segmentMap" | "durationSeconds">;

/**
 * Maximum difference in seconds. Lengths are rounded to seconds, and some cells at the end of a title may be omitted.
 */
const MAX_SECONDS = 2;
const MAX_SHARE = 0.01;

/** True if two lengths in seconds may belong to the same title. */
export const isSameLength = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(MAX_SECONDS, MAX_SHARE * Math.max(a, b));

const segmentText = ({ segmentMap }: Known): string => segmentsOf(segmentMap).join();

/**
 * Finds the title of the built-in readers that corresponds to MakeMKV's title. Undefined if there is no unique match.
 * Title numbers are ignored.
 */
export function readTitleOf(title: Known, read: readonly ReadTitle[]): ReadTitle | undefined {
  const found = read.filter(({ sourceFile, angle, durationMs, segmentMap }) => {
    if (sourceFile !== title.sourceFile || angle !== title.angle) return false;
    const own = { segmentMap, durationSeconds: durationMs / 1000 };
    const sameSegments = title.segmentMap !== undefined && segmentText(own) === segmentText(title);
    return sameSegments || isSameLength(own.durationSeconds, title.durationSeconds);
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Returns the index in `titles` of a title that was scanned before, found by source file, angle, segments and length.
 * Undefined if there is no unique match.
 */
export function sameTitleIn(scanned: Known, titles: readonly Known[]): number | undefined {
  const places = titles.map((title, place) => ({ title, place })).filter(({ title }) =>
    title.sourceFile === scanned.sourceFile && title.angle === scanned.angle &&
    segmentText(title) === segmentText(scanned) &&
    Math.abs(title.durationSeconds - scanned.durationSeconds) <= MAX_SECONDS
  );
  return places.length === 1 ? places[0]?.place : undefined;
}
