import FFT from "fft.js";
import { AUDIO_RATE } from "../video/samples.ts";

/** Measures audio samples (-1 to 1, 8 kHz unless specified otherwise). Pure. */

/** Root mean square. */
export function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Converts a level to decibels relative to full scale. -120 for silence. */
export const decibels = (level: number): number => 20 * Math.log10(Math.max(1e-6, level));

/**
 * Returns the energy of the differences between adjacent samples. It increases with frequency and is a measure of
 * content above 1 kHz.
 */
export function highBandRms(samples: Float32Array): number {
  let sum = 0;
  for (let i = 2; i < samples.length; i++) {
    const bent = (samples[i] ?? 0) - 2 * (samples[i - 1] ?? 0) + (samples[i - 2] ?? 0);
    sum += bent * bent;
  }
  return Math.sqrt(sum / Math.max(1, samples.length)) / 4;
}

/** Returns means of 16 samples, which contain the content below about 120 Hz, at 500 samples per second. */
export const lowBand = (samples: Float32Array): Float32Array => decimate(samples, 16, 2);

/** Returns means over `factor` samples after smoothing `passes` times. */
function decimate(samples: Float32Array, factor: number, passes = 1): Float32Array {
  let smooth = samples;
  for (let pass = 1; pass < passes; pass++) {
    const next = new Float32Array(smooth.length);
    let sum = 0;
    for (let i = 0; i < smooth.length; i++) {
      sum += (smooth[i] ?? 0) - (i >= factor ? smooth[i - factor] ?? 0 : 0);
      next[i] = sum / factor;
    }
    smooth = next;
  }
  const out = new Float32Array(Math.floor(smooth.length / factor));
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = 0; k < factor; k++) sum += smooth[i * factor + k] ?? 0;
    out[i] = sum / factor;
  }
  return out;
}

/** Returns the loudness in decibels, 50 times per second, with a floor of -70. */
export function envelope(samples: Float32Array): Float32Array {
  const step = AUDIO_RATE / 50;
  const out = new Float32Array(Math.floor(samples.length / step));
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.max(-70, decibels(rms(samples.subarray(i * step, (i + 1) * step))));
  }
  return out;
}

/** Returns Pearson's correlation of two arrays of equal length. 0 if either is constant. */
export function correlation(a: Float32Array, b: Float32Array): number {
  const n = Math.min(a.length, b.length);
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    sa += x;
    sb += y;
    aa += x * x;
    bb += y * y;
    ab += x * y;
  }
  const variance = (aa - sa * sa / n) * (bb - sb * sb / n);
  return variance <= 0 ? 0 : (ab - sa * sb / n) / Math.sqrt(variance);
}

/** Delay at which two signals match best. */
export interface Shift {
  /** Delay of `b` relative to `a` in seconds. */
  seconds: number;
  /** Correlation at this delay, 0 to 1. */
  likeness: number;
  /** True if they match best with the polarity inverted. */
  inverted: boolean;
  /** True if no other delay matches nearly as well. Steady tones match at several delays. */
  unique: boolean;
}

/** Maximum delay to search. */
const SEARCH_SECONDS = 0.9;
/** Approximate sample rate of the wide search. */
const COARSE_RATE = 4000;
const NEAR_SECONDS = 0.002;
/** Minimum correlation at which no other delay can match clearly better. */
const MIN_CERTAIN_LIKENESS = 0.95;

/** Finds the delay of `b` relative to `a`. With `near`, searches only for delays that codecs cause. */
export function shiftOf(a: Float32Array, b: Float32Array, rate: number, near = false): Shift {
  const close = best(a, b, 0, Math.round(NEAR_SECONDS * rate) + 1);
  const here = { ...toShift(close, rate), unique: true };
  if (near || here.likeness > MIN_CERTAIN_LIKENESS) return here;
  const factor = Math.max(1, Math.round(rate / COARSE_RATE));
  const [x, y] = factor === 1 ? [a, b] : [decimate(a, factor), decimate(b, factor)];
  const reach = Math.min(Math.round(SEARCH_SECONDS * rate / factor), Math.floor(x.length / 3));
  const wide = search(x, y, reach, rate / factor);
  const found = best(a, b, wide.lag * factor, factor * 2);
  const there = { ...toShift(found, rate), unique: wide.unique };
  return there.likeness > here.likeness + 0.05 ? there : here;
}

/** Returns how well `b` matches `a` at a delay of `seconds`, with a tolerance of a millisecond. */
export const shiftNear = (a: Float32Array, b: Float32Array, rate: number, seconds: number): Shift => ({
  ...toShift(best(a, b, Math.round(seconds * rate), Math.ceil(rate / 1000)), rate),
  unique: true,
});

interface Fit {
  lag: number;
  value: number;
}

const toShift = ({ lag, value }: Fit, rate: number) => ({
  seconds: lag / rate,
  likeness: Math.abs(value),
  inverted: value < 0,
});

/**
 * Returns the best lag within `reach` of `centre`. Inverted polarity is used only if it matches far better, because a
 * tone matches both ways.
 */
function best(a: Float32Array, b: Float32Array, centre: number, reach: number): Fit {
  let up: Fit = { lag: centre, value: 0 };
  let down: Fit = { lag: centre, value: 0 };
  const [energyA, energyB] = [energies(a), energies(b)];
  for (let lag = centre - reach; lag <= centre + reach; lag++) {
    const from = Math.max(0, -lag);
    const to = Math.max(from, Math.min(a.length, b.length - lag));
    const energy = between(energyA, from, to) * between(energyB, from + lag, to + lag);
    const value = energy > 0 ? product(a, b, { lag, from, to }) / Math.sqrt(energy) : 0;
    if (value > up.value) up = { lag, value };
    if (value < down.value) down = { lag, value };
  }
  return -down.value > up.value + 0.25 ? down : up;
}

/** Returns the best lag within `reach`. */
function search(a: Float32Array, b: Float32Array, reach: number, rate: number): Fit & { unique: boolean } {
  const values = correlations(a, b, reach);
  let top = 0;
  values.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(values[top + reach] ?? 0)) top = i - reach;
  });
  const peak = Math.abs(values[top + reach] ?? 0);
  // If there is another peak that is nearly as high, not on the slope of the first one, the signal repeats.
  const apart = Math.max(4, Math.round(rate * 0.004));
  const rival = values.some((value, i) => Math.abs(i - reach - top) > apart && Math.abs(value) > 0.9 * peak);
  return { lag: top, value: values[top + reach] ?? 0, unique: !rival };
}

/** Calculates the correlation at every lag from `-reach` to `reach`, with an FFT. */
function correlations(a: Float32Array, b: Float32Array, reach: number): Float32Array {
  const size = 2 ** Math.ceil(Math.log2(a.length + b.length));
  const fft = new FFT(size);
  const spectrum = (samples: Float32Array): number[] => {
    const padded = new Array<number>(size).fill(0);
    samples.forEach((sample, i) => padded[i] = sample);
    const out: number[] = fft.createComplexArray();
    fft.realTransform(out, padded);
    fft.completeSpectrum(out);
    return out;
  };
  const [x, y] = [spectrum(a), spectrum(b)];
  const product: number[] = fft.createComplexArray();
  for (let i = 0; i < 2 * size; i += 2) {
    const [re, im, other, turned] = [x[i] ?? 0, x[i + 1] ?? 0, y[i] ?? 0, y[i + 1] ?? 0];
    product[i] = re * other + im * turned;
    product[i + 1] = re * turned - im * other;
  }
  const sums: number[] = fft.createComplexArray();
  fft.inverseTransform(sums, product);
  const [energyA, energyB] = [energies(a), energies(b)];
  return Float32Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const lag = i - reach;
    const from = Math.max(0, -lag);
    const to = Math.min(a.length, b.length - lag);
    const energy = between(energyA, from, to) * between(energyB, from + lag, to + lag);
    return energy <= 1e-12 ? 0 : (sums[2 * ((lag + size) % size)] ?? 0) / Math.sqrt(energy);
  });
}

/** Returns the cumulative sums of squares. */
function energies(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  samples.forEach((sample, i) => sums[i + 1] = (sums[i] ?? 0) + sample * sample);
  return sums;
}

const between = (sums: Float64Array, from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);

/**
 * Returns the sum of `a[i] * b[i + lag]`. Four independent sums take a quarter of the time, because each addition waits
 * for the one before it.
 */
function product(a: Float32Array, b: Float32Array, { lag, from, to }: { lag: number; from: number; to: number }) {
  let [one, two, three, four] = [0, 0, 0, 0];
  let i = from;
  for (; i + 3 < to; i += 4) {
    one += (a[i] ?? 0) * (b[i + lag] ?? 0);
    two += (a[i + 1] ?? 0) * (b[i + lag + 1] ?? 0);
    three += (a[i + 2] ?? 0) * (b[i + lag + 2] ?? 0);
    four += (a[i + 3] ?? 0) * (b[i + lag + 3] ?? 0);
  }
  for (; i < to; i++) one += (a[i] ?? 0) * (b[i + lag] ?? 0);
  return one + two + three + four;
}
