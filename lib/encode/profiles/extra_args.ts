/**
 * Extra ffmpeg options of a profile, which are split without a shell and checked against an allowlist (safety.md,
 * S-PROC-3).
 */

/** Permitted options and patterns for their values. No option can specify a file, an input or a muxer. */
const NUMBER = /^-?\d{1,9}(\.\d{1,6})?$/;
const RATE = /^\d{1,9}(\.\d{1,3})?[kKM]?$/;
const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.:+-]{0,59}$/;

const OPTIONS: Record<string, RegExp> = {
  "-g": NUMBER,
  "-keyint_min": NUMBER,
  "-bf": NUMBER,
  "-b_strategy": NUMBER,
  "-refs": NUMBER,
  "-profile:v": WORD,
  "-level": WORD,
  "-level:v": WORD,
  "-tier": WORD,
  "-tier:v": WORD,
  "-maxrate": RATE,
  "-maxrate:v": RATE,
  "-minrate": RATE,
  "-bufsize": RATE,
  "-bufsize:v": RATE,
  "-qmin": NUMBER,
  "-qmax": NUMBER,
  "-qcomp": NUMBER,
  "-rc-lookahead": NUMBER,
  "-rc_lookahead": NUMBER,
  "-look_ahead": NUMBER,
  "-look_ahead_depth": NUMBER,
  "-lookahead": NUMBER,
  "-aq-mode": WORD,
  "-aq-strength": NUMBER,
  "-aq_mode": WORD,
  "-spatial_aq": NUMBER,
  "-spatial-aq": NUMBER,
  "-temporal_aq": NUMBER,
  "-temporal-aq": NUMBER,
  "-psy-rd": /^[\d.]{1,8}([:,][\d.]{1,8})?$/,
  "-sc_threshold": NUMBER,
  "-trellis": NUMBER,
  "-subq": NUMBER,
  "-me_range": NUMBER,
  "-coder": WORD,
  "-flags": /^[+-](cgop|loop|ilme|ildct)$/,
  "-multipass": WORD,
  "-b_ref_mode": WORD,
  "-rc": WORD,
  "-surfaces": NUMBER,
  "-weighted_pred": NUMBER,
  "-nonref_p": NUMBER,
  "-strict_gop": NUMBER,
  "-quality": WORD,
  "-deadline": WORD,
  "-row-mt": NUMBER,
  "-tile-columns": NUMBER,
  "-tile-rows": NUMBER,
  "-tiles": /^\d{1,2}x\d{1,2}$/,
  "-lag-in-frames": NUMBER,
  "-auto-alt-ref": NUMBER,
  "-arnr-maxframes": NUMBER,
  "-arnr-strength": NUMBER,
  "-enable-cdef": NUMBER,
  "-denoise-noise-level": NUMBER,
  "-usage": WORD,
  "-async_depth": NUMBER,
  "-low_power": NUMBER,
  "-realtime": NUMBER,
  "-allow_sw": NUMBER,
  "-prio_speed": NUMBER,
  "-threads:v": NUMBER,
};

/**
 * Encoder parameter strings with their permitted keys. Keys that read or write files (stats, csv, zones) are excluded.
 */
const PARAMETERS: Record<string, { pair: RegExp; keys: Set<string> }> = {
  "-x265-params": {
    pair: /:/,
    keys: words(`aq-mode aq-strength aq-motion psy-rd psy-rdoq rdoq-level rd rd-refine rskip rskip-edge-threshold ref
      bframes b-adapt b-intra bframe-bias rc-lookahead lookahead-slices lookahead-threads me subme merange max-merge
      deblock no-deblock sao no-sao selective-sao limit-sao strong-intra-smoothing no-strong-intra-smoothing ctu
      min-cu-size max-tu-size tu-intra-depth tu-inter-depth limit-tu limit-refs limit-modes no-limit-modes rect no-rect
      amp no-amp early-skip no-early-skip cutree no-cutree qcomp qpmin qpmax ipratio pbratio cbqpoffs crqpoffs keyint
      min-keyint scenecut no-scenecut open-gop no-open-gop gop-lookahead weightp no-weightp weightb no-weightb vbv-maxrate
      vbv-bufsize vbv-init crf-max crf-min qg-size hevc-aq fades no-fades tskip no-tskip frame-threads pools pmode no-pmode
      wpp no-wpp high-tier no-high-tier level-idc profile range chromaloc dynamic-rd rd-stat hist-scenecut
      scenecut-bias nr-intra nr-inter aud no-aud temporal-mvp no-temporal-mvp splitrd-skip info no-info tune grain`),
  },
  "-x264-params": { pair: /:/, keys: new Set() },
  "-x264opts": { pair: /:/, keys: new Set() },
  "-svtav1-params": {
    pair: /:/,
    keys: words(`tune film-grain film-grain-denoise enable-overlays scd lookahead keyint irefresh-type aq-mode
      enable-qm qm-min qm-max enable-tf fast-decode tile-rows tile-columns enable-cdef enable-restoration enable-dlf
      enable-mfmv hierarchical-levels pred-struct lp pin qp-min-offset min-qp max-qp mbr bias-pct vbv-bufsize
      superres-mode superres-denom enable-variance-boost variance-boost-strength variance-octile sharpness rc
      input-depth compressed-ten-bit-format`),
  },
  "-aom-params": {
    pair: /:/,
    keys: words(`aq-mode deltaq-mode enable-qm qm-min qm-max tune tune-content enable-fwd-kf enable-keyframe-filtering
      arnr-maxframes arnr-strength denoise-noise-level denoise-block-size sharpness enable-cdef enable-restoration
      row-mt tile-columns tile-rows cpu-used lag-in-frames kf-max-dist kf-min-dist enable-chroma-deltaq
      disable-trellis-quant max-partition-size min-partition-size enable-dnl-denoising sb-size`),
  },
};
const X264_KEYS = words(`aq-mode aq-strength psy-rd deblock ref bframes b-adapt b-bias b-pyramid rc-lookahead me subme
  merange trellis direct partitions 8x8dct no-8x8dct weightp weightb no-weightb cabac no-cabac keyint min-keyint scenecut
  no-scenecut open-gop qcomp qpmin qpmax qpstep ipratio pbratio chroma-qp-offset no-mbtree mbtree no-fast-pskip
  fast-pskip no-dct-decimate dct-decimate deadzone-inter deadzone-intra nr vbv-maxrate vbv-bufsize vbv-init crf-max
  mixed-refs no-mixed-refs no-chroma-me level tff bff threads lookahead-threads sliced-threads slices nal-hrd aud
  fullrange chromaloc force-cfr no-psy psy ratetol cplxblur qblur bluray-compat stitchable pic-struct`);
for (const name of ["-x264-params", "-x264opts"] as const) PARAMETERS[name] = { pair: /:/, keys: X264_KEYS };

/** Current names of options. ffmpeg 9 removed the older names, and every supported version has the current ones. */
const SPELLINGS: Record<string, string> = { "-spatial_aq": "-spatial-aq", "-temporal_aq": "-temporal-aq" };

/** Arguments that may be appended to a command, or an error message for the form. */
export type ExtraArgs = { args: string[]; error?: undefined } | { args?: undefined; error: string };

/** Splits the text into words and checks every option. The error names the invalid word. */
export function parseExtraArgs(text: string): ExtraArgs {
  const split = tokenize(text);
  if (typeof split === "string") return { error: split };
  const args: string[] = [];
  for (let i = 0; i < split.length; i += 2) {
    const [option = "", value] = [split[i], split[i + 1]];
    const known = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
    const parameters = Object.hasOwn(PARAMETERS, option) ? PARAMETERS[option] : undefined;
    if (!known && !parameters) return { error: `The option ${quoted(option)} is not allowed here.` };
    if (value === undefined) return { error: `${option} needs a value.` };
    if (known && !known.test(value)) return { error: `${quoted(value)} is not a valid value for ${option}.` };
    const wrong = parameters && wrongParameter(value, parameters);
    if (wrong) return { error: `${option}: ${wrong}` };
    args.push(SPELLINGS[option] ?? option, value);
  }
  return { args };
}

/** Splits at white space, except in `"..."`, `'...'` and after `\`. Returns an error message for an unclosed quote. */
export function tokenize(text: string): string[] | string {
  const tokens: string[] = [];
  let token: string | undefined;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "\\" && quote !== "'") {
      if (i + 1 >= text.length) return "The trailing backslash escapes nothing.";
      token = (token ?? "") + text.charAt(++i);
    } else if (quote !== "") {
      if (char === quote) quote = "";
      else token = (token ?? "") + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      token ??= "";
    } else if (/\s/.test(char)) {
      if (token !== undefined) tokens.push(token);
      token = undefined;
    } else token = (token ?? "") + char;
  }
  if (quote !== "") return `The quote ${quote} is not closed.`;
  if (token !== undefined) tokens.push(token);
  return tokens;
}

function wrongParameter(value: string, { pair, keys }: { pair: RegExp; keys: Set<string> }): string | undefined {
  if (!/^[a-z0-9][A-Za-z0-9_.,:=+-]{0,999}$/.test(value)) {
    return `${quoted(value)} contains characters that are not allowed.`;
  }
  const bad = value.split(pair).map((part) => part.split("=", 1)[0] ?? "").find((key) => !keys.has(key));
  return bad === undefined ? undefined : `${quoted(bad)} cannot be set here.`;
}

function words(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60));
