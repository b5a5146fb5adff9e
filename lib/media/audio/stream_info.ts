/** The first metadata block of every FLAC file (RFC 9639, section 8.2). */
export interface StreamInfo {
  /** In Hz. */
  sampleRate: number;
  channels: number;
  bitDepth: number;
  /** Samples per channel. Undefined if unknown to the encoder. */
  samples: number | undefined;
  /** MD5 of the samples as 32 hexadecimal digits. Undefined if the encoder did not compute it. */
  md5: string | undefined;
}

const MARKER = [0x66, 0x4c, 0x61, 0x43];
const BODY_BYTES = 34;

/** Parses the marker, block header and STREAMINFO: 42 bytes. Undefined if they are anything else. */
export function streamInfoOf(head: Uint8Array): StreamInfo | undefined {
  if (head.length < 8 + BODY_BYTES || MARKER.some((byte, i) => head[i] !== byte)) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const block = view.getUint32(4);
  // The highest bit marks the last block. Type 0 is STREAMINFO.
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
