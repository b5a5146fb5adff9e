import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "./input_args.ts";

/** `ffprobePath` is absolute; less `depth` is quicker and leaves out facts that headers do not tell. */
export interface ProbeOptions {
  ffprobePath: string;
  signal?: AbortSignal;
  /**
   * How closely to look: `headers` reads what the file says of itself, `pictures` also decodes the first ones (HDR inside
   * the bit stream, fields), `all` also looks at packet spacing (variable rate). Default `all`.
   */
  depth?: "headers" | "pictures" | "all";
  /** Is given ffprobe's own answer, with CRC-32 of the streams' extradata: for who needs more than the model holds. */
  onAnswer?(json: unknown): void;
}

const WALL_MS = 30_000;

/** Asks ffprobe for these entries as JSON. Throws `JobFailure` `unreadable` with ffprobe's words, or `tool_missing`. */
export async function ask(path: string, wanted: string[], options: ProbeOptions): Promise<unknown> {
  const { text, cut } = await read(path, wanted, options);
  if (cut) {
    throw new JobFailure(
      "unreadable",
      `${basename(path)} says more about itself than is read (8 MiB): its tags are too long.`,
    );
  }
  return parse(path, () => JSON.parse(text));
}

/** Limit of ffprobe's output. */
const MAX_ANSWER_BYTES = 8 << 20;

/** Returns what ffprobe prints as JSON, cut at a limit, and its complaints. Throws as `ask`. */
export async function read(
  path: string,
  wanted: string[],
  { ffprobePath, signal }: ProbeOptions,
): Promise<{ text: string; cut: boolean; complaints: string }> {
  const result = await runProcess({
    path: ffprobePath,
    args: ["-hide_banner", "-v", "error", ...INPUT_GUARDS, "-print_format", "json", ...wanted, fileOperand(path)],
    timeoutMs: WALL_MS,
    signal,
    maxBytes: MAX_ANSWER_BYTES,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new JobFailure("tool_missing", `ffprobe cannot be started at ${ffprobePath}.`, { cause });
  });
  if (result.timedOut) throw new JobFailure("unreadable", `${basename(path)} could not be read within 30 seconds.`);
  if (result.code !== 0) {
    throw new JobFailure("unreadable", `${basename(path)} cannot be read: ${firstLine(result.stderr)}`);
  }
  return {
    text: new TextDecoder().decode(result.stdout),
    cut: result.stdout.length >= MAX_ANSWER_BYTES,
    complaints: result.stderr,
  };
}

const PLAYLISTS = new Set(["hls", "concat", "dash", "imf", "sdp", "webm_dash_manifest"]);

/** ffprobe ends its complaint with `<operand>: <reason>`; the path is already in our sentence. */
function firstLine(stderr: string): string {
  const refused = /\[(\w+)[^\]]*\] Format not on whitelist/.exec(stderr)?.[1];
  if (refused) {
    return PLAYLISTS.has(refused) ? "it is a list of other files, not media." : `it is ${refused} data, not media.`;
  }
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*file:.*?: (?=[A-Z])/, "").replace(/^\[[^\]]*\] */, "") || "ffprobe gave no reason.";
}

/** Does `work` with an answer of ffprobe. Throws `JobFailure` `unreadable` when it is not what it should be. */
export function parse<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new JobFailure("unreadable", `${basename(path)} cannot be understood as a media file.`, { cause });
  }
}

/**
 * Five places of a file for ffprobe, each as long as `length` says. A seek goes to the key frame before: short files may
 * have one alone, so they are read whole.
 */
export const placesOf = (duration: number, length: string): string[] =>
  duration < 60 ? ["%+60"] : [0, 0.2, 0.4, 0.6, 0.8].map((share) => `${(share * duration).toFixed(2)}%${length}`);
