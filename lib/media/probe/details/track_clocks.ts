import type { ClockJump, Stream } from "../model.ts";

/**
 * Finds a track whose timestamps restart while those of other tracks continue. Muxers write the packets of a track in
 * order, so a step back in file order is such a restart. Pure.
 */

/** A packet, as read from the file. */
export interface PacketTime {
  stream: number;
  seconds: number;
  /** Byte offset in the file. */
  position: number;
  key: boolean;
}

/**
 * Largest step back in seconds that is not a restart. Audio times are rounded, and muxers delay cues that start before
 * the previous one.
 */
const BACK_SECONDS: Partial<Record<Stream["kind"], number>> = { video: 0.5, audio: 0.5, subtitle: 0.1 };

/** State of one track while its packets are read. */
interface Passed {
  first: number;
  last: number;
}

/**
 * Returns the first restart in a track. `packets` are in the order in which they were read. If reading continues at an
 * earlier position, packets are not compared with those before the seek.
 */
export function trackJump(packets: readonly PacketTime[], streams: readonly Stream[]): ClockJump | undefined {
  const kinds = new Map(streams.map(({ index, kind }) => [index, kind]));
  const passed = new Map<number, Passed>();
  let reached = -Infinity;
  for (const { stream, seconds, position, key } of packets) {
    if (position < reached) passed.clear();
    reached = position;
    // Video is stored in decoding order, in which only keyframes have increasing times.
    if (!key && kinds.get(stream) === "video") continue;
    const before = passed.get(stream);
    const limit = BACK_SECONDS[kinds.get(stream) ?? "data"];
    if (before && limit !== undefined && seconds < before.last - limit) {
      return { afterSeconds: before.last - before.first, bySeconds: seconds - before.last, stream };
    }
    const [first, last] = [before?.first ?? seconds, Math.max(before?.last ?? -Infinity, seconds)];
    passed.set(stream, { first, last });
  }
  return undefined;
}
