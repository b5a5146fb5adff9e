import { join } from "node:path";
import * as z from "zod";
import { Fault } from "../../kit/fault.ts";

/** A log file as listed by the API. */
export const LogFile = z.object({ name: z.string(), sizeBytes: z.int(), modifiedAt: z.iso.datetime() })
  .meta({ id: "LogFile" });
/** One file of the main log. `modifiedAt` is ISO 8601. */
export type LogFile = z.infer<typeof LogFile>;

/** Matches files of the main log. The logs of jobs are stored with their jobs. */
const NAME = /^service(\.\d{1,2})?\.txt$/;
const CURRENT = "service.txt";
const BLOCK = 64 * 1024;

/**
 * Reads and removes log files. A name is compared with the list of files and never joined to a path (safety.md,
 * S-PATH-1).
 */
export function createLogFiles(folder: string) {
  async function list(): Promise<LogFile[]> {
    const files: LogFile[] = [];
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || !NAME.test(name)) continue;
      const info = await Deno.lstat(join(folder, name)).catch(() => undefined);
      if (info?.isFile) {
        files.push({ name, sizeBytes: info.size, modifiedAt: (info.mtime ?? new Date(0)).toISOString() });
      }
    }
    return files.sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  }
  async function pathOf(wanted: string): Promise<string> {
    const known = (await list()).find(({ name }) => name === wanted);
    if (known === undefined) throw new Fault("not_found", "There is no such log file.");
    return join(folder, known.name);
  }
  return {
    list,
    /** Returns a whole file as a stream. Throws `not_found`. */
    async open(name: string): Promise<{ stream: ReadableStream<Uint8Array<ArrayBuffer>>; size: number }> {
      const file = await Deno.open(await pathOf(name), { read: true });
      return { stream: file.readable, size: (await file.stat()).size };
    },
    /** Returns the last lines of a file. Throws `not_found`. */
    async tail(name: string, lines: number): Promise<string> {
      using file = await Deno.open(await pathOf(name), { read: true });
      let at = (await file.stat()).size;
      let text = new Uint8Array(0);
      let breaks = 0;
      while (at > 0 && breaks <= lines) {
        const length = Math.min(BLOCK, at);
        at -= length;
        const block = new Uint8Array(length);
        await file.seek(at, Deno.SeekMode.Start);
        for (let read = 0; read < length;) read += await file.read(block.subarray(read)) ?? length;
        breaks += block.filter((byte) => byte === 0x0a).length;
        const joined = new Uint8Array(length + text.length);
        joined.set(block);
        joined.set(text, length);
        text = joined;
      }
      return new TextDecoder().decode(text).split("\n").slice(-(lines + 1)).join("\n");
    },
    /** Removes the rotated files, and clears the current file, which stays open for writing. */
    async clear(): Promise<void> {
      for (const { name } of await list()) {
        if (name === CURRENT) await Deno.truncate(join(folder, name), 0);
        else await Deno.remove(join(folder, name));
      }
    },
  };
}
/** Lists, reads and removes files of the main log. Names that are not in the list throw `not_found`. */
export type LogFiles = ReturnType<typeof createLogFiles>;
