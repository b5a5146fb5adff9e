import { dirname, extname, join } from "node:path";
import { findCueFile } from "../../../media/cue_sheet/find_cue_file.ts";
import { readCueSheet } from "../../../media/cue_sheet/read_cue_sheet.ts";
import { RipProblem } from "../../rippers/model.ts";
import { cdrdaoFiles, cdrdaoImage } from "./cdrdao_image.ts";
import { cueImage } from "./cue_image.ts";
import type { DiscImage, ImageFile, ImageReading } from "./disc_image.ts";

const MAX_SHEET_BYTES = 4 << 20;

/**
 * Reads the sheet of an image, `.cue` or cdrdao's `.toc`, and looks whether its files are there and whole. Throws
 * `RipProblem` `failed`, `short`.
 */
export async function readImage(path: string): Promise<DiscImage> {
  const bytes = await readSheet(path);
  const image = extname(path).toLowerCase() === ".toc" ? await ofCdrdao(path, bytes) : await ofCue(path, bytes);
  if (!("problem" in image)) return image;
  const isShort = image.problem.startsWith("The image is incomplete");
  throw new RipProblem(isShort ? "short" : "failed", image.problem);
}

async function readSheet(path: string): Promise<Uint8Array> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info === undefined || !info.isFile) throw new RipProblem("failed", `${path} is not there, or is no file.`);
  if (info.size > MAX_SHEET_BYTES) throw new RipProblem("failed", `${path} is too large for the sheet of an image.`);
  return await Deno.readFile(path);
}

async function ofCue(path: string, bytes: Uint8Array): Promise<ImageReading> {
  const reading = readCueSheet(bytes);
  if ("problem" in reading) return { problem: `${path} cannot be read. ${reading.problem}` };
  const files = await filesBeside(path, reading.sheet.files.map(({ name }) => name));
  return "problem" in files ? files : cueImage(reading.sheet, files.found);
}

async function ofCdrdao(path: string, bytes: Uint8Array): Promise<ImageReading> {
  const text = new TextDecoder().decode(bytes);
  const names = cdrdaoFiles(text);
  const files = await filesBeside(path, names);
  if ("problem" in files) return files;
  return cdrdaoImage(text, new Map(names.flatMap((name, at) => files.found[at] ? [[name, files.found[at]]] : [])));
}

/** The files that a sheet means; only those in its own folder, whatever path it names. */
async function filesBeside(path: string, wanted: string[]): Promise<{ found: ImageFile[] } | { problem: string }> {
  const folder = dirname(path);
  const names = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isDirectory }) => !isDirectory);
  const found: ImageFile[] = [];
  for (const text of wanted) {
    const name = findCueFile(text, names.map((entry) => entry.name));
    if (name === undefined) return { problem: `${text.slice(0, 200)}, which the sheet names, is not beside it.` };
    const info = await Deno.stat(join(folder, name));
    found.push({ path: join(folder, name), sizeBytes: info.size });
  }
  return { found };
}
