import { createHash, type Hash } from "node:crypto";
import { JobFailure } from "../../../../kit/fault.ts";
import { timeOf } from "../../../../media/cue_sheet/cue_words.ts";
import { FRAMES_PER_SECOND } from "../../../../media/cue_sheet/model.ts";
import { decodeAudio } from "../../../../media/audio/decode.ts";
import {
  type CoverFile,
  type FlacEncoder,
  type FlacTarget,
  frameBytes,
  type PcmFormat,
  startFlacEncoder,
} from "./flac_encoder.ts";
import type { TrackCut } from "./track_cuts.ts";

/** An image and the files to which it is split, one for each cut. */
export interface SplitRequest {
  ffmpegPath: string;
  path: string;
  streamIndex: number;
  format: PcmFormat;
  cuts: readonly TrackCut[];
  targets: readonly FlacTarget[];
  cover: CoverFile | undefined;
  signal: AbortSignal;
  /** Called with the number of samples that have been processed, from the start of the image. */
  onProgress(samples: number): void;
}

/** Decoded audio: number of samples per channel, and the MD5 of all samples as 32 hexadecimal digits. */
export interface SplitImage {
  samples: number;
  md5: string;
}

/** Options that make ffmpeg stop at damage that it would otherwise ignore. */
const STRICT = ["-v", "error", "-err_detect", "crccheck+explode", "-xerror"];

const rawArgs = ({ bitDepth }: PcmFormat): string[] => [
  "-c:a",
  `pcm_s${bitDepth}le`,
  "-f",
  `s${bitDepth}le`,
  "pipe:1",
];

/**
 * Decodes the image once and writes each sample to its track. Throws `JobFailure`: the errors of `decodeAudio()`, and
 * `unreadable` if the image ends before its last track starts. In this case, the files are incomplete.
 */
export async function splitImage(request: SplitRequest): Promise<SplitImage> {
  const { ffmpegPath, path, streamIndex, format, cuts, signal } = request;
  const { value: { begun, ...audio } } = await decodeAudio(
    { ffmpegPath, path, streamIndex, signal },
    { input: STRICT, output: rawArgs(format) },
    (stdout) => cut(stdout, request),
  );
  const missing = cuts[begun];
  if (missing !== undefined) throw tooShort(missing, audio.samples, format);
  return audio;
}

interface CutState {
  /** Index of the current cut in `cuts`. */
  at: number;
  encoder: FlacEncoder | undefined;
  /** Position in the decoded audio, in bytes. */
  position: number;
}

/** Result. `begun` is the number of cuts that the image reached. */
async function cut(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  request: SplitRequest,
): Promise<SplitImage & { begun: number }> {
  const { format, onProgress } = request;
  const bytes = frameBytes(format);
  const hash = createHash("md5");
  const state: CutState = { at: -1, encoder: undefined, position: 0 };
  try {
    for await (const chunk of stdout) {
      hash.update(chunk);
      await distribute(chunk, request, state);
      onProgress(Math.floor(state.position / bytes));
    }
    await state.encoder?.finish();
    state.encoder = undefined;
  } finally {
    await state.encoder?.stop();
  }
  return { samples: state.position / bytes, md5: hash.digest("hex"), begun: state.at + 1 };
}

async function distribute(
  chunk: Uint8Array<ArrayBuffer>,
  { ffmpegPath, format, cuts, targets, cover }: SplitRequest,
  state: CutState,
): Promise<void> {
  const bytes = frameBytes(format);
  for (let from = 0; from < chunk.length;) {
    const next = cuts[state.at + 1];
    if (next !== undefined && state.position === next.start * bytes) {
      await state.encoder?.finish();
      state.encoder = undefined;
      state.at++;
      const target = targets[state.at];
      if (target !== undefined) state.encoder = startFlacEncoder(ffmpegPath, format, target, cover);
      continue;
    }
    const room = next === undefined ? Infinity : next.start * bytes - state.position;
    const part = chunk.subarray(from, from + Math.min(chunk.length - from, room));
    await state.encoder?.write(part);
    from += part.length;
    state.position += part.length;
  }
}

function tooShort({ number, start }: TrackCut, samples: number, { sampleRate }: PcmFormat): JobFailure {
  const time = (at: number) => timeOf(Math.floor(at * FRAMES_PER_SECOND / sampleRate));
  return new JobFailure(
    "unreadable",
    `The image is shorter than its cue sheet states: it ends at ${time(samples)}, but track ${number} would start at ${
      time(start)
    }.`,
  );
}

/** Decodes several files and returns the values for their joined samples. Throws the errors of `decodeAudio()`. */
export async function joinedAudio(
  paths: readonly string[],
  { ffmpegPath, format, signal }: Pick<SplitRequest, "ffmpegPath" | "format" | "signal">,
): Promise<SplitImage> {
  const hash = createHash("md5");
  let bytes = 0;
  for (const path of paths) {
    const { value } = await decodeAudio(
      { ffmpegPath, path, streamIndex: 0, signal },
      { input: STRICT, output: rawArgs(format) },
      (stdout) => hashed(stdout, hash),
    );
    bytes += value;
  }
  return { samples: bytes / frameBytes(format), md5: hash.digest("hex") };
}

async function hashed(stdout: ReadableStream<Uint8Array>, hash: Hash): Promise<number> {
  let bytes = 0;
  for await (const chunk of stdout) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return bytes;
}
