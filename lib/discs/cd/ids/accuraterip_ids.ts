import type { CdToc } from "../model.ts";
import { freedbId } from "./disc_ids.ts";

/** AccurateRip IDs of a disc, in lowercase hexadecimal. */
export interface AccurateRipIds {
  /** Number of audio tracks on the disc. */
  tracks: number;
  id1: string;
  id2: string;
  freedbId: string;
}

/** Computes the AccurateRip IDs: sums over the positions of the audio tracks and the lead-out of the whole disc. */
export function accurateRipIds(toc: CdToc): AccurateRipIds {
  const places = [...toc.tracks.filter(({ isAudio }) => isAudio).map(({ start }) => start), toc.leadOut];
  const sum = (values: number[]): string => (values.reduce((a, b) => a + b, 0) % 2 ** 32).toString(16).padStart(8, "0");
  return {
    tracks: places.length - 1,
    id1: sum(places),
    id2: sum(places.map((place, at) => Math.max(place, 1) * (at + 1))),
    freedbId: freedbId(toc),
  };
}

/** Returns the path of a disc below the database root: `e/b/3/dBAR-006-000513be-001b2231-3404f606.bin`. */
export function accurateRipPath({ tracks, id1, id2, freedbId }: AccurateRipIds): string {
  const folders = [...id1.slice(-3)].reverse().join("/");
  return `${folders}/dBAR-${String(tracks).padStart(3, "0")}-${id1}-${id2}-${freedbId}.bin`;
}
