import { JobFailure } from "../../../kit/fault.ts";
import { decodedMd5, flacStreamInfo } from "../../../media/audio/pcm_md5.ts";

/** A FLAC file, and the expected MD5 of its samples. */
export interface FlacToVerify {
  ffmpegPath: string;
  path: string;
  /** Expected MD5 of the 16-bit samples, 32 hexadecimal digits. */
  md5: string;
  signal?: AbortSignal;
}

/**
 * Decodes the file and reads the MD5 stored by its encoder. Both must match the samples read from the disc. Throws
 * `JobFailure` `verification_failed`, `unreadable`.
 */
export async function verifyFlac({ ffmpegPath, path, md5, signal }: FlacToVerify): Promise<void> {
  const [{ md5: noted }, decoded] = await Promise.all([
    flacStreamInfo(path),
    decodedMd5({ ffmpegPath, path, streamIndex: 0, bitDepth: 16, signal }),
  ]);
  if (decoded === md5 && noted === md5) return;
  throw new JobFailure(
    "verification_failed",
    `The FLAC file does not match the samples of the disc: their MD5 is ${md5}, decoded ${decoded}, stored ${noted}.`,
  );
}
