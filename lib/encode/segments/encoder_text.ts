import { createHash } from "node:crypto";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";

/** Reads encoder information at the start of a segment. */

/** Parts of a segment's first access unit that are equal in all segments of a video, regardless of the machine. */
export interface EncoderText {
  /** SHA-256 of the parameter sets. Undefined for codecs without parameter sets. */
  parameters?: string;
  /** Encoder options, except those that depend on the machine. Undefined if the encoder writes none. */
  options?: string;
  /** HDR10 mastering display and light level messages. Undefined if there are none. */
  light?: string;
}

const FORMATS: Record<
  string,
  { filter: string; headerBytes: number; isParameters(header: number): boolean; isMessage(header: number): boolean }
> = {
  h264: {
    filter: "h264_mp4toannexb",
    headerBytes: 1,
    isParameters: (header) => [7, 8].includes(header & 31),
    isMessage: (header) => (header & 31) === 6,
  },
  hevc: {
    filter: "hevc_mp4toannexb",
    headerBytes: 2,
    isParameters: (header) => [32, 33, 34].includes(header >> 1 & 63),
    isMessage: (header) => (header >> 1 & 63) === 39,
  },
};

/** Options about threads and CPU instructions, which do not affect the video. */
const OF_MACHINE =
  /^(?:threads|lookahead_threads|cpuid|frame-threads|numa-pools|pools|lookahead-slices|(?:no-)?(?:wpp|pmode|pme)$|log-level)/;

/** Reads the start of a segment. Throws `JobFailure` `verification_failed`. */
export async function readEncoderText(
  { ffmpegPath, path, codec, signal }: { ffmpegPath: string; path: string; codec: string; signal?: AbortSignal },
): Promise<EncoderText> {
  const format = FORMATS[codec];
  if (format === undefined) return {};
  const { code, stdout } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", "0:v:0", "-c", "copy", "-frames:v", "1", "-bsf:v", format.filter, "-f", codec, "pipe:1"],
    ],
    timeoutMs: 60_000,
    maxBytes: MAX_BYTES,
    ...(signal ? { signal } : {}),
  });
  if (code !== 0) throw new JobFailure("verification_failed", "The start of a segment of the video cannot be read.");
  return parseEncoderText(stdout, codec);
}

/** Maximum number of bytes that are read. Larger than any frame. */
const MAX_BYTES = 64 << 20;

/** Parses an access unit in Annex B form. Pure. */
export function parseEncoderText(data: Uint8Array, codec: string): EncoderText {
  const format = FORMATS[codec];
  if (format === undefined) return {};
  const parameters = new Set<string>();
  const light = new Set<string>();
  let options: string | undefined;
  for (const unit of units(data)) {
    const [header = 0] = unit;
    if (format.isParameters(header)) parameters.add(createHash("sha256").update(unit).digest("hex"));
    if (!format.isMessage(header)) continue;
    options ??= optionsOf(unit);
    for (const { type, payload } of messages(unit.subarray(format.headerBytes))) {
      if (OF_LIGHT.has(type)) light.add(`${type}:${payload.toHex()}`);
    }
  }
  const hash = createHash("sha256").update([...parameters].join()).digest("hex");
  return {
    parameters: hash,
    ...(options === undefined ? {} : { options }),
    ...(light.size === 0 ? {} : { light: [...light].sort().join(" ") }),
  };
}

/** Payload types of mastering display colour volume and content light level (Recommendation ITU-T H.274). */
const OF_LIGHT: ReadonlySet<number> = new Set([137, 144]);

/**
 * Yields the messages of one unit after its header (H.265, 7.3.5). Types and sizes of 255 and more continue in the next
 * byte.
 */
function* messages(unit: Uint8Array): Generator<{ type: number; payload: Uint8Array }> {
  const data = withoutEmulation(unit);
  let at = 0;
  const number = () => {
    let value = 0;
    while (data[at] === 255) value += data[at++] ?? 0;
    return value + (data[at++] ?? 0);
  };
  // The last byte contains the stop bit.
  while (at + 2 < data.length) {
    const [type, size] = [number(), number()];
    yield { type, payload: data.subarray(at, at + size) };
    at += size;
  }
}

/** Removes emulation prevention bytes (3 after two zeros). */
const withoutEmulation = (unit: Uint8Array): Uint8Array =>
  unit.filter((byte, i) => !(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0));

/** Returns the text after `options:`, which x264 and x265 store in user data. */
function optionsOf(unit: Uint8Array): string | undefined {
  const text = new TextDecoder("latin1").decode(unit);
  const [, words] = / - options: ([ -~]*)/.exec(text) ?? [];
  return words?.trim().split(/\s+/).filter((word) => !OF_MACHINE.test(word)).join(" ");
}

/** Splits data at start codes. */
function* units(data: Uint8Array): Generator<Uint8Array> {
  let from = -1;
  for (let i = 0; i + 2 < data.length; i++) {
    if (data[i] !== 0 || data[i + 1] !== 0 || data[i + 2] !== 1) continue;
    if (from >= 0) yield withoutZeros(data.subarray(from, i));
    from = i + 3;
    i += 2;
  }
  if (from >= 0) yield data.subarray(from);
}

/** Removes trailing zeros, because start codes may have four bytes. */
function withoutZeros(unit: Uint8Array): Uint8Array {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end--;
  return unit.subarray(0, end);
}
