import { dirname } from "node:path";
import { diskFull, isFolderFull } from "../../rippers/problems.ts";
import { RipProblem } from "../../ripper_model.ts";
import { type ProgramEnd, runProgram } from "../../rippers/program/run_program.ts";
import { type ReadingTimes, SECTOR_BYTES, type SectorReader, type SectorRequest } from "./model.ts";
import { followParanoia, spanText } from "./paranoia_lines.ts";

const STALL_MS = 10 * 60_000;
const GRACE_MS = 15_000;
const MAX_LOG_LINES = 50;
/** Matches the lines that both programs print at every start, even if they fail. */
const BANNER =
  /^(?:Sending all callback|cdparanoia III|\(C\) |Report bugs|Forcing CDROM|Ripping from sector|to sector|outputting to|405: Option|Done\.)/;

/** Creates a reader for the sectors of a drive that uses `cd-paranoia` (libcdio) or `cdparanoia` (Xiph). */
export const createParanoiaReader = (path: string, device: string, times: ReadingTimes = {}): SectorReader => ({
  name: "cd-paranoia",
  isExact: false,
  readsSectors: true,
  async read(request) {
    const { toc, span, output, signal } = request;
    const follow = followParanoia(span);
    // Without `-c`, the program detects the byte order from the audio and fails for noise. Drives use little-endian
    // (MMC).
    const args = ["-e", "-c", "-r", "-d", device, "--", spanText(toc, span), output];
    const { end, lastMessage } = await run(path, args, request, follow, times);
    const size = (await Deno.stat(output).catch(() => undefined))?.size ?? 0;
    if (!end.stalled && size === span.sectors * SECTOR_BYTES && end.code === 0) return follow.trouble();
    signal.throwIfAborted();
    if (await isFolderFull(dirname(output))) throw diskFull();
    throw new RipProblem("read_error", failure(end, lastMessage, size / SECTOR_BYTES, span.sectors), {
      remedy: "The disc may be damaged: clean it, or try another drive.",
    });
  },
});

function failure({ stalled, code }: ProgramEnd, lastMessage: string, found: number, wanted: number): string {
  if (stalled) return "The drive made no progress with the track, so reading was stopped.";
  if (code !== 0) return `cd-paranoia exited with code ${code}${lastMessage === "" ? "" : `: ${lastMessage}`}.`;
  return `cd-paranoia wrote ${Math.floor(found)} of ${wanted} sectors.`;
}

/** Runs the program and stops it if it writes no more data, even if it continues to print. */
async function run(
  path: string,
  args: string[],
  { span, onFraction, onLog, signal }: SectorRequest,
  follow: ReturnType<typeof followParanoia>,
  { stallMs = STALL_MS, graceMs = GRACE_MS }: ReadingTimes,
): Promise<{ end: ProgramEnd; lastMessage: string }> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), stallMs);
  let [written, logged, lastMessage] = [0, 0, ""];
  const onLine = (line: string) => {
    if (!follow.push(line)) {
      const text = line.trim();
      if (text === "" || !/[a-z]/i.test(text) || BANNER.test(text)) return;
      lastMessage = text.slice(0, 300);
      if (++logged <= MAX_LOG_LINES) onLog(`cd-paranoia: ${lastMessage}`);
    } else if (follow.written() > written) {
      written = follow.written();
      onFraction(written / span.sectors);
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), stallMs);
    }
  };
  try {
    const end = await runProgram({ path, args, signal: AbortSignal.any([signal, stalled.signal]), onLine, graceMs });
    return { end, lastMessage };
  } catch (error) {
    signal.throwIfAborted();
    if (stalled.signal.aborted) return { end: { code: 0, stalled: true }, lastMessage };
    throw new RipProblem("tool_missing", `${path} cannot be started.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
