import type { DiscType } from "../../model.ts";
import type { RobotRecord } from "./robot_record.ts";

/** A drive as listed by MakeMKV. */
export interface ListedDrive {
  /** Number in `disc:N`. May differ between runs. */
  index: number;
  /** `/dev/sr0`. Empty if MakeMKV does not report it. */
  device: string;
  /** Name reported by the firmware. */
  name: string;
  /** Volume name. Empty if there is none or it was not read. */
  discName: string;
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /** Only for a loaded drive. `unknown` means a CD, a data disc, a blank disc, or a drive that was not inspected. */
  discType?: DiscType;
}

const NO_DRIVE = 256;
const STATES: Record<number, ListedDrive["state"]> = {
  0: "empty",
  1: "open",
  2: "loaded",
  3: "loading",
  257: "loading",
};
const HAS_DVD = 1;
const HAS_BLURAY = 4;

/**
 * Extracts the drives from the records of a run, which always contain sixteen lines, most of them for no drive. Pure.
 */
export function listedDrives(records: readonly RobotRecord[]): ListedDrive[] {
  return records.flatMap((record): ListedDrive[] => {
    if (record.type !== "DRV" || record.state === NO_DRIVE) return [];
    const { index, state, flags, driveName, discName, device } = record;
    const discType = flags & HAS_BLURAY ? "bluray" : flags & HAS_DVD ? "dvd" : "unknown";
    return [{
      ...{
        index,
        device,
        name: printable(driveName),
        discName: printable(discName),
        state: STATES[state] ?? "unknown",
      },
      ...(state === 2 ? { discType } : {}),
    }];
  });
}

/** Firmware strings may contain arbitrary characters. */
// deno-lint-ignore no-control-regex -- control characters are what it removes
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").trim();
