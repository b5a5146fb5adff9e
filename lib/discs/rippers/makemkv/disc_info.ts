import type { RobotRecord } from "./robot_record.ts";

/** Attributes by number, each with MakeMKV's constant (0 for free text). */
export type Attributes = ReadonlyMap<number, { code: number; value: string }>;

/** Output of `info` for one title. */
export interface InfoTitle {
  /** Number in this run of MakeMKV. It may be different the next time the disc is opened. */
  index: number;
  attributes: Attributes;
  /** Attributes of the streams, sorted by stream number. */
  streams: Attributes[];
}

/** Output of `info` for a disc. */
export interface DiscInfo {
  attributes: Attributes;
  titles: InfoTitle[];
}

/** Numbers of the attributes (MakeMKV's public header `apdefs.h`). */
export const ATTRIBUTE = {
  type: 1,
  name: 2,
  language: 3,
  codecId: 5,
  codecShort: 6,
  codecLong: 7,
  chapters: 8,
  duration: 9,
  bytes: 11,
  bitrate: 13,
  channels: 14,
  angle: 15,
  sourceFile: 16,
  videoSize: 19,
  frameRate: 21,
  streamFlags: 22,
  originalTitle: 24,
  segmentMap: 26,
  outputFile: 27,
  volumeName: 32,
  mkvFlags: 38,
  comment: 49,
} as const;

/** Maximum valid number of a title or stream. The largest disc has a few thousand titles with a few hundred streams. */
const MAX_TITLE = 10_000;
const MAX_STREAM = 1000;

/** Combines the records of one run, in any order. Pure. */
export function discInfo(records: readonly RobotRecord[]): DiscInfo {
  const disc = new Map<number, { code: number; value: string }>();
  const titles = new Map<number, { attributes: typeof disc; streams: Map<number, typeof disc> }>();
  const titleAt = (index: number) => {
    const known = titles.get(index);
    if (known) return known;
    const title = { attributes: new Map(), streams: new Map() };
    if (index >= 0 && index <= MAX_TITLE) titles.set(index, title);
    return title;
  };
  for (const record of records) {
    if (record.type === "CINFO") disc.set(record.attribute, record);
    if (record.type === "TINFO") titleAt(record.title).attributes.set(record.attribute, record);
    if (record.type === "SINFO" && record.stream >= 0 && record.stream <= MAX_STREAM) {
      const { streams } = titleAt(record.title);
      const stream = streams.get(record.stream) ?? new Map();
      stream.set(record.attribute, record);
      streams.set(record.stream, stream);
    }
  }
  return {
    attributes: disc,
    titles: [...titles].sort(([a], [b]) => a - b).map(([index, { attributes, streams }]) => ({
      ...{ index, attributes },
      streams: [...streams].sort(([a], [b]) => a - b).map(([, stream]) => stream),
    })),
  };
}

/** Returns the text of an attribute. Undefined if it is absent or empty. */
export const valueOf = (attributes: Attributes, attribute: number): string | undefined =>
  attributes.get(attribute)?.value || undefined;

/** Converts `2:28:51` to seconds. Undefined if it is not a duration. */
export function durationSeconds(text: string | undefined): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,4}):([0-5]?\d):([0-5]?\d)$/.exec(text ?? "") ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
