import { join } from "node:path";
import { isDiskFull } from "../../../kit/disk/disk_full.ts";
import type { ToolLookup } from "../../../media/tools/tools.ts";
import { RipProblem } from "../model.ts";
import { diskFull, isFolderFull } from "../problems.ts";
import { runProgram } from "../program/run_program.ts";
import { parseGuiLine } from "./gui_lines.ts";

/** Where mkvmerge is. Throws `RipProblem` `tool_missing`. */
export async function requireMkvmerge(find: () => Promise<ToolLookup>): Promise<string> {
  const { path } = await find();
  if (path !== undefined) return path;
  throw new RipProblem("tool_missing", "Copying discs needs mkvmerge, and it was not found.", {
    remedy: "Install MKVToolNix (package mkvtoolnix) and start again.",
  });
}

/** One run of mkvmerge. */
export interface Mux {
  mkvmerge: string;
  args: string[];
  /** Where it writes to; a file with its arguments is left there. */
  folder: string;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(fraction: number): void;
  onLog(line: string): void;
}

/** Codes of mkvmerge: 0 done, 1 done with warnings, 2 failed. */
const MAX_GOOD_CODE = 1;
/** Damaged streams give a warning for each of their packets. */
const MAX_WARNINGS = 50;

/** Runs mkvmerge; warnings go to the log. Throws `RipProblem` `disk_full` or `failed` with what it said. */
export async function mux({ mkvmerge, args, folder, signal, onProgress, onLog }: Mux): Promise<void> {
  const errors: string[] = [];
  let warnings = 0;
  const onLine = (text: string) => {
    const line = parseGuiLine(text);
    if (line.kind === "progress") onProgress(line.fraction);
    if (line.kind === "error") errors.push(line.text);
    if (line.kind === "warning" && ++warnings <= MAX_WARNINGS) onLog(`mkvmerge: ${line.text}`);
  };
  // In a file of its own no argument is taken for something else: a name may begin with "@".
  const optionsPath = join(folder, "mkvmerge.json");
  await Deno.writeTextFile(optionsPath, JSON.stringify(["--gui-mode", ...args]));
  const { code } = await runProgram({ path: mkvmerge, args: [`@${optionsPath}`], signal, onLine });
  if (warnings > MAX_WARNINGS) onLog(`mkvmerge: ${warnings - MAX_WARNINGS} more warnings`);
  if (code <= MAX_GOOD_CODE && errors.length === 0) return;
  const said = errors.join(" ") || `it ended with ${code}`;
  // It can die of a full disk without a word.
  if (isDiskFull(new Error(said)) || await isFolderFull(folder)) throw diskFull(new Error(said));
  throw new RipProblem("failed", `mkvmerge could not write the title: ${said}`);
}
