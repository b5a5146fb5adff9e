import type { DiscFiles } from "../../files/model.ts";
import { DiscFault } from "../../files/model.ts";
import { type IfoBytes, ifoBytes } from "./ifo_bytes.ts";

/** Maximum size of an IFO file. Real ones are a few hundred KiB long. */
const MAX_IFO_BYTES = 4 << 20;

/** Result of reading an IFO file or its backup. */
export interface ReadIfo<T> {
  /** Parsed contents. Undefined if neither the file nor its backup could be read. */
  value?: T;
  warnings: string[];
}

/** Reads `NAME.IFO`, and `NAME.BUP` if it is missing, damaged or malformed. The file with fewer faults is used. */
export async function readIfo<T extends { faults: string[] }>(
  files: DiscFiles,
  path: string,
  parse: (ifo: IfoBytes) => T,
): Promise<ReadIfo<T>> {
  const ifo = await readCopy(files, `${path}.IFO`, parse);
  if (ifo.faults.length === 0) return { value: ifo.value, warnings: [] };
  const bup = await readCopy(files, `${path}.BUP`, parse);
  const better = bup.value !== undefined && (ifo.value === undefined || bup.faults.length < ifo.faults.length);
  if (!better) return { value: ifo.value, warnings: ifo.faults };
  return { value: bup.value, warnings: [...ifo.faults, `${path}.BUP was read instead.`, ...bup.faults] };
}

/** Returns the parsed file and its faults, or only the fault that makes it unreadable. */
async function readCopy<T extends { faults: string[] }>(
  files: DiscFiles,
  path: string,
  parse: (ifo: IfoBytes) => T,
): Promise<{ value?: T; faults: string[] }> {
  const read = await readStart(files, path);
  if (read === undefined) return { faults: [`${path} is missing.`] };
  if (typeof read === "string") return { faults: [read] };
  try {
    const value = parse(ifoBytes(read.bytes, path.slice(path.lastIndexOf("/") + 1)));
    return { value, faults: value.faults };
  } catch (error) {
    if (!(error instanceof DiscFault)) throw error;
    return { faults: [error.message] };
  }
}

/**
 * Returns the bytes of a file up to the limit, undefined if the file does not exist, or a message if it cannot be read.
 */
export async function readStart(
  files: DiscFiles,
  path: string,
): Promise<{ bytes: Uint8Array; whole: boolean } | string | undefined> {
  try {
    const file = await files.open(path);
    if (file === undefined) return undefined;
    try {
      const bytes = await file.read(0, Math.min(file.size, MAX_IFO_BYTES));
      return { bytes, whole: bytes.length === file.size };
    } finally {
      await file.close();
    }
  } catch (error) {
    // A drive without a disc returns the same error for every file.
    if (error instanceof DiscFault && error.code === "no_disc") throw error;
    return `${path} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}
