import { join } from "node:path";
import { runProcess } from "../../../kit/process/process.ts";
import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import { RipProblem } from "../../ripper_model.ts";
import type { CdSource, CdToc } from "../model.ts";
import { cdInfoToc } from "./cd_info_text.ts";
import { cdParanoiaToc } from "./cd_paranoia_text.ts";
import { readImage } from "./read_image.ts";
import { plistToc } from "./toc_plist.ts";

export interface ReadTocOptions {
  source: CdSource;
  findTool: FindTool;
  signal: AbortSignal;
  /** Mount point of the disc on macOS, such as `/Volumes/Audio CD`. */
  mountPoint?: string;
  /** Time limit for a program. Default one minute, because discs have to spin up. */
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
 * Reads the table of contents of an audio CD: from the sheet of an image, from the mounted disc on macOS, else from a
 * drive with the first program that is available and succeeds. Throws `RipProblem` `tool_missing`, `no_disc`, `short`,
 * `failed`, and the signal's reason.
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
    // A program that cannot run must not prevent the next one from being tried.
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
