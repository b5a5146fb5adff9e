import type { AudioStream, Probe, VideoStream } from "../model.ts";
import { parse, type ProbeOptions, read } from "../run_ffprobe.ts";

/**
 * Seconds by which the end in the header may be after the end of video and audio. A larger difference is caused by a
 * stray cue.
 */
const LATE_SECONDS = 10;
/** Position in seconds after the end of any file, for which ffprobe seeks to the last keyframe. */
const LAST_KEY_FRAME = "99999999%";

/**
 * A packet at the end of a stream, in seconds on the clock of the file. `lasts` is its duration, or 0 if the container
 * has none.
 */
interface EndPacket {
  seconds: number;
  lasts: number;
}

/** Reads the packets from the last keyframe of a stream to the end. Undefined if the end of the file cannot be read. */
export async function lastPackets(path: string, index: number, options: ProbeOptions) {
  const wanted = ["-select_streams", String(index), "-read_intervals", LAST_KEY_FRAME, "-show_entries"];
  const { text, complaints } = await read(path, [...wanted, "packet=pts_time,duration_time:stream=time_base"], options)
    .catch(() => ({ text: "", complaints: "unreadable" }));
  options.signal?.throwIfAborted();
  if (complaints !== "") return undefined;
  const { packets = [], streams = [] } = parse(path, () => JSON.parse(text)) as {
    packets?: { pts_time?: string; duration_time?: string }[];
    streams?: { time_base?: string }[];
  };
  const last = packets.flatMap(({ pts_time, duration_time }): EndPacket[] =>
    pts_time === undefined ? [] : [{ seconds: Number(pts_time), lasts: Number(duration_time ?? 0) }]
  );
  return { last, timeBase: streams[0]?.time_base };
}

type Played = VideoStream | AudioStream;

/**
 * Detects a file in whose header the end is much later than the end of video and audio. A stray subtitle cue at ten
 * hours, for example, makes the duration of a movie ten hours. The duration is then set to that of video and audio,
 * based on the packets.
 */
export async function addLateEnd(probe: Probe, options: ProbeOptions): Promise<void> {
  const played = probe.streams.filter((stream): stream is Played =>
    stream.kind === "audio" || stream.kind === "video" && !stream.still
  );
  if (played.length === 0 || !probe.streams.some(({ kind }) => kind === "subtitle")) return;
  const isLate = (seconds: number): boolean => probe.durationSeconds - seconds > LATE_SECONDS;
  if (!isLate(Math.max(...played.map(({ durationSeconds = 0 }) => durationSeconds)))) return;
  let end = 0;
  for (const stream of played) {
    const packets = await lastPackets(probe.path, stream.index, options);
    if (!packets || packets.last.length === 0) return;
    const own = Math.max(...packets.last.map(({ seconds, lasts }) => seconds + lasts));
    end = Math.max(end, own);
    stream.durationSeconds ??= own - (stream.startSeconds ?? 0);
  }
  const seconds = end - probe.startSeconds;
  if (!isLate(seconds)) return;
  probe.statedSeconds = probe.durationSeconds;
  probe.durationSeconds = seconds;
}
