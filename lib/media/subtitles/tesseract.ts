import { join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { runProcess } from "../../kit/process/process.ts";
import type { GreyBitmap } from "./model.ts";
import { crc32, deflateSync } from "node:zlib";
import { concat } from "../../kit/bytes.ts";

/** Bitmaps to read in one run. The texts are returned in the same order. */
export interface ReadRequest {
  tesseractPath: string;
  bitmaps: GreyBitmap[];
  /** Language codes as used by tesseract, from `chooseLanguages`. */
  languages: string[];
  /** An existing folder for the bitmaps, which are removed afterwards. */
  folder: string;
  signal?: AbortSignal;
  /** Called with the progress, 0 to 1. */
  onProgress?(part: number): void;
}

/** Text of one bitmap. */
export interface ReadText {
  text: string;
  /** Mean of tesseract's confidence in the words, 0 to 100. 0 without words. */
  confidence: number;
}

/** Number of bitmaps per process. With only one, most of the time would be spent starting the process. */
const BATCH_SIZE = 40;
const CONCURRENT_BATCHES = 2;
const BATCH_TIMEOUT_MS = 5 * 60_000;

/** Reads bitmaps with tesseract, in order. Throws `JobFailure` `tool_failed`. */
export async function readBitmaps(request: ReadRequest): Promise<ReadText[]> {
  const { bitmaps, onProgress } = request;
  const starts = Array.from({ length: Math.ceil(bitmaps.length / BATCH_SIZE) }, (_, i) => i * BATCH_SIZE);
  let done = 0;
  const batches = await mapConcurrent(starts, CONCURRENT_BATCHES, async (from) => {
    const some = bitmaps.slice(from, from + BATCH_SIZE);
    const texts = await readBatch(request, some, from);
    done += some.length;
    onProgress?.(done / bitmaps.length);
    return texts;
  });
  return batches.flat();
}

async function readBatch(
  { tesseractPath, languages, folder, signal }: ReadRequest,
  bitmaps: GreyBitmap[],
  from: number,
): Promise<ReadText[]> {
  const paths = bitmaps.map((_, i) => join(folder, `cue-${from + i}.png`));
  const list = join(folder, `cues-${from}.txt`);
  try {
    for (const [i, bitmap] of bitmaps.entries()) await Deno.writeFile(paths[i] ?? "", greyPng(bitmap));
    await Deno.writeTextFile(list, paths.join("\n") + "\n");
    const { code, stdout, stderr, timedOut } = await runProcess({
      path: tesseractPath,
      args: [list, "stdout", "-l", languages.join("+"), "--psm", "6", "--oem", "1", "tsv"],
      env: { OMP_THREAD_LIMIT: "1" },
      nice: 10,
      timeoutMs: BATCH_TIMEOUT_MS,
      signal,
    });
    if (code !== 0 || timedOut) {
      const message = stderr.trim().split("\n").find((line) => line !== "") ?? "";
      throw new JobFailure("tool_failed", `tesseract ${timedOut ? "took too long" : `failed: ${message}`}`);
    }
    return parseTsv(new TextDecoder().decode(stdout), bitmaps.length);
  } finally {
    for (const path of [...paths, list]) await Deno.remove(path).catch(() => {});
  }
}

/** Converts tesseract's table of words, with one page per bitmap, to lines of text. Pure. */
export function parseTsv(table: string, pages: number): ReadText[] {
  const found = Array.from({ length: pages }, () => ({ lines: new Map<string, string[]>(), scores: [] as number[] }));
  for (const row of table.split("\n").slice(1)) {
    const [level, page, block, paragraph, line, , , , , , confidence, ...rest] = row.split("\t");
    const word = rest.join("\t").trim();
    const target = found[Number(page) - 1];
    if (level !== "5" || word === "" || !target) continue;
    const key = `${block} ${paragraph} ${line}`;
    target.lines.set(key, [...target.lines.get(key) ?? [], word]);
    target.scores.push(Number(confidence));
  }
  return found.map(({ lines, scores }) => ({
    text: [...lines.values()].map((words) => words.join(" ")).join("\n"),
    confidence: scores.length === 0 ? 0 : scores.reduce((a, b) => a + b, 0) / scores.length,
  }));
}

/** Pixels per metre for 300 dpi, which OCR programs use to estimate the size of letters. */
const DENSITY = 11_811;

/** Encodes an 8-bit greyscale PNG (ISO/IEC 15948). Pure. */
function greyPng({ width, height, pixels }: GreyBitmap): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", Uint8Array.of(...u32(width), ...u32(height), 8, 0, 0, 0, 0)),
    chunk("pHYs", Uint8Array.of(...u32(DENSITY), ...u32(DENSITY), 1)),
    chunk("IDAT", deflateSync(lines, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const named = concat([new TextEncoder().encode(name), body]);
  return concat([Uint8Array.of(...u32(body.length)), named, Uint8Array.of(...u32(crc32(named)))]);
}

const u32 = (value: number): number[] => [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
