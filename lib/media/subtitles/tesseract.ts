import { join } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { mapConcurrent } from "../../kit/async.ts";
import { runProcess } from "../../kit/process/process.ts";
import type { GreyPicture } from "./model.ts";
import { greyPng } from "./pictures/png.ts";

/** Bitmaps to read in one run. The texts are returned in the same order. */
export interface ReadRequest {
  tesseractPath: string;
  pictures: GreyPicture[];
  /** tesseract's own codes, from `chooseLanguages`. */
  languages: string[];
  /** An existing folder for the bitmaps, which are removed afterwards. */
  folder: string;
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?(part: number): void;
}

/** Text of one bitmap. */
export interface ReadText {
  text: string;
  /** Mean of tesseract's word confidences, 0 to 100. 0 without words. */
  confidence: number;
}

/** Bitmaps per process, because startup takes most of the time for a single one. */
const BATCH = 40;
const LANES = 2;
const BATCH_MS = 5 * 60_000;

/** Reads bitmaps with tesseract, in order. Throws `JobFailure` `tool_failed`. */
export async function readPictures(request: ReadRequest): Promise<ReadText[]> {
  const { pictures, onProgress } = request;
  const starts = Array.from({ length: Math.ceil(pictures.length / BATCH) }, (_, i) => i * BATCH);
  let done = 0;
  const batches = await mapConcurrent(starts, LANES, async (from) => {
    const some = pictures.slice(from, from + BATCH);
    const texts = await readBatch(request, some, from);
    done += some.length;
    onProgress?.(done / pictures.length);
    return texts;
  });
  return batches.flat();
}

async function readBatch(
  { tesseractPath, languages, folder, signal }: ReadRequest,
  pictures: GreyPicture[],
  from: number,
): Promise<ReadText[]> {
  const paths = pictures.map((_, i) => join(folder, `cue-${from + i}.png`));
  const list = join(folder, `cues-${from}.txt`);
  try {
    for (const [i, picture] of pictures.entries()) await Deno.writeFile(paths[i] ?? "", greyPng(picture));
    await Deno.writeTextFile(list, paths.join("\n") + "\n");
    const { code, stdout, stderr, timedOut } = await runProcess({
      path: tesseractPath,
      args: [list, "stdout", "-l", languages.join("+"), "--psm", "6", "--oem", "1", "tsv"],
      env: { OMP_THREAD_LIMIT: "1" },
      nice: 10,
      timeoutMs: BATCH_MS,
      signal,
    });
    if (code !== 0 || timedOut) {
      const said = stderr.trim().split("\n").find((line) => line !== "") ?? "";
      throw new JobFailure("tool_failed", `tesseract ${timedOut ? "took too long" : `failed: ${said}`}`);
    }
    return parseTsv(new TextDecoder().decode(stdout), pictures.length);
  } finally {
    for (const path of [...paths, list]) await Deno.remove(path).catch(() => {});
  }
}

/** Converts tesseract's word table, with one page per bitmap, to lines of text. Pure. */
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
