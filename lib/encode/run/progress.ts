/**
 * Parses the output of ffmpeg's `-progress`, which consists of blocks of `key=value` lines. Each block ends with
 * `progress=`.
 */
export interface ProgressReport {
  frame: number;
  fps: number;
  /** Text from ffmpeg, for example `1234.5kbits/s`. Empty if unavailable. */
  bitrate: string;
  bitrateKbps: number;
  sizeBytes: number;
  /** Duration of the result that has been written, in seconds. */
  outTimeSeconds: number;
  /** Text from ffmpeg, for example `1.7x`. Empty if unavailable. */
  speed: string;
  speedFactor: number;
  /** True for the last report of a run. */
  ended: boolean;
}

/** Combines lines into reports. Unknown keys and `N/A` are skipped, so that a value keeps its last known state. */
export async function* readProgress(lines: AsyncIterable<string>): AsyncGenerator<ProgressReport> {
  const report: ProgressReport = {
    frame: 0,
    fps: 0,
    bitrate: "",
    bitrateKbps: 0,
    sizeBytes: 0,
    outTimeSeconds: 0,
    speed: "",
    speedFactor: 0,
    ended: false,
  };
  for await (const line of lines) {
    const at = line.indexOf("=");
    if (at < 0) continue;
    const value = line.slice(at + 1).trim();
    const key = line.slice(0, at).trim();
    if (key === "progress") {
      yield { ...report, ended: value === "end" };
      continue;
    }
    fold(report, key, value);
  }
}

function fold(report: ProgressReport, key: string, value: string): void {
  const number = parseFloat(value);
  if (!Number.isFinite(number)) return;
  if (key === "frame") report.frame = Math.max(0, Math.trunc(number));
  else if (key === "fps") report.fps = number;
  else if (key === "total_size") report.sizeBytes = Math.max(0, number);
  // Despite its name, `out_time_ms` is in microseconds. ffmpeg keeps the name for compatibility. The time may go back:
  // FFMPEG_CHANGES.progressTimes.
  else if (key === "out_time_us" || key === "out_time_ms") {
    report.outTimeSeconds = Math.max(report.outTimeSeconds, number / 1e6);
  } else if (key === "bitrate") Object.assign(report, { bitrate: value, bitrateKbps: number });
  else if (key === "speed") Object.assign(report, { speed: value, speedFactor: number });
}
