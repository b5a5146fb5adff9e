import { extname, join } from "node:path";
import { JobFailure } from "../../../../kit/fault.ts";
import { runProcess } from "../../../../kit/process/process.ts";
import type { Media } from "../../../../media/service.ts";
import { fileOperand } from "../../../../media/probe/input_args.ts";
import type { CoverFile, PcmFormat } from "./flac_encoder.ts";

/** The audio stream of an image, and its sample format. */
export interface ImageAudio {
  streamIndex: number;
  format: PcmFormat;
  sizeBytes: number;
  /** Duration according to the header of the file. */
  seconds: number;
}

/**
 * Returns the audio of an image. Throws `JobFailure` with code `unreadable` if it cannot be split, and the errors of
 * `Media.probe()`.
 */
export async function imageAudio(path: string, media: Pick<Media, "probe">, signal?: AbortSignal): Promise<ImageAudio> {
  const name = path.split("/").at(-1) ?? path;
  const refuse = (why: string) => new JobFailure("unreadable", `${name} ${why}`);
  const { streams, sizeBytes, durationSeconds } = await media.probe(path, signal);
  const [audio, ...others] = streams.filter((stream) => stream.kind === "audio");
  if (audio === undefined) throw refuse("contains no audio.");
  if (others.length > 0) throw refuse("contains more than one audio track.");
  if (!audio.lossless) {
    throw refuse(`is lossy (${audio.codec}) and is not split, because splitting would encode it again.`);
  }
  const { sampleRate, channels, bitDepth, float, index } = audio;
  if (float || (bitDepth !== 16 && bitDepth !== 24)) {
    throw refuse(
      `has ${
        float ? "floating-point" : `${bitDepth ?? "unknown"}-bit`
      } samples; only 16-bit and 24-bit audio can be split.`,
    );
  }
  if (channels > 2) throw refuse(`has ${channels} channels; only mono and stereo can be split.`);
  return { streamIndex: index, format: { sampleRate, channels, bitDepth }, sizeBytes, seconds: durationSeconds };
}

const COVERS = ["cover", "folder", "front", "albumart"];
/** Maximum size of a cover in bytes. A FLAC metadata block can contain at most 16 MB. */
const MAX_COVER_BYTES = 15 << 20;
const COVER_MS = 20_000;

/** Returns the front cover in a folder if ffmpeg can read it. Usual file names are tried. */
export async function folderCover(
  folder: string,
  names: readonly string[],
  ffmpegPath: string,
): Promise<CoverFile | undefined> {
  const rank = (name: string) => COVERS.indexOf(name.slice(0, -extname(name).length).toLowerCase());
  const images = names.filter((name) => /\.(?:jpe?g|png)$/i.test(name) && rank(name) >= 0);
  for (const name of images.toSorted((a, b) => rank(a) - rank(b))) {
    const path = join(folder, name);
    const demuxer = await imageDemuxer(path);
    if (demuxer !== undefined && await canBeRead({ path, demuxer }, ffmpegPath)) return { path, demuxer };
  }
  return undefined;
}

/** Detects the format from the first bytes, because file names are not reliable. */
async function imageDemuxer(path: string): Promise<CoverFile["demuxer"] | undefined> {
  using file = await Deno.open(path, { read: true });
  if ((await file.stat()).size > MAX_COVER_BYTES) return undefined;
  const head = new Uint8Array(4);
  await file.read(head);
  if (head[0] === 0xff && head[1] === 0xd8) return "jpeg_pipe";
  return head[0] === 0x89 && head[1] === 0x50 && head[2] === 0x4e && head[3] === 0x47 ? "png_pipe" : undefined;
}

async function canBeRead({ path, demuxer }: CoverFile, ffmpegPath: string): Promise<boolean> {
  const input = ["-protocol_whitelist", "file", "-f", demuxer, "-i", fileOperand(path)];
  const args = ["-v", "error", "-nostdin", "-xerror", ...input, "-frames:v", "1", "-f", "null", "-"];
  const { code } = await runProcess({ path: ffmpegPath, args, timeoutMs: COVER_MS });
  return code === 0;
}
