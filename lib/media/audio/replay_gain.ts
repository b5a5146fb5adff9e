/** Loudness and gain as numbers and as the texts of tags. Pure. */

/** ReplayGain 2 brings music to this many LUFS. */
const REFERENCE_LUFS = -18;
/** The `R128_*` tags of Opus count from here (RFC 7845, section 5.2.1). */
const OPUS_REFERENCE_LUFS = -23;
/** Blocks quieter than this never count (EBU R128). */
const ABSOLUTE_GATE_LUFS = -70;
/** Of the rest, blocks this much quieter than their mean do not count either. */
const RELATIVE_GATE_LU = 10;
/** Offset between mean square and loudness (ITU-R BS.1770-4, equation 2). */
const OFFSET = 0.691;

/**
 * Integrated loudness in LUFS of 400 ms blocks given in LUFS, gated twice as EBU R128 says. For an album give the blocks of all its
 * tracks. Undefined when no block is above the absolute gate.
 */
export function gatedLoudness(blocks: Iterable<number>): number | undefined {
  const energies: number[] = [];
  for (const block of blocks) if (block >= ABSOLUTE_GATE_LUFS) energies.push(10 ** ((block + OFFSET) / 10));
  if (energies.length === 0) return undefined;
  const threshold = mean(energies) / 10 ** (RELATIVE_GATE_LU / 10);
  return 10 * Math.log10(mean(energies.filter((energy) => energy >= threshold))) - OFFSET;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a player does to the volume. */
export interface Gain {
  /** Decibels to add to reach -18 LUFS. */
  gainDb: number;
  /** Highest sample, linear with 1 = full scale. */
  peak: number;
}

/** What `measureLoudness()` found out about one track. */
export interface MeasuredTrack {
  blocks: number[];
  samplePeak: number;
}

/** Gains of the tracks of one album, measured together. */
export interface AlbumGain {
  /** One per track in the order given; undefined for a silent track, which gets no tags. */
  tracks: (Gain | undefined)[];
  /** Undefined when every track is silent. */
  album: Gain | undefined;
}

/** Gains of an album's tracks and of the album as one recording. */
export function replayGain(tracks: MeasuredTrack[]): AlbumGain {
  const gain = (blocks: Iterable<number>, peak: number): Gain | undefined => {
    const integrated = gatedLoudness(blocks);
    return integrated === undefined ? undefined : { gainDb: REFERENCE_LUFS - integrated, peak };
  };
  return {
    tracks: tracks.map(({ blocks, samplePeak }) => gain(blocks, samplePeak)),
    album: gain(tracks.flatMap(({ blocks }) => blocks), Math.max(0, ...tracks.map(({ samplePeak }) => samplePeak))),
  };
}

/** `-7.89 dB`, as `REPLAYGAIN_*_GAIN` is written. */
export const gainText = ({ gainDb }: Gain): string => `${unsignedZero(gainDb.toFixed(2))} dB`;

/** `0.988831`, as `REPLAYGAIN_*_PEAK` is written. */
export const peakText = ({ peak }: Gain): string => peak.toFixed(6);

/** The gain to -23 LUFS in 1/256 dB, as `R128_*_GAIN` is written; a signed 16-bit integer. */
export function r128Text({ gainDb }: Gain): string {
  const steps = Math.round((gainDb + OPUS_REFERENCE_LUFS - REFERENCE_LUFS) * 256);
  return String(Math.max(-32_768, Math.min(32_767, steps)));
}

const unsignedZero = (text: string): string => /^-0\.0*$/.test(text) ? text.slice(1) : text;
