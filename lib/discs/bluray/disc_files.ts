import { concat } from "../../kit/bytes.ts";
import { type DiscEntry, DiscFault, type DiscFiles } from "../files/model.ts";

/** Reads small Blu-ray files completely, including the backup copies that discs contain. */

/**
 * Reads a complete file. Returns undefined if it does not exist. Throws `DiscFault` `malformed` if it is larger than
 * `maxBytes`.
 */
export async function readWhole(files: DiscFiles, path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const file = await files.open(path);
  if (!file) return undefined;
  try {
    if (file.size > maxBytes) {
      throw new DiscFault("malformed", `${path} has ${file.size} bytes, which is too large.`);
    }
    const parts: Uint8Array[] = [];
    for (let at = 0; at < file.size;) {
      const part = await file.read(at, file.size - at);
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    const [only, ...others] = parts;
    return only && others.length === 0 ? only : concat(parts);
  } finally {
    await file.close();
  }
}

/**
 * Reads and parses `BDMV/<path>`, or its copy in `BDMV/BACKUP` if it is missing or damaged. Returns undefined if
 * neither is usable. Problems are reported to `warn`.
 */
export async function readWithBackup<T>(
  files: DiscFiles,
  path: string,
  maxBytes: number,
  parse: (bytes: Uint8Array) => T,
  warn: (sentence: string) => void,
): Promise<T | undefined> {
  let fault: string | undefined;
  for (const folder of ["BDMV", "BDMV/BACKUP"]) {
    try {
      const bytes = await readWhole(files, `${folder}/${path}`, maxBytes);
      if (!bytes) continue;
      const parsed = parse(bytes);
      if (folder !== "BDMV") warn(`${fault ?? `BDMV/${path} is missing.`} Its backup copy is used.`);
      return parsed;
    } catch (error) {
      if (!(error instanceof DiscFault)) throw error;
      fault ??= error.message;
    }
  }
  warn(fault ?? `BDMV/${path} is missing.`);
}

/** Lists the files of a folder in `BDMV` whose name is five digits plus `extension`, together with those digits. */
export async function numberedFiles(
  files: DiscFiles,
  folder: string,
  extension: string,
): Promise<Map<string, DiscEntry>> {
  const pattern = new RegExp(`^(\\d{5})\\.${extension}$`, "i");
  const found = new Map<string, DiscEntry>();
  for (const entry of await files.list(`BDMV/${folder}`)) {
    const [, number] = pattern.exec(entry.name) ?? [];
    if (number && !entry.directory) found.set(number, entry);
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
