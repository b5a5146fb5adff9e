import type { StepProgress } from "../../ripper_model.ts";
import type { RobotRecord } from "./robot_record.ts";

/** Operations (PRGT) that write a file. All other operations open the disc. */
const SAVING = [5017, 5024, 5047];

/** Fraction of the progress assigned to opening the disc, if a title is saved afterwards. */
const OPENING_SHARE = 0.05;
const SCANNING_DRIVES = 5018;

/** Tracks the progress of one run. Returns the progress to display if a record changes it. */
export function createProgress(saves: boolean): (record: RobotRecord) => StepProgress | undefined {
  let range = { from: 0, share: 0 };
  let name = "";
  let shown = 0;
  /** The last count of the previous operation. It is printed again after a new operation has started. */
  let stale = 0;
  let last = 0;
  return (record) => {
    if (record.type === "PRGT") {
      range = rangeOf(record.code, saves);
      stale = last;
      name = record.name;
    }
    if (record.type === "PRGC") name = record.name;
    if (record.type !== "PRGV") return undefined;
    const { total, max } = record;
    if (total === stale && total > 0) return undefined;
    stale = 0;
    last = total;
    const share = Math.min(1, Math.max(0, total / max));
    shown = Math.max(shown, range.from + share * range.share);
    return { step: name || "Reading the disc", fraction: shown };
  };
}

function rangeOf(code: number, saves: boolean): { from: number; share: number } {
  if (!saves) return code === SCANNING_DRIVES ? { from: 0, share: 0 } : { from: 0, share: 1 };
  if (SAVING.includes(code)) return { from: OPENING_SHARE, share: 1 - OPENING_SHARE };
  return code === SCANNING_DRIVES ? { from: 0, share: 0 } : { from: 0, share: OPENING_SHARE };
}
