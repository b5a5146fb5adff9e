import { open } from "node:fs/promises";
import type { CropMarks, Probe } from "../model.ts";
import { firstSegment, isFileAt, readHead } from "./matroska_head.ts";
import { type ReadAt, readIndex, textAt, topBoxes } from "./mp4_index.ts";

/**
 * True if another MP4 or QuickTime file is appended to the first one. A second index alone is not sufficient, because
 * one file may contain two.
 */
async function hasSecondMovie(size: number, read: ReadAt): Promise<boolean> {
  let isFirst = true;
  for await (const { name } of topBoxes(size, read)) {
    if (!isFirst && name === "ftyp") return true;
    isFirst = false;
  }
  return false;
}

/** True if another AVI file is appended to the first one. Additional lists of a long file are named AVIX. */
async function hasSecondAvi(size: number, read: ReadAt): Promise<boolean> {
  for (let at = 0; at + 12 <= size;) {
    const header = await read(at, 12);
    if (textAt(header, 0) !== "RIFF") return false;
    if (at > 0 && textAt(header, 8) === "AVI ") return true;
    const length = header.getUint32(4, true);
    at += 8 + length + length % 2;
  }
  return false;
}

/** True if another Matroska file is appended to the first one. */
async function hasSecondSegment(size: number, read: ReadAt): Promise<boolean> {
  const segment = await firstSegment(read);
  return segment !== undefined && segment.to + 12 <= size && await isFileAt(segment.to, read);
}

/** Information about a container. Only facts that apply are present. */
export type ContainerFacts =
  & Pick<Probe, "joined" | "edited" | "encrypted" | "disabled" | "fragmented" | "ordered" | "cutOff">
  & {
    /** Crop values of the video tracks, in file order. */
    crops?: (CropMarks | undefined)[];
    chapterCount?: number;
  };

/**
 * Reads information from MP4, Matroska and AVI containers that ffprobe does not report. `joined` is true if a second
 * file of the same type is appended to the first one, in which case ffmpeg reads only the first file or mixes both.
 */
export async function containerFactsOf({ path, format, sizeBytes }: Probe): Promise<ContainerFacts> {
  const kind = /\b(?:mov|matroska|avi)\b/.exec(format)?.[0];
  if (!kind) return {};
  const file = await open(path);
  const read: ReadAt = async (at, length) => {
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
    return new DataView(buffer.buffer, 0, bytesRead);
  };
  try {
    const hasSecond = { mov: hasSecondMovie, matroska: hasSecondSegment, avi: hasSecondAvi }[kind];
    const joined = await hasSecond?.(sizeBytes, read);
    const { crops, ...head } = kind === "matroska" ? await readHead(read) : { crops: [] };
    const index = kind === "mov" ? await readIndex(sizeBytes, read) : {};
    return { ...head, ...index, ...(crops.some(Boolean) ? { crops } : {}), ...(joined ? { joined } : {}) };
  } finally {
    await file.close();
  }
}
