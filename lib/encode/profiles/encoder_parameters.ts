/** Extra arguments of the built-in profiles. The reason for each value is documented in `docs/presets.md`. */

const x265 = (parameters: string): string => `-x265-params ${parameters}`;

/** x265 parameters by type of content. They are separated by commas instead of x265's colons. */
export const X265 = {
  /** Replaces all settings of `tune animation`. */
  anime: x265("aq-mode=3:aq-strength=0.8:psy-rd=1.0:psy-rdoq=1.0:deblock=-1,-1:bframes=8:rc-lookahead=40:limit-sao=1"),
  film: x265("aq-mode=3:no-sao=1:deblock=-1,-1"),
  hdr: x265("no-sao=1:deblock=-1,-1"),
  archive: x265("aq-mode=3:no-sao=1:deblock=-2,-2:no-strong-intra-smoothing=1"),
  tv: x265("aq-mode=3:limit-sao=1"),
} as const;

/** Parameters for 8-bit players. Dark gradients need the most bits. */
export const X264_HIGH = "-profile:v high -x264-params aq-mode=3";

/** Options supported by all NVENC versions since second-generation Maxwell. */
export const NVENC_QUALITY = "-spatial-aq 1 -rc-lookahead 32";

/**
 * Returns SVT-AV1 parameters. `grain` is the strength of the synthesized grain, 0 to 50. The source is not denoised.
 */
export function svtParameters({ grain }: { grain: number }): string {
  const synthesis = grain > 0 ? `film-grain=${grain}:film-grain-denoise=0` : "film-grain=0";
  return `-svtav1-params keyint=10s:tune=0:${synthesis}`;
}
