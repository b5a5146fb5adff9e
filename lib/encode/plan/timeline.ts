import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";

/** When a stream's packets really are, in seconds of the file's own clock. */
export interface StreamSpan {
  start: number;
  end: number;
  packets: number;
  /** Times where decoding can begin, in order of the file. */
  keys: number[];
}

/** Which file is read by ffprobe, and which part of it. */
export interface TimelineOptions {
  ffprobePath: string;
  path: string;
  signal?: AbortSignal;
  /** ffprobe's `-read_intervals`; everything when absent. */
  interval?: string;
  timeoutMs?: number;
}

/** `spans` by stream index; a stream without packets in the interval has none. */
export interface Timeline {
  spans: Map<number, StreamSpan>;
  /** What the demuxer complained about. */
  complaints: string[];
}

/** Reads packet times without decoding: headers lie about the duration of damaged files. */
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

/** One line is `stream,presentation,decoding,duration,flags`; `N/A` where there is none. */
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
    // Every packet of sound is one; a hundred thousand are enough to choose from.
    if (key && span.keys.length < 100_000) span.keys.push(time);
  }
}
