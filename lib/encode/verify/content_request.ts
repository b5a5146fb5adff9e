import type { Probe } from "../../media/probe/model.ts";
import type { FrameSize, MeasuredFrame } from "./video/frame_features.ts";
import type { VideoJudge } from "./video/video_judge.ts";
import type { Window } from "./packets/places.ts";
import type { AudioJudge } from "./audio/audio_judge.ts";

/** Streams to compare between source and result. */
export interface ContentRequest {
  ffmpegPath: string;
  source: Pick<Probe, "path" | "startSeconds" | "format" | "streams">;
  result: { path: string; startSeconds: number };
  /** Time in the result minus time in the source, both on the clocks of the files. */
  shift: number;
  video?: {
    source: number;
    result: number;
    /** Video filters of the plan, which are applied to the source. */
    filters: string[];
    size: FrameSize;
    /** Time between frames of the result, in seconds. */
    step: number;
    judge: VideoJudge;
  };
  /**
   * Used instead of `video` to compare only keyframes. `add` is called with each keyframe once it has been decoded. No
   * video is read from a file whose stream is absent.
   */
  keyFrames?: {
    source?: number;
    result?: number;
    /** Filters for the source. */
    filters: string[];
    size: FrameSize;
    add(side: "source" | "result", video: MeasuredFrame): void;
  };
  audio: {
    source: number;
    result: number;
    filters: string[];
    resultFilters: string[];
    channels: number;
    judge: AudioJudge;
  }[];
  /** Section in seconds from the start of the result. Absent for the whole file. */
  window?: Window;
  nice?: number;
  signal?: AbortSignal;
  /** Called with the number of seconds of the result that have been compared. */
  onProgress?(seconds: number): void;
}
