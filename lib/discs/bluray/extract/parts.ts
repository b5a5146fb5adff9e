import type { BlurayItem } from "../../model.ts";
import { type ClipInfo, entryPacket, NO_ENTRIES } from "../clip_info.ts";
import type { PlaylistItem } from "../playlist.ts";
import type { StreamTable } from "../streams.ts";

/** A continuous range of one clip that a title plays. Times are on the clip's own 45 kHz clock. */
export interface Part {
  clip: string;
  inTime: number;
  outTime: number;
  /** True if the part covers the whole clip. */
  isWhole: boolean;
  /** Packet of the last keyframe at or before `inTime`, or 0 if the part starts at the beginning of the clip. */
  keyPacket: number;
  /** Packet at which reading starts. Subtitles are stored several seconds before they are displayed. */
  firstPacket: number;
  /** Maps the PID in the clip to the PID of the same stream in the title's first item. */
  pids: ReadonlyMap<number, number>;
}

/** Maximum time by which subtitles are stored before their video frame in a clip, in 45 kHz ticks. */
const SUBTITLE_LEAD = 3 * 45_000;

/** Converts the items of a title to parts. Items that continue exactly where the previous one ended are merged. */
export function partsOf(
  items: BlurayItem[],
  listed: PlaylistItem[],
  infos: ReadonlyMap<string, ClipInfo>,
): Part[] {
  const first = listed[0]?.streams;
  const parts: Part[] = [];
  items.forEach(({ clip, inTime, outTime }, i) => {
    const before = parts.at(-1);
    const pids = samePids(listed[i]?.streams, first);
    if (before && before.clip === clip && before.outTime === inTime && sameMap(before.pids, pids)) {
      parts[parts.length - 1] = partOf(clip, before.inTime, outTime, pids, infos.get(clip));
    } else if (outTime > inTime) parts.push(partOf(clip, inTime, outTime, pids, infos.get(clip)));
  });
  return parts;
}

function partOf(clip: string, inTime: number, outTime: number, pids: Part["pids"], info: ClipInfo | undefined): Part {
  const { start, end, entries = NO_ENTRIES } = info ?? {};
  const fromStart = start !== undefined && inTime <= start;
  return {
    ...{ clip, inTime, outTime, pids },
    isWhole: fromStart && end !== undefined && outTime >= end,
    keyPacket: fromStart ? 0 : entryPacket(entries, inTime),
    firstPacket: fromStart ? 0 : entryPacket(entries, inTime - SUBTITLE_LEAD),
  };
}

const streamsOf = ({ videoPids, audio, subtitles }: StreamTable) => [
  ...videoPids.map((pid) => ({ pid, is: "video" })),
  ...audio.map(({ streamId, codec }, i) => ({ pid: streamId, is: `${i} ${codec}` })),
  ...subtitles.map(({ streamId, codec }, i) => ({ pid: streamId, is: `${i} ${codec}` })),
];

/**
 * Maps the streams of a later item to those of the first item: by the position in the list if the codec is the same,
 * otherwise by the PID.
 */
function samePids(own: StreamTable | undefined, first: StreamTable | undefined): Map<number, number> {
  if (!own || !first) return new Map();
  const targets = streamsOf(first);
  const pids = new Map<number, number>();
  const videos = own.videoPids;
  videos.forEach((pid, i) => pids.set(pid, first.videoPids[i] ?? pid));
  for (const { pid, is } of streamsOf(own).slice(videos.length)) {
    const target = targets.find((other) => other.is === is) ?? targets.find((other) => other.pid === pid);
    if (target) pids.set(pid, target.pid);
  }
  return pids;
}

const sameMap = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
