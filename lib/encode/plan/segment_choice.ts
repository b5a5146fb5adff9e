import type { Probe } from "../../media/probe/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { OutputRecipe } from "../profiles/schema.ts";
import type { Plan, VideoPlan } from "./model.ts";
import { gridOf } from "./time_grid.ts";

/** `auto` splits videos longer than this, in seconds. */
export const AUTO_SECONDS = 600;

/** Containers with a keyframe index. */
const INDEXED = /matroska|webm|mov|mp4/;
/** Encoder options that apply to the whole video. */
const WHOLE_FILM =
  /(?:^|[:=\s])(?:pass|stats|multi-pass-[\w-]+|qpfile|zones|zonefile|analysis-[\w-]+|chunk-(?:start|end))=/;

/** Options that limit the rate with a buffer, which spans all frames from first to last. */
const RATE_LIMIT = /^-(?:maxrate|minrate|bufsize)\b|(?:^|:)(?:vbv-[\w-]+|nal-hrd|mbr)=/;

/** Returns why a video is encoded by a single process. Undefined if it is encoded in segments. Pure. */
export function reasonForOneProcess(
  probe: Probe,
  plan: Plan,
  segments: OutputRecipe["segments"],
): string | undefined {
  const { video, durationSeconds } = plan;
  if (segments === "off") return "the profile says so";
  if (!video || video.encoder === "copy") return "no picture is encoded";
  if (segments === "auto" && durationSeconds <= AUTO_SECONDS) return "it is short";
  const { parts, hardware } = videoEncoder(video.encoder);
  if (hardware) return "a graphics card encodes it";
  if (!parts) return `parts of ${video.encoder} are not joined`;
  return reasonOfRate(video) ?? reasonOfPicture(video) ??
    (INDEXED.test(probe.format) ? undefined : "its container has no index of key pictures");
}

/**
 * True if a video encoded by a single process can also be encoded as one segment covering all of it, because only
 * splitting is ruled out. Pure.
 */
export function mayBeOnePart(probe: Probe, plan: Plan): boolean {
  const { video } = plan;
  if (!video) return false;
  // With a single segment, length, profile and rate do not matter.
  const extraArgs = video.extraArgs.filter((arg) => !RATE_LIMIT.test(arg));
  return reasonForOneProcess(probe, { ...plan, video: { ...video, bitrate: 0, extraArgs } }, "on") === undefined;
}

function reasonOfRate(video: VideoPlan): string | undefined {
  if (video.bitrate > 0) return "a bit rate is spread over the whole film";
  if (video.extraArgs.some((arg) => RATE_LIMIT.test(arg))) return "its rate is limited over the whole film";
  if (video.extraArgs.some((arg) => WHOLE_FILM.test(arg))) return "its encoder options look at the whole film";
  if (!video.variableFrameRate && !gridOf(video)) return "its frame rate is odd";
  return undefined;
}

function reasonOfPicture({ fieldHandling, burn, dynamicHdr, heldFrame }: VideoPlan): string | undefined {
  if (fieldHandling !== "none") return "its pictures are made of fields";
  if (heldFrame) return "its last frame is held";
  if (burn) return `${burn.form === "picture" ? "picture " : ""}subtitles are drawn into it`;
  if (dynamicHdr) return "HDR data of single pictures is carried over";
  return undefined;
}
