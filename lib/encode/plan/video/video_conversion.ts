import type { VideoStream } from "../../../media/probe/model.ts";
import { chromaOf, hasAlpha, isFullRange, isRgb } from "../../../media/probe/pixel_format.ts";

/** Converts other formats to limited-range YUV before any other filter. Pure. */

/** Conversion of every frame directly after the decoder. */
export interface VideoConversion {
  rgb: boolean;
  /** True for full range: codes from 0 to the highest value. */
  fullRange: boolean;
  /** True if transparent areas are drawn on black. */
  alpha: boolean;
  /** Colour matrix of the result, as named by ffmpeg. Only for RGB, which has none. */
  matrix?: "bt709" | "smpte170m" | "bt2020nc";
  /** Pixel format of the result. */
  format: string;
}

/**
 * Returns the conversion for one source. Undefined if no conversion is needed. All players and televisions support
 * limited range. A full-range file is displayed correctly only if every device uses its tag.
 */
export function conversionOf(stream: VideoStream, bitDepth: number): VideoConversion | undefined {
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

/** Returns BT.2020 for BT.2020 primaries, otherwise the matrix that players assume for this frame size. */
function matrixFor({ hdr, colorPrimaries, width, height }: VideoStream): VideoConversion["matrix"] {
  if (hdr !== "sdr" || colorPrimaries === "bt2020") return "bt2020nc";
  return usualMatrix({ width, height });
}

/** Returns the matrix that players assume for video that specifies none. */
const usualMatrix = ({ width, height }: { width: number; height: number }): "bt709" | "smpte170m" =>
  width >= 1280 || height > 576 ? "bt709" : "smpte170m";

/** True if players would assume a different colour matrix for the downscaled output than for its untagged source. */
export const isMisreadWhenSmall = (
  source: VideoStream,
  result: { width: number; height: number },
): boolean =>
  source.colorSpace === undefined && source.hdr === "sdr" && !isRgb(source.pixelFormat) &&
  source.colorPrimaries !== "bt2020" && usualMatrix(source) === "bt709" && usualMatrix(result) === "smpte170m";

/** Filter that tags frames with the matrix that players assume for their source. */
export const ASSUMED_BT709 = "setparams=colorspace=bt709";

/** Returns the filters of a conversion, in order. */
export function conversionFilters({ fullRange, alpha, matrix, format }: VideoConversion): string[] {
  const range = fullRange ? "in_range=full:out_range=limited" : "in_range=limited:out_range=limited";
  return [
    ...(alpha ? ["premultiply=inplace=1"] : []),
    `scale=${range}${matrix ? `:out_color_matrix=${matrix}` : ""}`,
    `format=${format}`,
  ];
}
