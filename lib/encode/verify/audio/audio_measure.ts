import { AUDIO_RATE } from "../video/samples.ts";
import {
  correlation,
  decibels,
  envelope,
  highBandRms,
  lowBand,
  rms,
  type Shift,
  shiftNear,
  shiftOf,
} from "./signal.ts";
import { type ShortFaults, shortFaults } from "./audio_steps.ts";

/** Measures one section of an audio track against its source. Pure. */

/** Samples of the same section in both files: one array per channel, -1 to 1, of equal length. */
export interface AudioStretch {
  atSeconds: number;
  source: Float32Array[];
  result: Float32Array[];
}

/** An eighth of a second of one channel, after compensating the delay. Levels are in decibels. */
export interface AudioPiece {
  /** Position in the section of the source, in seconds. */
  at: number;
  /** Level in the source. */
  level: number;
  /** Level in the result. */
  made: number;
  /** Correlation of the waveforms, 0 to 1. */
  likeness: number;
}

/**
 * One channel of one section. Levels are in dBFS. `shift` is absent if the channel is silent, and `envelope` is absent
 * if the waveforms match.
 */
export interface ChannelPart {
  sourceDb: number;
  resultDb: number;
  /** Ratio of result to source above 1 kHz, in decibels. Undefined if there is no content in this range. */
  highDb?: number;
  shift?: Shift;
  envelope?: number;
  /** Delay in seconds relative to the other channels, if the channel clearly matches only at this delay. */
  apart?: number;
  pieces: AudioPiece[];
}

/** All channels of one section, in layout order. `atSeconds` is relative to the start of the video. */
export interface AudioPart {
  atSeconds: number;
  channels: ChannelPart[];
  /** Source channel that a channel of the result is most similar to, if it is not the right one. */
  exchanged: (number | undefined)[];
  /** Pairs of channels that differ in the source but not in the result. */
  joined: [number, number][];
  short: ShortFaults;
}

/** Level in decibels below which a channel is considered silent. */
export const SILENT_DB = -58;
/** Decibels below the loudest channel. Of channels that are quieter than this, only the level is compared. */
export const QUIET_DB = 25;

/** Minimum improvement in correlation for a channel to be considered delayed separately. */
const APART_LIKENESS = 0.2;
const PIECE = AUDIO_RATE / 8;
/**
 * Two channels are different if their difference has at least this level, and is at most this much quieter than the
 * louder channel.
 */
const DIFFERENCE_DB = -45;
const DIFFERENCE_BELOW_DB = 25;
const JOINED_DB = 12;

/**
 * Measures all channels of a section. `lfe` is the position of the low-frequency channel, which is compared only below
 * 120 Hz.
 */
export function measureAudio({ atSeconds, source, result }: AudioStretch, lfe: number | undefined): AudioPart {
  const alone = source.map((whole, c): ChannelPart => {
    const full = result[c] ?? new Float32Array(whole.length);
    // Codecs limit the low-frequency channel to 120 Hz.
    const [a, b] = c === lfe ? [lowBand(whole), lowBand(full)] : [whole, full];
    const [sourceDb, resultDb] = [decibels(rms(a)), decibels(rms(b))];
    if (sourceDb < SILENT_DB || resultDb < SILENT_DB) return { sourceDb, resultDb, pieces: [] };
    const [high, highOut] = [decibels(highBandRms(a)), decibels(highBandRms(b))];
    const shift = shiftOf(a, b, c === lfe ? AUDIO_RATE / 16 : AUDIO_RATE);
    return {
      sourceDb,
      resultDb,
      ...(c !== lfe && high > SILENT_DB + 5 && high > sourceDb - 25 ? { highDb: highOut - high } : {}),
      shift,
      ...(shift.likeness < 0.6 ? { envelope: envelopeLikeness(a, b, shift.seconds) } : {}),
      pieces: [],
    };
  });
  const common = alone.flatMap(({ shift }, c) => shift && c !== lfe ? [shift] : [])
    .reduce<Shift | undefined>((one, other) => one && one.likeness >= other.likeness ? one : other, undefined);
  const channels = alone.map((channel, c): ChannelPart => {
    const [a, b] = [source[c], result[c]];
    if (!a || !b || c === lfe) return channel;
    if (!channel.shift || !common) {
      // The result may contain sound where the source is silent. Silence has no delay that can be measured.
      return channel.sourceDb < SILENT_DB ? { ...channel, pieces: piecesOf(a, b, common?.seconds ?? 0) } : channel;
    }
    // The channels of a track have the same delay. Low-frequency sound matches nearly as well at other delays.
    const together = shiftNear(a, b, AUDIO_RATE, common.seconds);
    const own = channel.shift;
    const shift = together.likeness > own.likeness - 0.02 ? together : own;
    const apart = own.unique && own.likeness > 0.8 && own.likeness > together.likeness + APART_LIKENESS;
    return {
      ...channel,
      shift,
      ...(apart ? { apart: own.seconds - common.seconds } : {}),
      pieces: piecesOf(a, b, shift.seconds),
    };
  });
  return {
    atSeconds,
    channels,
    exchanged: exchanges(source, result, channels, lfe),
    joined: joinedPairs(source, result, lfe),
    short: shortFaults(source, result, Math.round((common?.seconds ?? 0) * AUDIO_RATE)),
  };
}

/** Returns how similar the changes in loudness of two sections are, after compensating the delay. */
function envelopeLikeness(a: Float32Array, b: Float32Array, seconds: number): number {
  const [x, y] = [envelope(a), envelope(b)];
  const steps = Math.round(seconds * 50);
  const from = Math.max(0, -steps);
  const length = Math.min(x.length, y.length) - Math.abs(steps);
  if (length < 20) return 1;
  const [p, q] = [x.subarray(from, from + length), y.subarray(from + steps, from + steps + length)];
  // Steady sound has no envelope that can be compared.
  return spread(p) < 1 && spread(q) < 1 ? 1 : correlation(p, q);
}

function spread(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}

function piecesOf(a: Float32Array, b: Float32Array, seconds: number): AudioPiece[] {
  const lag = Math.round(seconds * AUDIO_RATE);
  const pieces: AudioPiece[] = [];
  for (let at = Math.max(0, -lag); at + PIECE <= a.length && at + lag + PIECE <= b.length; at += PIECE) {
    const [x, y] = [a.subarray(at, at + PIECE), b.subarray(at + lag, at + lag + PIECE)];
    pieces.push({
      at: at / AUDIO_RATE,
      level: decibels(rms(x)),
      made: decibels(rms(y)),
      likeness: likenessNear(x, b, at + lag),
    });
  }
  return pieces;
}

/**
 * Tolerance in samples. After a pause, the positions in both files depend on timestamps that are rounded to a
 * millisecond.
 */
const ROUNDING = AUDIO_RATE / 1000;
const CERTAIN_LIKENESS = 0.9;

/** Returns the correlation of a piece with the other file at this sample, within the rounding of timestamps. */
function likenessNear(piece: Float32Array, other: Float32Array, at: number): number {
  let best = 0;
  for (let off = 0; off <= ROUNDING && best < CERTAIN_LIKENESS; off++) {
    for (const from of off === 0 ? [at] : [at - off, at + off]) {
      if (from < 0 || from + piece.length > other.length) continue;
      best = Math.max(best, Math.abs(correlation(piece, other.subarray(from, from + piece.length))));
    }
  }
  return best;
}

function exchanges(
  source: Float32Array[],
  result: Float32Array[],
  channels: ChannelPart[],
  lfe: number | undefined,
): (number | undefined)[] {
  return result.map((made, c) => {
    const own = channels[c];
    const likeness = own?.shift?.likeness ?? 0;
    if (!own || c === lfe || own.resultDb < SILENT_DB || likeness > 0.95) return undefined;
    let best: { channel: number; likeness: number } | undefined;
    source.forEach((other, d) => {
      if (d === c || d === lfe || (channels[d]?.sourceDb ?? -120) < SILENT_DB) return;
      const there = shiftOf(other, made, AUDIO_RATE, true).likeness;
      if (there > (best?.likeness ?? 0)) best = { channel: d, likeness: there };
    });
    if (!best) return undefined;
    // The channels are swapped if the other channel matches far better than the right one, or is nearly identical while
    // the right one is not.
    const far = best.likeness > 0.5 && best.likeness > likeness + 0.25;
    const isReliable = best.likeness > 0.95 && best.likeness > likeness + 0.04;
    return far || isReliable ? best.channel : undefined;
  });
}

function joinedPairs(source: Float32Array[], result: Float32Array[], lfe: number | undefined): [number, number][] {
  const pairs: [number, number][] = [];
  for (let c = 0; c < source.length; c++) {
    for (let d = c + 1; d < source.length; d++) {
      const [a, b, x, y] = [source[c], source[d], result[c], result[d]];
      if (c === lfe || d === lfe || !a || !b || !x || !y) continue;
      const [own, made] = [decibels(differenceRms(a, b)), decibels(differenceRms(x, y))];
      const louder = Math.max(decibels(rms(a)), decibels(rms(b)));
      if (own > DIFFERENCE_DB && own > louder - DIFFERENCE_BELOW_DB && made < own - JOINED_DB) pairs.push([c, d]);
    }
  }
  return pairs;
}

function differenceRms(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return Math.sqrt(sum / Math.max(1, a.length));
}
