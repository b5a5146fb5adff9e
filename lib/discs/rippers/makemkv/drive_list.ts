import type { DiscType } from "../../model.ts";
import type { RobotRecord } from "./robot_record.ts";

/** A drive as listed by MakeMKV. */
export interface ListedDrive {
  /** Number of the drive, as in `disc:N`. It may differ between runs. */
  index: number;
  /** Path of the device, such as `/dev/sr0`. Empty if MakeMKV does not report it. */
  device: string;
  /** Name reported by the firmware. */
  name: string;
  /** Volume name. Empty if there is none or it was not read. */
  discName: string;
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /**
   * Present only for a drive that contains a disc. `unknown` means a CD, a data disc, a blank disc, or a drive that was
   * not inspected.
   */
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

/** Returns the drives in the records of a run. There are always sixteen lines, most of which are empty. Pure. */
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

/** Strings from the firmware may contain any characters. */
// deno-lint-ignore no-control-regex -- control characters are what it removes
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").trim();
