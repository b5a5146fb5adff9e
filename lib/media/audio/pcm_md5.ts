import { JobFailure } from "../../kit/fault.ts";
import { sourceIdentity } from "../probe/source.ts";
import { decodeSound, type SoundRequest } from "./decode.ts";
import { type StreamInfo, streamInfoOf } from "./stream_info.ts";

/** A file and a stream of it to decode. */
export interface Md5Request extends SoundRequest {
  /** The stream's own depth in bits: samples are hashed as 2, 3 or 4 bytes, lowest first, like FLAC does. */
  bitDepth: number;
}

/**
 * MD5 of the decoded samples, 32 hexadecimal digits. Equal for two files means bit-identical sound; for 16 and 24 bit it is also what
 * FLAC stores. Throws as `decodeSound()` does; damage that ffmpeg conceals shows as another sum.
 */
export async function decodedMd5({ bitDepth, ...request }: Md5Request): Promise<string> {
  const encoder = bitDepth <= 16 ? "pcm_s16le" : bitDepth <= 24 ? "pcm_s24le" : "pcm_s32le";
  const { value } = await decodeSound(
    request,
    { input: ["-v", "error"], output: ["-c:a", encoder, "-f", "md5", "pipe:1"] },
    (stdout) => new Response(stdout).text(),
  );
  const sum = /^MD5=([0-9a-f]{32})\s*$/.exec(value)?.[1];
  if (sum === undefined) throw new JobFailure("unreadable", `No sound could be decoded from ${request.path}.`);
  return sum;
}

/** The MD5 that a FLAC's encoder noted of its samples; undefined when it noted none. Throws as `flacStreamInfo()` does. */
export const flacStoredMd5 = async (path: string): Promise<string | undefined> => (await flacStreamInfo(path)).md5;

const HEAD_BYTES = 42;
const ID3_BYTES = 10;

/** What a FLAC file says of its sound. Throws `JobFailure` `unreadable` when it is no FLAC, `source_missing` when it is not there. */
export async function flacStreamInfo(path: string): Promise<StreamInfo> {
  await sourceIdentity(path);
  using file = await Deno.open(path, { read: true });
  const start = id3Length(await readAt(file, 0, ID3_BYTES));
  const info = streamInfoOf(await readAt(file, start, HEAD_BYTES));
  if (!info) throw new JobFailure("unreadable", `${path} does not begin like a FLAC file.`);
  return info;
}

/** Bytes of an ID3 tag that some programs put before the FLAC marker: a head and four times seven bits of length. */
function id3Length(head: Uint8Array): number {
  if (head.length < ID3_BYTES || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
  return ID3_BYTES + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
}

async function readAt(file: Deno.FsFile, offset: number, length: number): Promise<Uint8Array> {
  await file.seek(offset, Deno.SeekMode.Start);
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = await file.read(buffer.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
