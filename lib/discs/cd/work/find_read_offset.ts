import type { FindTool } from "../../rippers/makemkv/find_makemkv.ts";
import type { Watching } from "../../ripper_model.ts";
import { findOffsets, type OffsetMatch } from "../accuraterip/find_offset.ts";
import { knownTracks, type Pressing } from "../accuraterip/pressings.ts";
import type { CdSource, CdToc } from "../model.ts";
import { SECTOR_SAMPLES } from "../reading/model.ts";
import { readAroundTrack } from "../reading/read_track.ts";

/** A disc in a drive and its AccurateRip entries. */
export interface ReadOffsetQuery {
  source: CdSource;
  toc: CdToc;
  /** An empty folder owned by this search. */
  folder: string;
  pressings: readonly Pressing[];
}

/**
 * Number of tracks that must match. A single track may match because of a different pressing. Two tracks that match at
 * the same offset by chance are unlikely.
 */
const MAX_TRACKS = 2;

/**
 * Finds the read offset of a drive, in samples, at which the disc's shortest tracks match the database. Undefined if
 * there is none. Throws `RipProblem`, or the signal's reason.
 */
export async function findReadOffset(
  { source, toc, folder, pressings }: ReadOffsetQuery,
  tools: { findTool: FindTool; encodertoolPath: string },
  watching: Watching,
): Promise<number | undefined> {
  const audioTracks = toc.tracks.filter(({ isAudio }) => isAudio);
  const tracks = audioTracks.map((track, place) => ({ ...track, place, known: knownTracks(pressings, place) }))
    .filter(({ known }) => known.length > 0).toSorted((a, b) => a.sectors - b.sectors).slice(0, MAX_TRACKS);
  const found: OffsetMatch[][] = [];
  for (const { number, place, sectors, known } of tracks) {
    const path = await readAroundTrack({ source, toc, folder, track: number, ...tools, ...watching });
    const span = { isFirst: place === 0, isLast: place === audioTracks.length - 1 };
    found.push(
      await findOffsets({ ...span, samples: sectors * SECTOR_SAMPLES, known, read: () => chunksOf(path) }),
    );
    watching.signal.throwIfAborted();
    await Deno.remove(path);
  }
  return commonOffset(found);
}

/**
 * Returns the offset at which all tracks match, preferring the highest confidence of the first track. Undefined if
 * there is none. Pure.
 */
export function commonOffset(found: readonly (readonly Pick<OffsetMatch, "offset">[])[]): number | undefined {
  const [first = [], ...others] = found;
  return first.find(({ offset }) => others.every((matches) => matches.some((one) => one.offset === offset)))?.offset;
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  using file = await Deno.open(path);
  for (;;) {
    const chunk = new Uint8Array(1 << 18);
    const read = await file.read(chunk);
    if (read === null) return;
    yield chunk.subarray(0, read);
  }
}
