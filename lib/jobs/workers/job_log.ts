import { join } from "node:path";

/**
 * Log of one job on disk: the command, and the first 5 MB and last 5 MB of the tool's output (safety.md, S-LIM-3).
 * `<path>` is the start. `<path>.old` and `<path>.new` are the two halves of the end, which are rotated.
 */

/** Returns the path of a job's log. */
export const jobLogPath = (folder: string, jobId: string): string => join(folder, `${jobId}.log`);

/** Size limits of a log. */
export interface LogLimits {
  headBytes: number;
  tailBytes: number;
  /** Maximum number of equal consecutive lines. Further lines are only counted. */
  repeats: number;
}

/** Limits for all logs of the service. */
export const LOG_LIMITS: LogLimits = { headBytes: 5 * 1024 * 1024, tailBytes: 5 * 1024 * 1024, repeats: 100 };

/** Log read from disk. `truncated` is true if lines in the middle are missing. */
export interface StoredLog {
  command: string;
  args: string[];
  lines: string[];
  truncated: boolean;
}

/** Reads a log. Returns an empty log if the job has none yet. */
export async function readJobLog(path: string, limits: LogLimits = LOG_LIMITS): Promise<StoredLog> {
  const [head, old, recent] = await Promise.all([path, `${path}.old`, `${path}.new`].map(textOf));
  const [first = "", ...lines] = (head ?? "").split("\n");
  const truncated = old !== undefined;
  const all = (old ?? "") + (recent ?? "");
  const tail = all.slice(-limits.tailBytes);
  // The cut may be in the middle of a line.
  if (tail !== "") lines.push(...(tail.length < all.length ? tail.slice(tail.indexOf("\n") + 1) : tail).split("\n"));
  return { ...commandIn(first), lines: lines.filter((line) => line !== ""), truncated };
}

/** Reads only the command and approximately the last `bytes` of a log. `truncated` is true if the log contains more. */
export async function readJobLogEnd(path: string, bytes: number): Promise<StoredLog> {
  const head = await pieceOf(path, 0, COMMAND_BYTES);
  if (head === undefined) return { command: "", args: [], lines: [], truncated: false };
  const [first = ""] = head.text.split("\n", 1);
  let text = "";
  let cut = false;
  let left = false;
  // Reads the newest file first, until `bytes` have been read.
  for (const file of [`${path}.new`, `${path}.old`, path]) {
    const from = file === path ? new TextEncoder().encode(first).length + 1 : 0;
    const wanted = bytes - text.length;
    const piece = await pieceOf(file, from, wanted, { end: true });
    if (piece === undefined) continue;
    text = piece.text + text;
    // If the older half of the end exists, the content between start and end is missing.
    left ||= file.endsWith(".old");
    cut = piece.more;
    if (cut) break;
  }
  // The cut may be in the middle of a line.
  if (cut) text = text.slice(text.indexOf("\n") + 1);
  return { ...commandIn(first), lines: text.split("\n").filter((line) => line !== ""), truncated: cut || left };
}

/** Maximum length of a command in bytes. A command that was truncated could not be parsed. */
const COMMAND_BYTES = 512 * 1024;

/** Reads the first or last `limit` bytes of a file after `from`. `more` is true if the file contains more. */
async function pieceOf(
  path: string,
  from: number,
  limit: number,
  { end = false } = {},
): Promise<{ text: string; more: boolean } | undefined> {
  try {
    using file = await Deno.open(path, { read: true });
    const size = Math.max(0, (await file.stat()).size - from);
    const length = Math.max(0, Math.min(size, limit));
    await file.seek(end ? from + size - length : from, Deno.SeekMode.Start);
    const buffer = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const read = await file.read(buffer.subarray(filled));
      if (read === null) break;
      filled += read;
    }
    return { text: new TextDecoder().decode(buffer.subarray(0, filled)), more: length < size };
  } catch {
    return undefined;
  }
}

/** Removes a log, including the files of its end. */
export async function removeJobLog(path: string): Promise<void> {
  await Promise.all([path, `${path}.old`, `${path}.new`].map((file) => Deno.remove(file).catch(() => {})));
}

function commandIn(line: string): { command: string; args: string[] } {
  try {
    const { command, args } = JSON.parse(line);
    return { command: String(command), args: Array.isArray(args) ? args.map(String) : [] };
  } catch {
    return { command: "", args: [] };
  }
}

const textOf = (path: string): Promise<string | undefined> => Deno.readTextFile(path).catch(() => undefined);
