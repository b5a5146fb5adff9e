import { join } from "node:path";
import { isDiskFull } from "../../../kit/disk/disk_full.ts";
import type { ToolLookup } from "../../../media/tools/tools.ts";
import { RipProblem } from "../../ripper_model.ts";
import { diskFull, isFolderFull } from "../problems.ts";
import { runProgram } from "../program/run_program.ts";

/** Returns the path of mkvmerge. Throws `RipProblem` `tool_missing`. */
export async function requireMkvmerge(find: () => Promise<ToolLookup>): Promise<string> {
  const { path } = await find();
  if (path !== undefined) return path;
  throw new RipProblem("tool_missing", "Ripping discs requires mkvmerge, but it was not found.", {
    remedy: "Install MKVToolNix (package mkvtoolnix) and start again.",
  });
}

/** A run of mkvmerge. */
export interface Mux {
  mkvmerge: string;
  args: string[];
  /** Output folder. mkvmerge's options file is written to it and not removed. */
  folder: string;
  signal: AbortSignal;
  /** Called with the completed fraction, 0 to 1. */
  onProgress(fraction: number): void;
  onLog(line: string): void;
}

/** Highest exit code of a successful run: 0 success, 1 success with warnings, 2 failure. */
const MAX_GOOD_CODE = 1;
/** Maximum number of warnings. Damaged streams cause a warning for each packet. */
const MAX_WARNINGS = 50;

/** Runs mkvmerge. Warnings are logged. Throws `RipProblem` `disk_full`, or `failed` with its message. */
export async function mux({ mkvmerge, args, folder, signal, onProgress, onLog }: Mux): Promise<void> {
  const errors: string[] = [];
  let warnings = 0;
  const onLine = (text: string) => {
    const line = parseGuiLine(text);
    if (line.kind === "progress") onProgress(line.fraction);
    if (line.kind === "error") errors.push(line.text);
    if (line.kind === "warning" && ++warnings <= MAX_WARNINGS) onLog(`mkvmerge: ${line.text}`);
  };
  // Arguments in an options file are not interpreted. A file name may start with "@".
  const optionsPath = join(folder, "mkvmerge.json");
  await Deno.writeTextFile(optionsPath, JSON.stringify(["--gui-mode", ...args]));
  const { code } = await runProgram({ path: mkvmerge, args: [`@${optionsPath}`], signal, onLine });
  if (warnings > MAX_WARNINGS) onLog(`mkvmerge: ${warnings - MAX_WARNINGS} more warnings`);
  if (code <= MAX_GOOD_CODE && errors.length === 0) return;
  const message = errors.join(" ") || `it exited with code ${code}`;
  // On a full disk, mkvmerge may fail without a message.
  if (isDiskFull(new Error(message)) || await isFolderFull(folder)) throw diskFull(new Error(message));
  throw new RipProblem("failed", `mkvmerge could not write the title: ${message}`);
}

/** One line of `mkvmerge --gui-mode`. */
type GuiLine =
  | { kind: "progress"; fraction: number }
  | { kind: "warning" | "error" | "text"; text: string };

/** Parses a line of `mkvmerge --gui-mode` according to its manual. Pure. */
export function parseGuiLine(line: string): GuiLine {
  const [, percent] = /^#GUI#progress (\d{1,3})%$/.exec(line) ?? [];
  if (percent !== undefined) return { kind: "progress", fraction: Math.min(100, Number(percent)) / 100 };
  const [, kind, text = ""] = /^#GUI#(warning|error) (.*)$/.exec(line) ?? [];
  if (kind === "warning" || kind === "error") return { kind, text };
  return { kind: "text", text: line };
}
