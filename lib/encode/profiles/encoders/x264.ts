import { type EncodedVideo, type EncodeLimits, encoderFacts } from "./model.ts";
import { crf, crfScale, ownRate, parameters, preset, threads, tune } from "./spelling.ts";

/** The speeds that x264 and x265 have, fastest first. */
export const X26X_PRESETS = [
  ...["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo"],
] as const;

const PARAMETERS = "-x264-params";

export const LIBX264 = encoderFacts({
  codec: "h264",
  quality: crfScale(51, 0.25),
  presets: X26X_PRESETS,
  tunes: ["animation", "film", "grain", "fastdecode", "zerolatency"],
  parametersOption: PARAMETERS,
  standInPreset: "medium",
  parts: { mark: ["-threads", "1", "-preset", "medium", "-crf", "20", "-f", "h264"] },
  writesCaptions: true,
  fileNameWord: "x264",
  handBrake: { name: "x264" },
  args: (video, limits) => [
    ...crf(video),
    ...preset(video),
    ...tune(video),
    ...parameters(PARAMETERS, [...firstKey(video, limits), ...frameRate(video)], video),
    ...threads(limits),
  ],
});

/**
 * x264 gives every key frame what `ipratio` says beyond the frames before it, but the very first one nothing: where a part
 * begins, the frame would be worse than the same one within a movie. With `mbtree=0` the zone changes nothing.
 */
function firstKey({ tune, extraArgs }: EncodedVideo, { isPart }: EncodeLimits): string[] {
  if (!isPart || extraArgs.some((arg) => KEY_RATIO.test(arg))) return [];
  return [`zones=0,0,b=${tune === "grain" ? 1.1 : 1.4}`];
}

/** A profile that sets the ratio has another one than x264's own. */
const KEY_RATIO = /^-i_qfactor|(?:^|:)ip(?:ratio|-factor)=/;

/** x265 takes it by the same name. */
export function frameRate(video: EncodedVideo): string[] {
  const rate = ownRate(video);
  return rate ? [`fps=${rate.join("/")}`] : [];
}
