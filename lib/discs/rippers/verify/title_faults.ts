import { count, duration } from "../../../kit/format.ts";
import type { TitleCopy } from "../../ripper_model.ts";
import type { MissingTracks, UnrecognisedTracks } from "../open/extracted.ts";
import type { FileFacts, StreamFacts } from "./stream_facts.ts";

/** Tolerance for MakeMKV, which rounds lengths to seconds. */
const ROUNDED = { seconds: 2, share: 0.01 };
const EXACT_SHARE = 0.001;
/** Tolerance in addition to the length of a frame, because Matroska rounds times to milliseconds. */
const ROUNDING_SECONDS = 0.002;
/** Tolerance for a Blu-ray part that starts between two keyframes. Such a part is copied from the first of the two. */
const MAX_LEAD_SECONDS = 2;
/** Tolerance for audio, which may end slightly before the video. */
const AUDIO_TOLERANCE = { seconds: 5, share: 0.02 };

/** Differences between the tracks of a copy and the selected tracks. */
export interface TrackDifference {
  /** Selected tracks that are missing from the copy. */
  missing: MissingTracks;
  unrecognised?: UnrecognisedTracks | undefined;
}

/** Returns the parts that are missing in a copy, in one sentence each. Empty if it is complete. Pure. */
export function titleFaults({ streams, errors }: FileFacts, copy: TitleCopy, difference: TrackDifference): string[] {
  const { missing, unrecognised } = difference;
  const of = (kind: string) => streams.filter((stream) => stream.kind === kind && stream.packets > 0);
  const [video, audio] = [of("video"), of("audio")];
  const faults: string[] = [];
  if (video.length === 0) faults.push("It has no video.");
  const audioCount = copy.audio.length - missing.audio.length + (unrecognised?.audio ?? 0);
  // One listed track may be empty. If all tracks seem to be empty, they were probably not recognised.
  if (copy.audio.length > 0 && audio.length === 0) faults.push("It has no audio, but the title on the disc does.");
  else if (audio.length !== audioCount) {
    faults.push(`It has ${count(audio.length, "audio track")} instead of ${audioCount}.`);
  }
  const subtitles = streams.filter(({ kind }) => kind === "subtitle").length;
  const expected = copy.subtitles.length - missing.subtitles.length + (unrecognised?.subtitles ?? 0);
  if (subtitles !== expected) faults.push(`It has ${count(subtitles, "subtitle track")} instead of ${expected}.`);
  const [first] = video;
  if (first !== undefined) faults.push(...lengthFaults(first, copy), ...audioFaults(audio, first));
  if (errors.length > 0) faults.push(`It is damaged: ${errors[0]}`);
  return faults;
}

function lengthFaults({ start, end }: StreamFacts, copy: TitleCopy): string[] {
  const length = end - start;
  const { seconds, shorter, longer } = expectedLength(copy);
  if (length >= seconds - shorter && length <= seconds + longer) return [];
  return [`Its video lasts ${lengthText(length)}, but ${lengthText(seconds)} on the disc.`];
}

/** Formats a length. In short titles, fractions of a second are significant. */
const lengthText = (seconds: number): string => seconds >= 600 ? duration(seconds) : `${seconds.toFixed(2)} s`;

interface Expected {
  seconds: number;
  shorter: number;
  longer: number;
}

/**
 * Returns the expected length. Prefers the exact length from the built-in readers if it agrees with the listed length.
 */
function expectedLength({ title, read }: TitleCopy): Expected {
  const listedSeconds = title.durationSeconds;
  const rounded = Math.max(ROUNDED.seconds, ROUNDED.share * listedSeconds);
  if (read === undefined || Math.abs(read.durationMs / 1000 - listedSeconds) > 1) {
    return { seconds: listedSeconds, shorter: rounded, longer: rounded };
  }
  const seconds = read.durationMs / 1000;
  const [frames, per] = read.video?.frameRate ?? [25, 1];
  const { source } = read;
  // On the disc, the length of each part is rounded to a frame.
  const parts = source.kind === "dvd" ? source.cells.length : source.items.length;
  const allowed = Math.max(parts * per / frames, EXACT_SHARE * seconds) + ROUNDING_SECONDS;
  return { seconds, shorter: allowed, longer: allowed + (source.kind === "bluray" ? parts * MAX_LEAD_SECONDS : 0) };
}

/** Some tracks of a disc end early, but never all of them. */
function audioFaults(audio: StreamFacts[], video: StreamFacts): string[] {
  if (audio.length === 0) return [];
  const end = Math.max(...audio.map((stream) => stream.end));
  const allowed = Math.max(AUDIO_TOLERANCE.seconds, AUDIO_TOLERANCE.share * (video.end - video.start));
  return end >= video.end - allowed
    ? []
    : [`Its audio ends at ${lengthText(end)}, its video at ${lengthText(video.end)}.`];
}
