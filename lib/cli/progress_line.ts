import type { Job } from "../jobs/schema.ts";
import { duration } from "../kit/format.ts";

/** A progress line that is redrawn on a terminal. On other outputs, a new line is printed every 10 %. */
export interface ProgressLine {
  show(job: Job): void;
  end(): void;
}

const BAR_WIDTH = 30;

/** Shows the progress of one job on standard error, so that standard output contains only results. */
export function createProgressLine(title: string, terminal = Deno.stderr.isTerminal()): ProgressLine {
  const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
  let lastTenth = -1;
  return {
    show(job) {
      const text = progressText(job);
      if (terminal) return void write(`\r\x1b[2K${text}  ${title}`);
      const tenth = Math.floor((job.progress?.percent ?? 0) / 10);
      if (tenth > lastTenth) write(`${text}\n`);
      lastTenth = Math.max(tenth, lastTenth);
    },
    end: () => void (terminal && write("\r\x1b[2K")),
  };
}

/** Formats the progress as `[=====     ]  42.0 %  encoding  0:01:10 left  1.7x`. Pure. */
export function progressText({ status, phase, progress }: Pick<Job, "status" | "phase" | "progress">): string {
  const percent = Math.min(100, Math.max(0, progress?.percent ?? 0));
  const filled = Math.round(percent / 100 * BAR_WIDTH);
  const eta = progress?.etaSeconds;
  return [
    `[${"=".repeat(filled).padEnd(BAR_WIDTH)}]`,
    `${percent.toFixed(1)} %`.padStart(7),
    phase ?? status,
    eta === undefined || eta === null ? "" : `${duration(eta)} left`,
    progress?.speed ?? "",
  ].filter(Boolean).join("  ");
}
