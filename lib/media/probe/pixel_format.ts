/** Derives properties from ffmpeg's pixel format names. Pure. */

/**
 * Bits per component: `yuv420p10le` and `p010le` are 10, `rgb48le` is 16, plain `yuv420p` is 8. Undefined for
 * `unknown`.
 */
export function bitDepthOf(pixelFormat: string): number | undefined {
  if (pixelFormat === "unknown") return undefined;
  if (/^(?:rgb|bgr)48|^(?:rgb|bgr|ay)[abuv]+64/.test(pixelFormat)) return 16;
  const match = /p0?(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^(?:gray|ya|xyz|x2rgb|x2bgr|y2)(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^p[024](10|12|16)(?:le|be)$/.exec(pixelFormat);
  return match ? Number(match[1]) : 8;
}

/** RGB (or XYZ) instead of luma and chroma. */
export const isRgb = (pixelFormat: string): boolean =>
  /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|xyz|pal8)/.test(pixelFormat);

/** True if the format has an alpha channel. */
export const hasAlpha = (pixelFormat: string): boolean =>
  /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16|ayuv|vuya)/.test(pixelFormat);

/** Chroma subsampling: `420`, `422` or `444`, whichever is the closest without loss. */
export function chromaOf(pixelFormat: string): "420" | "422" | "444" {
  if (/^(?:gray|ya|nv12|nv21|p01[026]|yuv[aj]?420|mono)/.test(pixelFormat)) return "420";
  return /^(?:yuv[aj]?422|yuyv|uyvy|yvyu|p21[026]|nv16|nv20|y21)/.test(pixelFormat) ? "422" : "444";
}

/**
 * Full-range video, with black at code 0 and white at the maximum, as written by phones, cameras and screen recorders.
 */
export const isFullRange = ({ pixelFormat, colorRange }: { pixelFormat: string; colorRange?: string }): boolean =>
  colorRange === "pc" || /^yuvj/.test(pixelFormat);
