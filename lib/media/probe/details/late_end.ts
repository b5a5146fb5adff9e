import type { AudioStream, Probe, VideoStream } from "../model.ts";
import { parse, type ProbeOptions, read } from "../run_ffprobe.ts";

/** Seconds by which the stated end may exceed the end of video and audio; a longer difference is a stray cue. */
const LATE_SECONDS = 10;
/** Any place beyond the end: a seek goes to the last key frame. */
const LAST_KEY_FRAME = "99999999%";

/** A packet at the end of a stream, in seconds of the file's own clock; `lasts` where the container states it. */
interface EndPacket {
  seconds: number;
  lasts: number;
}

/** The packets from the last key frame of a stream to the end; undefined where the end of the file cannot be read. */
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
 * Finds a file whose header states a far later end than video and audio have: one stray subtitle cue at ten hours makes a
 * movie of ten hours. Its length becomes that of video and audio, by the packets themselves.
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
