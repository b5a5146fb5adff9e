import type { Probe } from "../../media/probe/model.ts";
import type { MeasuredPicture, PictureSize } from "./pictures/picture_features.ts";
import type { PictureJudge } from "./pictures/picture_judge.ts";
import type { Window } from "./packets/places.ts";
import type { SoundJudge } from "./sound/sound_judge.ts";

/** Streams to compare between source and result. */
export interface ContentRequest {
  ffmpegPath: string;
  source: Pick<Probe, "path" | "startSeconds" | "format" | "streams">;
  result: { path: string; startSeconds: number };
  /** Result time minus source time, both on the files' own clocks. */
  shift: number;
  picture?: {
    source: number;
    result: number;
    /** The plan's video filters, applied to the source. */
    filters: string[];
    size: PictureSize;
    /** Time between frames of the result, in seconds. */
    step: number;
    judge: PictureJudge;
  };
  /** Replaces `picture`: keyframes only, passed on as they are decoded. A side without a stream is not read. */
  keyPictures?: {
    source?: number;
    result?: number;
    /** Filters for the source. */
    filters: string[];
    size: PictureSize;
    add(side: "source" | "result", picture: MeasuredPicture): void;
  };
  sound: {
    source: number;
    result: number;
    filters: string[];
    resultFilters: string[];
    channels: number;
    judge: SoundJudge;
  }[];
  /** In result time from its start. Absent for everything. */
  window?: Window;
  nice?: number;
  signal?: AbortSignal;
  /** Receives the seconds of the result that were compared. */
  onProgress?(seconds: number): void;
}
