import { createMutex } from "../../kit/async.ts";

/** Log file writer. Lines are written in batches and rotated by size, and a failure never affects the caller. */

export interface LogFileOptions {
  /** `…/service.txt`; older ones are `service.1.txt` and so on. */
  path: string;
  /** Read for every batch, as the setting may change. */
  maxBytes: () => number;
  /** Maximum number of files, including the current one. */
  maxFiles: number;
  flushMs: number;
}

/** Writer of one rotated file. `write` accepts a line without its line break and never throws. */
export interface LogFileSink {
  write(line: string): void;
  /** Writes the pending lines and stops the timer. */
  close(): Promise<void>;
}

/** Maximum number of lines waiting for a slow disk. Further ones are dropped and counted (safety.md, S-LIM-3). */
const MAX_WAITING = 10_000;

/** Further consecutive repeats of a line are counted instead of written. */
const MAX_REPEATS = 100;

/** Creates the writer. The file is reopened for every batch, so that a folder that disappeared may come back. */
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
        ? [...waiting, note(`${dropped} lines were lost because they could not be written.`)]
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

/** Appends lines and rotates the file. Returns how many of the last lines could not be written. */
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
        // A line larger than the limit gets its own file.
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
    // Full disk or missing folder: the lost lines are counted and reported once writing works again.
  }
  return texts.length - done;
}

/** Writes all bytes, or truncates the file to its old size so that no partial line corrupts the next one. */
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
