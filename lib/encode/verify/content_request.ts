import type { Probe } from "../../media/probe/model.ts";
import type { MeasuredPicture, PictureSize } from "./pictures/picture_features.ts";
import type { PictureJudge } from "./pictures/picture_judge.ts";
import type { Window } from "./packets/places.ts";
import type { SoundJudge } from "./sound/sound_judge.ts";

/** What is compared with what, side by side. */
export interface ContentRequest {
  ffmpegPath: string;
  source: Pick<Probe, "path" | "startSeconds" | "format" | "streams">;
  result: { path: string; startSeconds: number };
  /** Result time minus source time, both on the files' own clocks. */
  shift: number;
  picture?: {
    source: number;
    result: number;
    /** What the plan does to the picture, as filters for the source. */
    filters: string[];
    size: PictureSize;
    /** Time between pictures of the result, in seconds. */
    step: number;
    judge: PictureJudge;
  };
  /** In place of `picture`: key pictures alone, handed over as they come. */
  keyPictures?: {
    source: number;
    result: number;
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
  /** In result time from its start; everything when absent. */
  window?: Window;
  nice?: number;
  signal?: AbortSignal;
  /** Seconds of the result that were compared. */
  onProgress?(seconds: number): void;
}
