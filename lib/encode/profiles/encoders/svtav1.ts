import { type EncodedVideo, encoderFacts } from "./model.ts";
import { crf, crfScale, downFrom, ownRate, parameters, preset, threadLimit } from "./spelling.ts";

const PARAMETERS = "-svtav1-params";

export const LIBSVTAV1 = encoderFacts({
  codec: "av1",
  quality: crfScale(63),
  presets: downFrom(13),
  tunes: ["grain", "fastdecode"],
  keyInterval: (fps) => Math.round(fps * 5),
  parametersOption: PARAMETERS,
  standInPreset: "6",
  parts: { mark: ["-preset", "6", "-crf", "30", PARAMETERS, "lp=1", "-f", "obu"] },
  sameByThreads: true,
  writesHdr10: true,
  handBrake: { name: "svt_av1" },
  args: (video, limits) => [
    ...crf(video),
    ...preset(video),
    ...parameters(PARAMETERS, [
      ...tune(video),
      ...light(video),
      ...frameRate(video),
      ...threadLimit("lp", limits),
    ], video),
  ],
});

/**
 * Returns the parameters of a tune. With `film-grain`, grain is removed and stored as parameters. 10 is suitable for
 * light 35 mm grain.
 */
const tune = ({ tune }: EncodedVideo): string[] =>
  tune === "grain" ? ["film-grain=10"] : tune === "fastdecode" ? ["fast-decode=1"] : [];

/** Returns the HDR10 metadata in plain units (supported by version 1.0 and newer). */
function light({ hdr, masteringDisplay: display, contentLight: levels }: EncodedVideo): string[] {
  if (hdr !== "hdr10") return [];
  const params: string[] = [];
  if (display) {
    const point = ([x, y]: [number, number]) => `(${x.toFixed(5)},${y.toFixed(5)})`;
    const luminance = `(${display.maxLuminance.toFixed(4)},${display.minLuminance.toFixed(4)})`;
    const { green, blue, red, white } = display;
    params.push(`mastering-display=G${point(green)}B${point(blue)}R${point(red)}WP${point(white)}L${luminance}`);
  }
  if (levels) params.push(`content-light=${Math.round(levels.maxCll)},${Math.round(levels.maxFall)}`);
  return params;
}

function frameRate(video: EncodedVideo): string[] {
  const rate = ownRate(video);
  return rate ? [`fps-num=${rate[0]}`, `fps-denom=${rate[1]}`] : [];
}
