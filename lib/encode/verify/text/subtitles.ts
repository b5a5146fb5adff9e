import { runProcess } from "../../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../../media/probe/input_args.ts";
import type { Evidence, Findings } from "../model.ts";
import type { StreamPair } from "../packets/stream_pairs.ts";
import type { PacketTrack } from "../packets/packets.ts";
import { compareForced, compareRead, EMPTY_BYTES } from "./read_text.ts";
import { cueLimit } from "../packets/late_cues.ts";
import { clock, clockShift } from "../packets/times.ts";

/** Compares subtitles track by track: number, times and text of the cues. */

/** One cue of a text track. Times are in seconds on the clock of the file. */
export interface Cue {
  start: number;
  end: number;
  /** Text without markup, and with single spaces. */
  text: string;
}

const TIME_SECONDS = 0.1;
/** Minimum share of cues whose text must be found in the result. */
const TEXT_SHARE = 0.95;
/** Minimum distance in seconds at which a cue with the same text is a different cue. */
const MOVED_SECONDS = 30;
const READ_SECONDS = 600;

/** Checks cues, times and text of each pair of subtitle tracks. `unmade` if the text of either cannot be read. */
export async function checkSubtitles(evidence: Evidence): Promise<Findings> {
  const { pairs, packets } = evidence;
  const problems: string[] = [];
  const unread: string[] = [];
  const tracks = pairs.filter(({ kind }) => kind === "subtitle");
  if (!packets) return { problems };
  let cues = 0;
  for (const pair of tracks) {
    const [source, result] = [packets.source.tracks.get(pair.source), packets.result.tracks.get(pair.result)];
    if (!source) continue;
    if (!result) {
      problems.push(`The ${pair.name} is empty.`);
      continue;
    }
    cues += result.count;
    const found = await checkTrack(evidence, pair, source, result);
    if (found === undefined) unread.push(pair.name);
    else problems.push(...found);
  }
  if (unread.length > 0) return { problems, unmade: `The text of the ${unread.join(" and the ")} could not be read.` };
  return { problems, text: `${cues} cues in ${tracks.length} tracks` };
}

/** Returns the problems of one track. Undefined if the text of the source cannot be read. */
async function checkTrack(
  evidence: Evidence,
  pair: StreamPair,
  source: PacketTrack,
  result: PacketTrack,
): Promise<string[] | undefined> {
  const { plan, probe } = evidence;
  const wanted = plan.subtitles[pair.position];
  const origin = probe.streams.find((stream) => stream.index === pair.source);
  if (!wanted || origin?.kind !== "subtitle") return [];
  const shift = clockShift(evidence);
  if (wanted.ocr) return (wanted.forcedOnly ? compareForced : compareRead)(pair.name, source, result, shift);
  if (pair.copied) {
    const times = compareCueTimes(pair, source, result, shift);
    if (evidence.identical.has(pair.name) || times.length > 0) return times;
    if (origin.form !== "text") return compareSizes(pair, source, result);
  }
  const [own, made] = await Promise.all([
    readCues(evidence, evidence.probe.path, pair.source),
    readCues(evidence, evidence.path, pair.result),
  ]);
  if (!own) return undefined;
  // A cue without duration is never shown, and MP4 cannot store it.
  const planned = own.filter(({ start, end }) => start < cueLimit(evidence) && end > start);
  return made ? compareCues(pair.name, planned, made, shift) : [`The ${pair.name} cannot be read.`];
}

function compareSizes({ name }: StreamPair, source: PacketTrack, result: PacketTrack): string[] {
  const [own, made] = [source.sizes, result.sizes].map((sizes) => sizes.filter((size) => size > EMPTY_BYTES)) as [
    number[],
    number[],
  ];
  if (made.length < own.length) return [`The ${name} has ${made.length} cues; the source has ${own.length}.`];
  const [a, b] = [own, made].map((sizes) => sizes.reduce((sum, size) => sum + size, 0)) as [number, number];
  return Math.abs(a - b) > a * 0.02 + 16 * own.length ? [`The cues of the ${name} do not match the source.`] : [];
}

function compareCueTimes({ name }: StreamPair, source: PacketTrack, result: PacketTrack, shift: number): string[] {
  const made = result.times.map((time, i) => ({ time, seconds: result.durations[i] ?? 0, bytes: result.sizes[i] ?? 0 }))
    .filter(({ bytes }) => bytes > EMPTY_BYTES);
  const own = source.times.map((time, i) => ({ time, seconds: source.durations[i] ?? 0, bytes: source.sizes[i] ?? 0 }))
    .filter(({ bytes }) => bytes > EMPTY_BYTES);
  for (const [i, cue] of own.entries()) {
    const copy = made[i];
    if (!copy) {
      return [`The ${name} ends at ${clock(cue.time - source.start)}: ${own.length - made.length} cues are missing.`];
    }
    const off = copy.time - shift - cue.time;
    if (Math.abs(off) > TIME_SECONDS) {
      return [`The ${name} is ${Math.abs(off).toFixed(2)} s ${off > 0 ? "late" : "early"} at ${clock(cue.time)}.`];
    }
    if (cue.seconds > 0 && Math.abs(copy.seconds - cue.seconds) > TIME_SECONDS) {
      return [
        `A cue of the ${name} is shown for ${copy.seconds.toFixed(1)} s instead of ${cue.seconds.toFixed(1)} s.`,
      ];
    }
  }
  return [];
}

/** Reads a text track as SubRip converted by ffmpeg. Undefined if that fails. */
async function readCues({ ffmpegPath, signal }: Evidence, path: string, index: number): Promise<Cue[] | undefined> {
  const { code, stdout } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", "-copyts", ...INPUT_GUARDS, "-i", fileOperand(path)],
      ...["-map", `0:${index}`, "-c:s", "srt", "-f", "srt", "pipe:1"],
    ],
    timeoutMs: READ_SECONDS * 1000,
    signal,
    maxBytes: 64 * 1024 * 1024,
  });
  return code === 0 ? cuesOf(new TextDecoder().decode(stdout)) : undefined;
}

/** Parses SubRip. Pure. */
export function cuesOf(text: string): Cue[] {
  const times = /^(-?\d+):(\d+):(\d+)[,.](\d+)\s*-->\s*(-?\d+):(\d+):(\d+)[,.](\d+)/;
  const cues: Cue[] = [];
  for (const block of text.replaceAll("\r", "").split(/\n\n+(?=\d+\n-?\d+:)/)) {
    const lines = block.trim().split("\n");
    const at = lines.findIndex((line) => times.test(line));
    const parts = times.exec(lines[at] ?? "")?.slice(1).map(Number);
    if (!parts) continue;
    const [h = 0, m = 0, s = 0, ms = 0, h2 = 0, m2 = 0, s2 = 0, ms2 = 0] = parts;
    const words = plainText(lines.slice(at + 1).join(" "));
    if (words !== "") {
      cues.push({ start: h * 3600 + m * 60 + s + ms / 1000, end: h2 * 3600 + m2 * 60 + s2 + ms2 / 1000, text: words });
    }
  }
  return cues;
}

/** Removes tags and overrides, which are stored differently in each format. */
export const plainText = (text: string): string =>
  text.replace(/<[^>]*>|\{[^}]*\}/g, " ").replace(/\\[Nnh]|&nbsp;|&lrm;|&rlm;/g, " ").replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<").replaceAll("&gt;", ">").replace(/\s+/g, " ").trim();

/** Checks that each cue of the source is in the result at its time. Pure. */
export function compareCues(name: string, own: Cue[], made: Cue[], shift: number): string[] {
  if (own.length === 0) return [];
  const reported = new Set<Cue>();
  const lost: Cue[] = [];
  let timed = 0;
  for (const cue of own) {
    const near = made.filter(({ start }) => Math.abs(start - shift - cue.start) <= TIME_SECONDS);
    const found = near.find(({ text }) => holds(text, cue.text));
    if (!found) lost.push(cue);
    else reported.add(found);
    // In MP4, overlapping cues are shortened.
    if (found && (found.end - found.start >= Math.min(0.3, cue.end - cue.start) - 0.05)) timed++;
  }
  const count = own.length - lost.length;
  const readable = lost.filter(isReadable);
  const [first] = readable;
  if (lost.length > own.length * (1 - TEXT_SHARE)) {
    const at = lost[0] ? ` the first at ${clock(lost[0].start)}.` : "";
    return [`${lost.length} of ${own.length} cues of the ${name} are not in the output at their time,${at}`];
  }
  if (first) {
    const there = made.find((cue) => !reported.has(cue) && holds(cue.text, first.text));
    const off = there ? there.start - shift - first.start : undefined;
    return [
      off === undefined || Math.abs(off) > MOVED_SECONDS
        ? `The cue of the ${name} at ${clock(first.start)} is missing.`
        : `The cue of the ${name} at ${clock(first.start)} is ${Math.abs(off).toFixed(2)} s ${
          off > 0 ? "late" : "early"
        }.`,
    ];
  }
  if (timed < count * TEXT_SHARE) return [`${count - timed} cues of the ${name} are shown too briefly to read.`];
  return made.length > own.length * 1.5 + 3
    ? [`The ${name} has ${made.length} cues; the source has ${own.length}.`]
    : [];
}

/** True if a cue contains this text. Line breaks are ignored. */
const holds = (text: string, words: string): boolean => compact(text).includes(compact(words));
const compact = (text: string): string => text.replace(/\s/g, "");

/** True if viewers would notice the loss of a cue. Very short cues and cues without letters are lost in conversions. */
const isReadable = ({ start, end, text }: Cue): boolean => end - start >= 0.2 && /[\p{L}\p{N}]/u.test(text);
