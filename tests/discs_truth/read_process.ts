import { openDiscFiles } from "../../lib/discs/files/open_disc_files.ts";
import { DiscFault } from "../../lib/discs/files/model.ts";
import { readDisc } from "../../lib/discs/reading/read_disc.ts";

/** Reads the disc at a path as in a scan. Prints the result and the memory growth of this process. */

/** The printed report, as JSON. */
export interface ReadReport {
  /** Disc type or error code. */
  answer: string;
  titles: number;
  /** Difference between the peak resident size and the size before the start, in kB. */
  grownKb: number;
}

/** Returns the current (`VmRSS`) or peak (`VmHWM`) resident size on Linux, in kB. */
async function memoryKb(field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await Deno.readTextFile("/proc/self/status");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1]);
}

async function read(path: string): Promise<Omit<ReadReport, "grownKb">> {
  try {
    const files = await openDiscFiles(path);
    try {
      const { type, titles } = await readDisc(files);
      return { answer: type, titles: titles.length };
    } finally {
      await files.close();
    }
  } catch (error) {
    if (!(error instanceof DiscFault)) throw error;
    return { answer: error.code, titles: 0 };
  }
}

if (import.meta.main) {
  const before = await memoryKb("VmRSS");
  const report = await read(Deno.args[0] ?? "");
  console.log(JSON.stringify({ ...report, grownKb: await memoryKb("VmHWM") - before }));
}
