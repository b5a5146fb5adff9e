import { JobFailure } from "../kit/fault.ts";
import { lines } from "../kit/lines.ts";
import { startProcess } from "../kit/process.ts";
import { fileOperand, INPUT_GUARDS } from "../media/input_args.ts";

/** When a stream's packets really are, in seconds of the file's own clock. */
export interface StreamSpan {
  start: number;
  end: number;
  packets: number;
}

export interface TimelineOptions {
  ffprobePath: string;
  path: string;
  signal?: AbortSignal;
  /** ffprobe's `-read_intervals`; everything when absent. */
  interval?: string;
  timeoutMs?: number;
}

export interface Timeline {
  spans: Map<number, StreamSpan>;
  /** What the demuxer complained about. */
  complaints: string[];
}

/** Reads packet times without decoding: headers lie about the duration of damaged files (testbench.md, section 1). */
export async function readTimeline(options: TimelineOptions): Promise<Timeline> {
  const { ffprobePath, path, signal, interval, timeoutMs = 600_000 } = options;
  const child = startProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...INPUT_GUARDS],
      ...(interval ? ["-read_intervals", interval] : []),
      ...["-show_entries", "packet=stream_index,pts_time,dts_time,duration_time", "-of", "compact=p=0:nk=0"],
      fileOperand(path),
    ],
  });
  const kill = () => child.signal("SIGKILL");
  const timer = setTimeout(kill, timeoutMs);
  signal?.addEventListener("abort", kill, { once: true });
  const spans = new Map<number, StreamSpan>();
  const complaints: string[] = [];
  try {
    const packets = async () => {
      for await (const line of lines(child.stdout)) see(spans, line);
    };
    const log = async () => {
      for await (const line of lines(child.stderr)) if (complaints.length < 50) complaints.push(line);
    };
    const [status] = await Promise.all([child.status, packets(), log()]);
    signal?.throwIfAborted();
    if (!status.success) throw new JobFailure("unreadable", complaints[0] ?? "ffprobe could not read the packets.");
    return { spans, complaints };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}

function see(spans: Map<number, StreamSpan>, line: string): void {
  const index = field(line, "stream_index");
  const time = field(line, "pts_time") ?? field(line, "dts_time");
  if (index === undefined || time === undefined) return;
  const end = time + (field(line, "duration_time") ?? 0);
  const span = spans.get(index);
  if (!span) spans.set(index, { start: time, end, packets: 1 });
  else {
    span.start = Math.min(span.start, time);
    span.end = Math.max(span.end, end);
    span.packets++;
  }
}

function field(line: string, name: string): number | undefined {
  const at = line.indexOf(`${name}=`);
  if (at < 0) return undefined;
  const value = parseFloat(line.slice(at + name.length + 1));
  return Number.isFinite(value) ? value : undefined;
}
