/** Extra arguments of the built-in profiles; the reason for each value stands in `docs/presets.md`. */

const x265 = (parameters: string): string => `-x265-params ${parameters}`;

/** x265 by kind of picture; a comma stands where x265 itself writes a colon. */
export const X265 = {
  /** Replaces all that `tune animation` sets. */
  anime: x265("aq-mode=3:aq-strength=0.8:psy-rd=1.0:psy-rdoq=1.0:deblock=-1,-1:bframes=8:rc-lookahead=40:limit-sao=1"),
  film: x265("aq-mode=3:no-sao=1:deblock=-1,-1"),
  hdr: x265("no-sao=1:deblock=-1,-1"),
  archive: x265("aq-mode=3:no-sao=1:deblock=-2,-2:no-strong-intra-smoothing=1"),
  tv: x265("aq-mode=3:limit-sao=1"),
} as const;

/** For 8-bit players: dark gradients need the bits most. */
export const X264_HIGH = "-profile:v high -x264-params aq-mode=3";

/** What every NVENC since Maxwell's second generation can do. */
export const NVENC_QUALITY = "-spatial-aq 1 -rc-lookahead 32";

/** SVT-AV1; `grain` is the strength of the grain that players add, 0 to 50. The source is not denoised for it. */
export function svtParameters({ grain }: { grain: number }): string {
  const synthesis = grain > 0 ? `film-grain=${grain}:film-grain-denoise=0` : "film-grain=0";
  return `-svtav1-params keyint=10s:tune=0:${synthesis}`;
}
