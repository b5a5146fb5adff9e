import { DiscFault, type DiscFiles } from "../files/model.ts";
import type { Protection, ReadTitle } from "../model.ts";
import { readIfo } from "./ifo/ifo_file.ts";
import { findCss } from "./scrambling.ts";
import { numberCells } from "./segment_map.ts";
import { readTitleSet } from "./ifo/title_set.ts";
import { titlesOf } from "./titles.ts";
import type { TitleEntry } from "./ifo/video_manager.ts";
import { openVobs, setName, type Vobs } from "./vobs.ts";

/** Result of reading a title set. */
export interface SetRead {
  titles: ReadTitle[];
  protection?: Protection;
  warnings: string[];
}

/** The titles of a set that are to be read. */
export interface SetWanted {
  /** Returns the title table entries to read, given the number of titles in the set. */
  entries: (count: number) => TitleEntry[];
  /** Maximum total number of cells, counted once per angle. */
  room: number;
}

/** Reads the requested titles of a set. */
export async function readSet(
  files: DiscFiles,
  folder: string,
  titleSet: number,
  { entries, room }: SetWanted,
  signal?: AbortSignal,
): Promise<SetRead> {
  const { value: set, warnings } = await readIfo(files, `${folder}${setName(titleSet)}0`, readTitleSet);
  if (set === undefined) {
    return { titles: [], warnings: [...warnings, `Title set ${titleSet} was skipped.`] };
  }
  const vobs = await openVobs(files, folder, titleSet);
  try {
    const vobName = `${setName(titleSet)}1.VOB`;
    if (vobs.sectors === 0) {
      return { titles: [], warnings: [...warnings, `${vobName} is missing; title set ${titleSet} was skipped.`] };
    }
    if (set.vobSectors !== undefined && vobs.sectors < set.vobSectors) {
      warnings.push(`The VOB files of title set ${titleSet} contain ${vobs.sectors} of ${set.vobSectors} sectors.`);
    }
    const context = { set, numbers: numberCells(set), vobSectors: vobs.sectors };
    let left = room;
    const titles = entries(set.titles.length).flatMap((entry) => {
      const read = titlesOf(entry, { ...context, room: left });
      left -= cellCount(read.titles);
      warnings.push(...read.warnings);
      return read.titles;
    });
    const protection = await sample(titleSet, titles, vobs, warnings, signal);
    return { titles, ...(protection ? { protection } : {}), warnings };
  } finally {
    await vobs.close();
  }
}

/** Returns the number of cells in the titles, counted once per angle. */
export const cellCount = (titles: readonly ReadTitle[]): number =>
  titles.reduce((sum, { source }) => sum + (source.kind === "dvd" ? source.cells.length : 0), 0);

/**
 * A drive that refuses to read scrambled sectors reports this in its error. If the samples cannot be read for another
 * reason, the protection is unknown.
 */
async function sample(
  titleSet: number,
  titles: ReadTitle[],
  vobs: Vobs,
  warnings: string[],
  signal?: AbortSignal,
): Promise<Protection | undefined> {
  try {
    return await findCss(titleSet, titles, vobs, signal);
  } catch (error) {
    if (!(error instanceof DiscFault) || error.code === "no_disc") throw error;
    if (error.code === "protected") return { kind: "css", evidence: error.message };
    warnings.push(error.message);
    return undefined;
  }
}
