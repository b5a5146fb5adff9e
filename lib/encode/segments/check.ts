import * as z from "zod";
import { JobFailure } from "../../kit/fault.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import { decode, type DecodeOptions } from "../run/decode.ts";
import { readEncoderText } from "./encoder_text.ts";

/** An encoded part. */
export interface SegmentFile {
  ffmpegPath: string;
  ffprobePath: string;
  path: string;
  signal?: AbortSignal;
}

/** A part and what it has to hold. */
export interface SegmentCheck extends SegmentFile {
  /** When each picture is shown, in units of the file. */
  times: readonly number[];
  /**
   * How much is decoded: all of what another machine made; of what is made here the first and the last seconds, as of every
   * encode that takes nothing's place (S-FILE-3).
   */
  decoded: "all" | "ends";
}

/** Says what decoders are told before the first picture, and by which options it was made: parts that are joined must agree. */
export type SegmentHeader = string;

/** Every picture at its time, and decoded as asked. Throws `JobFailure` `verification_failed` with what is wrong. */
export async function checkSegment(check: SegmentCheck): Promise<SegmentHeader> {
  const { times, decoded } = check;
  const reading = readSegment(check);
  // What another machine made may be anything: nothing of it is decoded before it has the right pictures.
  if (decoded === "all") requireTimes(await reading, times);
  const isWhole = decoded === "all" || times.length <= SHORT_PICTURES;
  const windows = isWhole
    ? [undefined]
    : [0, -END_SECONDS].map((start) => ({ startSeconds: start, seconds: END_SECONDS }));
  // At once: while the last part is verified nothing else is done for the film.
  const [read, ...decodes] = await Promise.allSettled([reading, ...windows.map((one) => decodePictures(check, one))]);
  if (read.status === "rejected") throw read.reason;
  requireTimes(read.value, times);
  for (const one of decodes) {
    if (one.status === "rejected") throw one.reason;
    if (isWhole && one.value !== times.length) {
      throw new JobFailure("verification_failed", `A part of the film shows ${one.value} of ${times.length} pictures.`);
    }
    if (one.value === 0) throw new JobFailure("verification_failed", "An end of a part of the film shows no picture.");
  }
  return read.value.header;
}

/** What is decoded of each end, and what is so short that it is decoded whole. The joined film is verified by itself. */
const END_SECONDS = 4;
const SHORT_PICTURES = 500;

/** How many pictures are shown. */
async function decodePictures(
  { ffmpegPath, path, signal }: SegmentCheck,
  window?: DecodeOptions["window"],
): Promise<number> {
  const options = { ...(window ? { window } : {}), ...(signal ? { signal } : {}) };
  const { frames, errors } = await decode({ ffmpegPath, path, streams: [0], ...options });
  if (errors[0]) throw new JobFailure("verification_failed", `A part of the film cannot be decoded: ${errors[0]}`);
  return frames;
}

/** The header alone. Throws `JobFailure` `verification_failed`. */
export const readHeader = async (file: SegmentFile): Promise<SegmentHeader> => (await readSegment(file)).header;

function requireTimes({ found }: { found: readonly number[] }, wanted: readonly number[]): void {
  const wrong = firstDifference(found.toSorted((a, b) => a - b), wanted);
  if (wrong !== undefined) throw new JobFailure("verification_failed", wrong);
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
  if (stream === undefined) throw new JobFailure("verification_failed", "A part of the film holds no picture.");
  const text = await readEncoderText({ ffmpegPath, path, codec: stream.codec_name, ...(signal ? { signal } : {}) });
  // The bytes of x265's header name the processor of the machine.
  const { extradata_hash, ...facts } = stream;
  const header = JSON.stringify({ ...facts, ...(text.parameters === undefined ? { extradata_hash } : text) });
  return { found, header };
}
