import { DiscFault } from "../../files/model.ts";
import type { IfoBytes } from "./ifo_bytes.ts";
import { type PlaybackTime, readPlaybackTime } from "./playback_time.ts";

/** A program chain (PGC): cells in playback order, with their streams and colours. */
export interface ProgramChain {
  /** Index of the first cell of each program. */
  programs: number[];
  cells: ChainCell[];
  /** Stream number by audio attribute. Undefined if the chain does not have the stream. */
  audio: (number | undefined)[];
  /** Stream numbers for 4:3 and widescreen video, by subtitle attribute. */
  subtitles: ({ standard: number; wide: number } | undefined)[];
  /** Palette of the subtitles: sixteen RGB colours. */
  palette: [number, number, number][];
}

/** An entry in the cell tables of a chain. Sectors are relative to the first VOB of the title set. */
export interface ChainCell {
  firstSector: number;
  lastSector: number;
  time: PlaybackTime;
  newClock: boolean;
  interleaved: boolean;
  /** Position in an angle block: 0 for a single cell, 1 for the first angle of a block, 2 and 3 for further angles. */
  angleBlock: number;
  vobId: number;
  cellId: number;
}

/** Size of a chain without its tables, in bytes. */
const CHAIN_BYTES = 0xec;
const CELL_BYTES = 24;
const POSITION_BYTES = 4;

/** Reads the chain at `at`. The layout is the PGC of DVD-Video. All offsets in it are relative to its start. */
export function readProgramChain(ifo: IfoBytes, at: number): ProgramChain {
  const programCount = ifo.u8(at + 2);
  const cellCount = ifo.u8(at + 3);
  const inner = (field: number) => {
    const offset = ifo.u16(at + field);
    if (cellCount === 0 || offset >= CHAIN_BYTES) return at + offset;
    throw new DiscFault("malformed", `${ifo.name} has a program chain with invalid cell offsets.`);
  };
  const [programMap, playback, positions] = [inner(0xe6), inner(0xe8), inner(0xea)];
  return {
    programs: range(programCount).map((i) => ifo.u8(programMap + i) - 1).filter((cell) => cell >= 0),
    cells: range(cellCount).map((i) => readCell(ifo, playback + i * CELL_BYTES, positions + i * POSITION_BYTES)),
    audio: range(8).map((i) => {
      const control = ifo.u16(at + 0x0c + i * 2);
      return control & 0x8000 ? control >> 8 & 7 : undefined;
    }),
    subtitles: range(32).map((i) => {
      const control = ifo.u32(at + 0x1c + i * 4);
      return control >>> 31 ? { standard: control >> 24 & 31, wide: control >> 16 & 31 } : undefined;
    }),
    palette: range(16).map((i) => {
      const [y, cr, cb] = [1, 2, 3].map((byte) => ifo.u8(at + 0xa4 + i * 4 + byte)) as [number, number, number];
      return rgb(y, cr, cb);
    }),
  };
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

function readCell(ifo: IfoBytes, at: number, position: number): ChainCell {
  const category = ifo.u8(at);
  const ofAngles = (category >> 4 & 3) === 1;
  return {
    firstSector: ifo.u32(at + 8),
    lastSector: ifo.u32(at + 20),
    time: readPlaybackTime(ifo, at + 4),
    newClock: (category & 2) !== 0,
    interleaved: (category & 4) !== 0,
    angleBlock: ofAngles ? category >> 6 : 0,
    vobId: ifo.u16(position),
    cellId: ifo.u8(position + 3),
  };
}

/** Converts ITU-R BT.601 from studio range (16 to 235) to full-range RGB. */
function rgb(y: number, cr: number, cb: number): [number, number, number] {
  const light = 1.164 * (y - 16);
  const part = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  return [
    part(light + 1.596 * (cr - 128)),
    part(light - 0.813 * (cr - 128) - 0.391 * (cb - 128)),
    part(light + 2.018 * (cb - 128)),
  ];
}
