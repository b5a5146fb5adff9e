import { VIDEO_ENCODER_FACTS, videoEncoder } from "../profiles/encoders.ts";
import type { EncodeLimits, VideoEncoderFacts } from "../profiles/encoders/model.ts";
import { opt } from "../profiles/encoders/spelling.ts";
import type { VideoPlan } from "../plan/model.ts";
import { copyTiming, timing, type TimingOptions } from "../plan/time_grid.ts";

/** Limits that are set by the job instead of the plan. */
export interface VideoArgOptions extends EncodeLimits {
  timing: TimingOptions;
}

/** Returns the options of the video encoder, including colour, for the first video stream of the output. */
export function videoArgs(video: VideoPlan, { timing: timingOptions, ...limits }: VideoArgOptions): string[] {
  if (video.encoder === "copy") return ["-c:v:0", "copy", ...copyTiming(video, timingOptions)];
  return [
    ...["-c:v:0", video.encoder],
    ...videoEncoder(video.encoder).args(video, limits),
    ...withoutParameters(video.extraArgs),
    ...colourArgs(video),
    ...timing(video, timingOptions),
  ];
}

/** Returns the colour options of the container. */
export const colourArgs = ({ color: { primaries, transfer, space, range } }: VideoPlan): string[] => [
  ...opt("-color_primaries:v:0", primaries),
  ...opt("-color_trc:v:0", TRANSFER_OPTIONS.get(transfer ?? "") ?? transfer),
  ...opt("-colorspace:v:0", space),
  ...opt("-color_range:v:0", range),
];

/** Transfer functions for which ffmpeg before 7.1 uses different names than ffprobe. */
const TRANSFER_OPTIONS = new Map([["bt470m", "gamma22"], ["bt470bg", "gamma28"]]);

const PARAMETER_OPTIONS = Object.values<VideoEncoderFacts>(VIDEO_ENCODER_FACTS)
  .flatMap(({ parametersOption }) => parametersOption ?? []);

/** Removes parameter options, which have already been merged with those of the encoder. */
const withoutParameters = (extraArgs: string[]): string[] =>
  extraArgs.filter((arg, i) => !PARAMETER_OPTIONS.includes(arg) && !PARAMETER_OPTIONS.includes(extraArgs[i - 1] ?? ""));
