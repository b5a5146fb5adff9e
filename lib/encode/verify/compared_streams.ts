import type { AudioStream, VideoStream } from "../../media/probe/model.ts";
import { audioFilters, clockFilter, videoFilterChain } from "../args/filters.ts";
import { channelsOf } from "../profiles/encoders/layouts.ts";
import type { VideoPlan } from "../plan/model.ts";
import { ASSUMED_BT709 } from "../plan/video/video_conversion.ts";
import { fieldFilters, type FieldHandling } from "../plan/video/field_plan.ts";
import { videoEncoder } from "../profiles/encoders.ts";
import type { ContentRequest } from "./content_request.ts";
import type { Evidence } from "./model.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";
import type { FrameSize } from "./video/frame_features.ts";
import { COARSE_VIDEO_LIMITS, VIDEO_LIMITS } from "./video/video_fault.ts";
import { createVideoJudge } from "./video/video_judge.ts";
import { audioLimits, createAudioJudge } from "./audio/audio_judge.ts";

/**
 * Determines the video and audio streams of source and result that are compared, and converts them to a common form.
 */

/** Longer side of a downscaled frame, in pixels. */
const SMALL = 160;

/** Decoding request for the video, with the options of the `VideoJudge` that compares it. */
export type ComparedVideo = NonNullable<ContentRequest["video"]> & {
  options: Parameters<typeof createVideoJudge>[0];
  /** Filters for single frames of the source. Undefined if adjacent frames are needed for a frame of the result. */
  keyFilters?: string[];
};

/** Field handling for which the result shows each frame of the source, apart from detail lost by downscaling. */
const FRAME_BY_FRAME: FieldHandling[] = ["none", "frame-rate", "field-rate"];

/** Returns the video to compare. Undefined if the plan or the source has none. */
export function comparedVideo(evidence: Evidence): ComparedVideo | undefined {
  const { plan, pairs, alignment, probe } = evidence;
  const pair = pairs.find(({ kind }) => kind === "picture");
  const source = probe.streams.find((s): s is VideoStream => s.kind === "video" && s.index === pair?.source);
  if (!plan.video || !pair || !source || !alignment) return undefined;
  const size = smallSize(plan.video, source);
  const { fieldHandling } = plan.video;
  const options = {
    size,
    drawnOver: plan.video.burn !== undefined,
    loose: alignment.ratio < 1 || fieldHandling === "soft-telecine",
    limits: isCoarse(plan.video) ? COARSE_VIDEO_LIMITS : VIDEO_LIMITS,
  };
  return {
    source: pair.source,
    result: pair.result,
    filters: referenceFilters(plan.video, source),
    ...(FRAME_BY_FRAME.includes(fieldHandling)
      ? { keyFilters: referenceFilters({ ...plan.video, fieldHandling: "none" }, source) }
      : {}),
    size,
    step: alignment.step,
    judge: createVideoJudge(options),
    options,
  };
}

/** Share of the quality scale above which encodes have lost most of the detail. */
const COARSE_SHARE = 0.8;

/** True if the plan uses the lowest qualities of the encoder (CRF 41 to 51 of x264). */
export function isCoarse({ encoder, quality, bitrate }: VideoPlan): boolean {
  const { quality: scale, hardware } = videoEncoder(encoder);
  return scale !== undefined && !hardware && bitrate === 0 && quality >= COARSE_SHARE * scale.max;
}

/**
 * Returns the size of frames for the comparison: rotated as displayed, at most `SMALL` pixels on the longer side, a
 * multiple of the cell size.
 */
export function smallSize(video: VideoPlan, source: VideoStream): FrameSize {
  const turned = video.encoder === "copy" && source.rotation % 180 !== 0;
  const [width, height] = turned ? [video.height, video.width] : [video.width, video.height];
  const scale = Math.min(1, SMALL / Math.max(width, height));
  const whole = (pixels: number) => Math.max(4, Math.round(pixels * scale / 4) * 4);
  return { width: whole(width), height: whole(height) };
}

/**
 * Returns the filters of the plan that change the geometry and timing of frames. Colours are compared as displayed, not
 * as planned.
 */
export function referenceFilters(video: VideoPlan, source: VideoStream): string[] {
  if (video.encoder === "copy") return [];
  // Tone mapping and transparency intentionally change the displayed image.
  if (video.toneMap || video.conversion?.alpha) return videoFilterChain(video, source);
  const { crop } = video;
  return [
    ...clockFilter(video),
    ...(video.assumedBt709 ? [ASSUMED_BT709] : []),
    ...fieldFilters(video),
    ...(crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : []),
  ];
}

/** Decoding request for one audio track. */
export type ComparedAudio = ContentRequest["audio"][number] & { name: string };

/** Returns the audio tracks that are in both files. */
export const audioPairs = (evidence: Evidence): ComparedAudio[] =>
  evidence.pairs.filter(({ kind }) => kind === "sound").flatMap((pair) => audioRequestsOf(evidence, pair));

function audioRequestsOf({ plan, probe, result }: Evidence, pair: StreamPair): ComparedAudio[] {
  const audio = plan.audio[pair.position];
  const source = probe.streams.find((s): s is AudioStream => s.kind === "audio" && s.index === pair.source);
  const made = result.streams.find((s): s is AudioStream => s.kind === "audio" && s.index === pair.result);
  if (!audio || !source || !made) return [];
  const named = channelsOf(made.layout);
  const names = named?.length === made.channels
    ? named
    : Array.from({ length: made.channels }, (_, i) => String(i + 1));
  return [{
    name: pair.name,
    source: pair.source,
    result: pair.result,
    filters: audio.encoder === "copy" ? [] : audioFilters(audio, source),
    resultFilters: [],
    channels: made.channels,
    judge: createAudioJudge(
      names,
      names.includes("LFE") ? names.indexOf("LFE") : undefined,
      audioLimits(audio.bitrate, made.channels),
    ),
  }];
}
