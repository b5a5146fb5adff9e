import type { ProgressReport } from "../../encode/run/progress.ts";
import type { Clock } from "../../kit/clock.ts";
import type { ProgressSample } from "../schema.ts";
import type { Run } from "../attempt/run.ts";

/** Maximum number of samples per run. There is one for each equal section of the result. */
export const MAX_SAMPLES = 120;

/** Last report from which a sample was created. */
interface Mark {
  atMs: number;
  frame: number;
  outTimeSeconds: number;
  sizeBytes: number;
}

/** Speed and bitrate of an encode over the duration of its result, with a limited number of samples. */
export interface ProgressSamples {
  readonly samples: ProgressSample[];
  /** Adds a report that was received at `atMs`. */
  add(report: Pick<ProgressReport, "frame" | "outTimeSeconds" | "sizeBytes">, atMs: number): void;
}

/**
 * Creates an empty set of samples. ffmpeg reports averages since the start, so the values for a section are calculated
 * from the difference between two reports.
 */
export function createProgressSamples(durationSeconds: number): ProgressSamples {
  const step = durationSeconds / MAX_SAMPLES;
  const samples: ProgressSample[] = [];
  let last: Mark | undefined;
  return {
    samples,
    add({ frame, outTimeSeconds, sizeBytes }, atMs) {
      const mark = { atMs, frame, outTimeSeconds, sizeBytes };
      // If the tool is restarted (on the CPU, after the GPU has failed), its plot starts again.
      if (last !== undefined && outTimeSeconds < last.outTimeSeconds) {
        samples.length = 0;
        last = undefined;
      }
      if (last === undefined) {
        last = mark;
        return;
      }
      const passed = outTimeSeconds - last.outTimeSeconds;
      if (step <= 0 || passed < step || atMs <= last.atMs || samples.length >= MAX_SAMPLES) return;
      samples.push({
        atSeconds: Math.round(outTimeSeconds * 10) / 10,
        fps: Math.round((frame - last.frame) / (atMs - last.atMs) * 10_000) / 10,
        kbps: Math.max(0, Math.round((sizeBytes - last.sizeBytes) * 8 / 1000 / passed)),
      });
      last = mark;
    },
  };
}

/** Adds a report of a run to its plot. `durationSeconds` is the duration of the result. */
export type RunPlot = (report: ProgressReport, durationSeconds: number) => void;

/** Stores the plot data in the run. */
export function createRunPlot(run: Run, clock: Clock): RunPlot {
  let plotted = createProgressSamples(0);
  return (report, durationSeconds) => {
    if (run.mediaSeconds !== durationSeconds) plotted = createProgressSamples(durationSeconds);
    run.mediaSeconds = durationSeconds;
    const eta = run.progress?.etaSeconds ?? null;
    run.endsAt = eta === null ? undefined : new Date(clock.now().getTime() + eta * 1000).toISOString();
    run.samples = plotted.samples;
    plotted.add(report, clock.now().getTime());
  };
}
