import type { ProgressReport } from "../../encode/run/progress.ts";
import type { Clock } from "../../kit/clock.ts";
import type { ProgressSample } from "../schema.ts";
import type { Run } from "./run_context.ts";

/** So many samples a run keeps: one for each equal part of the result. */
export const MAX_SAMPLES = 120;

/** The last report that a sample was made of. */
interface Mark {
  atMs: number;
  frame: number;
  outTimeSeconds: number;
  sizeBytes: number;
}

/** Speed and bit rate of an encode over the time of its result, bounded whatever its length. */
export interface ProgressSamples {
  readonly samples: ProgressSample[];
  /** Takes a report; `atMs` is when it came. */
  add(report: Pick<ProgressReport, "frame" | "outTimeSeconds" | "sizeBytes">, atMs: number): void;
}

/** ffmpeg tells averages since the start: what happened in each part is the difference between two reports. */
export function createProgressSamples(durationSeconds: number): ProgressSamples {
  const step = durationSeconds / MAX_SAMPLES;
  const samples: ProgressSample[] = [];
  let last: Mark | undefined;
  return {
    samples,
    add({ frame, outTimeSeconds, sizeBytes }, atMs) {
      const mark = { atMs, frame, outTimeSeconds, sizeBytes };
      // A tool that starts anew (on the CPU, after the graphics card failed) begins its plot anew.
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

/** Takes the reports of a run whose result has this length. */
export type RunPlot = (report: ProgressReport, durationSeconds: number) => void;

/** Keeps at the run what its plots are drawn from. */
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
