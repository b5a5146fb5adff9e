import { JobFailure } from "../../kit/fault.ts";
import { sourceIdentity } from "../probe/source.ts";
import { readFlacHead } from "./flac_blocks.ts";
import { type AudioRequest, decodeAudio } from "./decode.ts";

/** A file and the stream to decode. */
export interface Md5Request extends AudioRequest {
  /** Bit depth of the stream. Samples are hashed as 2, 3 or 4 little-endian bytes, as in FLAC. */
  bitDepth: number;
  /** True to include all samples in the packets, even those hidden by an edit list. */
  stored?: boolean;
}

/**
 * Returns the MD5 of the decoded samples, 32 hexadecimal digits. Equal values mean bit-identical audio. For 16 and 24
 * bits, it is the value that a FLAC file stores in STREAMINFO. Damage that ffmpeg conceals changes the value. Throws
 * the errors of `decodeAudio()`.
 */
export async function decodedMd5({ bitDepth, stored = false, ...request }: Md5Request): Promise<string> {
  const encoder = bitDepth <= 16 ? "pcm_s16le" : bitDepth <= 24 ? "pcm_s24le" : "pcm_s32le";
  const { value } = await decodeAudio(
    request,
    {
      input: ["-v", "error", ...(stored ? ["-flags2", "+skip_manual"] : [])],
      output: ["-c:a", encoder, "-f", "md5", "pipe:1"],
    },
    (stdout) => new Response(stdout).text(),
  );
  const sum = /^MD5=([0-9a-f]{32})\s*$/.exec(value)?.[1];
  if (sum === undefined) throw new JobFailure("unreadable", `No audio could be decoded from ${request.path}.`);
  return sum;
}

/**
 * Reads the MD5 of the samples stored in a FLAC. Undefined if there is none. Throws the errors of `flacStreamInfo()`.
 */
export const flacStoredMd5 = async (path: string): Promise<string | undefined> => (await flacStreamInfo(path)).md5;

/**
 * Reads the stream information of a FLAC file. Throws `JobFailure` `unreadable` if it is not a FLAC file,
 * `source_missing` if it does not exist.
 */
export async function flacStreamInfo(path: string): Promise<StreamInfo> {
  await sourceIdentity(path);
  const info = streamInfoOf(await readFlacHead(path));
  if (!info) throw new JobFailure("unreadable", `${path} does not start with a FLAC header.`);
  return info;
}

/** The first metadata block of every FLAC file (RFC 9639, section 8.2). */
export interface StreamInfo {
  /** In Hz. */
  sampleRate: number;
  channels: number;
  bitDepth: number;
  /** Number of samples per channel. Undefined if it was unknown to the encoder. */
  samples: number | undefined;
  /** MD5 of the samples, 32 hexadecimal digits. Undefined if the encoder did not compute it. */
  md5: string | undefined;
}

const MARKER = [0x66, 0x4c, 0x61, 0x43];
const BODY_BYTES = 34;

/** Parses the marker, the header of the block, and STREAMINFO: 42 bytes. Undefined if they are not valid. */
export function streamInfoOf(head: Uint8Array): StreamInfo | undefined {
  if (head.length < 8 + BODY_BYTES || MARKER.some((byte, i) => head[i] !== byte)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const block = view.getUint32(4);
  // The highest bit of a block header marks the last block. Type 0 is STREAMINFO.
  if ((block & 0x7f000000) !== 0 || (block & 0xffffff) !== BODY_BYTES) return undefined;
  const packed = view.getBigUint64(18);
  const samples = Number(packed & 0xfffffffffn);
  const md5 = [...head.subarray(26, 42)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    sampleRate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    bitDepth: Number((packed >> 36n) & 31n) + 1,
    samples: samples === 0 ? undefined : samples,
    md5: /^0+$/.test(md5) ? undefined : md5,
  };
}
