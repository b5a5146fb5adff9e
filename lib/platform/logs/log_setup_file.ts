import { createMutex } from "../../kit/async.ts";

/**
 * Options of the log file writer. Lines are written in batches, and files are rotated by size. A failure never affects
 * the caller.
 */

export interface LogFileOptions {
  /** Path of `service.txt`. Older files are `service.1.txt` and so on. */
  path: string;
  /** Maximum size of a file in bytes. Read for each batch, because the setting may change. */
  maxBytes: () => number;
  /** Maximum number of files, including the current one. */
  maxFiles: number;
  flushMs: number;
}

/** Writer of a log that is rotated. `write` accepts a line without its line break and never throws. */
export interface LogFileSink {
  write(line: string): void;
  /** Writes pending lines and stops the timer. */
  close(): Promise<void>;
}

/**
 * Maximum number of lines that are waiting for a slow disk. Further lines are dropped and counted (safety.md, S-LIM-3).
 */
const MAX_WAITING = 10_000;

/** Maximum number of consecutive repetitions of a line. Further ones are only counted. */
const MAX_REPEATS = 100;

/** Creates the writer. The file is opened again for each batch, because its folder may be missing for a while. */
export function logFile(options: LogFileOptions): LogFileSink {
  let waiting: string[] = [];
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inTurn = createMutex();
  let last = "";
  let repeats = 0;

  const put = (line: string): void => {
    if (waiting.length < MAX_WAITING) waiting.push(line);
    else dropped++;
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, options.flushMs);
  };
  const endRepeats = (): void => {
    const more = repeats - MAX_REPEATS;
    if (more > 0) put(note(`The line above was repeated ${more} more times.`));
  };
  const flush = (): Promise<void> =>
    inTurn(async () => {
      const lines = dropped > 0
        ? [...waiting, note(`${dropped === 1 ? "1 line was" : `${dropped} lines were`} lost because of a write error.`)]
        : waiting;
      const lost = dropped;
      waiting = [];
      dropped = 0;
      const left = await append(lines, options);
      if (left > 0) dropped += lost > 0 ? left - 1 + lost : left;
    });

  return {
    write(line) {
      const text = line.slice(TIME_LENGTH);
      if (text === last) {
        if (++repeats > MAX_REPEATS) return;
      } else {
        endRepeats();
        last = text;
        repeats = 1;
      }
      put(line);
    },
    async close() {
      endRepeats();
      clearTimeout(timer);
      timer = undefined;
      await flush();
    },
  };
}

const TIME_LENGTH = "2026-11-20T19:32:00.000Z ".length;

const note = (text: string): string => `${new Date().toISOString()} WARN ${text}\n`;

/** Appends lines and rotates the file. Returns how many lines at the end could not be written. */
async function append(lines: string[], { path, maxBytes: limit, maxFiles }: LogFileOptions): Promise<number> {
  const maxBytes = limit();
  const texts = lines.map((line) => new TextEncoder().encode(line));
  let done = 0;
  try {
    while (done < texts.length) {
      using file = await Deno.open(path, { write: true, append: true, create: true, mode: 0o600 });
      const { size } = await file.stat();
      let end = done;
      for (let bytes = size; end < texts.length; end++) {
        bytes += texts[end]?.length ?? 0;
        // A line that is larger than the limit is written to a separate file.
        if (bytes > maxBytes && bytes > (texts[end]?.length ?? 0)) break;
      }
      if (end === done) {
        await rotate(path, maxFiles);
        continue;
      }
      await writeWhole(file, await new Blob(texts.slice(done, end)).bytes(), size);
      done = end;
    }
  } catch {
    // If the disk is full or the folder is missing, lost lines are counted, and reported when writing works again.
  }
  return texts.length - done;
}

/**
 * Writes all bytes. If this fails, truncates the file to its old size, so that no incomplete line corrupts the next
 * one.
 */
async function writeWhole(file: Deno.FsFile, bytes: Uint8Array, sizeBefore: number): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  } catch (error) {
    await file.truncate(sizeBefore).catch(() => {});
    throw error;
  }
}

async function rotate(path: string, maxFiles: number): Promise<void> {
  const named = (number: number) => number === 0 ? path : path.replace(/(\.\w+)?$/, `.${number}$1`);
  for (let number = maxFiles - 1; number > 0; number--) {
    await Deno.rename(named(number - 1), named(number)).catch((error) => {
      if (number === 1) throw error;
    });
  }
}
