import { join } from "node:path";
import { concat } from "../../../kit/bytes.ts";
import { SECTOR_BYTES } from "../ifo/ifo_bytes.ts";
import type { Pack } from "../packs.ts";
import { type ByteSink, fileSink } from "./byte_sink.ts";
import { createSubpictureCounter } from "./subpictures.ts";

/** One subtitle stream, written as files for mkvmerge. */
export interface WrittenSubtitle {
  streamId: number;
  /** Paths of the index file and the subtitle file. */
  idx: string;
  sub: string;
  subpictures: number;
  /** Number of subpictures that are displayed even if subtitles are turned off. */
  forced: number;
}

/** Contents of the index apart from times. */
export interface IndexHeader {
  width: number;
  height: number;
  palette: [number, number, number][];
  /** ISO 639-2/T. */
  language?: string;
}

/** Writes `<n>.sub` and `<n>.idx` (VobSub) of stream `0x20 + n`. */
export interface VobSubWriter {
  /** Adds a pack of the stream that starts at `at`, with its title time in 90 kHz if it has one. */
  add(bytes: Uint8Array, at: number, pack: Pack, time: number | undefined): void;
  /** Writes out the buffered packs. */
  flush(): Promise<void>;
  /** Writes the index. `origin` is the title time that becomes 0. */
  finish(origin: number): Promise<WrittenSubtitle>;
  close(): Promise<void>;
}

const FIRST_SUBTITLE = 0x20;
/** Maximum number of times that are buffered per stream. Real streams have a few thousand. */
const MAX_TIMES = 100_000;

/** Opens the file pair for one stream. */
export async function openVobSub(folder: string, streamId: number, header: IndexHeader): Promise<VobSubWriter> {
  const path = (ending: string) => join(folder, `${streamId - FIRST_SUBTITLE}.${ending}`);
  const sub: ByteSink = await fileSink(path("sub"));
  const counter = createSubpictureCounter();
  const times: { time: number; position: number }[] = [];
  let waiting: Uint8Array[] = [];
  let position = 0;
  return {
    add(bytes, at, pack, time) {
      const copy = bytes.slice(at, at + SECTOR_BYTES);
      // Each file contains one stream, which is numbered as the first.
      copy[pack.payload - 1 - at] = FIRST_SUBTITLE;
      waiting.push(copy);
      if (time !== undefined && times.length < MAX_TIMES) times.push({ time, position });
      counter.push(bytes.subarray(pack.payload, pack.end), pack.pts !== undefined);
      position += SECTOR_BYTES;
    },
    async flush() {
      if (waiting.length > 0) await sub.write(concat(waiting));
      waiting = [];
    },
    async finish(origin) {
      const lines = times.map(({ time, position }) => entry((time - origin) / 90, position));
      await Deno.writeTextFile(path("idx"), [...head(header), ...lines, ""].join("\n"));
      return { streamId, idx: path("idx"), sub: path("sub"), ...counter.counts() };
    },
    close: () => sub.close(),
  };
}

const two = (value: number): string => String(value).padStart(2, "0");

function head({ width, height, palette, language }: IndexHeader): string[] {
  const colours = palette.map((colour) => colour.map((part) => part.toString(16).padStart(2, "0")).join(""));
  return [
    "# VobSub index file, v7 (do not modify this line!)",
    `size: ${width}x${height}`,
    `palette: ${colours.join(", ")}`,
    "langidx: 0",
    "",
    `id: ${shortLanguage(language)}, index: 0`,
  ];
}

/** Returns the two-letter code (ISO 639-1) that the index uses, or `--` for languages without one. */
function shortLanguage(language: string | undefined): string {
  const short = language === undefined ? "" : Intl.getCanonicalLocales(language)[0] ?? "";
  return short.length === 2 ? short : "--";
}

function entry(titleMs: number, position: number): string {
  const ms = Math.max(0, Math.round(titleMs));
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  const stamp = `${two(hours)}:${two(minutes)}:${two(seconds)}:${String(ms % 1000).padStart(3, "0")}`;
  return `timestamp: ${stamp}, filepos: ${position.toString(16).padStart(9, "0")}`;
}
