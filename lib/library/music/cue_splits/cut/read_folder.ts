import { readFlacBlock } from "../../../../media/audio/flac_blocks.ts";
import { flacStreamInfo } from "../../../../media/audio/pcm_md5.ts";
import { join } from "node:path";
import type { Media } from "../../../../media/service.ts";
import { FLAC_CUE_BLOCK, readFlacCueBlock } from "../../../../media/cue_sheet/flac_cue_block.ts";
import { type CueReading, readCueSheet } from "../../../../media/cue_sheet/read_cue_sheet.ts";
import { JobFailure } from "../../../../kit/fault.ts";
import type { FolderContents } from "./choose_images.ts";

const DEPTH = 2;
const MAX_ENTRIES = 2_000;
/** Maximum size of a cue sheet in bytes. Real cue sheets are a few kilobytes long. */
const MAX_SHEET_BYTES = 1 << 20;
/**
 * Maximum number of FLAC files in a folder that are checked for embedded sheets. An album of separate tracks has more.
 */
const MAX_EMBEDDED = 4;

/**
 * Reads the names of files, and the cue sheets, in a download and its subfolders. Hidden folders and links are skipped.
 * Throws errors of the operating system.
 */
export async function readFolder(folder: string, media: Pick<Media, "probe">, path = ""): Promise<FolderContents[]> {
  const here = join(folder, path);
  const names: string[] = [];
  const inner: string[] = [];
  for await (const { name, isFile, isDirectory } of Deno.readDir(here)) {
    if (name.startsWith(".") || names.length + inner.length >= MAX_ENTRIES) continue;
    if (isFile) names.push(name);
    else if (isDirectory) inner.push(name);
  }
  names.sort();
  const found: FolderContents[] = [{ path, names, sheets: await sheetsOf(here, names, media) }];
  if (path.split("/").filter((part) => part).length < DEPTH) {
    for (const name of inner.sort()) {
      found.push(...await readFolder(folder, media, path === "" ? name : `${path}/${name}`));
    }
  }
  return found;
}

async function sheetsOf(
  folder: string,
  names: string[],
  media: Pick<Media, "probe">,
): Promise<FolderContents["sheets"]> {
  const sheets: FolderContents["sheets"] = [];
  for (const name of names.filter((one) => /\.cue$/i.test(one))) {
    const path = join(folder, name);
    const { size } = await Deno.stat(path);
    const reading = size > MAX_SHEET_BYTES
      ? { problem: "It is larger than 1 MB, so it is not a cue sheet." }
      : readCueSheet(await Deno.readFile(path));
    sheets.push({ name, reading });
  }
  const flacs = names.filter((one) => /\.flac$/i.test(one));
  if (sheets.length > 0 || flacs.length > MAX_EMBEDDED) return sheets;
  for (const name of flacs) {
    const reading = await embeddedSheet(join(folder, name), name, media);
    if (reading !== undefined) sheets.push({ name, reading });
  }
  return sheets;
}

/**
 * Returns the sheet in the CUESHEET tag, which includes titles, or otherwise in the CUESHEET block, or undefined for
 * files that cannot be read.
 */
async function embeddedSheet(
  path: string,
  name: string,
  media: Pick<Media, "probe">,
): Promise<CueReading | undefined> {
  try {
    const { tags } = await media.probe(path);
    const text = Object.entries(tags).find(([key]) => key.toUpperCase() === "CUESHEET")?.[1];
    if (text !== undefined) return readCueSheet(new TextEncoder().encode(text));
    const block = await readFlacBlock(path, FLAC_CUE_BLOCK);
    return block && readFlacCueBlock(block, name, (await flacStreamInfo(path)).sampleRate);
  } catch (error) {
    if (error instanceof JobFailure) return undefined;
    throw error;
  }
}
