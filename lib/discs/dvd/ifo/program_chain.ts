import { DiscFault } from "../../files/model.ts";
import type { IfoBytes } from "./ifo_bytes.ts";
import { type PlaybackTime, readPlaybackTime } from "./playback_time.ts";

/** One program chain (PGC): cells in the order they are played, and which streams and colours go with them. */
export interface ProgramChain {
  /** Index of the first cell of each program. */
  programs: number[];
  cells: ChainCell[];
  /** By audio attribute: number of the stream that has it; undefined where the chain has none. */
  audio: (number | undefined)[];
  /** By subtitle attribute: numbers of the streams drawn for a 4:3 and for a wide picture. */
  subtitles: ({ standard: number; wide: number } | undefined)[];
  /** Sixteen colours as R, G, B. */
  palette: [number, number, number][];
}

/** One entry of a chain's cell tables. Sectors count from the first VOB of the title set. */
export interface ChainCell {
  firstSector: number;
  lastSector: number;
  time: PlaybackTime;
  newClock: boolean;
  interleaved: boolean;
  /** 0 stands alone, 1 begins a block of angles, 2 and 3 are further angles of it. */
  angleBlock: number;
  vobId: number;
  cellId: number;
}

/** Without its tables. */
const CHAIN_BYTES = 0xec;
const CELL_BYTES = 24;
const POSITION_BYTES = 4;

/** Reads the chain at `at` (layout: PGC of DVD-Video; all inner offsets count from its start). */
export function readProgramChain(ifo: IfoBytes, at: number): ProgramChain {
  const programCount = ifo.u8(at + 2);
  const cellCount = ifo.u8(at + 3);
  const inner = (field: number) => {
    const offset = ifo.u16(at + field);
    if (cellCount === 0 || offset >= CHAIN_BYTES) return at + offset;
    throw new DiscFault("malformed", `${ifo.name} has a program chain whose cells are nowhere.`);
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

/** ITU-R BT.601, studio range (16 to 235) to full range. */
function rgb(y: number, cr: number, cb: number): [number, number, number] {
  const light = 1.164 * (y - 16);
  const part = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  return [
    part(light + 1.596 * (cr - 128)),
    part(light - 0.813 * (cr - 128) - 0.391 * (cb - 128)),
    part(light + 2.018 * (cb - 128)),
  ];
}
