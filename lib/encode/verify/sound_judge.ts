import { SOUND_RATE } from "./samples.ts";
import { correlation, decibels, envelope, highBandRms, lowBand, rms, type Shift, shiftOf } from "./signal.ts";

/** What is wrong with one sound track, found by comparing it with its source part by part. */

export type SoundFaultKind =
  | "silent"
  | "dropout"
  | "other"
  | "noise"
  | "level"
  | "late"
  | "drift"
  | "exchanged"
  | "inverted"
  | "muffled";

export interface SoundFault {
  kind: SoundFaultKind;
  /** From the start of the film. */
  atSeconds: number;
  detail: string;
}

/** Limits in decibels and seconds. Low bit rates stay well inside of them. */
const SILENT_DB = -58;
const LOST_DB = 20;
const NOISE_DB = -42;
const LEVEL_DB = 2;
const MUFFLED_DB = 9;
const DELAY_SECONDS = 0.04;
/** Waveform and envelope correlation below which two parts do not sound the same. */
const WAVE_LIKENESS = 0.3;
const ENVELOPE_LIKENESS = 0.55;
/** Channels this far below the loudest one are judged by their level only. */
const QUIET_DB = 25;
/** Tenths of a second that may be missing in a row. */
const DROPOUT_STEPS = 3;

/** The samples of the same stretch of both files: one array per channel, -1 to 1, of one length. */
export interface SoundStretch {
  atSeconds: number;
  source: Float32Array[];
  result: Float32Array[];
}

interface ChannelPart {
  sourceDb: number;
  resultDb: number;
  /** Result over source above 1 kHz, in decibels; undefined when there is nothing. */
  highDb?: number;
  shift?: Shift;
  envelope?: number;
}

interface Part {
  atSeconds: number;
  channels: ChannelPart[];
  /** Channel of the source each result channel is most like, when that is not its own. */
  exchanged: (number | undefined)[];
  dropout?: number;
}

export interface SoundJudge {
  add(stretch: SoundStretch): void;
  faults(): SoundFault[];
  /** Stretches compared. */
  parts(): number;
}

/** Collects stretches of one track. `channels` are names in order; `lfe` is the low-frequency channel's place. */
export function createSoundJudge(channels: string[], lfe?: number): SoundJudge {
  const parts: Part[] = [];
  return {
    add: (stretch) => void parts.push(measure(stretch, lfe)),
    faults: () => judge(parts.toSorted((a, b) => a.atSeconds - b.atSeconds), channels, lfe),
    parts: () => parts.length,
  };
}

function measure({ atSeconds, source, result }: SoundStretch, lfe: number | undefined): Part {
  const channels = source.map((whole, c): ChannelPart => {
    const full = result[c] ?? new Float32Array(whole.length);
    // Codecs cut the low-frequency channel at 120 Hz.
    const [a, b] = c === lfe ? [lowBand(whole), lowBand(full)] : [whole, full];
    const [sourceDb, resultDb] = [decibels(rms(a)), decibels(rms(b))];
    if (sourceDb < SILENT_DB || resultDb < SILENT_DB) return { sourceDb, resultDb };
    const [high, highOut] = [decibels(highBandRms(a)), decibels(highBandRms(b))];
    const shift = shiftOf(a, b, c === lfe ? SOUND_RATE / 16 : SOUND_RATE);
    return {
      sourceDb,
      resultDb,
      ...(c !== lfe && high > SILENT_DB + 5 && high > sourceDb - 25 ? { highDb: highOut - high } : {}),
      shift,
      ...(shift.likeness < 0.6 ? { envelope: envelopeLikeness(a, b, shift.seconds) } : {}),
    };
  });
  return {
    atSeconds,
    channels,
    exchanged: exchanges(source, result, channels, lfe),
    dropout: dropoutIn(source, result),
  };
}

/** How alike two parts get louder and softer once the delay is taken out. */
function envelopeLikeness(a: Float32Array, b: Float32Array, seconds: number): number {
  const [x, y] = [envelope(a), envelope(b)];
  const steps = Math.round(seconds * 50);
  const from = Math.max(0, -steps);
  const length = Math.min(x.length, y.length) - Math.abs(steps);
  if (length < 20) return 1;
  const [p, q] = [x.subarray(from, from + length), y.subarray(from + steps, from + steps + length)];
  // A steady sound has no envelope to compare.
  return spread(p) < 1 && spread(q) < 1 ? 1 : correlation(p, q);
}

function spread(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
}

function exchanges(
  source: Float32Array[],
  result: Float32Array[],
  channels: ChannelPart[],
  lfe: number | undefined,
): (number | undefined)[] {
  return result.map((made, c) => {
    const own = channels[c];
    if (!own || c === lfe || own.resultDb < SILENT_DB || (own.shift?.likeness ?? 0) > 0.8) return undefined;
    let best: { channel: number; likeness: number } | undefined;
    source.forEach((other, d) => {
      if (d === c || d === lfe || (channels[d]?.sourceDb ?? -120) < SILENT_DB) return;
      const likeness = shiftOf(other, made, SOUND_RATE, true).likeness;
      if (likeness > (best?.likeness ?? 0)) best = { channel: d, likeness };
    });
    return best && best.likeness > 0.5 && best.likeness > (own.shift?.likeness ?? 0) + 0.25 ? best.channel : undefined;
  });
}

/** Seconds into the stretch where the result is silent and the source is not, on the sum of the channels. */
function dropoutIn(source: Float32Array[], result: Float32Array[]): number | undefined {
  const step = SOUND_RATE / 10;
  const length = Math.min(source[0]?.length ?? 0, result[0]?.length ?? 0);
  let missing = 0;
  for (let at = 0; at + step <= length; at += step) {
    const level = (all: Float32Array[]) =>
      Math.max(...all.map((channel) => decibels(rms(channel.subarray(at, at + step)))));
    const [is, should] = [level(result), level(source)];
    missing = should > -45 && is < should - 25 ? missing + 1 : 0;
    if (missing >= DROPOUT_STEPS) return (at - (DROPOUT_STEPS - 1) * step) / SOUND_RATE;
  }
  return undefined;
}

function judge(parts: Part[], names: string[], lfe: number | undefined): SoundFault[] {
  const faults: SoundFault[] = [];
  const width = parts[0]?.channels.length ?? 0;
  for (let c = 0; c < width; c++) {
    const name = width > 1 ? `channel ${names[c] ?? c + 1}` : "sound";
    judgeLevels(parts, c, name, faults);
    // A low-frequency filter turns the phase of what it leaves.
    if (c !== lfe) judgePolarity(parts, c, name, faults);
  }
  judgeContent(parts, names, faults);
  judgeDelay(parts, faults);
  const dropout = parts.find((part) => part.dropout !== undefined);
  if (dropout && !faults.some(({ kind }) => kind === "silent")) {
    faults.push({
      kind: "dropout",
      atSeconds: dropout.atSeconds + (dropout.dropout ?? 0),
      detail: "silence where the source has sound",
    });
  }
  return faults;
}

function judgeLevels(parts: Part[], c: number, name: string, faults: SoundFault[]): void {
  const heard = parts.flatMap((part) => {
    const channel = part.channels[c];
    return channel ? [{ at: part.atSeconds, ...channel }] : [];
  });
  const lost = heard.find(({ sourceDb, resultDb }) => sourceDb > SILENT_DB + 10 && resultDb < sourceDb - LOST_DB);
  if (lost) {
    faults.push({
      kind: "silent",
      atSeconds: lost.at,
      detail: `${name} is ${db(lost.resultDb)}, in the source ${db(lost.sourceDb)}`,
    });
    return;
  }
  const noisy = heard.find(({ sourceDb, resultDb }) => sourceDb < SILENT_DB && resultDb > NOISE_DB);
  if (noisy) {
    faults.push({
      kind: "noise",
      atSeconds: noisy.at,
      detail: `${name} has ${db(noisy.resultDb)} where the source is silent`,
    });
  }
  const levels = heard.filter(({ sourceDb }) => sourceDb > SILENT_DB + 8).map(({ sourceDb, resultDb }) =>
    resultDb - sourceDb
  );
  const level = median(levels);
  if (level !== undefined && Math.abs(level) > LEVEL_DB) {
    faults.push({
      kind: "level",
      atSeconds: heard[0]?.at ?? 0,
      detail: `${name} is ${Math.abs(level).toFixed(1)} dB ${level > 0 ? "too loud" : "too quiet"}`,
    });
  }
  const highs = median(heard.flatMap(({ highDb }) => highDb ?? []));
  if (highs !== undefined && highs < -MUFFLED_DB && (level === undefined || highs < level - MUFFLED_DB + 2)) {
    faults.push({
      kind: "muffled",
      atSeconds: heard[0]?.at ?? 0,
      detail: `${name} has lost its high frequencies (${highs.toFixed(0)} dB)`,
    });
  }
}

function judgePolarity(parts: Part[], c: number, name: string, faults: SoundFault[]): void {
  const heard = parts.flatMap((part) => {
    const shift = part.channels[c]?.shift;
    return shift && shift.likeness > 0.6 ? [{ at: part.atSeconds, shift }] : [];
  });
  const inverted = heard.filter(({ shift }) => shift.inverted && Math.abs(shift.seconds) < 0.005);
  if (inverted.length > 0 && inverted.length * 2 > heard.length) {
    faults.push({ kind: "inverted", atSeconds: inverted[0]?.at ?? 0, detail: `${name} has its polarity reversed` });
  }
}

/** Loud channels have to sound like their source; two parts in a row, or most of a short file, have to fail. */
function judgeContent(parts: Part[], names: string[], faults: SoundFault[]): void {
  let before = false;
  for (const part of parts) {
    const loudest = Math.max(...part.channels.map(({ sourceDb }) => sourceDb));
    const judged = part.channels.filter(({ sourceDb, shift }) => shift && sourceDb > loudest - QUIET_DB);
    const strange = judged.filter(({ shift, envelope: alike = 1 }) =>
      shift !== undefined && shift.likeness < WAVE_LIKENESS && alike < ENVELOPE_LIKENESS
    );
    const wrong = strange.length > 0 && strange.length * 2 >= judged.length;
    if (wrong && (before || parts.length < 4)) {
      faults.push({ kind: "other", atSeconds: part.atSeconds, detail: "it does not sound like the source" });
      break;
    }
    before = wrong;
  }
  const votes = new Map<string, number>();
  for (const { exchanged } of parts) {
    exchanged.forEach((from, to) => {
      if (from !== undefined) votes.set(`${from}>${to}`, (votes.get(`${from}>${to}`) ?? 0) + 1);
    });
  }
  for (const [key, count] of votes) {
    if (count * 2 < parts.length && count < 3) continue;
    const [from = 0, to = 0] = key.split(">").map(Number);
    faults.push({
      kind: "exchanged",
      atSeconds: parts[0]?.atSeconds ?? 0,
      detail: `channel ${names[to] ?? to + 1} holds what belongs to ${names[from] ?? from + 1}`,
    });
    break;
  }
}

function judgeDelay(parts: Part[], faults: SoundFault[]): void {
  const delays = parts.flatMap((part) => {
    const sure = part.channels.filter(({ shift }) => shift && shift.likeness > 0.5 && shift.unique);
    const seconds = median(sure.map(({ shift }) => shift?.seconds ?? 0));
    return seconds === undefined ? [] : [{ at: part.atSeconds, seconds }];
  });
  const late = delays.filter(({ seconds }) => Math.abs(seconds) > DELAY_SECONDS);
  const [first] = late;
  // One part alone may repeat itself.
  if (!first || late.length < Math.min(2, delays.length)) return;
  const middle = median(late.map(({ seconds }) => seconds)) ?? 0;
  const [early, end] = [delays[0]?.seconds ?? 0, delays.at(-1)?.seconds ?? 0];
  const drifts = late.length < delays.length && Math.abs(end - early) > DELAY_SECONDS;
  const ms = Math.round(Math.abs(drifts ? end : middle) * 1000);
  const words = (drifts ? end : middle) > 0 ? "later" : "earlier";
  faults.push({
    kind: drifts ? "drift" : "late",
    atSeconds: first.at,
    detail: `up to ${ms} ms ${words} than in the source`,
  });
}

const db = (value: number): string => value < -110 ? "silent" : `${value.toFixed(0)} dB`;

function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
