import { createHash } from "node:crypto";
import { JobFailure } from "../../../kit/fault.ts";
import { fileOperand } from "../../../media/probe/input_args.ts";
import { writeFlac } from "./flac_ffmpeg.ts";
import { verifyFlac } from "./verify_flac.ts";

/** The raw samples of one track, and the path of its FLAC file. */
export interface TrackToEncode {
  ffmpegPath: string;
  /** Absolute path of the raw samples: 16-bit stereo, 44.1 kHz, little-endian, without a header. */
  pcmPath: string;
  /** Absolute path of the FLAC file. An existing file is replaced. */
  output: string;
  /** Compression level, from 0 (fastest) to 8 (smallest file). */
  compressionLevel: number;
  signal?: AbortSignal;
  /** Called with the number of seconds that have been encoded. */
  onProgress?(seconds: number): void;
}

/** Result of encoding. `md5` is the MD5 of the samples, 32 hexadecimal digits. */
export interface EncodedAudio {
  md5: string;
  /** Number of stereo samples. */
  samples: number;
}

const BYTES_PER_SAMPLE = 4;
const PCM_INPUT = ["-protocol_whitelist", "file", "-f", "s16le", "-ar", "44100", "-ac", "2"];

/**
 * Encodes a FLAC file without tags that contains exactly the same samples. Tags are added when the album is known.
 * Throws `JobFailure` `unreadable` if the file contains an incomplete sample, `verification_failed` if the result
 * differs, and the errors of `runFfmpeg()`.
 */
export async function encodeTrack(
  { ffmpegPath, pcmPath, output, compressionLevel, signal, onProgress }: TrackToEncode,
): Promise<EncodedAudio> {
  const { md5, bytes } = await pcmSum(pcmPath);
  if (bytes === 0 || bytes % BYTES_PER_SAMPLE !== 0) {
    throw new JobFailure(
      "unreadable",
      `The audio data of the track is ${bytes} bytes long, which is not a whole number of stereo samples.`,
    );
  }
  const args = [
    ...PCM_INPUT,
    ...["-i", fileOperand(pcmPath), "-map", "0:a:0"],
    ...["-c:a", "flac", "-compression_level", String(compressionLevel)],
  ];
  await writeFlac(
    { ffmpegPath, args, output, signal, onProgress },
    (path) => verifyFlac({ ffmpegPath, path, md5, signal }),
  );
  return { md5, samples: bytes / BYTES_PER_SAMPLE };
}

/**
 * The MD5 is computed before ffmpeg reads the file, to detect a disk that returns different bytes on the second read.
 */
async function pcmSum(path: string): Promise<{ md5: string; bytes: number }> {
  const hash = createHash("md5");
  let bytes = 0;
  using file = await Deno.open(path, { read: true }).catch((cause) => {
    throw new JobFailure("source_missing", `The samples of the track were not found at ${path}.`, { cause });
  });
  const buffer = new Uint8Array(1 << 20);
  for (let count = await file.read(buffer); count !== null; count = await file.read(buffer)) {
    hash.update(buffer.subarray(0, count));
    bytes += count;
  }
  return { md5: hash.digest("hex"), bytes };
}
