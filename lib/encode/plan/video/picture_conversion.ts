import type { VideoStream } from "../../../media/probe/model.ts";
import { chromaOf, hasAlpha, isFullRange, isRgb } from "../../../media/probe/pixel_format.ts";

/** Pictures that are not YUV of limited range become so before anything else is done to them. Pure. */

/** What has to be done to every picture right after the decoder. */
export interface PictureConversion {
  rgb: boolean;
  /** Codes from 0 to the highest one. */
  fullRange: boolean;
  /** Transparent parts are put on black. */
  alpha: boolean;
  /** Matrix of the result, by ffmpeg's name; only for RGB, which has none. */
  matrix?: "bt709" | "smpte170m" | "bt2020nc";
  /** Pixel format of the result. */
  format: string;
}

/**
 * The conversion of one source; undefined when its pictures are as encoders want them. Limited range is what every player
 * and every television expects: a full-range file is right only as long as everybody believes its tag.
 */
export function conversionOf(stream: VideoStream, bitDepth: number): PictureConversion | undefined {
  const { pixelFormat } = stream;
  const rgb = isRgb(pixelFormat);
  const fullRange = rgb || isFullRange(stream);
  const alpha = hasAlpha(pixelFormat);
  if (!rgb && !fullRange && !alpha) return undefined;
  const deep = bitDepth > 8 || stream.bitDepth > 8;
  return {
    rgb,
    fullRange,
    alpha,
    ...(rgb ? { matrix: matrixFor(stream) } : {}),
    format: `yuv${chromaOf(pixelFormat)}p${deep ? "10le" : ""}`,
  };
}

/** BT.2020 for its own primaries, else what players assume for a picture of this size. */
function matrixFor({ hdr, colorPrimaries, width, height }: VideoStream): PictureConversion["matrix"] {
  if (hdr !== "sdr" || colorPrimaries === "bt2020") return "bt2020nc";
  return usualMatrix({ width, height });
}

/** What players assume for a picture that states no matrix. */
const usualMatrix = ({ width, height }: { width: number; height: number }): "bt709" | "smpte170m" =>
  width >= 1280 || height > 576 ? "bt709" : "smpte170m";

/** Whether players would read the colours of a smaller result by another matrix than those of its unmarked source. */
export const isMisreadWhenSmall = (
  source: VideoStream,
  result: { width: number; height: number },
): boolean =>
  source.colorSpace === undefined && source.hdr === "sdr" && !isRgb(source.pixelFormat) &&
  source.colorPrimaries !== "bt2020" && usualMatrix(source) === "bt709" && usualMatrix(result) === "smpte170m";

/** Says of the frames what players assume of their source. */
export const ASSUMED_BT709 = "setparams=colorspace=bt709";

/** The filters of a conversion, in order. */
export function conversionFilters({ fullRange, alpha, matrix, format }: PictureConversion): string[] {
  const range = fullRange ? "in_range=full:out_range=limited" : "in_range=limited:out_range=limited";
  return [
    ...(alpha ? ["premultiply=inplace=1"] : []),
    `scale=${range}${matrix ? `:out_color_matrix=${matrix}` : ""}`,
    `format=${format}`,
  ];
}
