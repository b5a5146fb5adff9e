import { z } from "zod";
import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import { decode } from "../run/decode.ts";

/** An encoded part and what it has to hold. */
export interface SegmentCheck {
  ffmpegPath: string;
  ffprobePath: string;
  path: string;
  /** When each picture is shown, in units of the file. */
  times: readonly number[];
  signal?: AbortSignal;
}

/** Says what decoders are told before the first picture: parts that are joined must agree. */
export type SegmentHeader = string;

/** Every picture at its time, and all of them decoded. Throws `JobFailure` `verification_failed` with what is wrong. */
export async function checkSegment(check: SegmentCheck): Promise<SegmentHeader> {
  const { times, path, ffmpegPath, signal } = check;
  const { found, header } = await readSegment(check);
  const wrong = firstDifference(found.sort((a, b) => a - b), times);
  if (wrong) throw new JobFailure("verification_failed", wrong);
  const { frames, errors } = await decode({ ffmpegPath, path, streams: [0], ...(signal ? { signal } : {}) });
  if (errors[0]) throw new JobFailure("verification_failed", `A part of the film cannot be decoded: ${errors[0]}`);
  if (frames !== times.length) {
    throw new JobFailure("verification_failed", `A part of the film shows ${frames} of ${times.length} pictures.`);
  }
  return header;
}

function firstDifference(found: readonly number[], wanted: readonly number[]): string | undefined {
  if (found.length !== wanted.length) {
    return `A part of the film has ${found.length} pictures instead of ${wanted.length}.`;
  }
  const at = found.findIndex((time, i) => time !== wanted[i]);
  return at < 0 ? undefined : `Picture ${at + 1} of a part of the film is at ${found[at]} instead of ${wanted[at]}.`;
}

const Stream = z.object({
  codec_name: z.string(),
  profile: z.string().optional(),
  width: z.coerce.number(),
  height: z.coerce.number(),
  pix_fmt: z.string(),
  extradata_hash: z.string(),
});

async function readSegment(
  { ffprobePath, path, signal }: SegmentCheck,
): Promise<{ found: number[]; header: SegmentHeader }> {
  const child = startProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...INPUT_GUARDS, "-show_data_hash", "md5"],
      ...[
        "-show_entries",
        "packet=pts:stream=codec_name,profile,width,height,pix_fmt,extradata_hash",
        "-of",
        "compact",
      ],
      fileOperand(path),
    ],
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const found: number[] = [];
  let header: SegmentHeader = "";
  let complaint: string | undefined;
  const packets = async () => {
    for await (const line of lines(child.stdout)) {
      const [section, ...fields] = line.split("|");
      const values = Object.fromEntries(fields.map((field) => field.split("=", 2)));
      if (section === "packet") found.push(Number(values.pts ?? NaN));
      if (section === "stream") header = JSON.stringify(Stream.parse(values));
    }
  };
  const log = async () => {
    for await (const line of lines(child.stderr)) complaint ??= line;
  };
  try {
    const [status] = await Promise.all([child.status, packets(), log()]);
    signal?.throwIfAborted();
    if (!status.success) throw new JobFailure("verification_failed", complaint ?? "A part of the film cannot be read.");
    return { found, header };
  } finally {
    kill();
    signal?.removeEventListener("abort", kill);
  }
}
