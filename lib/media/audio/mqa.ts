import type { AudioStream } from "../probe/model.ts";
import { type AudioRequest, decodeAudio } from "./decode.ts";

/** MQA information that can be read from the low bits of a stereo recording. The audio is not unfolded. */
export interface MqaFinding {
  isMqa: boolean;
  /** True if the provenance field in the signal is "MQA Studio". */
  studio: boolean;
  /** Sample rate of the master in Hz. */
  originalRate?: number;
  /** Position of the bit that contains the signal in each sample, 0 = lowest. */
  bitPosition?: number;
}

/** Processes the samples of a stream in order. `result` is available at any time, for the samples so far. */
export interface MqaDetector {
  /**
   * Adds interleaved samples of the left and right channels, as integers with the bit depth of the file. Only complete
   * frames are allowed.
   */
  push(samples: Int32Array): void;
  result(): MqaFinding;
}

/** The sync word 0xBE0498C88 with 36 bits, split into its highest 4 and lowest 32 bits. */
const SYNC_HIGH = 0xb;
const SYNC_LOW = 0xe0498c88 | 0;
/** Number of frames from the last bit of the sync word to the last bit of the provenance field. */
const FIELDS_END = 33;
/**
 * Required number of sync words with identical fields. By chance, the word occurs in about one of 50,000 recordings of
 * ten seconds, but never twice with the same fields.
 */
const NEEDED_HITS = 2;
/** Number of adjacent bit positions that encoders may use for the signal. */
const BIT_POSITIONS = 3;

/** Shift register for one candidate bit. */
interface BitRegister {
  high: number;
  low: number;
  /** Number of frames until the fields after the last sync word are complete. 0 if no sync word was found. */
  due: number;
}

/**
 * Creates a detector, which searches for MQA in the XOR of left and right. Pure: the result does not depend on how the
 * samples are split.
 */
export function createMqaDetector(bitDepth: 16 | 24): MqaDetector {
  const lowest = bitDepth - 16;
  const registers: BitRegister[] = Array.from({ length: BIT_POSITIONS }, () => ({ high: 0, low: 0, due: 0 }));
  const hits = new Map<string, number>();
  let finding: MqaFinding = { isMqa: false, studio: false };

  const count = (bitPosition: number, { low }: BitRegister): void => {
    // The register ends with the last bit of the provenance field, so the fields are at fixed positions.
    const [code, provenance] = [(low >>> 27) & 0xf, low & 0x1f];
    const key = `${bitPosition} ${code} ${provenance}`;
    const seen = (hits.get(key) ?? 0) + 1;
    hits.set(key, seen);
    if (seen >= NEEDED_HITS && !finding.isMqa) {
      finding = { isMqa: true, studio: provenance > 8, originalRate: rateOf(code), bitPosition };
    }
  };

  return {
    push(samples) {
      for (let i = 0; i + 1 < samples.length; i += 2) {
        const difference = ((samples[i] ?? 0) ^ (samples[i + 1] ?? 0)) >> lowest;
        for (let n = 0; n < registers.length; n++) {
          const register = registers[n];
          if (!register) break;
          register.high = ((register.high << 1) | (register.low >>> 31)) & 0xf;
          register.low = (register.low << 1) | ((difference >> n) & 1);
          if (register.due > 0 && --register.due === 0) count(lowest + n, register);
          if (register.low === SYNC_LOW && register.high === SYNC_HIGH) register.due = FIELDS_END;
        }
      }
    },
    result: () => finding,
  };
}

/**
 * Returns the sample rate of the master in Hz from its 4-bit code. The lowest bit is the base rate, and the other three
 * bits, reversed, are the exponent of two.
 */
export function rateOf(code: number): number {
  const exponent = ((code >> 3) & 1) | ((code >> 1) & 2) | ((code << 1) & 4);
  const factor = 2 ** exponent;
  return (code & 1 ? 48_000 : 44_100) * (factor > 16 ? factor * 2 : factor);
}

/** The stream properties that the MQA detector needs. */
export type MqaStream = Pick<AudioStream, "index" | "channels" | "bitDepth" | "lossless" | "sampleRate">;

/** A file and the stream to decode, as reported by the probe. */
export interface DetectOptions extends Omit<AudioRequest, "streamIndex"> {
  stream: MqaStream;
}

const SCANNED_SECONDS = 10;
const BYTES_PER_FRAME = 8;

/**
 * Analyses the first ten seconds. Streams that cannot contain the signal (lossy, not stereo, neither 16 nor 24 bits)
 * are not decoded and have `scannedSeconds` 0. Throws the errors of `decodeAudio()`.
 */
export async function detectMqa(
  { stream, ...request }: DetectOptions,
): Promise<MqaFinding & { scannedSeconds: number }> {
  const { index, channels, bitDepth, lossless, sampleRate } = stream;
  if (!lossless || channels !== 2 || (bitDepth !== 16 && bitDepth !== 24)) {
    return { isMqa: false, studio: false, scannedSeconds: 0 };
  }
  const detector = createMqaDetector(bitDepth);
  const { value: frames } = await decodeAudio(
    { timeoutMs: 60_000, ...request, streamIndex: index },
    { input: ["-v", "error", "-t", String(SCANNED_SECONDS)], output: ["-c:a", "pcm_s32le", "-f", "s32le", "pipe:1"] },
    (stdout) => feed(stdout, detector, 32 - bitDepth),
  );
  return { ...detector.result(), scannedSeconds: Math.round((frames / sampleRate) * 1000) / 1000 };
}

/**
 * Passes samples to the detector. ffmpeg aligns samples to the top of 32 bits, so they are shifted by `shift` bits.
 * Returns the number of frames.
 */
async function feed(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  detector: MqaDetector,
  shift: number,
): Promise<number> {
  let rest = new Uint8Array();
  let frames = 0;
  for await (const part of stream) {
    const bytes = new Uint8Array(rest.length + part.length);
    bytes.set(rest);
    bytes.set(part, rest.length);
    const whole = Math.floor(bytes.length / BYTES_PER_FRAME);
    // All platforms supported by Deno are little-endian, as is the stream.
    const samples = new Int32Array(bytes.buffer, 0, whole * 2);
    for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) >> shift;
    detector.push(samples);
    frames += whole;
    rest = bytes.slice(whole * BYTES_PER_FRAME);
  }
  return frames;
}
