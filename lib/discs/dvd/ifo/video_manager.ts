import { DiscFault } from "../../files/model.ts";
import { attempt, cutOff, type IfoBytes, tableAt } from "./ifo_bytes.ts";

/** An entry of the disc's title table. */
export interface TitleEntry {
  /** Title number on the disc, from 1. */
  number: number;
  titleSet: number;
  /** Title number within the title set, from 1. */
  title: number;
}

/** Contents of `VIDEO_TS.IFO`. */
export interface VideoManager {
  titleSets: number;
  titles: TitleEntry[];
  /** Messages about parts that cannot be read. */
  faults: string[];
}

/** Maximum number of titles and of title sets in the format. */
export const MAX_TITLES = 99;
const ENTRY_BYTES = 12;

/** Reads the video manager. Throws `DiscFault` `malformed` if it is not one or has no title table. */
export function readVideoManager(ifo: IfoBytes): VideoManager {
  if (ifo.size < 0x100 || ifo.text(0, 12) !== "DVDVIDEO-VMG") {
    throw new DiscFault("malformed", `${ifo.name} is not a DVD video manager.`);
  }
  const table = tableAt(ifo, 0xc4);
  if (table === undefined) throw new DiscFault("malformed", `${ifo.name} has no title table.`);
  const faults = cutOff(ifo);
  const count = ifo.u16(table);
  if (count > MAX_TITLES) faults.push(`${ifo.name} lists ${count} titles; a DVD has at most ${MAX_TITLES}.`);
  const titles: TitleEntry[] = [];
  for (let number = 1; number <= Math.min(count, MAX_TITLES); number++) {
    const at = table + 8 + (number - 1) * ENTRY_BYTES;
    const entry = attempt(faults, () => ({ number, titleSet: ifo.u8(at + 6), title: ifo.u8(at + 7) }));
    if (entry === undefined) break;
    if (entry.titleSet >= 1 && entry.titleSet <= MAX_TITLES && entry.title >= 1) titles.push(entry);
    else faults.push(`${ifo.name} assigns title ${number} to no title set.`);
  }
  return { titleSets: ifo.u16(0x3e), titles, faults };
}
