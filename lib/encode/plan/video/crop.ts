/** Finds the black bars of a film in what ffmpeg's `cropdetect` said of several places. Pure. */

export interface Crop {
  width: number;
  height: number;
  x: number;
  y: number;
}

/** Edges of the picture of one place: first column and line that belong to it, and the first behind it. */
interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A smaller part of the picture is a dark scene, which says nothing about bars. */
const MIN_PART = 0.4;
/** Bright scenes reach the edge of the bars to within so many pixels. */
const SAME_EDGE = 6;
/** Transfers sit so far off the middle, as a part of the picture. */
const MAX_OFFSET = 0.02;
/** Less is not worth an odd size. */
const MIN_BAR = 8;

/**
 * The smallest frame that holds the picture everywhere; nothing when places do not agree on it, because then the film is
 * dark and only looks as if it had bars, or has scenes of several shapes, or has subtitles in the bars.
 */
export function cropOf(texts: string[], { width, height }: { width: number; height: number }): Crop | undefined {
  const places = texts.flatMap((text) => edgesOf(text) ?? [])
    .filter(({ left, right, top, bottom }) => right - left >= MIN_PART * width && bottom - top >= MIN_PART * height);
  const all = places.reduce<Edges | undefined>((sum, edges) => sum ? around(sum, edges) : edges, undefined);
  if (!all) return undefined;
  const agreeing = places.filter((edges) => agrees(edges, all)).length;
  // Of three places that show anything two are enough; one is, when the film is too short for more.
  if (agreeing < Math.min(3, texts.length) && agreeing < places.length) return undefined;
  if (agreeing * 2 < places.length || (texts.length >= 6 && places.length < 3)) return undefined;
  // Bars are alike on both sides; a lit corner of a dark stage is not.
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
