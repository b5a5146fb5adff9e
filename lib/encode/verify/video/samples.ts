import { startProcess } from "../../../kit/process/process.ts";
import { lines } from "../../../kit/process/lines.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import { readBlocks } from "../packets/matroska_stream.ts";

/** Decodes downscaled frames and audio with a low sample rate from a section of a file, for comparison. */

/** One decoded frame of `width x height`: planes Y, U and V of equal size, 8 bits, full range, BT.709 matrix. */
export interface SmallFrame {
  kind: "picture";
  /** Presentation time on the clock of the file. */
  atSeconds: number;
  data: Uint8Array<ArrayBuffer>;
}

/** Interleaved 16-bit samples of one audio track. */
export interface AudioChunk {
  kind: "sound";
  /** Position in `SampleRequest.sound`. */
  track: number;
  atSeconds: number;
  data: Int16Array<ArrayBuffer>;
}

/** Video or audio of one decode. Both are in one sequence and distinguished by `kind`. */
export type Sample = SmallFrame | AudioChunk;

/** One decode of at most one video stream and any number of audio streams, each with ffmpeg filters. */
export interface SampleRequest {
  ffmpegPath: string;
  path: string;
  /** Options before the input, the same as for the encode. */
  inputOptions?: string[];
  /** Section of the file in seconds from its start. Absent for the whole file. */
  window?: { startSeconds: number; seconds: number };
  video?: { index: number; filters: string[]; width: number; height: number; keysOnly?: boolean };
  audio?: { index: number; filters: string[] }[];
  /** Unix niceness. */
  nice?: number;
  signal?: AbortSignal;
}

/** Decode in progress. Ending the iteration early stops ffmpeg. */
export interface SampleReader {
  samples: AsyncGenerator<Sample>;
  /** Decoder errors without addresses and duplicates. Complete when `samples` has ended. */
  errors: string[];
}

/** Sample rate of the audio that is compared, in Hz. Most of the energy of speech and music is below 4 kHz. */
export const AUDIO_RATE = 8000;

/** Offset in seconds that keeps timestamps in the pipe positive, regardless of the clock of the source. */
const OFFSET_SECONDS = 60;
const MAX_ERRORS = 100;

/**
 * Starts decoding. The reader must be read to its end or returned, otherwise ffmpeg keeps running. Never throws because
 * of damage.
 */
export function readSamples(request: SampleRequest): SampleReader {
  const errors: string[] = [];
  return { samples: decode(request, errors), errors };
}

async function* decode(request: SampleRequest, errors: string[]): AsyncGenerator<Sample> {
  const { signal, video, audio = [] } = request;
  signal?.throwIfAborted();
  if (!video && audio.length === 0) return;
  const child = startProcess({ path: request.ffmpegPath, args: sampleArgs(request), nice: request.nice });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const seen = new Set<string>();
  const log = (async () => {
    for await (const line of lines(child.stderr)) {
      const plain = line.replace(/ @ 0x[0-9a-f]+/g, "").trim();
      if (plain === "" || seen.size >= MAX_ERRORS || seen.has(plain)) continue;
      seen.add(plain);
      errors.push(plain);
    }
  })();
  const first = video ? 1 : 0;
  try {
    for await (const { track, timeMs, data } of readBlocks(child.stdout)) {
      const atSeconds = timeMs / 1000 - OFFSET_SECONDS;
      if (video && track === 1) yield { kind: "picture", atSeconds, data };
      else yield { kind: "sound", track: track - 1 - first, atSeconds, data: samplesOf(data) };
    }
    const [status] = await Promise.all([child.status, log]);
    signal?.throwIfAborted();
    if (!status.success && errors.length === 0) errors.push(`ffmpeg exited with code ${status.code}.`);
  } finally {
    kill();
    signal?.removeEventListener("abort", kill);
    await Promise.all([child.status, log]);
  }
}

/** Returns a copy of the samples, because the bytes after a block header are not aligned to two bytes. */
const samplesOf = (data: Uint8Array<ArrayBuffer>): Int16Array<ArrayBuffer> =>
  new Int16Array(data.slice().buffer, 0, data.length >> 1);

/** Returns the ffmpeg arguments of a request. Pure. */
export function sampleArgs({ path, window, inputOptions = [], video, audio = [] }: SampleRequest): string[] {
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-copyts"],
    // Seeking to the start of an AVI file would lose the first keyframe.
    ...(window && window.startSeconds > 0 ? ["-ss", window.startSeconds.toFixed(3)] : []),
    ...(window ? ["-t", window.seconds.toFixed(3)] : []),
    ...inputOptions,
    ...(video?.keysOnly ? ["-skip_frame:v", "nokey"] : []),
    ...INPUT_GUARDS,
    ...["-i", fileOperand(path)],
    ...(video ? frameOutput(`0:${video.index}`, video) : []),
    ...audio.flatMap(({ index, filters }, i) => [
      ...["-map", `0:${index}`, `-c:a:${i}`, "pcm_s16le"],
      ...[`-filter:a:${i}`, [...filters, "aformat=sample_fmts=fltp", `aresample=${AUDIO_RATE}`].join(",")],
    ]),
    ...["-output_ts_offset", String(OFFSET_SECONDS), "-max_muxing_queue_size", "4096"],
    ...["-f", "matroska", "-allow_raw_vfw", "1", "pipe:1"],
  ];
}

/** Returns the output options for downscaled frames. */
export const frameOutput = (
  stream: string,
  video: { filters: string[]; width: number; height: number },
): string[] => [
  ...["-map", stream, "-filter:v:0", frameFilters(video).join(","), "-c:v:0", "rawvideo"],
  // Each frame keeps its timestamp, without duplicates for a constant rate and without rounding.
  ...["-fps_mode", "passthrough", "-enc_time_base", "1:90000"],
];

/** Converts both files to a common form. Like a player, relies on the tags for range and matrix. */
const frameFilters = ({ filters, width, height }: { filters: string[]; width: number; height: number }): string[] => [
  ...filters,
  `scale=${width}:${height}:flags=area:out_range=pc:out_color_matrix=bt709`,
  "format=yuv444p",
];
