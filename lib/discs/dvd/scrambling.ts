import type { Protection, ReadTitle } from "../model.ts";
import { SECTOR_BYTES } from "./ifo/ifo_bytes.ts";
import { readPack } from "./packs.ts";
import type { Vobs } from "./vobs.ts";

/**
 * Size of a sample in sectors: 128 KiB, or several dozen video and audio packs. On scrambled discs, about every second
 * pack is scrambled.
 */
const SAMPLE_SECTORS = 64;
const MAX_SAMPLES_OF_SET = 6;

/** Returns the index of the first pack with scrambling bits. Undefined if there is none. Pure. */
function findScrambled(bytes: Uint8Array): number | undefined {
  for (let at = 0; at + SECTOR_BYTES <= bytes.length; at += SECTOR_BYTES) {
    if (readPack(bytes, at).scrambled) return at / SECTOR_BYTES;
  }
  return undefined;
}

/**
 * Reads at most six samples of 128 KiB from a title set's cells and reports the position of a scrambled pack. Files do
 * not contain the copyright bits of sectors, so a scrambled pack is used as evidence. Throws read errors.
 */
export async function findCss(
  titleSet: number,
  titles: ReadTitle[],
  vobs: Vobs,
  signal?: AbortSignal,
): Promise<Protection | undefined> {
  for (const first of samplePlaces(titles, vobs.sectors)) {
    signal?.throwIfAborted();
    const found = findScrambled(await vobs.read(first, SAMPLE_SECTORS));
    if (found !== undefined) {
      return { kind: "css", evidence: `Sector ${first + found} of title set ${titleSet} is scrambled.` };
    }
  }
  return undefined;
}

/** Returns starts and middles of cells across the set. On some discs the first cells are not scrambled. */
function samplePlaces(titles: ReadTitle[], sectors: number): number[] {
  const cells = titles.flatMap(({ source }) => source.kind === "dvd" ? source.cells : []);
  const places = cells.flatMap((cell) => [cell.firstSector, Math.floor((cell.firstSector + cell.lastSector) / 2)]);
  const inside = [...new Set(places)].filter((place) => place < sectors).toSorted((a, b) => a - b);
  const step = Math.max(1, inside.length / MAX_SAMPLES_OF_SET);
  return Array.from(
    { length: Math.min(inside.length, MAX_SAMPLES_OF_SET) },
    (_, i) => inside[Math.floor(i * step)] ?? 0,
  );
}
