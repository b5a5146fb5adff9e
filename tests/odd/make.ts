import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";
import { runProcess } from "../../lib/kit/process/process.ts";

/** Creates small files with one peculiarity each, in the folder of their recipe. */

export interface Maker {
  /** Returns a path in the recipe's folder. */
  at(name: string): string;
  /** Runs ffmpeg in the folder, with relative file names. */
  ffmpeg(...args: string[]): Promise<void>;
  /** Runs mkvmerge in the folder. Warnings are not treated as errors. */
  mkvmerge(...args: string[]): Promise<void>;
  /** Concatenates the bytes of files. */
  join(to: string, ...names: string[]): Promise<void>;
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Changes the bytes of a file. */
  edit(name: string, change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): Promise<void>;
}

export function makerIn(folder: string): Maker {
  const at = (name: string): string => join(folder, name);
  const run = async (tool: string, args: string[], good: number) => {
    const { code, stderr } = await runProcess({
      path: findProgram(tool) ?? tool,
      args,
      cwd: folder,
      timeoutMs: 60_000,
    });
    if (code > good) throw new Error(`${tool} ${args.join(" ")}: ${stderr}`);
  };
  return {
    at,
    ffmpeg: (...args) => run("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args], 0),
    mkvmerge: (...args) => run("mkvmerge", ["-q", ...args], 1),
    join: async (to, ...names) => {
      const parts = await Promise.all(names.map((name) => Deno.readFile(at(name))));
      await Deno.writeFile(at(to), await new Blob(parts).bytes());
    },
    write: (name, content) =>
      typeof content === "string" ? Deno.writeTextFile(at(name), content) : Deno.writeFile(at(name), content),
    edit: async (name, change) => Deno.writeFile(at(name), change(await Deno.readFile(at(name)))),
  };
}

/** Returns ffmpeg input arguments for video at 10 fps by default. */
export const video = (seconds: number, { size = "64x36", rate = "10", kind = "testsrc2" } = {}): string[] => [
  ...["-f", "lavfi", "-i", `${kind}=s=${size}:r=${rate}:d=${seconds}`],
];

/** Returns ffmpeg input arguments for a tone. */
export const audio = (seconds: number, { hertz = 440, layout = "mono", rate = 48_000 } = {}): string[] => [
  ...["-f", "lavfi", "-i", `sine=f=${hertz}:r=${rate}:d=${seconds},aformat=channel_layouts=${layout}`],
];

export const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "10", "-pix_fmt", "yuv420p"];
export const AAC = ["-c:a", "aac"];
export const MPEG2 = ["-c:v", "mpeg2video", "-q:v", "4", "-g", "10", "-bf", "2", "-c:a", "ac3"];
