import type { BlurayItem, DiscVideo, ReadTitle } from "../model.ts";
import { type ClipInfo, PACKET_BYTES, partSize } from "./clip_info.ts";
import type { Playlist, PlaylistItem } from "./playlist.ts";
import { aspectOf } from "./streams.ts";

/** A clip on the disc. Either of its files may be missing. */
export interface Clip {
  /** Size of `BDMV/STREAM/<clip>.m2ts` in bytes. */
  size?: number;
  info?: ClipInfo;
}

/** Clock rate of playlists and clip information, in Hz. */
export const CLOCK = 45_000;

/**
 * Returns the items of one angle, counted from 1. If an item has fewer angles, its first angle is used, as in players.
 */
export const itemsOfAngle = ({ items }: { items: PlaylistItem[] }, angle: number): BlurayItem[] =>
  items.map(({ clips, inTime, outTime, connection }) => ({
    clip: clips[angle - 1] ?? clips[0] ?? "",
    ...{ inTime, outTime, connection },
  }));

const duration = (items: BlurayItem[]): number => items.reduce((sum, { inTime, outTime }) => sum + outTime - inTime, 0);

/** Returns a key for the range that an item plays. */
const partOf = ({ clip, inTime, outTime }: BlurayItem): string => `${clip}/${inTime}/${outTime}`;

/**
 * True for a menu background, which repeats the same range: the playlist is over twice as long as its distinct ranges.
 */
export function isLoop(playlist: Playlist): boolean {
  const items = itemsOfAngle(playlist, 1);
  const distinct = new Map(items.map((item) => [partOf(item), item]));
  return items.length > 2 && duration(items) > 2 * duration([...distinct.values()]);
}

/** Converts a playlist to titles, one for each angle. Pure. */
export function titlesOf(sourceFile: string, playlist: Playlist, clips: ReadonlyMap<string, Clip>): ReadTitle[] {
  const angles = Math.max(...playlist.items.map((item) => item.clips.length));
  const { video, audio, subtitles } = playlist.items[0]?.streams ?? { audio: [], subtitles: [] };
  return Array.from({ length: angles }, (_, i) => {
    const items = itemsOfAngle(playlist, i + 1);
    const problem = problemOf(items, clips);
    return {
      sourceFile,
      ...(angles > 1 ? { angle: i + 1 } : {}),
      durationMs: Math.round(duration(items) * 1000 / CLOCK),
      sizeBytes: items.reduce((sum, item) => sum + sizeOf(item, clips.get(item.clip)), 0),
      chapters: chaptersOf(playlist),
      segmentMap: items.map(({ clip }) => String(Number(clip))).join(","),
      ...(video ? { video: withAspect(video, clips.get(items[0]?.clip ?? "")) } : {}),
      audio,
      subtitles,
      ...(problem ? { problem } : {}),
      source: { kind: "bluray", playlist: sourceFile, items },
    };
  });
}

const sizeOf = ({ inTime, outTime }: BlurayItem, { size = 0, info }: Clip = {}): number =>
  partSize(info, size, inTime, outTime);

function withAspect(video: DiscVideo, clip: Clip | undefined): DiscVideo {
  const aspect = aspectOf(clip?.info?.aspect ?? 0) ?? (video.width >= 1280 ? "16:9" : undefined);
  return aspect ? { ...video, aspect } : video;
}

/**
 * Returns chapter starts in milliseconds, ascending. Marks outside their item refer to content that is not played, so
 * they are dropped.
 */
function chaptersOf({ items, marks }: Playlist): number[] {
  const starts: number[] = [];
  items.reduce((sum, { inTime, outTime }, i) => ((starts[i] = sum), sum + outTime - inTime), 0);
  const times = marks.flatMap(({ item, time }) => {
    const { inTime, outTime } = items[item] ?? { inTime: 0, outTime: 0 };
    if (time < inTime || time >= outTime) return [];
    return [Math.round(((starts[item] ?? 0) + time - inTime) * 1000 / CLOCK)];
  });
  return times.length === 0 ? [] : [...new Set([0, ...times])].sort((a, b) => a - b);
}

function problemOf(items: BlurayItem[], clips: ReadonlyMap<string, Clip>): string | undefined {
  for (const clip of new Set(items.map((item) => item.clip))) {
    const fault = clipFault(clip, clips.get(clip));
    if (fault) return fault;
  }
}

/** Describes in one sentence why a clip cannot be copied completely. Undefined if it can. */
export function clipFault(clip: string, { size, info }: Clip = {}): string | undefined {
  if (size === undefined) return `Clip ${clip}.m2ts is missing from the disc.`;
  const expected = (info?.packets ?? 0) * PACKET_BYTES;
  if (size < expected) {
    return `Clip ${clip}.m2ts is truncated: it has ${size} bytes, but the disc specifies ${expected}.`;
  }
}
