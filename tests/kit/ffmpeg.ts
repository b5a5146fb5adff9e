import { delimiter, join } from "node:path";
import { findProgram } from "../../build/needs.ts";

/**
 * The ffmpeg for the tests: the installed one, or the one in the folder `LATHE_FFMPEG`. The folder is added at the
 * front of the search path, so that the service under test and its processes find the same programs.
 */

const folder = Deno.env.get("LATHE_FFMPEG");
if (folder) {
  const path = Deno.env.get("PATH") ?? "";
  if (path.split(delimiter)[0] !== folder) Deno.env.set("PATH", `${folder}${delimiter}${path}`);
}

export const FFMPEG = find("ffmpeg");
export const FFPROBE = find("ffprobe");

function find(program: string): string {
  const path = findProgram(program);
  if (folder && path !== join(folder, program)) throw new Error(`LATHE_FFMPEG=${folder} contains no ${program}.`);
  if (path === undefined) throw new Error(`${program} is missing; run \`deno task setup\`.`);
  return path;
}
