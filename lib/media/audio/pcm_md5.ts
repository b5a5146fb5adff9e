import { JobFailure } from "../../kit/fault.ts";
import { sourceIdentity } from "../probe/source.ts";
import { readFlacHead } from "./flac_blocks.ts";
import { decodeSound, type SoundRequest } from "./decode.ts";
import { type StreamInfo, streamInfoOf } from "./stream_info.ts";

/** A file and a stream of it to decode. */
export interface Md5Request extends SoundRequest {
  /** The stream's own depth in bits: samples are hashed as 2, 3 or 4 bytes, lowest first, like FLAC does. */
  bitDepth: number;
  /** Every sample that the packets hold, also those that an edit list hides. */
  stored?: boolean;
}

/**
 * MD5 of the decoded samples, 32 hexadecimal digits. Equal for two files means bit-identical sound; for 16 and 24 bit it is also what
 * FLAC stores. Throws as `decodeSound()` does; damage that ffmpeg conceals shows as another sum.
 */
export async function decodedMd5({ bitDepth, stored = false, ...request }: Md5Request): Promise<string> {
  const encoder = bitDepth <= 16 ? "pcm_s16le" : bitDepth <= 24 ? "pcm_s24le" : "pcm_s32le";
  const { value } = await decodeSound(
    request,
    {
      input: ["-v", "error", ...(stored ? ["-flags2", "+skip_manual"] : [])],
      output: ["-c:a", encoder, "-f", "md5", "pipe:1"],
    },
    (stdout) => new Response(stdout).text(),
  );
  const sum = /^MD5=([0-9a-f]{32})\s*$/.exec(value)?.[1];
  if (sum === undefined) throw new JobFailure("unreadable", `No sound could be decoded from ${request.path}.`);
  return sum;
}

/** The MD5 that a FLAC's encoder noted of its samples; undefined when it noted none. Throws as `flacStreamInfo()` does. */
export const flacStoredMd5 = async (path: string): Promise<string | undefined> => (await flacStreamInfo(path)).md5;

/** What a FLAC file says of its sound. Throws `JobFailure` `unreadable` when it is no FLAC, `source_missing` when it is not there. */
export async function flacStreamInfo(path: string): Promise<StreamInfo> {
  await sourceIdentity(path);
  const info = streamInfoOf(await readFlacHead(path));
  if (!info) throw new JobFailure("unreadable", `${path} does not begin like a FLAC file.`);
  return info;
}
