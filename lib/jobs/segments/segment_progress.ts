import type { ProgressReport } from "../../encode/run/progress.ts";
import type { Segment } from "../../encode/segments/model.ts";
import type { JobPart } from "../schema.ts";

/**
 * Progress of a video whose segments are encoded concurrently on this machine and others. There is one combined report,
 * and a state for each segment.
 */

/** Another machine. */
export interface NamedMachine {
  readonly id: string;
  readonly name: string;
}

/** Another machine. Null for this machine. */
export type MachineName = NamedMachine | null;

/** Progress report from the encoder of a segment. */
export type PartReport = Pick<ProgressReport, "frame" | "fps" | "sizeBytes" | "speedFactor">;

/** Tracks all segments by number. */
export interface SegmentProgress {
  /** Starts tracking an encode of a segment. Returns an object that receives its reports. */
  begin(number: number, machine: MachineName): PartFollower;
  /** Marks a segment as accepted. */
  done(number: number, made: { sizeBytes: number; machine: MachineName }): void;
  /** Marks an accepted segment as not accepted, because it is encoded again. */
  undo(number: number): void;
  /** Returns the highest number of concurrent encodes so far. */
  maxConcurrent(): number;
  parts(): JobPart[];
}

/** Tracker of one encode of a segment. */
export interface PartFollower {
  see(report: PartReport): void;
  /** Called when all frames have been encoded and verification has started. */
  encoded(): void;
  end(): void;
}

/** Maximum number of segments that are displayed. If there are more, adjacent ones are merged. */
export const MAX_PARTS = 400;
/** Interval in milliseconds at which the segment view is updated. */
const VIEW_EVERY_MS = 1000;

interface Running {
  number: number;
  machine: MachineName;
  report: PartReport;
  encoded: boolean;
}

/** Options for tracking a video. */
export interface SegmentProgressOptions {
  segments: readonly Segment[];
  /** Duration of the video. */
  seconds: number;
  /** Called with one combined report, and the number of bytes stored on this machine. */
  onReport(report: ProgressReport, hereBytes: number): void;
  nowMs(): number;
}

const NOTHING: PartReport = { frame: 0, fps: 0, sizeBytes: 0, speedFactor: 0 };

/** Creates the progress tracker for the segments of a video. */
export function createSegmentProgress({ segments, seconds, onReport, nowMs }: SegmentProgressOptions): SegmentProgress {
  const done = new Map<number, { sizeBytes: number; machine: MachineName }>();
  const running = new Set<Running>();
  const pictures = segments.reduce((sum, segment) => sum + segment.pictures, 0);
  const sums = { pictures: 0, sizeBytes: 0 };
  let maxConcurrent = 1;
  let view: { parts: JobPart[]; atMs: number } | undefined;
  const count = (number: number, sizeBytes: number, sign: 1 | -1) => {
    sums.pictures += sign * (segments[number]?.pictures ?? 0);
    sums.sizeBytes += sign * sizeBytes;
  };
  const publish = () => {
    const best = leading(running, done);
    const here = best.reduce((sum, { machine, report }) => machine === null ? sum + report.sizeBytes : sum, 0);
    onReport(sumOf(sums, best.map(({ report }) => report), pictures / seconds), sums.sizeBytes + here);
  };
  return {
    begin(number, machine) {
      const mine: Running = { number, machine, report: NOTHING, encoded: false };
      running.add(mine);
      maxConcurrent = Math.max(maxConcurrent, [...running].filter(({ encoded }) => !encoded).length);
      return {
        see({ frame, fps, sizeBytes, speedFactor }) {
          mine.report = { frame, fps, sizeBytes, speedFactor };
          publish();
        },
        encoded() {
          const frame = segments[number]?.pictures ?? 0;
          mine.report = { ...mine.report, frame, fps: 0, speedFactor: 0 };
          mine.encoded = true;
          publish();
        },
        end: () => void running.delete(mine),
      };
    },
    done(number, made) {
      done.set(number, made);
      count(number, made.sizeBytes, 1);
      publish();
    },
    undo(number) {
      count(number, done.get(number)?.sizeBytes ?? 0, -1);
      done.delete(number);
    },
    maxConcurrent: () => maxConcurrent,
    parts() {
      if (view === undefined || nowMs() - view.atMs >= VIEW_EVERY_MS) {
        view = { parts: merged(eachPart(segments, seconds, done, leading(running, done))), atMs: nowMs() };
      }
      return view.parts;
    },
  };
}

/** Returns the encode with more progress, if a segment has two. */
function leading(running: Iterable<Running>, done: ReadonlyMap<number, unknown>): Running[] {
  const best = new Map<number, Running>();
  for (const one of running) {
    if (done.has(one.number)) continue;
    const other = best.get(one.number);
    if (other === undefined || other.report.frame < one.report.frame) best.set(one.number, one);
  }
  return [...best.values()];
}

function eachPart(
  segments: readonly Segment[],
  seconds: number,
  done: ReadonlyMap<number, { machine: MachineName }>,
  running: readonly Running[],
): JobPart[] {
  const begun = new Map(running.map((one) => [one.number, one]));
  const origin = startOf(segments[0]);
  return segments.map((segment, number) => {
    const next = segments[number + 1];
    const place = {
      ...{ number, count: 1, fromSeconds: tenths(startOf(segment) - origin) },
      untilSeconds: tenths(next ? startOf(next) - origin : seconds),
    };
    const made = done.get(number);
    if (made) return { ...place, state: "done", machine: made.machine };
    const now = begun.get(number);
    if (now === undefined) return { ...place, state: "waiting" };
    const { machine, report, encoded } = now;
    if (encoded) return { ...place, state: "verifying", machine };
    return { ...place, state: "encoding", machine, ...partFigures(report, segment.pictures) };
  });
}

const partFigures = ({ frame, fps }: PartReport, pictures: number) => ({
  fps: tenths(fps),
  share: Math.round(Math.min(1, frame / Math.max(1, pictures)) * 100) / 100,
});

const startOf = (segment: Segment | undefined): number =>
  segment === undefined ? 0 : segment.times.start / segment.unitsPerSecond;
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Merges adjacent segments with the same state while there are too many, then any adjacent segments. Pure. */
export function merged(parts: JobPart[]): JobPart[] {
  if (parts.length <= MAX_PARTS) return parts;
  const runs: JobPart[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last && last.state === part.state && last.machine?.id === part.machine?.id) join(last, part);
    else runs.push({ ...part });
  }
  if (runs.length <= MAX_PARTS) return runs;
  const each = Math.ceil(runs.length / MAX_PARTS);
  return Array.from({ length: Math.ceil(runs.length / each) }, (_, i) => {
    const some = runs.slice(i * each, (i + 1) * each);
    const [first, ...rest] = some.toSorted((a, b) => b.count - a.count);
    const whole = { ...(some[0] ?? first) } as JobPart;
    for (const part of some.slice(1)) join(whole, part);
    return rest.length === 0
      ? whole
      : { ...first, ...whole, state: first?.state ?? whole.state, machine: first?.machine };
  });
}

function join(into: JobPart, part: JobPart): void {
  into.count += part.count;
  into.untilSeconds = part.untilSeconds;
  if (part.fps !== undefined) into.fps = (into.fps ?? 0) + part.fps;
  delete into.share;
}

function sumOf(
  done: { pictures: number; sizeBytes: number },
  running: readonly PartReport[],
  picturesPerSecond: number,
): ProgressReport {
  const total = (of: (report: PartReport) => number) => running.reduce((sum, report) => sum + of(report), 0);
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
