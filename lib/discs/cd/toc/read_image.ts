import { dirname, extname, join } from "node:path";
import type { NameCharset } from "../../../media/cue_sheet/charsets.ts";
import { type DecodedText, decodeText } from "../../../media/cue_sheet/decode_text.ts";
import { cueFileFinder } from "../../../media/cue_sheet/find_cue_file.ts";
import { readCueSheet } from "../../../media/cue_sheet/read_cue_sheet.ts";
import { RipProblem } from "../../ripper_model.ts";
import { cdrdaoFiles, cdrdaoImage } from "./cdrdao_image.ts";
import { wordsOf } from "./cdrdao_words.ts";
import { cueImage } from "./cue_image.ts";
import type { DiscImage, ImageFile, ImageReading } from "./disc_image.ts";

const MAX_SHEET_BYTES = 1 << 20;
/** Maximum number of files: a disc has at most 99 tracks, and one file may contain the audio before the first track. */
const MAX_FILES = 100;

/**
 * Reads the sheet of an image, `.cue` or cdrdao's `.toc`, and checks that its files exist and are complete. `charset`
 * is the character set of its names, if set by the user. Throws `RipProblem` `failed`, `short`.
 */
export async function readImage(path: string, charset?: NameCharset): Promise<DiscImage> {
  const bytes = await readSheet(path);
  const image = extname(path).toLowerCase() === ".toc"
    ? await ofCdrdao(path, bytes, charset)
    : await ofCue(path, bytes, charset);
  if (!("problem" in image)) return image;
  const isShort = image.problem.startsWith("The image is incomplete");
  throw new RipProblem(isShort ? "short" : "failed", image.problem);
}

async function readSheet(path: string): Promise<Uint8Array> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info === undefined || !info.isFile) throw new RipProblem("failed", `${path} does not exist or is not a file.`);
  if (info.size > MAX_SHEET_BYTES) {
    throw new RipProblem("failed", `${path} is too large to be the sheet of a disc image.`);
  }
  return await Deno.readFile(path);
}

async function ofCue(path: string, bytes: Uint8Array, stated?: NameCharset): Promise<ImageReading> {
  const reading = readCueSheet(bytes, stated);
  if ("problem" in reading) return { problem: `${path} cannot be read. ${reading.problem}` };
  const files = await filesBeside(path, reading.sheet.files.map(({ name }) => name));
  return "problem" in files ? files : named(cueImage(reading.sheet, files.found), reading);
}

async function ofCdrdao(path: string, bytes: Uint8Array, stated?: NameCharset): Promise<ImageReading> {
  const decoded = decodeText(bytes, stated);
  const words = wordsOf(decoded.text);
  if (words === undefined) {
    return { problem: `${path} cannot be read. It is too long to be the sheet of a disc image.` };
  }
  const names = cdrdaoFiles(words);
  const files = await filesBeside(path, names);
  if ("problem" in files) return files;
  const found = new Map(names.flatMap((name, at) => files.found[at] ? [[name, files.found[at]] as const] : []));
  return named(cdrdaoImage(words, found), decoded);
}

/** Records the character set of the sheet in the image if it could not be detected reliably. */
function named(
  image: ImageReading,
  { charset, isDoubtful }: Pick<DecodedText, "charset" | "isDoubtful">,
): ImageReading {
  if ("problem" in image || !isDoubtful) return image;
  return { ...image, toc: { ...image.toc, doubtfulCharset: charset } };
}

/**
 * Finds the files named in a sheet. Only files in the folder of the sheet are used, regardless of the paths in the
 * sheet and of links in the folder.
 */
async function filesBeside(path: string, wanted: string[]): Promise<{ found: ImageFile[] } | { problem: string }> {
  if (wanted.length > MAX_FILES) {
    return { problem: `${path} cannot be read. It refers to more than ${MAX_FILES} files.` };
  }
  const folder = dirname(path);
  const entries = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isDirectory }) => !isDirectory);
  const find = cueFileFinder(entries.map(({ name }) => name));
  const realFolder = await Deno.realPath(folder);
  const found: ImageFile[] = [];
  for (const text of wanted) {
    const name = find(text);
    const shown = text.slice(0, 200);
    if (name === undefined) return { problem: `${shown}, which the sheet refers to, is not in the same folder.` };
    // A link may lead outside the allowed folders. Only the path of the sheet was checked.
    const real = await Deno.realPath(join(folder, name)).catch(() => undefined);
    const info = real === undefined ? undefined : await Deno.stat(real).catch(() => undefined);
    if (real === undefined || info === undefined) {
      return { problem: `${shown}, which the sheet refers to, cannot be opened.` };
    }
    if (dirname(real) !== realFolder) {
      return {
        problem:
          `${shown}, which the sheet refers to, is a link to another folder. Put the file itself next to the sheet.`,
      };
    }
    if (!info.isFile) return { problem: `${shown}, which the sheet refers to, is not a file.` };
    found.push({ path: real, sizeBytes: info.size });
  }
  return { found };
}
