import type { HdrFormat } from "../probe/model.ts";

/**
 * Returns filters for a still image that looks like the video: display aspect ratio (also for anamorphic video), at
 * most `width` pixels wide, and HDR tone-mapped to the range of a JPEG.
 */
export const stillFilters = (hdr: HdrFormat, width: number): string[] => shownFilters(hdr, width, STILL);

/** Same as `stillFilters`, for clips: uses the value range that browsers expect for video. */
export const movingFilters = (hdr: HdrFormat, width: number): string[] => shownFilters(hdr, width, MOVING);

const STILL = { range: "full", format: "yuvj420p" } as const;
const MOVING = { range: "limited", format: "yuv420p" } as const;

function shownFilters(hdr: HdrFormat, width: number, { range, format }: typeof STILL | typeof MOVING): string[] {
  // The frame is scaled first, because tone mapping uses floating-point numbers and is slow for large frames.
  const size = [
    `scale=w=max(2\\,trunc(min(${width}\\,iw*sar)/2)*2):h=max(2\\,round(ow/dar/2)*2):flags=bicubic`,
    "setsar=1",
  ];
  if (hdr === "sdr") return [...size, `format=${format}`];
  const transfer = hdr === "hlg" ? "arib-std-b67" : "smpte2084";
  return [
    ...size,
    `zscale=pin=bt2020:tin=${transfer}:min=bt2020nc:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=tonemap=hable:desat=0",
    `zscale=t=bt709:m=bt709:r=${range}`,
    `format=${format}`,
  ];
}
