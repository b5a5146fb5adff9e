import type { AudioFault } from "./audio_fault.ts";
import { median } from "../median.ts";
import { judgeChannelDelay, judgeDelay } from "./audio_delay.ts";
import { judgePieces, LOUD_DB } from "./audio_pieces.ts";
import { type AudioPart, type AudioStretch, measureAudio, QUIET_DB, SILENT_DB } from "./audio_measure.ts";

export type { AudioFault, AudioFaultKind } from "./audio_fault.ts";
export type { AudioStretch } from "./audio_measure.ts";

/** Limits in decibels and seconds. Correct encodes stay far below them, even at low bitrates. */
const LOST_DB = 20;
const NOISE_DB = -42;
const MUFFLED_DB = 9;
/** Correlations of waveforms and envelopes below which two sections do not sound the same. */
const WAVE_LIKENESS = 0.3;
const ENVELOPE_LIKENESS = 0.55;
const DYNAMICS_PIECES = 40;
const START_SECONDS = 0.1;
/** Minimum number of sections that a level change must last. */
const FAR_PARTS = 3;

/** Permitted deviation of a track from its source. Levels are in decibels. */
interface AudioLimits {
  level: number;
  /** Permitted difference in gain between loud and quiet pieces. */
  dynamics: number;
  /**
   * True if short pieces and the difference between channels are compared. At the lowest bitrates, encoders preserve
   * neither.
   */
  closely: boolean;
}

const AUDIO_LIMITS: AudioLimits = { level: 2, dynamics: 4, closely: true };
/** Bitrate in kbit/s per channel below which encoders drop content that is barely audible. */
const STARVED_KBITS = 12;
const STARVED_LIMITS: AudioLimits = { level: 5, dynamics: 8, closely: false };

/** Returns the limits for a track with this bitrate in kbit/s. 0 for lossless. Pure. */
export const audioLimits = (bitrate: number, channels: number): AudioLimits =>
  bitrate > 0 && bitrate < STARVED_KBITS * channels ? STARVED_LIMITS : AUDIO_LIMITS;

/** Collects the sections of one track. `faults` checks all sections together, so it is called after the last one. */
export interface AudioJudge {
  add(stretch: AudioStretch): void;
  faults(): AudioFault[];
  /** Returns the number of compared sections. */
  parts(): number;
}

/**
 * Creates the `AudioJudge` of one track. `channels` are the channel names in order. `lfe` is the position of the
 * low-frequency channel.
 */
export function createAudioJudge(channels: string[], lfe?: number, limits = AUDIO_LIMITS): AudioJudge {
  const parts: AudioPart[] = [];
  return {
    add: (stretch) => void parts.push(measureAudio(stretch, lfe)),
    faults: () => judge(parts.toSorted((a, b) => a.atSeconds - b.atSeconds), channels, { lfe, limits }),
    parts: () => parts.length,
  };
}

function judge(
  parts: AudioPart[],
  names: string[],
  { lfe, limits }: { lfe: number | undefined; limits: AudioLimits },
): AudioFault[] {
  const faults: AudioFault[] = [];
  const width = parts[0]?.channels.length ?? 0;
  for (let c = 0; c < width; c++) {
    const name = width > 1 ? `channel ${names[c] ?? c + 1}` : "audio";
    judgeLevels({ parts, c, name, limits }, faults);
    // A low-frequency filter shifts the phase of the remaining signal.
    if (c === lfe) continue;
    judgePolarity(parts, c, name, faults);
    judgeDynamics({ parts, c, name, limits }, faults);
  }
  judgeContent(parts, names, faults);
  judgeDelay(parts, faults);
  judgeChannelDelay(parts, names, faults);
  judgeShortFaults(parts, faults);
  if (limits.closely) {
    judgePieces(parts, faults);
    judgeJoined(parts, names, faults);
  }
  return faults;
}

/** One channel of a track. */
interface ChannelPlace {
  parts: AudioPart[];
  c: number;
  name: string;
  limits: AudioLimits;
}

function judgeLevels(
  { parts, c, name, limits }: ChannelPlace,
  faults: AudioFault[],
): void {
  const heard = parts.flatMap((part) => {
    const channel = part.channels[c];
    return channel ? [{ at: part.atSeconds, ...channel }] : [];
  });
  const lost = heard.find(({ sourceDb, resultDb }) => sourceDb > SILENT_DB + 10 && resultDb < sourceDb - LOST_DB);
  if (lost) {
    faults.push({
      kind: "silent",
      atSeconds: lost.at,
      detail: `${name} is ${db(lost.resultDb)}, but ${db(lost.sourceDb)} in the source`,
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
  if (level !== undefined && Math.abs(level) > limits.level) {
    faults.push({
      kind: "level",
      atSeconds: heard[0]?.at ?? 0,
      detail: `${name} is ${Math.abs(level).toFixed(1)} dB ${level > 0 ? "too loud" : "too quiet"}`,
    });
  }
  const far = level === undefined ? undefined : farRun(heard, level, limits.level);
  if (far && Math.abs(level ?? 0) <= limits.level) {
    faults.push({ kind: "level", atSeconds: far.at, detail: `${name} is ${far.words} than in the rest of the movie` });
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

/**
 * Returns the first of `FAR_PARTS` consecutive loud sections whose gain differs from the usual gain in one direction by
 * more than `limit`.
 */
function farRun(
  heard: { at: number; sourceDb: number; resultDb: number }[],
  usual: number,
  limit: number,
): { at: number; words: string } | undefined {
  const loud = heard.filter(({ sourceDb }) => sourceDb > LOUD_DB);
  for (let from = 0; from + FAR_PARTS <= loud.length; from++) {
    const offs = loud.slice(from, from + FAR_PARTS).map(({ sourceDb, resultDb }) => resultDb - sourceDb - usual);
    const off = offs.every((one) => one > limit)
      ? Math.min(...offs)
      : offs.every((one) => one < -limit)
      ? Math.max(...offs)
      : 0;
    const at = loud[from]?.at;
    if (off !== 0 && at !== undefined) {
      return { at, words: `${Math.abs(off).toFixed(1)} dB ${off > 0 ? "louder" : "quieter"}` };
    }
  }
  return undefined;
}

function judgePolarity(parts: AudioPart[], c: number, name: string, faults: AudioFault[]): void {
  const heard = parts.flatMap((part) => {
    const shift = part.channels[c]?.shift;
    return shift && shift.likeness > 0.6 ? [{ at: part.atSeconds, shift }] : [];
  });
  const inverted = heard.filter(({ shift }) => shift.inverted && Math.abs(shift.seconds) < 0.005);
  if (inverted.length > 0 && inverted.length * 2 > heard.length) {
    faults.push({ kind: "inverted", atSeconds: inverted[0]?.at ?? 0, detail: `${name} has its polarity reversed` });
  }
}

/**
 * Checks whether loud channels sound like their source. Reports a fault if two consecutive sections, or most of a short
 * file, do not.
 */
function judgeContent(parts: AudioPart[], names: string[], faults: AudioFault[]): void {
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
      detail: `channel ${names[to] ?? to + 1} contains the audio of ${names[from] ?? from + 1}`,
    });
    break;
  }
}

function judgeShortFaults(parts: AudioPart[], faults: AudioFault[]): void {
  const has = (...kinds: AudioFault["kind"][]) => faults.some(({ kind }) => kinds.includes(kind));
  // For some formats, decoders drop the first samples.
  const first = (kind: "holes" | "bursts") =>
    parts.flatMap(({ atSeconds, short }) => short[kind].map((at) => atSeconds + at)).find((at) => at > START_SECONDS);
  const [hole, burst] = [first("holes"), first("bursts")];
  // A late track starts with a gap.
  if (hole !== undefined && !has("silent", "late", "drift")) {
    faults.push({ kind: "dropout", atSeconds: hole, detail: "silence where the source has audio" });
  }
  if (burst !== undefined && !has("noise", "level", "late", "drift")) {
    faults.push({ kind: "noise", atSeconds: burst, detail: "a burst that the source does not have" });
  }
}

/** Detects changed dynamics, where the difference between loud and quiet pieces of a channel is smaller or larger. */
function judgeDynamics({ parts, c, name, limits }: ChannelPlace, faults: AudioFault[]): void {
  const pieces = parts.flatMap(({ channels }) => channels[c]?.pieces ?? []).filter(({ level }) => level > LOUD_DB);
  const gains = pieces.map(({ level, made }) => made - level).sort((a, b) => a - b);
  const at = (part: number) => gains[Math.floor(part * (gains.length - 1))] ?? 0;
  if (gains.length < DYNAMICS_PIECES || at(0.9) - at(0.1) <= limits.dynamics) return;
  faults.push({
    kind: "dynamics",
    atSeconds: parts[0]?.atSeconds ?? 0,
    detail: `the gain of ${name} ranges from ${at(0.1).toFixed(1)} to ${at(0.9).toFixed(1)} dB`,
  });
}

function judgeJoined(parts: AudioPart[], names: string[], faults: AudioFault[]): void {
  const votes = Map.groupBy(parts.flatMap(({ joined }) => joined), (pair) => pair.join("+"));
  for (const [, pairs] of votes) {
    if (pairs.length < Math.min(2, parts.length)) continue;
    const [c = 0, d = 0] = pairs[0] ?? [];
    faults.push({
      kind: "joined",
      atSeconds: parts[0]?.atSeconds ?? 0,
      detail: `channels ${names[c] ?? c + 1} and ${names[d] ?? d + 1} are identical, but differ in the source`,
    });
    return;
  }
}

const db = (value: number): string => value < -110 ? "silent" : `${value.toFixed(0)} dB`;
