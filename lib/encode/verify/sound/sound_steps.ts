import { SOUND_RATE } from "../pictures/samples.ts";
import { decibels } from "./signal.ts";

/** Looks at single hundredths of a second of a track, over all channels: short holes and short bursts. Pure. */

/** Seconds into the stretch. */
export interface ShortFaults {
  /** Silence where the source has sound. */
  holes: number[];
  /** Sound far louder than the source's. */
  bursts: number[];
}

const STEP = SOUND_RATE / 100;
/** A hole or a burst of 30 ms fills at least two whole steps. */
const MIN_STEPS = 2;
/** The source is this loud around a hole, and the result so far below the softest step beside it. */
const HEARD_DB = -40;
const HOLE_DB = 22;
/** A burst is this loud, and so far above the loudest step of the source around it: encoders smear sound over 20 ms. */
const LOUD_DB = -24;
const BURST_DB = 15;
const BURST_AROUND = 3;

/** `lag` is by how many samples the result is later than the source. */
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

/** Starts of runs of at least `MIN_STEPS` such steps, in seconds. */
function runs(length: number, isSuch: (step: number) => boolean): number[] {
  const found: number[] = [];
  for (let i = 0, count = 0; i < length; i++) {
    count = isSuch(i) ? count + 1 : 0;
    if (count === MIN_STEPS) found.push((i + 1 - MIN_STEPS) * STEP / SOUND_RATE);
  }
  return found;
}

/** Level of the loudest channel in each step; NaN where the step begins before the samples do. */
function stepLevels(channels: Float32Array[], lag: number): number[] {
  const length = channels[0]?.length ?? 0;
  const levels: number[] = [];
  for (let from = lag; from + STEP <= length; from += STEP) {
    let most = from < 0 ? NaN : 0;
    for (const channel of channels) {
      let sum = 0;
      for (let i = Math.max(0, from); i < from + STEP; i++) sum += (channel[i] ?? 0) ** 2;
      most = Math.max(most, sum);
    }
    levels.push(decibels(Math.sqrt(most / STEP)));
  }
  return levels;
}
