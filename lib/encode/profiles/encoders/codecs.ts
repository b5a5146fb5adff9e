/** Facts about the codecs that the video encoders produce, as named by ffmpeg. */

interface CodecFacts {
  /** Codec name used in file names. */
  fileNameWord: string;
  /** Bits per pixel at a given CRF of the codec's software encoder, and the CRF increase that halves the size. */
  size: { crf: number; bitsPerPixel: number; halving: number };
  /** CRF of the codec's software encoder at or below which no difference is visible at a normal viewing distance. */
  transparentCrf: number;
}

/** One row per codec. */
export const CODECS = {
  h264: { fileNameWord: "H264", size: { crf: 20, bitsPerPixel: 0.085, halving: 6 }, transparentCrf: 18 },
  hevc: { fileNameWord: "HEVC", size: { crf: 20, bitsPerPixel: 0.05, halving: 6 }, transparentCrf: 18 },
  av1: { fileNameWord: "AV1", size: { crf: 28, bitsPerPixel: 0.045, halving: 10 }, transparentCrf: 24 },
  vp9: { fileNameWord: "VP9", size: { crf: 31, bitsPerPixel: 0.055, halving: 10 }, transparentCrf: 24 },
} satisfies Record<string, CodecFacts>;

/** ffmpeg's codec names of the video encoders' output. `copy` keeps the source's codec. */
export type VideoCodec = "copy" | keyof typeof CODECS;

/** Relative file size of hardware encoders at the same quality. */
const HARDWARE_FACTOR = 1.3;

/** Returns the bits per pixel of a codec at a CRF of its software encoder. Undefined for a copy. */
export function bitsPerPixel(codec: VideoCodec, crf: number, hardware: boolean): number | undefined {
  if (codec === "copy") return undefined;
  const { size } = CODECS[codec];
  return size.bitsPerPixel * Math.pow(0.5, (crf - size.crf) / size.halving) * (hardware ? HARDWARE_FACTOR : 1);
}
