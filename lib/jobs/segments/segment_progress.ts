import type { ProgressReport } from "../../encode/run/progress.ts";

/** Progress of a film whose parts are encoded side by side: one report for all. */
export interface SegmentProgress {
  /** Takes the report of a lane. */
  see(lane: number, report: ProgressReport): void;
  /** A lane has finished its part, which holds so many pictures and bytes. */
  finish(lane: number, part: { pictures: number; sizeBytes: number }): void;
  /** A part was there already. */
  add(part: { pictures: number; sizeBytes: number }): void;
}

/** Pictures and bytes that are done. */
interface Done {
  pictures: number;
  sizeBytes: number;
}

/** `picturesPerSecond` of the film, for turning pictures into time. */
export function createSegmentProgress(
  picturesPerSecond: number,
  onReport: (report: ProgressReport) => void,
): SegmentProgress {
  const done: Done = { pictures: 0, sizeBytes: 0 };
  const running = new Map<number, ProgressReport>();
  const tell = () => onReport(sumOf(done, [...running.values()], picturesPerSecond));
  const add = ({ pictures, sizeBytes }: Done) => {
    done.pictures += pictures;
    done.sizeBytes += sizeBytes;
  };
  return {
    add,
    see(lane, report) {
      running.set(lane, { ...report });
      tell();
    },
    finish(lane, part) {
      running.delete(lane);
      add(part);
      tell();
    },
  };
}

function sumOf(done: Done, running: readonly ProgressReport[], picturesPerSecond: number): ProgressReport {
  const total = (of: (report: ProgressReport) => number) => running.reduce((sum, report) => sum + of(report), 0);
  const frame = done.pictures + total((report) => report.frame);
  const sizeBytes = done.sizeBytes + total((report) => report.sizeBytes);
  const outTimeSeconds = frame / picturesPerSecond;
  const speedFactor = total((report) => report.speedFactor);
  const bitrateKbps = outTimeSeconds > 0 ? sizeBytes * 8 / 1000 / outTimeSeconds : 0;
  return {
    frame,
    fps: total((report) => report.fps),
    bitrate: `${bitrateKbps.toFixed(1)}kbits/s`,
    bitrateKbps,
    sizeBytes,
    outTimeSeconds,
    speed: `${speedFactor.toFixed(3)}x`,
    speedFactor,
    ended: false,
  };
}
