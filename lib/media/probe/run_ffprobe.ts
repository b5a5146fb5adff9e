import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "./input_args.ts";

/** Options of a probe. `ffprobePath` is absolute. A lower `depth` is faster, but omits data that is not in headers. */
export interface ProbeOptions {
  ffprobePath: string;
  signal?: AbortSignal;
  /**
   * Level of detail: `headers` reads only headers, `frames` also decodes the first frames (HDR in the bitstream,
   * fields), `all` also checks packet spacing (variable frame rate). By default `all`.
   */
  depth?: "headers" | "frames" | "all";
  /**
   * Called with the output of ffprobe, including the CRC-32 of the streams' extradata, for callers that need more than
   * the probe contains.
   */
  onAnswer?(json: unknown): void;
}

const WALL_MS = 30_000;

/**
 * Queries the given entries from ffprobe as JSON. Throws `JobFailure` `unreadable` with the message of ffprobe, or
 * `tool_missing`.
 */
export async function ask(path: string, wanted: string[], options: ProbeOptions): Promise<unknown> {
  const { text, cut } = await read(path, wanted, options);
  if (cut) {
    throw new JobFailure(
      "unreadable",
      `${basename(path)} has more metadata than can be read (8 MiB): its tags are too long.`,
    );
  }
  return parse(path, () => JSON.parse(text));
}

/** Maximum size of ffprobe's output in bytes. */
const MAX_ANSWER_BYTES = 8 << 20;

/** Returns ffprobe's JSON output, truncated at a limit, and its error messages. Throws the errors of `ask`. */
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
    throw new JobFailure("tool_missing", `ffprobe at ${ffprobePath} cannot be started.`, { cause });
  });
  if (result.timedOut) throw new JobFailure("unreadable", `${basename(path)} could not be read within 30 seconds.`);
  if (result.code !== 0) {
    const reason = refusalReason(result.stderr);
    throw new JobFailure(
      reason === "No such file or directory" ? "source_missing" : "unreadable",
      `${basename(path)} cannot be read: ${reason}`,
    );
  }
  return {
    text: new TextDecoder().decode(result.stdout),
    cut: result.stdout.length >= MAX_ANSWER_BYTES,
    complaints: result.stderr,
  };
}

const PLAYLISTS = new Set(["hls", "concat", "dash", "imf", "sdp", "webm_dash_manifest"]);

/**
 * Returns the reason in ffprobe's message, which ends with `<operand>: <reason>`. The path is removed, because Lathe's
 * message already contains it.
 */
function refusalReason(stderr: string): string {
  const refused = /\[(\w+)[^\]]*\] Format not on whitelist/.exec(stderr)?.[1];
  if (refused) {
    return PLAYLISTS.has(refused) ? "it is a list of other files, not media." : `it is ${refused} data, not media.`;
  }
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*file:.*?: (?=[A-Z])/, "").replace(/^\[[^\]]*\] */, "") || "ffprobe gave no reason.";
}

/** Calls `work` to parse the output of ffprobe. Throws `JobFailure` `unreadable` if the output is invalid. */
export function parse<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new JobFailure("unreadable", `${basename(path)} cannot be read as a media file.`, { cause });
  }
}

/**
 * Returns five read intervals for ffprobe, each with the given `length`. A seek ends at the previous keyframe. Files
 * shorter than a minute are read completely.
 */
export const placesOf = (duration: number, length: string): string[] =>
  duration < 60 ? ["%+60"] : [0, 0.2, 0.4, 0.6, 0.8].map((share) => `${(share * duration).toFixed(2)}%${length}`);
