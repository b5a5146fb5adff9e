import type { Probe } from "../model.ts";
import { ask, type ProbeOptions } from "../run_ffprobe.ts";

/** Minimum number of skipped seconds, which is longer than the priming of any encoder. */
const MIN_SKIPPED_SECONDS = 0.1;

/** Finds streams whose first packets are before the start set by the edit list. */
export async function addSkipped(probe: Probe, options: ProbeOptions): Promise<void> {
  for (const stream of probe.streams) {
    if (stream.kind !== "video" && stream.kind !== "audio") continue;
    const wanted = [
      "-select_streams",
      String(stream.index),
      "-read_intervals",
      "%+#1",
      "-show_entries",
      "packet=pts_time",
    ];
    const answer = await ask(probe.path, wanted, options).catch(() => ({}));
    options.signal?.throwIfAborted();
    const [first] = (answer as { packets?: { pts_time?: string }[] }).packets ?? [];
    const skipped = (stream.startSeconds ?? 0) - Number(first?.pts_time ?? NaN);
    if (skipped > MIN_SKIPPED_SECONDS) stream.skippedSeconds = skipped;
  }
}
