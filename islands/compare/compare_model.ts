/** What the comparison of scenes computes: which picture, how it moves and what is said of each side. Pure. */

import { duration } from "../../lib/kit/format.ts";

/** The part of the API's `Preview` that is shown. */
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
  estimate: { bytes: number; exact: boolean; encodeSeconds?: number; nothingToDo: boolean };
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

/** What is asked of a preview. */
export interface PreviewQuestion {
  localPath: string;
  profileIds: string[];
  atSeconds?: number;
}

/** The part of the API's run of clips that is shown. */
export type ClipsRun = Pick<PreviewRun, "id" | "status" | "progress" | "error">;

/** `source`, or the number of a profile. */
export type Side = "source" | number;

/** One picture of the film. */
export interface Place {
  scene: number;
  frame: number;
}

/** A picture some frames on or back; behind the end of a scene comes the next one. */
export function stepped({ scene, frame }: Place, by: number, scenes: readonly { frames: number }[]): Place {
  const framesOf = (at: number) => scenes[at]?.frames ?? 1;
  const to = frame + by;
  if (to < 0) return scene === 0 ? { scene, frame: 0 } : { scene: scene - 1, frame: framesOf(scene - 1) - 1 };
  if (to < framesOf(scene)) return { scene, frame: to };
  return scene + 1 < scenes.length ? { scene: scene + 1, frame: 0 } : { scene, frame: framesOf(scene) - 1 };
}

/** Whether a side has a picture of a scene: the source always, a profile once it has encoded it. */
export function isReady({ sides }: Preview, side: Side, scene: number): boolean {
  if (side === "source") return true;
  const shown = sides[side];
  const made = shown?.scenes[scene];
  return shown !== undefined && (shown.copied || (made !== null && made !== undefined && made.error === undefined));
}

/** The lowest picture of the two sides, by the one that loses more against its own mean. */
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

/** Address of a picture. The source is cut as the side it is shown beside. */
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

/** Address of a scene that can be played, as `frameAddress` names its sides. */
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

/** A moment that lies within a picture, whichever way a player rounds. */
export const middleOf = (frame: number, frameRate: number): number => (frame + 0.5) / Math.max(1, frameRate);

/** The picture that a player shows at a moment. */
export const frameAt = (seconds: number, frameRate: number, frames: number): number =>
  Math.max(0, Math.min(frames - 1, Math.floor(seconds * frameRate)));

/** How fast a video plays that is so many seconds ahead of the one it keeps in step with. */
export const speedOf = (secondsAhead: number): number => Math.min(1.5, Math.max(0.5, 1 - 2 * secondsAhead));

/** Fit, or a picture's pixel on so many of the screen. */
export type Zoom = 0 | 1 | 2;

export const nextZoom = (zoom: Zoom): Zoom => zoom === 0 ? 1 : zoom === 1 ? 2 : 0;

/** How far the middle of the picture is from the middle of the stage. */
export interface Pan {
  x: number;
  y: number;
}

/** Moves a picture, but never its edge into the stage. */
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

/** `VMAF 95.3`. */
export function scoreText(metric: PreviewSide["metric"], score: number | undefined): string {
  if (metric === undefined || score === undefined) return "";
  const { name, digits, unit } = METRICS[metric];
  return `${name} ${score.toFixed(digits)}${unit}`;
}

/** What stands on one side. */
export const sideName = ({ sides }: Preview, side: Side): string =>
  side === "source" ? "Source" : sides[side]?.profileName ?? "";

/** `0:42, frame 3 of 96`. */
export function placeText({ scenes }: Preview, { scene, frame }: Place): string {
  const at = scenes[scene];
  return `${duration(at?.atSeconds ?? 0)}, frame ${frame + 1} of ${at?.frames ?? 1}`;
}
