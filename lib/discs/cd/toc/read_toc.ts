import { join } from "node:path";
import { runProcess } from "../../../kit/process/process.ts";
import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { CdSource, CdToc } from "../model.ts";
import { cdInfoToc } from "./cd_info_text.ts";
import { readImage } from "./read_image.ts";
import { plistToc } from "./toc_plist.ts";
import { completeToc, type TrackDraft } from "./complete_toc.ts";

const ROW = /^\s*(\d+)\.\s+(\d+) \[[^\]]*\]\s+(\d+) \[[^\]]*\]\s+(\S+)\s+(\S+)\s+\d/;

/**
 * Parses the table of contents in the output of `cd-paranoia -Q` and `cdparanoia -Q`. Both programs omit data tracks. A
 * gap in the numbers is filled with a data track. A data track after the last audio track remains unknown, so the
 * lead-out is where the audio ends. Returns undefined if there is no disc.
 */
export function cdParanoiaToc(text: string): CdToc | undefined {
  const drafts: TrackDraft[] = [];
  let leadOut = 0;
  for (const line of text.split(/\r?\n/)) {
    const [, number, sectors, start, , preEmphasis] = ROW.exec(line) ?? [];
    if (number === undefined || start === undefined) continue;
    const before = drafts.at(-1);
    const expected = (before?.number ?? 0) + 1;
    if (Number(number) === expected + 1 && leadOut < Number(start)) {
      drafts.push({ number: expected, start: leadOut, isAudio: false, preEmphasis: false });
    }
    leadOut = Number(start) + Number(sectors);
    drafts.push({
      number: Number(number),
      start: Number(start),
      isAudio: true,
      preEmphasis: preEmphasis === "yes",
      end: leadOut,
    });
  }
  // A pregap that the program assigns to neither track belongs to the previous track.
  const filled = drafts.map((draft, at) => drafts[at + 1]?.isAudio === true ? { ...draft, end: undefined } : draft);
  return completeToc(filled.map(({ end, ...draft }) => end === undefined ? draft : { ...draft, end }), leadOut);
}

export interface ReadTocOptions {
  source: CdSource;
  findTool: FindTool;
  signal: AbortSignal;
  /** Mount point of the disc on macOS, such as `/Volumes/Audio CD`. */
  mountPoint?: string;
  /** Timeout of a program in milliseconds. The default is one minute, because discs have to spin up. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** Programs that read a drive's table of contents. The first one also reports data tracks, codes and CD-Text. */
const PROGRAMS: { name: string; args(device: string): string[]; parse(text: string): CdToc | undefined }[] = [
  {
    name: "cd-info",
    args: (device) => ["--no-device-info", "--no-cddb", "--no-disc-mode", device],
    parse: cdInfoToc,
  },
  { name: "cd-paranoia", args: (device) => ["-Q", "-d", device], parse: cdParanoiaToc },
  { name: "cdparanoia", args: (device) => ["-Q", "-d", device], parse: cdParanoiaToc },
];

/**
 * Reads the table of contents of an audio CD: from the sheet of an image, from the mounted disc on macOS, or otherwise
 * from a drive, with the first program that is available and succeeds. Throws `RipProblem` `tool_missing`, `no_disc`,
 * `short`, `failed`, and the signal's reason.
 */
export async function readToc(options: ReadTocOptions): Promise<CdToc> {
  const { source, findTool, signal, mountPoint, timeoutMs = TIMEOUT_MS } = options;
  signal.throwIfAborted();
  if (source.kind === "image") return (await readImage(source.path, source.charset)).toc;
  const mounted = mountPoint && await Deno.readFile(join(mountPoint, ".TOC.plist")).catch(() => undefined);
  const shown = mounted && await plistToc(mounted);
  if (shown) return shown;
  let found = false;
  let timedOut = false;
  for (const { name, args, parse } of PROGRAMS) {
    const { path } = await findTool(name, "");
    if (path === undefined) continue;
    found = true;
    // If a program cannot be run, the next one is tried.
    const result = await runProcess({ path, args: args(source.path), timeoutMs, signal }).catch(() => undefined);
    signal.throwIfAborted();
    timedOut ||= result?.timedOut === true;
    const toc = result && parse(`${new TextDecoder().decode(result.stdout)}\n${result.stderr}`);
    if (toc !== undefined) return toc;
  }
  if (!found) {
    throw new RipProblem("tool_missing", "No program for reading audio CDs was found.", {
      remedy: "Install cd-info (libcdio-utils) and cd-paranoia.",
    });
  }
  throw new RipProblem(
    "no_disc",
    timedOut ? `The drive ${source.path} did not respond in time.` : `No audio CD can be read in ${source.path}.`,
    { remedy: "Check that there is a disc in the drive, clean it, and try again." },
  );
}
