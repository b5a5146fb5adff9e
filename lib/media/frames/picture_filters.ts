import type { HdrFormat } from "../probe/model.ts";

/**
 * Makes a still that looks like the film: display shape (anamorphic included), at most `width` pixels wide, HDR brought to
 * what a JPEG can show.
 */
export function stillFilters(hdr: HdrFormat, width: number): string[] {
  // Small first: tone mapping works in floating point and costs per pixel.
  const size = [
    `scale=w=max(2\\,trunc(min(${width}\\,iw*sar)/2)*2):h=max(2\\,round(ow/dar/2)*2):flags=bicubic`,
    "setsar=1",
  ];
  if (hdr === "sdr") return [...size, "format=yuvj420p"];
  const transfer = hdr === "hlg" ? "arib-std-b67" : "smpte2084";
  return [
    ...size,
    `zscale=pin=bt2020:tin=${transfer}:min=bt2020nc:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=tonemap=hable:desat=0",
    "zscale=t=bt709:m=bt709:r=full",
    "format=yuvj420p",
  ];
}
