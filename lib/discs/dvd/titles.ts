import type { DvdCell, ReadTitle } from "../model.ts";
import { SECTOR_BYTES } from "./ifo/ifo_bytes.ts";
import { playbackMs } from "./ifo/playback_time.ts";
import type { ChainCell, ProgramChain } from "./ifo/program_chain.ts";
import { type CellNumbers, segmentMap } from "./segment_map.ts";
import { cellKey, type TitleSet } from "./ifo/title_set.ts";
import type { TitleEntry } from "./ifo/video_manager.ts";

/** Properties that the titles of a set share. */
export interface SetContext {
  set: TitleSet;
  numbers: CellNumbers;
  /** Actual number of sectors in the VOBs of the set. */
  vobSectors: number;
  /** Maximum number of cells in the titles of the set, counted once per angle. */
  room: number;
}

/** Maximum number of cells, because damaged tables may repeat them. Real titles have fewer. */
const MAX_CELLS = 2000;
const MAX_ANGLES = 9;

/** Returns the title with each of its angles, and warnings about skipped parts. Pure. */
export function titlesOf(entry: TitleEntry, context: SetContext): { titles: ReadTitle[]; warnings: string[] } {
  const { set, vobSectors, room } = context;
  const name = `Title ${entry.number}`;
  const parts = joinChains(set, entry.title);
  const blocks = parts.flatMap(({ blocks }) => blocks);
  if (parts.length === 0 || blocks.length === 0) {
    return { titles: [], warnings: [`${name} has no readable cells; it was skipped.`] };
  }
  const warnings: string[] = [];
  const angles = Math.min(MAX_ANGLES, Math.max(...blocks.map(({ cells }) => cells.length)));
  if (angles * blocks.length > room) {
    return { titles: [], warnings: [`${name} was skipped: the titles of the disc have too many cells.`] };
  }
  const titles = Array.from({ length: angles }, (_, i) => {
    const title = titleOf(entry, context, parts, i + 1);
    return angles > 1 ? { ...title, angle: i + 1 } : title;
  });
  const last = Math.max(...blocks.flatMap(({ cells }) => cells.map((cell) => cell.lastSector)));
  const dropped = parts.reduce((sum, part) => sum + part.dropped, 0);
  if (dropped > 0) warnings.push(`${name}: ${dropped} cells that end before they start were skipped.`);
  if (blocks.every(({ cells }) => cells.every((cell) => cell.firstSector >= vobSectors))) {
    return { titles: [], warnings: [`${name} is beyond the end of its VOB files; it was skipped.`] };
  }
  if (last >= vobSectors) {
    warnings.push(`${name} extends to sector ${last}, but its VOB files end before sector ${vobSectors}.`);
  }
  return { titles, warnings };
}

/** Alternative cells, only one of which is played: a single cell, or one cell per angle. */
interface Block {
  cells: ChainCell[];
  /** Index of the first cell in the chain. */
  first: number;
}

/** The part of a chain that a title plays. */
interface Part {
  chain: ProgramChain;
  blocks: Block[];
  /** Programs at which a chapter starts. */
  chapters: number[];
  dropped: number;
}

/** Returns the chains of a title in chapter order, without duplicates. */
function joinChains(set: TitleSet, title: number): Part[] {
  const chapters = set.titles[title - 1] ?? [];
  const parts: Part[] = [];
  let cells = 0;
  for (const number of new Set(chapters.map((chapter) => chapter.chain))) {
    const chain = set.chains.get(number);
    if (chain === undefined || cells >= MAX_CELLS) continue;
    const programs = chapters.filter((chapter) => chapter.chain === number).map(({ program }) => program);
    // A title may start within a chain that it shares with another title.
    const from = chain.programs[Math.min(...programs) - 1] ?? 0;
    const good = chain.cells.map((cell, index) => ({ cell, index }))
      .filter(({ cell, index }) => index >= from && cell.lastSector >= cell.firstSector);
    const dropped = chain.cells.length - from - good.length;
    parts.push({ chain, blocks: blocksOf(good), chapters: programs, dropped });
    cells += good.length;
  }
  return parts;
}

function blocksOf(cells: { cell: ChainCell; index: number }[]): Block[] {
  const blocks: Block[] = [];
  for (const { cell, index } of cells) {
    const block = blocks.at(-1);
    const further = cell.angleBlock >= 2 && (block?.cells[0]?.angleBlock ?? 0) >= 1 &&
      block?.cells.at(-1)?.angleBlock !== 3;
    if (block && further) block.cells.push(cell);
    else blocks.push({ cells: [cell], first: index });
  }
  return blocks;
}

function titleOf(entry: TitleEntry, context: SetContext, parts: Part[], angle: number): ReadTitle {
  const { set, numbers, vobSectors } = context;
  const cells: DvdCell[] = [];
  const chapters: number[] = [];
  let elapsedMs = 0;
  for (const { chain, blocks, chapters: programs } of parts) {
    const starts = new Set(programs.map((program) => chain.programs[program - 1]));
    for (const block of blocks) {
      // If a block has fewer angles than the title, players show the block's first angle.
      const cell = block.cells[angle - 1] ?? block.cells[0];
      if (cell === undefined) continue;
      if (starts.has(block.first)) chapters.push(Math.round(elapsedMs));
      const ms = playbackMs(cell.time);
      cells.push(dvdCell(cell, Math.round(ms), set));
      elapsedMs += ms;
    }
  }
  // All chains of a title have the same streams. `joinChains` returns at least one.
  const chain = parts[0]?.chain;
  return {
    sourceFile: String(entry.number).padStart(2, "0"),
    durationMs: Math.round(elapsedMs),
    sizeBytes: cells.reduce((sum, cell) => sum + Math.max(0, Math.min(cell.sectors, vobSectors)), 0) * SECTOR_BYTES,
    chapters: [...new Set(chapters)],
    segmentMap: segmentMap(entry.titleSet, cells, numbers),
    video: set.video,
    ...streamsOf(set, chain),
    ...problemOf(cells, vobSectors),
    source: { kind: "dvd", titleSet: entry.titleSet, title: entry.title, cells, palette: chain?.palette ?? [] },
  };
}

/** Returns the reason why these cells cannot be copied completely. */
function problemOf(cells: readonly DvdCell[], vobSectors: number): Pick<ReadTitle, "problem"> {
  const last = Math.max(...cells.map(({ lastSector }) => lastSector));
  if (last < vobSectors) return {};
  return { problem: `Its VOB files end before sector ${vobSectors}, but it extends to sector ${last}.` };
}

function dvdCell(cell: ChainCell, durationMs: number, set: TitleSet): DvdCell {
  const { firstSector, lastSector, vobId, cellId, newClock, interleaved } = cell;
  const run = lastSector - firstSector + 1;
  const own = interleaved ? set.ownSectors.get(cellKey(cell)) ?? run : run;
  const sectors = Math.min(own, run);
  return { firstSector, lastSector, durationMs, vobId, cellId, newClock, interleaved, sectors };
}

/** Returns the stream attributes of the set, with the stream numbers from the chain. */
function streamsOf(set: TitleSet, chain: ProgramChain | undefined): Pick<ReadTitle, "audio" | "subtitles"> {
  const wide = set.video.aspect === "16:9";
  return {
    audio: set.audio.flatMap(({ firstId, ...audio }, i) => {
      const stream = chain?.audio[i];
      return stream === undefined ? [] : [{ streamId: firstId + stream, ...audio }];
    }),
    subtitles: set.subtitles.flatMap((subtitle, i) => {
      const stream = chain?.subtitles[i];
      return stream === undefined ? [] : [{ streamId: 0x20 + (wide ? stream.wide : stream.standard), ...subtitle }];
    }),
  };
}
