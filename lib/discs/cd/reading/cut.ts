import type { CdToc } from "../model.ts";
import { SECTOR_SAMPLES, type SectorSpan } from "./model.ts";

/** Which sectors are read for some samples, and which part of them is taken. In samples, but for the span. */
export interface Cut {
  /** Without sectors when nothing of it can be read. */
  span: SectorSpan;
  skip: number;
  taken: number;
  /** Zeros for what lies outside the sound of the disc, which no drive has to read. */
  zerosBefore: number;
  zerosAfter: number;
}

/**
 * Samples of the sound around a track, from a place that may lie before or behind the disc. Offsets are corrected here and
 * not by `cd-paranoia -O`, which fails before track 1, behind the last one, and for all negative offsets on some systems.
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

/** The sectors of a track, or of what lies before the first one. Undefined when it is not there or no sound. */
export function sectorsOfTrack({ tracks }: CdToc, track: number | "hidden"): SectorSpan | undefined {
  const [first] = tracks;
  if (track === "hidden") {
    return first?.isAudio && first.start > 0 ? { start: 0, sectors: first.start } : undefined;
  }
  const found = tracks.find(({ number }) => number === track);
  return found?.isAudio ? { start: found.start, sectors: found.sectors } : undefined;
}

/** The sound without a break that a track lies in; before track 1 it begins with the disc. */
export function soundAround({ tracks }: CdToc, track: number | "hidden"): SectorSpan {
  const at = track === "hidden" ? 0 : tracks.findIndex(({ number }) => number === track);
  let [from, to] = [at, at];
  while (tracks[from - 1]?.isAudio) from--;
  while (tracks[to + 1]?.isAudio) to++;
  const start = from === 0 ? 0 : tracks[from]?.start ?? 0;
  const last = tracks[to];
  return { start, sectors: (last === undefined ? start : last.start + last.sectors) - start };
}
