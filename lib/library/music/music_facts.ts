/** Parses audio properties of music files from Lidarr. Pure. */

/** Common sample rates in Hz. Lidarr has them in kHz with one decimal. */
const RATES = [
  8000,
  11_025,
  12_000,
  16_000,
  22_050,
  24_000,
  32_000,
  44_100,
  48_000,
  88_200,
  96_000,
  176_400,
  192_000,
  352_800,
  384_000,
];
/** Maximum relative rounding error of a rate. */
const ROUNDED = 0.005;

const LOSSLESS = /\b(?:flac|alac|apple lossless|wave?|pcm|aiff?|ape|monkey'?s audio|wavpack|wv|tta|tak|dsd|dsf|dff)\b/i;

/** Parses `1011 kbps` to kbit/s. Returns undefined for values that are not valid. */
export function bitrateOf(text: string | null | undefined): number | undefined {
  const [, value = "", unit = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*([km])?b/i.exec(text ?? "") ?? [];
  return positive(numberOf(value) * (unit.toLowerCase() === "m" ? 1000 : unit === "" ? 0.001 : 1));
}

/** Parses `24bit` to 24. Returns undefined for `0bit`, which MP3 files have. */
export const bitDepthOf = (text: string | null | undefined): number | undefined =>
  positive(numberOf(/^\s*(\d{1,3})\s*-?\s*bit/i.exec(text ?? "")?.[1] ?? ""));

/** Parses `44.1kHz` to 44100. A rounded value is converted to the common rate. */
export function sampleRateOf(text: string | null | undefined): number | undefined {
  const [, value = "", unit = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*([km])?hz/i.exec(text ?? "") ?? [];
  const rate = numberOf(value) * ({ k: 1000, m: 1e6 }[unit.toLowerCase()] ?? 1);
  return RATES.find((one) => Math.abs(one - rate) <= one * ROUNDED) ?? positive(rate);
}

/** True if the audio is lossless, according to the name of the quality or, if that is unknown, the codec. */
export const isLossless = (quality: string, codec: string | null | undefined): boolean =>
  LOSSLESS.test(/^unknown$/i.test(quality) ? codec ?? "" : quality);

const numberOf = (text: string): number => text === "" ? 0 : Number(text.replace(",", "."));

const positive = (value: number): number | undefined => value > 0 ? Math.round(value) || undefined : undefined;
