import { layoutName } from "../layout_names.ts";
import type { Probe } from "../model.ts";
import { ask, type ProbeOptions } from "../run_ffprobe.ts";

/**
 * Finds all channel layouts of each audio stream. Reads one second at several positions, because broadcasts switch
 * between stereo and 5.1 between programmes.
 */
export async function addLayouts(probe: Probe, options: ProbeOptions): Promise<void> {
  const places = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((part) =>
    `${(probe.startSeconds + part * probe.durationSeconds).toFixed(2)}%+1`
  );
  for (const stream of probe.streams) {
    if (stream.kind !== "audio") continue;
    const answer = await ask(probe.path, [
      ...["-select_streams", String(stream.index), "-read_intervals", places.join(",")],
      ...["-show_entries", "frame=channel_layout"],
    ], options).catch(() => ({}));
    options.signal?.throwIfAborted();
    const { frames = [] } = answer as { frames?: { channel_layout?: string }[] };
    const layouts = [
      ...new Set(frames.flatMap((frame) => frame.channel_layout === undefined ? [] : layoutName(frame.channel_layout))),
    ];
    if (layouts.length > 1) stream.layouts = layouts;
  }
}
