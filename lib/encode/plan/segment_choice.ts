import type { Probe } from "../../media/probe/model.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { OutputRecipe } from "../profiles/schema.ts";
import type { Plan, VideoPlan } from "./model.ts";
import { gridOf } from "./time_grid.ts";

/** `auto` splits videos longer than this, in seconds. */
export const AUTO_SECONDS = 600;

/** Containers with a keyframe index. */
const INDEXED = /matroska|webm|mov|mp4/;
/** Encoder options that require the whole video. */
const WHOLE_VIDEO =
  /(?:^|[:=\s])(?:pass|stats|multi-pass-[\w-]+|qpfile|zones|zonefile|analysis-[\w-]+|chunk-(?:start|end))=/;

/** Options that limit the rate with a buffer, which spans all frames from first to last. */
const RATE_LIMIT = /^-(?:maxrate|minrate|bufsize)\b|(?:^|:)(?:vbv-[\w-]+|nal-hrd|mbr)=/;

/** Returns the reason why a video is encoded by a single process. Undefined if it is encoded in segments. Pure. */
export function reasonForOneProcess(
  probe: Probe,
  plan: Plan,
  segments: OutputRecipe["segments"],
): string | undefined {
  const { video, durationSeconds } = plan;
  if (segments === "off") return "the profile disables it";
  if (!video || video.encoder === "copy") return "no video is encoded";
  if (segments === "auto" && durationSeconds <= AUTO_SECONDS) return "it is short";
  const { parts, hardware } = videoEncoder(video.encoder);
  if (hardware) return "a GPU encodes it";
  if (!parts) return `segments encoded with ${video.encoder} cannot be joined`;
  return rateReason(video) ?? videoReason(video) ??
    (INDEXED.test(probe.format) ? undefined : "its container has no keyframe index");
}

/** True if a video that cannot be split can still be encoded as one segment that covers all of it. Pure. */
export function mayBeOnePart(probe: Probe, plan: Plan): boolean {
  const { video } = plan;
  if (!video) return false;
  if (videoEncoder(video.encoder).hardware) {
    const known = video.variableFrameRate || gridOf(video) !== undefined;
    return known && videoReason(video) === undefined && INDEXED.test(probe.format);
  }
  // With a single segment, the length, the profile and the rate are not relevant.
  const extraArgs = video.extraArgs.filter((arg) => !RATE_LIMIT.test(arg));
  return reasonForOneProcess(probe, { ...plan, video: { ...video, bitrate: 0, extraArgs } }, "on") === undefined;
}

function rateReason(video: VideoPlan): string | undefined {
  if (video.bitrate > 0) return "its bit rate is spread over the whole video";
  if (video.extraArgs.some((arg) => RATE_LIMIT.test(arg))) return "its rate limit applies to the whole video";
  if (video.extraArgs.some((arg) => WHOLE_VIDEO.test(arg))) return "its encoder options apply to the whole video";
  if (!video.variableFrameRate && !gridOf(video)) return "its frame rate is unusual";
  return undefined;
}

function videoReason({ fieldHandling, burn, dynamicHdr, heldFrame }: VideoPlan): string | undefined {
  if (fieldHandling !== "none") return "it is deinterlaced or its telecine is removed";
  if (heldFrame) return "its last frame is held";
  if (burn) return `${burn.form === "picture" ? "bitmap " : ""}subtitles are burned in`;
  if (dynamicHdr) return "per-frame HDR metadata is kept";
  return undefined;
}
