import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";

/** Time range of the packets in a stream, in seconds on the clock of the file. */
export interface StreamSpan {
  start: number;
  end: number;
  packets: number;
  /** Keyframe times, in file order. */
  keys: number[];
}

/** File that ffprobe reads, and the part of it to read. */
export interface TimelineOptions {
  ffprobePath: string;
  path: string;
  signal?: AbortSignal;
  /** ffprobe's `-read_intervals`. Absent for the whole file. */
  interval?: string;
  timeoutMs?: number;
}

/** `spans` by stream index. Streams without packets in the interval have no entry. */
export interface Timeline {
  spans: Map<number, StreamSpan>;
  /** Messages of the demuxer. */
  complaints: string[];
}

/** Reads packet timestamps without decoding, because the headers of damaged files contain wrong durations. */
export async function readTimeline(options: TimelineOptions): Promise<Timeline> {
  const { ffprobePath, path, signal, interval, timeoutMs = 600_000 } = options;
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffprobePath,
    args: [
      ...["-hide_banner", "-v", "error", ...INPUT_GUARDS],
      ...(interval ? ["-read_intervals", interval] : []),
      ...["-show_entries", "packet=stream_index,pts_time,dts_time,duration_time,flags", "-of", "csv=p=0"],
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

/** Parses a line of `stream,presentation,decoding,duration,flags`, with `N/A` for missing values. */
function see(spans: Map<number, StreamSpan>, line: string): void {
  const [stream = "", presented = "", decoded = "", lasts = "", flags = ""] = line.split(",", 5);
  const index = Number(stream);
  const time = presented === "N/A" ? Number(decoded) : Number(presented);
  if (stream === "" || !Number.isInteger(index) || !Number.isFinite(time)) return;
  const end = time + (Number(lasts) || 0);
  const span = spans.get(index);
  const key = flags.startsWith("K");
  if (!span) spans.set(index, { start: time, end, packets: 1, keys: key ? [time] : [] });
  else {
    span.start = Math.min(span.start, time);
    span.end = Math.max(span.end, end);
    span.packets++;
    // Every audio packet is a keyframe, so only the first 100,000 are stored.
    if (key && span.keys.length < 100_000) span.keys.push(time);
  }
}
