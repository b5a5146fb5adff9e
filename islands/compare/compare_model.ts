/** State of the scene comparison: current frame, zoom and labels. Pure. */

import { duration } from "../../lib/kit/format.ts";
import type { ShownEstimate } from "../../lib/ui/profiles/estimate_text.ts";

/** The displayed part of the API's `Preview`. */
export interface Preview {
  path: string;
  durationSeconds: number;
  sourceBytes: number;
  width: number;
  height: number;
  frameRate: number;
  scenes: { atSeconds: number; seconds: number; frames: number; chosen: boolean }[];
  sides: PreviewSide[];
  errors: { profileId: string; message: string }[];
}

export interface PreviewSide {
  profileId: string;
  profileName: string;
  copied: boolean;
  video: string;
  estimate: ShownEstimate & { nothingToDo: boolean };
  metric?: "vmaf" | "xpsnr" | "ssim";
  score?: number;
  worst?: { scene: number; frame: number; score: number };
  scenes: ({ bytes: number; score?: number; error?: string } | null)[];
}

export interface PreviewRun {
  id: string;
  status: "running" | "done" | "failed" | "cancelled";
  progress: number;
  message: string;
  result?: Preview;
  error?: { message: string };
}

/** Request for a preview. */
export interface PreviewRequest {
  localPath: string;
  profileIds: string[];
  atSeconds?: number;
  /** Number of scenes in addition to the one at `atSeconds`. */
  scenes?: number;
}

/** The displayed part of the API's clips run. */
export type ClipsRun = Pick<PreviewRun, "id" | "status" | "progress" | "error">;

/** One side of a comparison: `source`, or the index of a profile. */
export type Side = "source" | number;

/** Position of one frame. */
export interface Place {
  scene: number;
  frame: number;
}

/** Returns the position some frames forward or back. After the last frame of a scene comes the next scene. */
export function stepped({ scene, frame }: Place, by: number, scenes: readonly { frames: number }[]): Place {
  const framesOf = (at: number) => scenes[at]?.frames ?? 1;
  const to = frame + by;
  if (to < 0) return scene === 0 ? { scene, frame: 0 } : { scene: scene - 1, frame: framesOf(scene - 1) - 1 };
  if (to < framesOf(scene)) return { scene, frame: to };
  return scene + 1 < scenes.length ? { scene: scene + 1, frame: 0 } : { scene, frame: framesOf(scene) - 1 };
}

/** Returns true if a side has frames of a scene: always for the source, and after the encode for a profile. */
export function isReady({ sides }: Preview, side: Side, scene: number): boolean {
  if (side === "source") return true;
  const shown = sides[side];
  const made = shown?.scenes[scene];
  return shown !== undefined && (shown.copied || (made !== null && made !== undefined && made.error === undefined));
}

/**
 * Returns the worst frame of the two sides, which is the one with the larger loss relative to the mean score of its
 * side.
 */
export function worstOf({ sides }: Preview, shown: readonly Side[]): Place | undefined {
  let found: { place: Place; loss: number } | undefined;
  for (const side of shown) {
    const { worst, score = 0 } = (side === "source" ? undefined : sides[side]) ?? {};
    if (!worst) continue;
    const loss = score - worst.score;
    if (!found || loss > found.loss) found = { place: { scene: worst.scene, frame: worst.frame }, loss };
  }
  return found?.place;
}

/** Source of the frames of a comparison. */
export interface FrameSource {
  frame(side: Side, place: Place, beside: Side, width: number): string;
  /** Returns the playable clips of both sides of a scene, starting at `from` if the scene is too long for a clip. */
  clips(from: Place, sides: [left: Side, right: Side]): Clips;
  /** Returns the URL of one image with both sides, for download. */
  picture?(place: Place): string;
}

/** A part of a scene that can be played on both sides. */
export interface Clips {
  /** Path of the API at which the clips are created and polled, and the body of the request. */
  path: string;
  request: unknown;
  /** First frame of the clips in the scene, and their number of frames. */
  first: number;
  frames: number;
  /** Returns the URL of the clip of a side. */
  address(side: Side, beside: Side): string;
}

/** Returns true if the clips contain a frame of their scene. */
export const hasFrame = ({ first, frames }: Clips, { frame }: Place): boolean =>
  frame >= first && frame < first + frames;

/** Returns the playable clips of a scene of a preview. */
export const previewClips = (
  { base, id, scenes }: { base: string; id: string; scenes: Preview["scenes"] },
  { scene }: Place,
  sides: [left: Side, right: Side],
): Clips => ({
  path: `/api/preview/${id}/clips`,
  request: { scene, sides },
  first: 0,
  frames: scenes[scene]?.frames ?? 1,
  address: (side, beside) => clipAddress({ base, id, scene }, side, beside),
});

/** Length of the clips of a finished job, which the server determines. */
const JOB_CLIP_SECONDS = 5;

/**
 * Returns the playable clips of a finished job. `path` is the path of the job in the API, and `total` is its number of
 * frames.
 */
export function jobClips(
  { base, path, frameRate, total }: { base: string; path: string; frameRate: number; total: number },
  { frame }: Place,
): Clips {
  const atSeconds = Number((frame / Math.max(1, frameRate)).toFixed(3));
  return {
    path: `${path}/clips`,
    request: { atSeconds },
    first: frame,
    frames: Math.max(1, Math.min(Math.floor(JOB_CLIP_SECONDS * frameRate), total - frame)),
    address: (side) =>
      `${base}${path}/clip?${new URLSearchParams({
        which: side === "source" ? "source" : "output",
        t: String(atSeconds),
      })}`,
  };
}

/** Returns the URL of a frame of a preview. The source is cropped like the side next to it. */
export function frameAddress(
  { base, id, width }: { base: string; id: string; width: number },
  side: Side,
  { scene, frame }: Place,
  beside: Side,
): string {
  const query = new URLSearchParams({ side: String(side), scene: String(scene), n: String(frame), w: String(width) });
  if (side === "source" && beside !== "source") query.set("like", String(beside));
  return `${base}/api/preview/${id}/frame?${query}`;
}

/** Returns the URL of a playable scene, with sides as in `frameAddress`. */
export function clipAddress(
  { base, id, scene }: { base: string; id: string; scene: number },
  side: Side,
  like: Side,
): string {
  return `${base}/api/preview/${id}/clip?${new URLSearchParams({
    scene: String(scene),
    side: String(side),
    like: String(like),
  })}`;
}

/** Returns a time in the middle of a frame, safe against rounding by players. */
export const middleOf = (frame: number, frameRate: number): number => (frame + 0.5) / Math.max(1, frameRate);

/** Returns the frame that a player shows at a given time. */
export const frameAt = (seconds: number, frameRate: number, frames: number): number =>
  Math.max(0, Math.min(frames - 1, Math.floor(seconds * frameRate)));

/** Returns the playback rate of a video that is some seconds ahead of the one it is synchronized to. */
export const speedOf = (secondsAhead: number): number => Math.min(1.5, Math.max(0.5, 1 - 2 * secondsAhead));

/** Zoom level: 0 fits the frame to the stage, 1 and 2 are the number of screen pixels per frame pixel. */
export type Zoom = 0 | 1 | 2;

export const nextZoom = (zoom: Zoom): Zoom => zoom === 0 ? 1 : zoom === 1 ? 2 : 0;

/** Offset of the frame's center from the stage's center. */
export interface Pan {
  x: number;
  y: number;
}

/** Moves the frame, keeping its edges outside the stage. */
export function panned(pan: Pan, by: Pan, picture: { width: number; height: number }, stage: typeof picture): Pan {
  const limit = (value: number, room: number) => Math.min(room, Math.max(-room, value));
  return {
    x: limit(pan.x + by.x, Math.max(0, (picture.width - stage.width) / 2)),
    y: limit(pan.y + by.y, Math.max(0, (picture.height - stage.height) / 2)),
  };
}

const METRICS = {
  vmaf: { name: "VMAF", digits: 1, unit: "" },
  xpsnr: { name: "XPSNR", digits: 1, unit: " dB" },
  ssim: { name: "SSIM", digits: 4, unit: "" },
} as const;

/** Returns `VMAF 95.3`. */
export function scoreText(metric: PreviewSide["metric"], score: number | undefined): string {
  if (metric === undefined || score === undefined) return "";
  const { name, digits, unit } = METRICS[metric];
  return `${name} ${score.toFixed(digits)}${unit}`;
}

/** Returns the label of one side. */
export const sideName = ({ sides }: Preview, side: Side): string =>
  side === "source" ? "Source" : sides[side]?.profileName ?? "";

/** Returns the time of a frame from the start of the video. */
export const secondsAt = ({ scenes, frameRate }: Preview, { scene, frame }: Place): number =>
  (scenes[scene]?.atSeconds ?? 0) + frame / Math.max(1, frameRate);

/** Returns `0:42, frame 3 of 96`. */
export const placeText = (preview: Preview, place: Place): string =>
  `${duration(Math.floor(secondsAt(preview, place)))}, frame ${place.frame + 1} of ${
    preview.scenes[place.scene]?.frames ?? 1
  }`;

/** Finished job whose output is compared with its source. */
export interface ComparedJob {
  name: string;
  durationSeconds: number;
  frameRate: number;
  width: number;
  height: number;
  /** Moment with the lowest measured score. */
  worst?: { atSeconds: number; score: number };
}

/** Returns a finished job in the form of a preview: one side, and one scene that is the whole video. */
export function previewOfJob({ name, durationSeconds, frameRate, width, height, worst }: ComparedJob): Preview {
  const frames = Math.max(1, Math.floor(durationSeconds * frameRate));
  return {
    ...{ path: "", durationSeconds, sourceBytes: 0, width, height, frameRate, errors: [] },
    scenes: [{ atSeconds: 0, seconds: durationSeconds, frames, chosen: false }],
    sides: [{
      ...{ profileId: "", profileName: name, copied: false, video: "", score: 100 },
      estimate: { bytes: 0, exact: true, nothingToDo: true },
      ...(worst ? { worst: { scene: 0, frame: Math.round(worst.atSeconds * frameRate), score: worst.score } } : {}),
      scenes: [{ bytes: 0 }],
    }],
  };
}

/** A comparison whose sides are not named until the user has chosen one. If `swapped` is true, A is the right side. */
export interface BlindTest {
  swapped: boolean;
  choice?: "A" | "B" | "none";
}

/** Returns the outcome of a blind comparison: which side each letter was, and the choice. Pure. */
export function revealText({ swapped, choice }: BlindTest, left: string, right: string): string {
  const [a, b] = swapped ? [right, left] : [left, right];
  const chosen = choice === "none" ? "You saw no difference." : `You chose ${choice === "A" ? a : b}.`;
  return `${chosen} A was ${a}, B was ${b}.`;
}
