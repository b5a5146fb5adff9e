/** Calculates loudness and gain, and formats them as tags. Pure. */

/** Target loudness of ReplayGain 2, in LUFS. */
const REFERENCE_LUFS = -18;
/** Reference loudness of the Opus `R128_*` tags (RFC 7845, section 5.2.1). */
const OPUS_REFERENCE_LUFS = -23;
/** Minimum loudness of a block. Quieter blocks are ignored (EBU R128). */
const ABSOLUTE_GATE_LUFS = -70;
/** Threshold in LU relative to the mean of the remaining blocks. Quieter blocks are also ignored. */
const RELATIVE_GATE_LU = 10;
/** Offset between mean square and loudness (ITU-R BS.1770-4, equation 2). */
const OFFSET = 0.691;

/**
 * Calculates the integrated loudness in LUFS from the loudness of 400 ms blocks, gated twice according to EBU R128. For
 * an album, the blocks of all tracks are passed. Undefined if no block is above the absolute gate.
 */
export function gatedLoudness(blocks: Iterable<number>): number | undefined {
  const energies: number[] = [];
  for (const block of blocks) if (block >= ABSOLUTE_GATE_LUFS) energies.push(10 ** ((block + OFFSET) / 10));
  if (energies.length === 0) return undefined;
  const threshold = mean(energies) / 10 ** (RELATIVE_GATE_LU / 10);
  return 10 * Math.log10(mean(energies.filter((energy) => energy >= threshold))) - OFFSET;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Change of volume that a player applies. */
export interface Gain {
  /** Decibels to add to reach -18 LUFS. */
  gainDb: number;
  /** Highest sample, linear with 1 = full scale. */
  peak: number;
}

/** Result of `measureLoudness()` for one track. */
export interface MeasuredTrack {
  blocks: number[];
  samplePeak: number;
}

/** Gains of the tracks of one album, measured together. */
export interface AlbumGain {
  /** Gains of the tracks in the given order. Undefined for a silent track, which gets no tags. */
  tracks: (Gain | undefined)[];
  /** Gain of the album. Undefined if all tracks are silent. */
  album: Gain | undefined;
}

/** Calculates the gains of the tracks of an album, and of the album as one recording. */
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

/** Formats a `REPLAYGAIN_*_GAIN` tag, for example `-7.89 dB`. */
export const gainText = ({ gainDb }: Gain): string => `${unsignedZero(gainDb.toFixed(2))} dB`;

/** Formats a `REPLAYGAIN_*_PEAK` tag, for example `0.988831`. */
export const peakText = ({ peak }: Gain): string => peak.toFixed(6);

/** Formats an `R128_*_GAIN` tag: the gain to -23 LUFS in units of 1/256 dB, as a signed 16-bit integer. */
export function r128Text({ gainDb }: Gain): string {
  const steps = Math.round((gainDb + OPUS_REFERENCE_LUFS - REFERENCE_LUFS) * 256);
  return String(Math.max(-32_768, Math.min(32_767, steps)));
}

const unsignedZero = (text: string): string => /^-0\.0*$/.test(text) ? text.slice(1) : text;
