import { basename, extname } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { count, duration } from "../../kit/format.ts";
import type { FrameShape, Probe, Stream, VideoStream } from "../../media/probe/model.ts";
import { codecName } from "./words.ts";

/**
 * Rejects sources that no profile can process correctly before anything is encoded, and warns about losses in other
 * sources. Pure.
 */

/** Throws `JobFailure` `invalid_plan` with a suggested remedy. Pure. */
export function refuseSource(probe: Probe): void {
  refuseDiscs(probe.path);
  refuseEncrypted(probe);
  refuseJoined(probe);
  refuseEdited(probe);
}

/** Rejects encrypted files, because their packets can neither be decoded nor verified. */
function refuseEncrypted({ path, encrypted }: Probe): void {
  if (!encrypted) return;
  const text = `${basename(path)} is protected by DRM (encrypted): it cannot be decoded. Get a copy without DRM.`;
  throw new JobFailure("invalid_plan", text);
}

/**
 * Rejects files with an edit list. ffmpeg plays its segments in order, but copies ignore the order, and the audio gets
 * out of sync.
 */
function refuseEdited({ path, edited }: Probe): void {
  if (!edited) return;
  const name = basename(path);
  const text =
    `${name} has an edit list that cuts its middle or end, but ffmpeg ignores it for copied streams and for audio. Export ` +
    `the file again from the program that cut it, or render it first: ffmpeg -i "${name}" -c:v ffv1 -c:a flac shown.mkv`;
  throw new JobFailure("invalid_plan", text);
}

/** Rejects a copy of a truncated file, which ends in incomplete frames. A decoder can skip them, but a copy cannot. */
export function refuseCutCopy({ path, cutOff }: Probe): void {
  if (!cutOff) return;
  const text = `${basename(path)} is truncated: its last frames are incomplete and cannot be copied. ` +
    "Get the complete file, or choose a profile that encodes the video.";
  throw new JobFailure("invalid_plan", text);
}

/**
 * Rejects disc images and DVD files. They contain several titles, menus and fragments, of which ffmpeg would use only
 * the first.
 */
function refuseDiscs(path: string): void {
  const name = basename(path);
  if (!/\.(?:iso|img)$|^(?:VIDEO_TS|VTS_\d{2}_\d)\.(?:VOB|IFO|BUP)$/i.test(name)) return;
  throw new JobFailure(
    "invalid_plan",
    `${name} is a disc or part of one, not a movie: open it under Discs and rip a title.`,
  );
}

/** Rejects a movie whose video cannot be read, because an audio-only result must not replace it. */
export function refuseUnreadable({ streams }: Probe): void {
  const unread = streams.find((stream) => stream.kind === "data" && stream.unreadableVideo);
  if (!unread) return;
  throw new JobFailure("invalid_plan", `The video (stream ${unread.index}, ${unread.codec}) cannot be read.`);
}

/** Returns an ffmpeg command that changes all streams to a single clock. */
function oneClock(name: string, format: string): string {
  const streams = format === "mpeg" ? "-map 0:v -map 0:a? -map 0:s? -c copy joined.mkv" : "-map 0 -c copy joined.ts";
  return `ffmpeg -fflags +genpts -i "${name}" ${streams}`;
}

/** Rejects joined files, because their durations, positions and timestamps are invalid. */
function refuseJoined({ path, format, clockJump, joined }: Probe): void {
  const name = basename(path);
  if (joined) {
    const text = `${name} is two recordings joined into one file: only the first one would be read. Join them with a ` +
      "program that supports the format, such as mkvmerge, or split the file, then encode the result.";
    throw new JobFailure("invalid_plan", text);
  }
  if (!clockJump || clockJump.stream !== undefined) return;
  const { afterSeconds, bySeconds } = clockJump;
  const where = duration(afterSeconds);
  const what = bySeconds < 0
    ? `is two recordings joined into one file: its timestamps restart after ${where}.`
    : `has a gap of ${
      duration(bySeconds)
    } in its timestamps after ${where}, typical of two recordings joined into one file.`;
  throw new JobFailure(
    "invalid_plan",
    `${name} ${what} Rewrite its timestamps first, for example with: ${oneClock(name, format)}`,
  );
}

/**
 * Rejects a track whose timestamps jump while those of the other tracks continue. In copies and encodes, its content
 * would be at the wrong time or lost. `kept` are the indexes of the streams in the result.
 */
export function refuseMovedTrack({ path, clockJump, streams }: Probe, kept: ReadonlySet<number>): void {
  const stream = streams.find(({ index }) => index === clockJump?.stream);
  if (!clockJump || !stream || !kept.has(stream.index)) return;
  const { afterSeconds, bySeconds } = clockJump;
  const [name, kind] = [basename(path), stream.kind === "subtitle" ? "subtitle track" : `${stream.kind} track`];
  const what = bySeconds < 0 ? `go back by ${(-bySeconds).toFixed(1)} s` : `jump ahead by ${duration(bySeconds)}`;
  const remedy = stream.kind === "video"
    ? "Get another copy of the file."
    : `Choose a profile or tracks without it, or remove it first: ffmpeg -i "${name}" -map 0 -map -0:${stream.index} ` +
      `-c copy fixed${extname(name)}`;
  throw new JobFailure(
    "invalid_plan",
    `The timestamps of the ${kind} in stream ${stream.index} of ${name} ${what} after ${
      duration(afterSeconds)
    }, while ` +
      `the other tracks continue. ${remedy}`,
  );
}

/** Returns warnings about source features that no result keeps. `foreign`: streams of other programmes. */
export const sourceWarnings = (source: Probe, foreign: Stream[], mainStream: VideoStream | undefined): string[] => [
  ...programWarning(foreign),
  ...orderWarnings(source),
  ...chapterWarnings(source),
  ...videoWarnings(source.streams.filter((stream) => !foreign.includes(stream)), mainStream),
  ...shapeWarnings(mainStream),
];

function programWarning(foreign: Stream[]): string[] {
  const count = new Set(foreign.flatMap((stream) => stream.programs ?? [])).size;
  if (count === 0) return [];
  const others = count === 1 ? "Another programme" : `${count} other programmes`;
  return [
    `${others} in the same transport stream ${
      count === 1 ? "is" : "are"
    } removed: only the programme of the main video is kept.`,
  ];
}

/** Returns warnings about changes of the frame size or aspect ratio. The whole result has those of its first frame. */
function shapeWarnings(mainStream: VideoStream | undefined): string[] {
  const { shapes: [first, ...others] = [] } = mainStream ?? {};
  if (!first) return [];
  const aspectOf = ({ width, height, sampleAspect: [x, y] }: FrameShape): number => width * x / (height * y);
  const bent = others.filter((shape) => Math.abs(aspectOf(shape) / aspectOf(first) - 1) > SAME_ASPECT);
  const list = (shapes: FrameShape[], inWords: (shape: FrameShape) => string) =>
    [...new Set(shapes.map(inWords))].join(", ");
  const ratio = (shape: FrameShape): string => `${aspectOf(shape).toFixed(2)}:1`;
  if (bent.length > 0) {
    return [
      `The aspect ratio changes midway (${list([first, ...bent], ratio)}): the whole video is shown as ` +
      `${ratio(first)}, which distorts the other sections. Split the file where the aspect ratio changes to keep both.`,
    ];
  }
  const size = ({ width, height }: FrameShape): string => `${width}x${height}`;
  const sizes = list([first, ...others], size);
  return sizes.includes(",")
    ? [`The frame size changes midway (${sizes}): the whole video is scaled to ${size(first)}.`]
    : [];
}

/** Tolerance for aspect ratios, which are rounded to whole pixels and to small fractions. */
const SAME_ASPECT = 0.02;

const chapterWarnings = ({ unreadChapters }: Probe): string[] =>
  unreadChapters === undefined ? [] : [
    `${
      count(unreadChapters, "chapter")
    } removed: they are not stored in chronological order, which ffmpeg needs to read ` +
    "them. Sort them with a chapter editor to keep them.",
  ];

/**
 * Returns a warning about ordered chapters, which play segments in an order that differs from that in the file. Results
 * do not support this.
 */
const orderWarnings = ({ ordered }: Probe): string[] =>
  ordered === undefined ? [] : [
    "The file uses ordered chapters, which the output does not support: it plays the file from " +
    `start to end${ordered === "linked" ? ", without the parts from other files" : ""}.`,
  ];

/** Returns warnings that list all other video tracks, because the result has only one. */
function videoWarnings(streams: Stream[], mainStream: VideoStream | undefined): string[] {
  if (!mainStream) return [];
  return streams.flatMap((stream) => {
    if (stream.kind !== "video" || stream.index === mainStream.index) return [];
    const { index, codec, width, height } = stream;
    const what = `${codecName(codec)}, ${width}x${height}`;
    return stream.still
      ? `The still image in stream ${index} (${what}) is removed: only covers are kept.`
      : `The video track in stream ${index} (${what}) is removed: the output has one video track.`;
  });
}
