import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Checks the state that a killed queue left behind. The checker shares no code with the queue. It examines the disk,
 * the process table and the media with separate tools.
 */

/** Returns the SHA-256 of every file below a folder, by path. */
export async function hashes(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) { for (const [inner, hash] of await hashes(path)) found.set(inner, hash); }
    if (isFile) found.set(path, createHash("sha256").update(await Deno.readFile(path)).digest("hex"));
  }
  return found;
}

const MEDIA = /\.(mkv|mp4|mov|webm)$/i;

/** Returns the media files that ffmpeg cannot decode completely. */
export async function damagedMedia(paths: Iterable<string>): Promise<string[]> {
  const damaged: string[] = [];
  for (const path of paths) {
    if (!MEDIA.test(path)) continue;
    const { success, stderr } = await new Deno.Command("ffmpeg", {
      args: [
        "-hide_banner",
        "-nostdin",
        "-v",
        "error",
        "-xerror",
        "-i",
        path,
        "-map",
        "0",
        "-c",
        "copy",
        "-f",
        "null",
        "-",
      ],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success || stderr.length > 0) damaged.push(`${path}: ${new TextDecoder().decode(stderr).trim()}`);
  }
  return damaged;
}

/** Returns the ffmpeg and ffprobe processes with `text` in an argument. */
export async function toolsWorkingOn(text: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const words = (await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "")).split("\0");
    if (/ff(mpeg|probe)$/.test(words[0] ?? "") && words.some((word) => word.includes(text))) found.push(Number(name));
  }
  return found;
}

/** Returns abandoned work files. */
export const leftovers = (paths: Iterable<string>): string[] =>
  [...paths].filter((path) => /\.partial$|\.work(\/|$)/.test(path));
