import type { DiscType } from "../../model.ts";
import type { RobotRecord } from "./robot_record.ts";

/** A drive as MakeMKV lists it. */
export interface ListedDrive {
  /** Of `disc:N`; may change between runs. */
  index: number;
  /** `/dev/sr0`; empty when MakeMKV does not say. */
  device: string;
  /** What its firmware calls itself. */
  name: string;
  /** Name of the volume; empty when there is none or it was not read. */
  discName: string;
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /** Of a loaded drive. `unknown`: a CD, a disc of data, an empty one, or a drive that was not looked into. */
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

/** The drives among the records of a run: it always prints sixteen lines, most of them for no drive. Pure. */
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

/** Firmware holds whatever it likes. */
// deno-lint-ignore no-control-regex -- control characters are what it removes
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").trim();
