import * as z from "zod";
import { JobFailure } from "../../kit/fault.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import { decode, type DecodeOptions } from "../run/decode.ts";
import { readEncoderText } from "./encoder_text.ts";

/** File of an encoded segment. */
export interface SegmentFile {
  ffmpegPath: string;
  ffprobePath: string;
  path: string;
  signal?: AbortSignal;
}

/** Segment with its expected content. */
export interface SegmentCheck extends SegmentFile {
  /** Presentation time of each frame, in units of the file. */
  times: readonly number[];
  /**
   * Part of the segment that is decoded: all of it if another machine encoded it, otherwise the first and last seconds,
   * as for every encode that does not replace a file (S-FILE-3).
   */
  decoded: "all" | "ends";
}

/** Decoder configuration and encoding options of a segment. They must be equal in all segments that are joined. */
export type SegmentHeader = string;

/**
 * Verifies the timestamp of each frame and decodes the requested part. Throws `JobFailure` `verification_failed` with
 * the problem.
 */
export async function checkSegment(check: SegmentCheck): Promise<SegmentHeader> {
  const { times, decoded } = check;
  const reading = readSegment(check);
  // Another machine may send any data, so nothing is decoded until the timestamps are known to be correct.
  if (decoded === "all") requireTimes(await reading, times);
  const isWhole = decoded === "all" || times.length <= SHORT_FRAMES;
  const windows = isWhole
    ? [undefined]
    : [0, -END_SECONDS].map((start) => ({ startSeconds: start, seconds: END_SECONDS }));
  // Reading and decoding are done at the same time, because nothing else can be done for this video while its last
  // segment is verified.
  const [read, ...decodes] = await Promise.allSettled([reading, ...windows.map((one) => decodeFrames(check, one))]);
  if (read.status === "rejected") throw read.reason;
  requireTimes(read.value, times);
  for (const one of decodes) {
    if (one.status === "rejected") throw one.reason;
    if (isWhole && one.value !== times.length) {
      throw new JobFailure(
        "verification_failed",
        `A segment of the video shows ${one.value} of ${times.length} frames.`,
      );
    }
    if (one.value === 0) throw new JobFailure("verification_failed", "The start or end of a segment shows no frames.");
  }
  return read.value.header;
}

/**
 * Length in seconds that is decoded at each end, and the number of frames up to which everything is decoded. The joined
 * video is verified separately.
 */
const END_SECONDS = 4;
const SHORT_FRAMES = 500;

/** Decodes a segment or part of it, and returns the number of frames. */
async function decodeFrames(
  { ffmpegPath, path, signal }: SegmentCheck,
  window?: DecodeOptions["window"],
): Promise<number> {
  const options = { ...(window ? { window } : {}), ...(signal ? { signal } : {}) };
  const { frames, errors } = await decode({ ffmpegPath, path, streams: [0], ...options });
  if (errors[0]) throw new JobFailure("verification_failed", `A segment of the video cannot be decoded: ${errors[0]}`);
  return frames;
}

/** Reads only the header of a segment. Throws `JobFailure` `verification_failed`. */
export const readHeader = async (file: SegmentFile): Promise<SegmentHeader> => (await readSegment(file)).header;

function requireTimes({ found }: { found: readonly number[] }, wanted: readonly number[]): void {
  const wrong = firstDifference(found.toSorted((a, b) => a - b), wanted);
  if (wrong !== undefined) throw new JobFailure("verification_failed", wrong);
}

function firstDifference(found: readonly number[], wanted: readonly number[]): string | undefined {
  if (found.length !== wanted.length) {
    return `A segment of the video has ${found.length} frames instead of ${wanted.length}.`;
  }
  const at = found.findIndex((time, i) => time !== wanted[i]);
  return at < 0 ? undefined : `Frame ${at + 1} of a segment of the video is at ${found[at]} instead of ${wanted[at]}.`;
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
  { ffmpegPath, ffprobePath, path, signal }: SegmentFile,
): Promise<{ found: number[]; header: SegmentHeader }> {
  const found: number[] = [];
  let stream: z.infer<typeof Stream> | undefined;
  await eachProbeLine({
    ffprobePath,
    path,
    args: [
      ...["-show_data_hash", "md5", "-of", "compact"],
      ...["-show_entries", "packet=pts:stream=codec_name,profile,width,height,pix_fmt,extradata_hash"],
    ],
    onLine(line) {
      const [section, ...fields] = line.split("|");
      const values = Object.fromEntries(fields.map((field) => field.split("=", 2)));
      if (section === "packet") found.push(Number(values.pts ?? NaN));
      if (section === "stream") stream = Stream.parse(values);
    },
    failure: "verification_failed",
    ...(signal ? { signal } : {}),
  });
  if (stream === undefined) throw new JobFailure("verification_failed", "A segment of the video contains no frames.");
  const text = await readEncoderText({ ffmpegPath, path, codec: stream.codec_name, ...(signal ? { signal } : {}) });
  // The header of x265 contains the name of the machine's processor.
  const { extradata_hash, ...facts } = stream;
  const header = JSON.stringify({ ...facts, ...(text.parameters === undefined ? { extradata_hash } : text) });
  return { found, header };
}
