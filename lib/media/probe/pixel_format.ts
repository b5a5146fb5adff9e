/** What ffmpeg's names of pixel formats say. Pure. */

/** Bits per component: `yuv420p10le` and `p010le` are 10, `rgb48le` is 16, plain `yuv420p` is 8; undefined for `unknown`. */
export function bitDepthOf(pixelFormat: string): number | undefined {
  if (pixelFormat === "unknown") return undefined;
  if (/^(?:rgb|bgr)48|^(?:rgb|bgr|ay)[abuv]+64/.test(pixelFormat)) return 16;
  const match = /p0?(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^(?:gray|ya|xyz|x2rgb|x2bgr|y2)(9|10|12|14|16)(?:le|be)?$/.exec(pixelFormat) ??
    /^p[024](10|12|16)(?:le|be)$/.exec(pixelFormat);
  return match ? Number(match[1]) : 8;
}

/** Red, green and blue (or XYZ) instead of brightness and colour differences. */
export const isRgb = (pixelFormat: string): boolean =>
  /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2rgb|x2bgr|xyz|pal8)/.test(pixelFormat);

/** A channel that says how transparent a pixel is. */
export const hasAlpha = (pixelFormat: string): boolean =>
  /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya8|ya16|ayuv|vuya)/.test(pixelFormat);

/** How finely colour is sampled: `420`, `422` or `444`; the nearest of these that loses nothing. */
export function chromaOf(pixelFormat: string): "420" | "422" | "444" {
  if (/^(?:gray|ya|nv12|nv21|p01[026]|yuv[aj]?420|mono)/.test(pixelFormat)) return "420";
  return /^(?:yuv[aj]?422|yuyv|uyvy|yvyu|p21[026]|nv16|nv20|y21)/.test(pixelFormat) ? "422" : "444";
}

/** Black at code 0 and white at the highest one, as phones, cameras and screen captures write. */
export const isFullRange = ({ pixelFormat, colorRange }: { pixelFormat: string; colorRange?: string }): boolean =>
  colorRange === "pc" || /^yuvj/.test(pixelFormat);
