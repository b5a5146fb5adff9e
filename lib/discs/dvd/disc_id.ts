import { createHash } from "node:crypto";
import type { DiscFiles } from "../files/model.ts";
import { readStart } from "./ifo/ifo_file.ts";
import { setName } from "./vobs.ts";

/** The video manager and nine title sets. */
const MAX_FILES = 10;

/**
 * libdvdread's disc ID: uppercase MD5 of the contents of `VIDEO_TS.IFO`, `VTS_01_0.IFO` and so on. Missing files are
 * skipped. Undefined if one of them cannot be read completely.
 */
export async function discId(files: DiscFiles, folder: string): Promise<string | undefined> {
  const hash = createHash("md5");
  let count = 1;
  for (let number = 0; number < count; number++) {
    const name = number === 0 ? "VIDEO_TS" : `${setName(number)}0`;
    const read = await readStart(files, `${folder}${name}.IFO`);
    if (read === undefined && number > 0) continue;
    if (read === undefined || typeof read === "string" || !read.whole) return undefined;
    hash.update(read.bytes);
    const sets = (read.bytes[0x3e] ?? 0) << 8 | (read.bytes[0x3f] ?? 0);
    if (number === 0) count = Math.min(MAX_FILES, sets + 1);
  }
  return hash.digest("hex").toUpperCase();
}
