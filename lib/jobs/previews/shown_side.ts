import type { VideoPlan } from "../../encode/plan/model.ts";
import { sourceFilters } from "../../encode/args/filters.ts";
import type { Scene } from "../../encode/sampling/scenes.ts";
import { Fault } from "../../kit/fault.ts";
import type { HdrFormat } from "../../media/probe/model.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { PreviewPlan, PreviewSource } from "./subject.ts";

/** File with the frames of one side of a scene, and how they are displayed. */
export interface ShownSide {
  path: string;
  /** Start of the scene in the file. */
  startSeconds: number;
  frameRate: [numerator: number, denominator: number];
  hdr: HdrFormat;
  /** Filters that crop the source to the same area as the side that it is compared with. */
  before: string[];
}

/**
 * Returns the source (cropped like the other side if `isCut`) or the encoded sample of a profile. Throws `Fault`
 * `no_preview` if the sample does not exist yet.
 */
export function shownFrom(
  { source, plan, pieces, scene }: { source: PreviewSource; plan: PreviewPlan; pieces: KeptPieces; scene: Scene },
  { side, isCut }: { side: number | "source"; isCut: boolean },
): ShownSide {
  const { probe, video } = source;
  const { plan: { video: planned }, subject } = plan;
  const isCopied = planned.encoder === "copy";
  if (side === "source" || isCopied) {
    return {
      path: probe.path,
      startSeconds: scene.piece.atSeconds + scene.skipSeconds,
      frameRate: video.frameRate,
      hdr: video.hdr,
      before: isCopied || !isCut ? [] : cutOf(planned),
    };
  }
  const path = pieces.path(subject, scene.piece);
  if (path === undefined) {
    throw new Fault(
      "no_preview",
      "This scene is not encoded yet, or is no longer available. Create the preview again.",
    );
  }
  const [numerator, denominator] = planned.frameRate;
  return {
    path,
    // Starts half a frame early, like the sample in the source.
    startSeconds: scene.skipSeconds - (0.5 * denominator) / Math.max(1, numerator),
    frameRate: planned.frameRate,
    hdr: planned.hdr,
    before: [],
  };
}

/**
 * Returns the filters that crop the source to the same area, as progressive video, without changing its scale or
 * colours.
 */
export function cutOf(video: VideoPlan): string[] {
  const { crop } = video;
  return [...sourceFilters(video), ...(crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : [])];
}
