import type { VideoStream } from "../../../media/probe/model.ts";

/** Detects black bars from the output of ffmpeg's `cropdetect` at several positions. Pure. */

export interface Crop {
  width: number;
  height: number;
  x: number;
  y: number;
}

/**
 * Returns the part of a rotated frame inside the crop marks of the file, which decoders have not applied, intersected
 * with `found`. Undefined if nothing is cropped. Pure.
 */
export function shownPart(
  { cropMarks, rotation, width, height }: Pick<VideoStream, "cropMarks" | "rotation" | "width" | "height">,
  found: Crop | undefined,
): Crop | undefined {
  if (!cropMarks?.ignored) return found;
  const { left, top, right, bottom } = cropMarks;
  // Clockwise from the left edge. Each quarter turn rotates the list by one position.
  const edges = [left, top, right, bottom];
  const turn = (4 - Math.round(rotation / 90) % 4) % 4;
  const [x = 0, y = 0, x2 = 0, y2 = 0] = [...edges.slice(turn), ...edges.slice(0, turn)];
  const [w, h] = turn % 2 === 0 ? [width, height] : [height, width];
  const shown = { left: x, top: y, right: w - x2, bottom: h - y2 };
  const bars = found
    ? { left: found.x, top: found.y, right: found.x + found.width, bottom: found.y + found.height }
    : { left: 0, top: 0, right: w, bottom: h };
  const edge = {
    left: Math.max(shown.left, bars.left),
    top: Math.max(shown.top, bars.top),
    right: Math.min(shown.right, bars.right),
    bottom: Math.min(shown.bottom, bars.bottom),
  };
  const part = { width: edge.right - edge.left, height: edge.bottom - edge.top, x: edge.left, y: edge.top };
  return part.width > 0 && part.height > 0 ? part : found;
}

/** Edges of the visible area at one position: the first column and line inside it, and the first ones after it. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Minimum size of a visible area. Smaller ones are dark scenes, in which bars cannot be detected. */
const MIN_PART = 0.4;
/** Tolerance in pixels between the content of a bright scene and the edge of the bars. */
const SAME_EDGE = 6;
/** Maximum offset of the visible area from the centre, as a fraction of the size. */
const MAX_OFFSET = 0.02;
/** Minimum height of bars. Cropping smaller bars would only result in an unusual size. */
const MIN_BAR = 8;

/**
 * Returns the smallest crop rectangle that contains the picture at all sampled positions. Undefined if the positions
 * disagree, because the video is too dark, has scenes with different aspect ratios, or has subtitles in the bars.
 */
export function cropOf(texts: string[], { width, height }: { width: number; height: number }): Crop | undefined {
  const places = texts.flatMap((text) => edgesOf(text) ?? [])
    .filter(({ left, right, top, bottom }) => right - left >= MIN_PART * width && bottom - top >= MIN_PART * height);
  const all = places.reduce<Edges | undefined>((sum, edges) => sum ? around(sum, edges) : edges, undefined);
  if (!all) return undefined;
  const agreeing = places.filter((edges) => agrees(edges, all)).length;
  // Three positions, or all usable ones, must have the same result, and at least half of the usable ones. If six or
  // more positions were examined, at least three must be usable.
  if (agreeing < Math.min(3, texts.length) && agreeing < places.length) return undefined;
  if (agreeing * 2 < places.length || (texts.length >= 6 && places.length < 3)) return undefined;
  // Bars are symmetrical, unlike a lit corner of a dark stage.
  if (uneven(all.left, width - all.right, width) || uneven(all.top, height - all.bottom, height)) return undefined;
  const crop = { width: all.right - all.left, height: all.bottom - all.top, x: all.left, y: all.top };
  return width - crop.width >= MIN_BAR || height - crop.height >= MIN_BAR ? crop : undefined;
}

const uneven = (one: number, other: number, of: number): boolean => Math.abs(one - other) > MIN_BAR + MAX_OFFSET * of;

function edgesOf(text: string): Edges | undefined {
  const last = [...text.matchAll(/crop=(\d+):(\d+):(\d+):(\d+)/g)].at(-1)?.slice(1).map(Number);
  const [width = 0, height = 0, left = 0, top = 0] = last ?? [];
  return width > 0 && height > 0 ? { left, top, right: left + width, bottom: top + height } : undefined;
}

const around = (a: Edges, b: Edges): Edges => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const agrees = (a: Edges, b: Edges): boolean =>
  [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom].every((d) => Math.abs(d) <= SAME_EDGE);
