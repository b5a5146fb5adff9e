/** Determines properties from the names of ffmpeg's pixel formats. Pure. */

/**
 * Returns the bits per component: 10 for `yuv420p10le` and `p010le`, 16 for `rgb48le`, 8 for plain `yuv420p`. Undefined
 * for `unknown`.
 */
export function bitDepthOf(pixelFormat: string): number | undefined {
  if (pixelFormat === "unknown") return undefined;
  if (/^(?:rgb|bgr)48|^(?:rgb|bgr|ay)[abuv]+64/.test(pixelFormat)) return 16;
  const match = /p0?(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^(?:gray|ya|xyz|x2rgb|x2bgr|y2)(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^p[024](10|12|16)(?:le|be)$/.exec(pixelFormat);
  return match ? Number(match[1]) : 8;
}

/** True for RGB (or XYZ) instead of luma and chroma. */
export const isRgb = (pixelFormat: string): boolean =>
  /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|xyz|pal8)/.test(pixelFormat);

/** True if the format has an alpha channel. */
export const hasAlpha = (pixelFormat: string): boolean =>
  /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16|ayuv|vuya)/.test(pixelFormat);

/** Returns the chroma subsampling: `420`, `422` or `444`, or the closest of these without loss. */
export function chromaOf(pixelFormat: string): "420" | "422" | "444" {
  if (/^(?:gray|ya|nv12|nv21|p01[026]|yuv[aj]?420|mono)/.test(pixelFormat)) return "420";
  return /^(?:yuv[aj]?422|yuyv|uyvy|yvyu|p21[026]|nv16|nv20|y21)/.test(pixelFormat) ? "422" : "444";
}

/**
 * True for full-range video, in which black is code 0 and white is the highest code, as written by phones, cameras and
 * screen recorders.
 */
export const isFullRange = ({ pixelFormat, colorRange }: { pixelFormat: string; colorRange?: string }): boolean =>
  colorRange === "pc" || /^yuvj/.test(pixelFormat);
