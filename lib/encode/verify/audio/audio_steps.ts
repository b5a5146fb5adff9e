import { AUDIO_RATE } from "../video/samples.ts";
import { decibels } from "./signal.ts";

/** Examines a track in steps of 10 ms, across all channels, to find short gaps and bursts. Pure. */

/** Positions in the section, in seconds. */
export interface ShortFaults {
  /** Silence at positions where the source has audio. */
  holes: number[];
  /** Audio that is far louder than in the source. */
  bursts: number[];
}

const STEP = AUDIO_RATE / 100;
/** A gap or burst of 30 ms covers at least two complete steps. */
const MIN_STEPS = 2;
/** Minimum level of the source around a gap, and the decrease from the quietest adjacent step. */
const HEARD_DB = -40;
const HOLE_DB = 22;
/**
 * Minimum level of a burst, and how far it must exceed the loudest source step nearby. Adjacent steps are included
 * because encoders smear audio over 20 ms.
 */
const LOUD_DB = -24;
const BURST_DB = 15;
const BURST_AROUND = 3;

/** Finds gaps and bursts. `lag` is the delay of the result in samples. */
export function shortFaults(source: Float32Array[], result: Float32Array[], lag: number): ShortFaults {
  const [own, made] = [stepLevels(source, 0), stepLevels(result, lag)];
  const length = Math.min(own.length, made.length);
  const around = (i: number, reach: number) => own.slice(Math.max(0, i - reach), i + reach + 1);
  const isHole = (i: number): boolean => {
    const least = Math.min(...around(i, 1));
    return least > HEARD_DB && (made[i] ?? 0) < least - HOLE_DB;
  };
  const isBurst = (i: number): boolean => {
    const level = made[i] ?? 0;
    return level > LOUD_DB && level > Math.max(...around(i, BURST_AROUND)) + BURST_DB;
  };
  return { holes: runs(length, isHole), bursts: runs(length, isBurst) };
}

/** Returns the starts of runs of at least `MIN_STEPS` matching steps, in seconds. */
function runs(length: number, isSuch: (step: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0, count = 0; i < length; i++) {
    count = isSuch(i) ? count + 1 : 0;
    if (count === MIN_STEPS) found.push((i + 1 - MIN_STEPS) * STEP / AUDIO_RATE);
  }
  return found;
}

/** Returns the level of the loudest channel in each step. NaN for steps that start before the samples. */
function stepLevels(channels: Float32Array[], lag: number): number[] {
  const length = channels[0]?.length ?? 0;
  const levels: number[] = [];
  for (let from = lag; from + STEP <= length; from += STEP) {
    let longest = from < 0 ? NaN : 0;
    for (const channel of channels) {
      let sum = 0;
      for (let i = Math.max(0, from); i < from + STEP; i++) sum += (channel[i] ?? 0) ** 2;
      longest = Math.max(longest, sum);
    }
    levels.push(decibels(Math.sqrt(longest / STEP)));
  }
  return levels;
}
