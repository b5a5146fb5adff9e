import type { BlurayItem } from "../../model.ts";
import { type ClipInfo, entryPacket, NO_ENTRIES } from "../clip_info.ts";
import type { PlaylistItem } from "../playlist.ts";
import type { StreamTable } from "../streams.ts";

/** A stretch of one clip that a title plays without a break. Times on the clip's own clock of 45 kHz. */
export interface Part {
  clip: string;
  inTime: number;
  outTime: number;
  /** Nothing of the clip lies outside of the two times. */
  isWhole: boolean;
  /** Packet of the last key picture at or before `inTime`; 0 when the part begins with the clip. */
  keyPacket: number;
  /** Where to begin reading: subtitles are sent up to some seconds before they are shown. */
  firstPacket: number;
  /** PID in the clip, and the PID of the title's first item for the same stream. */
  pids: ReadonlyMap<number, number>;
}

/** How long before a picture its subtitles may lie in a clip, on the clock of 45 kHz. */
const SUBTITLE_LEAD = 3 * 45_000;

/** The items of a title as parts; items that go on where the one before them ended are one part. */
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

/** Streams of a later item that are the first item's: same place in the list and same codec, else the same PID. */
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
