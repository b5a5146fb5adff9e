import type { Probe } from "../model.ts";
import { ask, placesOf, type ProbeOptions } from "../run_ffprobe.ts";

/**
 * Returns the indexes of video streams with a single frame, if the file has several video streams and the container has
 * no frame counts. Durations cannot be used, because in a transport stream, each stream has the duration of the file.
 */
export async function unstatedStills(probe: Probe, options: ProbeOptions): Promise<number[]> {
  const videos = probe.streams.filter((stream) => stream.kind === "video");
  const unstated = videos.filter(({ frameCount }) => !frameCount);
  if (videos.length < 2 || unstated.length === 0) return [];
  const wanted = [
    ...["-select_streams", "v", "-read_intervals", placesOf(probe.durationSeconds, "+2").join(",")],
    ...["-show_entries", "packet=stream_index,pts_time"],
  ];
  const answer = await ask(probe.path, wanted, options).catch(() => ({}));
  options.signal?.throwIfAborted();
  const { packets = [] } = answer as { packets?: { stream_index: number; pts_time?: string }[] };
  const timesOf = (index: number): Set<string | undefined> =>
    new Set(packets.filter((packet) => packet.stream_index === index).map(({ pts_time }) => pts_time));
  return unstated.filter(({ index }) => timesOf(index).size === 1).map(({ index }) => index);
}

/** Marks the streams with these indexes as stills. */
export function markStills({ streams }: Probe, stills: number[]): void {
  for (const stream of streams) if (stream.kind === "video" && stills.includes(stream.index)) stream.still = true;
}
