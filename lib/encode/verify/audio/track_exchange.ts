import { AUDIO_RATE } from "../video/samples.ts";
import { shiftOf } from "./signal.ts";
import type { AudioStretch } from "./audio_judge.ts";

/**
 * Detects swapped tracks. Dubs of a movie have the same music and effects, so each is similar to the sources of the
 * others. They are swapped if the wrong source matches better than the right one.
 */
export interface TrackExchange {
  add(track: string, stretch: AudioStretch): void;
  /** Returns the tracks that contain the audio of another track's source. */
  faults(): { track: string; holds: string; atSeconds: number }[];
}

/** Correlation with its own source at which a section is considered correct. */
const OWN_LIKENESS = 0.97;
/**
 * Minimum correlation with the source of another track, and minimum difference from the correlation with the track's
 * own source.
 */
const OTHER_LIKENESS = 0.9;
const MARGIN = 0.05;
/** Number of sections in which the same tracks must be exchanged for a fault. */
const VOTES = 2;
/** Maximum number of sections that are kept until all tracks have been read up to them. */
const MAX_WAITING = 32;

/** Sum of all channels in a section. `from` is the number of its first sample from the start of the video. */
interface Mono {
  from: number;
  source: Float32Array;
  result: Float32Array;
}

/** Creates the detection. `tracks` are the names of all compared tracks. */
export function createTrackExchange(tracks: string[]): TrackExchange {
  const waiting = new Map<number, Map<string, Mono>>();
  const votes = new Map<string, { track: string; holds: string; at: number[] }>();
  return {
    add(track, { atSeconds, source, result }) {
      if (tracks.length < 2) return;
      // Tracks start a few samples apart, so sections are matched by second.
      const second = Math.round(atSeconds);
      const together = waiting.get(second) ?? new Map<string, Mono>();
      waiting.set(
        second,
        together.set(track, {
          from: Math.round(atSeconds * AUDIO_RATE),
          source: mono(source),
          result: mono(result),
        }),
      );
      if (together.size === tracks.length) {
        for (const { own, other } of exchanges(together)) {
          const vote = votes.get(`${own}>${other}`) ?? { track: own, holds: other, at: [] };
          vote.at.push(atSeconds);
          votes.set(`${own}>${other}`, vote);
        }
        waiting.delete(second);
      }
      for (const old of [...waiting.keys()].slice(0, -MAX_WAITING)) waiting.delete(old);
    },
    faults: () =>
      [...votes.values()].filter(({ at }) => at.length >= VOTES)
        .map(({ track, holds, at }) => ({ track, holds, atSeconds: Math.min(...at) })),
  };
}

function exchanges(together: Map<string, Mono>): { own: string; other: string }[] {
  const found: { own: string; other: string }[] = [];
  for (const [own, { from, source, result }] of together) {
    const likeness = likenessOf(source, result);
    if (likeness >= OWN_LIKENESS) continue;
    for (const [other, foreign] of together) {
      if (other === own) continue;
      const ahead = from - foreign.from;
      const there = likenessOf(foreign.source.subarray(Math.max(0, ahead)), result.subarray(Math.max(0, -ahead)));
      if (there >= OTHER_LIKENESS && there >= likeness + MARGIN) found.push({ own, other });
    }
  }
  return found;
}

const likenessOf = (a: Float32Array, b: Float32Array): number => {
  const length = Math.min(a.length, b.length);
  return shiftOf(a.subarray(0, length), b.subarray(0, length), AUDIO_RATE).likeness;
};

function mono(channels: Float32Array[]): Float32Array {
  const sum = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (channel[i] ?? 0);
  }
  return sum;
}
