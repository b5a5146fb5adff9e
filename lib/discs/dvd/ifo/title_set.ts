import type { DiscVideo } from "../../model.ts";
import { DiscFault } from "../../files/model.ts";
import { attempt, cutOff, type IfoBytes, tableAt } from "./ifo_bytes.ts";
import { type ProgramChain, readProgramChain } from "./program_chain.ts";
import {
  type AudioAttributes,
  readAudio,
  readSubtitle,
  readVideo,
  type SubtitleAttributes,
} from "./stream_attributes.ts";

/** Start of a chapter: a program chain and a program in it, both from 1. */
export interface ChapterStart {
  chain: number;
  program: number;
}

/** Contents of the IFO file of a title set. */
export interface TitleSet {
  video: DiscVideo;
  audio: AudioAttributes[];
  subtitles: SubtitleAttributes[];
  /** Chapters of each title in the set. Empty for a title that cannot be read. */
  titles: ChapterStart[][];
  /** The readable chains that titles use, by number. */
  chains: Map<number, ProgramChain>;
  /** Expected total number of VOB sectors. Undefined if the fields contradict each other. */
  vobSectors?: number;
  /** Number of sectors that belong to an interleaved cell, by `cellKey`. */
  ownSectors: Map<string, number>;
  /** Messages about parts that cannot be read. */
  faults: string[];
}

/** Limits of the format. Larger values indicate damage or an attack. */
const MAX_CHAPTERS = 999;
const MAX_SET_TITLES = 99;
const MAX_CHAINS = 999;

/** Identifies a cell within its title set. */
export const cellKey = ({ vobId, cellId }: { vobId: number; cellId: number }): string => `${vobId}:${cellId}`;

/** Reads the IFO file of a title set. Throws `DiscFault` `malformed` if it is not one or has no readable title. */
export function readTitleSet(ifo: IfoBytes): TitleSet {
  if (ifo.size < 0x400 || ifo.text(0, 12) !== "DVDVIDEO-VTS") {
    throw new DiscFault("malformed", `${ifo.name} is not a DVD title set.`);
  }
  const faults = cutOff(ifo);
  const titles = readTitles(ifo, faults);
  const chains = readChains(ifo, titles, faults);
  if (chains.size === 0) throw new DiscFault("malformed", `${ifo.name} has no readable title.`);
  const interleaved = [...chains.values()].some(({ cells }) => cells.some((cell) => cell.interleaved));
  return {
    video: readVideo(ifo, 0x200),
    audio: list(Math.min(8, ifo.u16(0x202)), (i) => readAudio(ifo, 0x204 + i * 8)),
    subtitles: list(Math.min(32, ifo.u16(0x254)), (i) => readSubtitle(ifo, 0x256 + i * 6)),
    titles,
    chains,
    vobSectors: vobSectors(ifo),
    ownSectors: interleaved ? attempt(faults, () => readOwnSectors(ifo)) ?? new Map() : new Map(),
    faults,
  };
}

const list = <T>(length: number, read: (i: number) => T): T[] => Array.from({ length }, (_, i) => read(i));

/**
 * Reads the chapters of each title. A title without entries in the chapter table gets the chapters of the chain marked
 * with its number.
 */
function readTitles(ifo: IfoBytes, faults: string[]): ChapterStart[][] {
  const titles = readChapterTable(ifo, faults);
  if (titles.length > 0 && titles.every((chapters) => chapters.length > 0)) return titles;
  const byChains = attempt(faults, () => readEntryChains(ifo)) ?? [];
  return list(Math.max(titles.length, byChains.length), (i) => {
    const chapters = titles[i] ?? [];
    return chapters.length > 0 ? chapters : byChains[i] ?? [];
  });
}

/** Reads VTS_PTT_SRPT: the chapter starts of each title. */
function readChapterTable(ifo: IfoBytes, faults: string[]): ChapterStart[][] {
  const table = tableAt(ifo, 0xc8);
  if (table === undefined) {
    faults.push(`${ifo.name} has no chapter table.`);
    return [];
  }
  const count = attempt(faults, () => ifo.u16(table)) ?? 0;
  if (count > MAX_SET_TITLES) faults.push(`${ifo.name} lists ${count} titles; a set has at most ${MAX_SET_TITLES}.`);
  return list(Math.min(count, MAX_SET_TITLES), (i) => attempt(faults, () => readChapters(ifo, table, i, count)) ?? []);
}

/**
 * Reads the entry chains in VTS_PGCI. The entry chain of a title has the number of the title. Each of its programs is a
 * chapter.
 */
function readEntryChains(ifo: IfoBytes): ChapterStart[][] {
  const titles: ChapterStart[][] = [];
  const table = tableAt(ifo, 0xcc);
  if (table === undefined) return titles;
  for (let chain = 1; chain <= Math.min(MAX_CHAINS, ifo.u16(table)); chain++) {
    const entry = table + 8 + (chain - 1) * 8;
    const [id, programs] = [ifo.u8(entry), ifo.u8(table + ifo.u32(entry + 4) + 2)];
    const title = id & 0x7f;
    if (id < 0x80 || title === 0 || title > MAX_SET_TITLES) continue;
    titles[title - 1] ??= list(programs, (i) => ({ chain, program: i + 1 }));
  }
  return list(titles.length, (i) => titles[i] ?? []);
}

function readChapters(ifo: IfoBytes, table: number, index: number, titles: number): ChapterStart[] {
  const offset = (i: number) => ifo.u32(table + 8 + i * 4);
  // End of the table, or start of the next title's chapters.
  const end = index + 1 < titles ? offset(index + 1) : ifo.u32(table + 4) + 1;
  const count = Math.floor((end - offset(index)) / 4);
  if (count < 1 || count > MAX_CHAPTERS) {
    throw new DiscFault("malformed", `${ifo.name} lists ${count} chapters for title ${index + 1} of its set.`);
  }
  return list(count, (i) => {
    const at = table + offset(index) + i * 4;
    return { chain: ifo.u16(at), program: ifo.u16(at + 2) };
  });
}

/** Reads the chains in VTS_PGCI that the titles use. */
function readChains(ifo: IfoBytes, titles: ChapterStart[][], faults: string[]): Map<number, ProgramChain> {
  const chains = new Map<number, ProgramChain>();
  const table = tableAt(ifo, 0xcc);
  if (table === undefined) return chains;
  const count = attempt(faults, () => ifo.u16(table)) ?? 0;
  const named = new Set(titles.flat().map(({ chain }) => chain));
  for (const number of [...named].slice(0, MAX_CHAINS)) {
    if (number < 1 || number > count) {
      faults.push(`${ifo.name} has no program chain ${number}.`);
      continue;
    }
    const at = attempt(faults, () => ifo.u32(table + 8 + (number - 1) * 8 + 4));
    const chain = at === undefined ? undefined : attempt(faults, () => readProgramChain(ifo, table + at));
    if (chain) chains.set(number, chain);
  }
  return chains;
}

/**
 * Returns the number of sectors between the menu and the backup IFO file at the end of the title set. Undefined if the
 * fields contradict each other.
 */
function vobSectors(ifo: IfoBytes): number | undefined {
  const [lastOfSet, lastOfIfo, start] = [ifo.u32(0x0c), ifo.u32(0x1c), ifo.u32(0xc4)];
  const sectors = lastOfSet - lastOfIfo - start;
  return start > lastOfIfo && sectors > 0 ? sectors : undefined;
}

/** Reads VTS_C_ADT: all pieces of all cells. An interleaved cell has several pieces. */
function readOwnSectors(ifo: IfoBytes): Map<string, number> {
  const own = new Map<string, number>();
  const table = tableAt(ifo, 0xe0);
  if (table === undefined) return own;
  const end = Math.min(table + ifo.u32(table + 4) + 1, ifo.size);
  for (let at = table + 8; at + 12 <= end; at += 12) {
    const sectors = ifo.u32(at + 8) - ifo.u32(at + 4) + 1;
    if (sectors <= 0) continue;
    const key = cellKey({ vobId: ifo.u16(at), cellId: ifo.u8(at + 2) });
    own.set(key, (own.get(key) ?? 0) + sectors);
  }
  return own;
}
