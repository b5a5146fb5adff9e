/** Facts of the codecs that the video encoders make, by ffmpeg's names. */

interface CodecFacts {
  /** Word in file names. */
  fileNameWord: string;
  /** Bits per pixel at a CRF of its software encoder, and how much more CRF halves the size. */
  size: { crf: number; bitsPerPixel: number; halving: number };
}

/** One row per codec. */
export const CODECS = {
  h264: { fileNameWord: "H264", size: { crf: 20, bitsPerPixel: 0.085, halving: 6 } },
  hevc: { fileNameWord: "HEVC", size: { crf: 20, bitsPerPixel: 0.05, halving: 6 } },
  av1: { fileNameWord: "AV1", size: { crf: 28, bitsPerPixel: 0.045, halving: 10 } },
  vp9: { fileNameWord: "VP9", size: { crf: 31, bitsPerPixel: 0.055, halving: 10 } },
} satisfies Record<string, CodecFacts>;

/** ffmpeg's codec names of what the video encoders make; `copy` keeps whatever the source has. */
export type VideoCodec = "copy" | keyof typeof CODECS;

/** Hardware encoders need so much more for the same quality. */
const HARDWARE_FACTOR = 1.3;

/** Bits per pixel of a codec at a CRF of its software encoder; undefined for a copy. */
export function bitsPerPixel(codec: VideoCodec, crf: number, hardware: boolean): number | undefined {
  if (codec === "copy") return undefined;
  const { size } = CODECS[codec];
  return size.bitsPerPixel * Math.pow(0.5, (crf - size.crf) / size.halving) * (hardware ? HARDWARE_FACTOR : 1);
}
