import { JobFailure } from "../../../../kit/fault.ts";
import { lines } from "../../../../kit/process/lines.ts";
import { type Child, startProcess } from "../../../../kit/process/process.ts";
import type { Tag } from "../../../../media/audio/tags.ts";
import { fileOperand } from "../../../../media/probe/input_args.ts";

/** Sample format of an image: integers, little-endian. */
export interface PcmFormat {
  sampleRate: number;
  channels: number;
  bitDepth: 16 | 24;
}

/** Number of bytes of one sample for all channels. */
export const frameBytes = ({ channels, bitDepth }: PcmFormat): number => channels * bitDepth / 8;

/** An image to embed in a track, and the name of ffmpeg's demuxer for it. */
export interface CoverFile {
  path: string;
  demuxer: "jpeg_pipe" | "png_pipe";
}

/** A track to write. */
export interface FlacTarget {
  path: string;
  tags: Tag[];
}

/** Encodes samples to a FLAC file. */
export interface FlacEncoder {
  /** Writes samples. Throws `JobFailure` with code `tool_failed` and ffmpeg's message. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Completes the file. Throws the errors of `write`. */
  finish(): Promise<void>;
  /** Stops the process. The file is then incomplete. */
  stop(): Promise<void>;
}

/** Starts ffmpeg, which encodes one track. */
export function startFlacEncoder(
  ffmpegPath: string,
  format: PcmFormat,
  { path, tags }: FlacTarget,
  cover: CoverFile | undefined,
): FlacEncoder {
  const child = startProcess({ path: ffmpegPath, args: encoderArgs(format, path, tags, cover), stdin: "piped" });
  const writer = child.stdin.getWriter();
  const ended = endOf(child);
  const failure = async (): Promise<never> => {
    const { log, code } = await ended;
    throw new JobFailure("tool_failed", log.at(0) ?? `ffmpeg exited with code ${code} while writing ${path}.`);
  };
  return {
    write: (bytes) => writer.write(bytes).catch(failure),
    async finish() {
      await writer.close().catch(failure);
      const { code, log } = await ended;
      // If the disk is full during the last write, ffmpeg 5 exits with code 0, so any output is treated as an error.
      if (code !== 0 || log.length > 0) await failure();
    },
    async stop() {
      child.signal("SIGKILL");
      await ended;
      await writer.abort().catch(() => {});
    },
  };
}

async function endOf(child: Child): Promise<{ code: number; log: string[] }> {
  const log: string[] = [];
  const read = async () => {
    for await (const line of lines(child.stderr)) if (line.trim() !== "" && log.length < 20) log.push(line.trim());
  };
  const drain = async () => {
    for await (const _ of child.stdout);
  };
  const [{ code }] = await Promise.all([child.status, read(), drain()]);
  return { code, log };
}

function encoderArgs(
  { sampleRate, channels, bitDepth }: PcmFormat,
  path: string,
  tags: Tag[],
  cover: CoverFile | undefined,
): string[] {
  const depth = bitDepth === 16 ? ["-sample_fmt", "s16"] : ["-sample_fmt", "s32", "-bits_per_raw_sample", "24"];
  const coverArgs = cover === undefined ? { input: [], output: [] } : {
    input: ["-protocol_whitelist", "file", "-f", cover.demuxer, "-i", fileOperand(cover.path)],
    output: [
      ...["-map", "1:v:0", "-c:v", "copy", "-disposition:v:0", "attached_pic"],
      ...["-metadata:s:v", "comment=Cover (front)"],
    ],
  };
  return [
    ...["-hide_banner", "-nostats", "-v", "error", "-y", "-protocol_whitelist", "pipe"],
    ...["-f", `s${bitDepth}le`, "-ar", String(sampleRate), "-ac", String(channels), "-i", "pipe:0"],
    ...coverArgs.input,
    ...["-map", "0:a:0", ...coverArgs.output, "-map_metadata", "-1"],
    ...["-c:a", "flac", "-compression_level", "8", ...depth],
    ...tags.flatMap(([key, value]) => ["-metadata", `${key}=${value}`]),
    ...["-f", "flac", fileOperand(path)],
  ];
}
