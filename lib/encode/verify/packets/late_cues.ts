import type { Evidence } from "../model.ts";
import type { PacketList, PacketTrack } from "./packets.ts";

/** Returns the time on the source's clock after which the plan drops subtitle cues. */
export const cueLimit = ({ plan, probe }: Pick<Evidence, "plan" | "probe">): number =>
  probe.startSeconds + (plan.cuesUntilSeconds ?? Infinity);

/** Returns the source's packets, except the cues that the plan drops. */
export function withoutLateCues(source: PacketList, evidence: Evidence): PacketList {
  const limit = cueLimit(evidence);
  const subtitles = new Set(evidence.pairs.flatMap((pair) => pair.kind === "subtitle" ? [pair.source] : []));
  if (limit === Infinity || subtitles.size === 0) return source;
  const tracks = [...source.tracks].map(([index, track]): [number, PacketTrack] => [
    index,
    subtitles.has(index) ? beforeLimit(track, limit) : track,
  ]);
  return { ...source, tracks: new Map(tracks) };
}

function beforeLimit(track: PacketTrack, limit: number): PacketTrack {
  const stays = (_: number, i: number): boolean => (track.times[i] ?? 0) < limit;
  const times = track.times.filter(stays);
  if (times.length === track.times.length) return track;
  const sizes = track.sizes.filter(stays);
  const durations = track.durations.filter(stays);
  return {
    ...track,
    count: times.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    end: times.reduce((end, time, i) => Math.max(end, time + (durations[i] ?? 0)), track.start),
    times,
    sizes,
    durations,
    checksums: track.checksums.filter(stays),
  };
}
