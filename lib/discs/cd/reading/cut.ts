import type { CdToc } from "../model.ts";
import { SECTOR_SAMPLES, type SectorSpan } from "./model.ts";

/**
 * The sectors to read for a range of samples, and the part of them to keep. All values except the span are in samples.
 */
export interface Cut {
  /** Sectors to read. Empty if no part of the range can be read. */
  span: SectorSpan;
  skip: number;
  taken: number;
  /** Number of zero samples for the range outside the disc's audio. Drives are not required to read that range. */
  zerosBefore: number;
  zerosAfter: number;
}

/**
 * Computes the cut for a range of samples around a track, which may start before or end after the disc. Offsets are
 * corrected here because `cd-paranoia -O` fails before track 1, after the last track and, on some systems, for all
 * negative offsets.
 */
export function cutSamples(from: number, samples: number, within: SectorSpan): Cut {
  const [begin, end] = [within.start * SECTOR_SAMPLES, (within.start + within.sectors) * SECTOR_SAMPLES];
  const first = Math.min(Math.max(from, begin), end);
  const last = Math.max(first, Math.min(from + samples, end));
  const zerosBefore = Math.min(samples, Math.max(0, first - from));
  const start = Math.floor(first / SECTOR_SAMPLES);
  const taken = last - first;
  return {
    span: { start, sectors: taken === 0 ? 0 : Math.ceil(last / SECTOR_SAMPLES) - start },
    skip: first - start * SECTOR_SAMPLES,
    taken,
    zerosBefore,
    zerosAfter: samples - zerosBefore - taken,
  };
}

/** Returns the sectors of a track, or of the range before the first track. Undefined if missing or not audio. */
export function sectorsOfTrack({ tracks }: CdToc, track: number | "hidden"): SectorSpan | undefined {
  const [first] = tracks;
  if (track === "hidden") {
    return first?.isAudio && first.start > 0 ? { start: 0, sectors: first.start } : undefined;
  }
  const found = tracks.find(({ number }) => number === track);
  return found?.isAudio ? { start: found.start, sectors: found.sectors } : undefined;
}

/** Returns the continuous range of audio around a track. Before track 1, it starts with the disc. */
export function audioAround({ tracks }: CdToc, track: number | "hidden"): SectorSpan {
  const at = track === "hidden" ? 0 : tracks.findIndex(({ number }) => number === track);
  let [from, to] = [at, at];
  while (tracks[from - 1]?.isAudio) from--;
  while (tracks[to + 1]?.isAudio) to++;
  const start = from === 0 ? 0 : tracks[from]?.start ?? 0;
  const last = tracks[to];
  return { start, sectors: (last === undefined ? start : last.start + last.sectors) - start };
}
