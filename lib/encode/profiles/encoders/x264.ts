import { type EncodedVideo, type EncodeLimits, encoderFacts } from "./model.ts";
import { crf, crfScale, ownRate, parameters, preset, threads, tune } from "./spelling.ts";

/** Presets of x264 and x265, fastest first. */
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
 * Raises the quality of the first keyframe in a segment. x264 applies `ipratio` to all keyframes relative to the
 * preceding frames, except to the first, which would therefore be worse than a keyframe within the video. With
 * `mbtree=0`, the zone has no effect.
 */
function firstKey({ tune, extraArgs }: EncodedVideo, { isPart }: EncodeLimits): string[] {
  if (!isPart || extraArgs.some((arg) => KEY_RATIO.test(arg))) return [];
  return [`zones=0,0,b=${tune === "grain" ? 1.1 : 1.4}`];
}

/** Matches a profile that sets a ratio other than the default of x264. */
const KEY_RATIO = /^-i_qfactor|(?:^|:)ip(?:ratio|-factor)=/;

/** Returns the parameter for the frame rate. x265 uses the same name. */
export function frameRate(video: EncodedVideo): string[] {
  const rate = ownRate(video);
  return rate ? [`fps=${rate.join("/")}`] : [];
}
