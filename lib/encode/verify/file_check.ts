import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import { readProgress } from "../run/progress.ts";
import { readTimeline } from "../plan/timeline.ts";
import { tolerance } from "./packets/times.ts";
import { codecName } from "../plan/words.ts";

/** Position in a file where decoding reported an error. */
export interface DamagedPlace {
  /** Approximate position, accurate to a second for video: the last frame decoded before the error. */
  atSeconds: number;
  /** Stream index, if the message identifies a stream. */
  stream?: number;
  text: string;
  /** Number of equal messages near this position. */
  count: number;
}

/** Stream that was read to the end. */
export interface CheckedStream {
  index: number;
  type: "video" | "audio";
  codec: string;
  errors: number;
  /** Time of the last packet. Absent if there is none. */
  endsAtSeconds?: number;
}

/** Result of a file check. */
export interface FileHealth {
  ok: boolean;
  /** Problems as text, worst first. Empty if `ok`. */
  problems: string[];
  streams: CheckedStream[];
  places: DamagedPlace[];
  durationSeconds: number;
  /** Duration of the check. */
  seconds: number;
}

/** Input of a check that decodes all video and audio of a file. */
export interface FileCheckOptions {
  ffmpegPath: string;
  ffprobePath: string;
  probe: Probe;
  signal?: AbortSignal;
  /** Progress from 0 to 1. */
  onProgress?(part: number): void;
}

/** Maximum number of positions. A longer list would not help for a file that is damaged throughout. */
const PLACES_MAX = 200;

/**
 * Decodes all video and audio of a file and reports damaged positions. Damage is returned as the result, not thrown.
 */
export async function checkFile(options: FileCheckOptions): Promise<FileHealth> {
  const { ffprobePath, probe, signal } = options;
  const started = performance.now();
  const streams: CheckedStream[] = probe.streams.flatMap((stream) =>
    stream.kind === "video" || stream.kind === "audio"
      ? [{ index: stream.index, type: stream.kind, codec: stream.codec, errors: 0 }]
      : []
  );
  const { places, failure } = await decodeAll(options, streams);
  for (const place of places) {
    const stream = streams.find(({ index }) => index === place.stream);
    if (stream) stream.errors += place.count;
  }
  const { spans, complaints } = await readTimeline({ path: probe.path, ffprobePath, signal });
  for (const stream of streams) {
    const span = spans.get(stream.index);
    if (span) stream.endsAtSeconds = span.end - probe.startSeconds;
  }
  for (const { index, type, endsAtSeconds = 0 } of streams) {
    if (type !== "video" || endsAtSeconds >= probe.durationSeconds - tolerance(probe.durationSeconds)) continue;
    places.push({ atSeconds: endsAtSeconds, stream: index, text: "Nothing can be read after this point.", count: 1 });
  }
  const reported = new Set(places.map((place) => place.text));
  const more = complaints.map(plain).filter((line) => !reported.has(line));
  const problems = [...problemsOf(probe, streams, places), ...more.slice(0, 3), ...(failure ? [failure] : [])];
  return {
    ok: problems.length === 0,
    problems: [...new Set(problems)],
    streams,
    places,
    durationSeconds: probe.durationSeconds,
    seconds: (performance.now() - started) / 1000,
  };
}

async function decodeAll(
  { ffmpegPath, probe, signal, onProgress }: FileCheckOptions,
  streams: CheckedStream[],
): Promise<{ places: DamagedPlace[]; failure?: string }> {
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...[
        "-hide_banner",
        "-nostdin",
        "-v",
        "repeat+level+info",
        "-nostats",
        "-stats_period",
        "0.5",
        "-progress",
        "pipe:1",
      ],
      ...INPUT_GUARDS,
      ...["-i", fileOperand(probe.path)],
      ...streams.flatMap(({ index }) => ["-map", `0:${index}`]),
      // For each frame, the timestamp is printed to the same pipe as the errors, so that their position can be
      // determined.
      ...(streams.some(({ type }) => type === "video") ? ["-filter:v:0", "showinfo=checksum=0"] : []),
      ...["-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-f", "null", "-"],
    ],
    nice: 10,
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const places: DamagedPlace[] = [];
  let at = 0;
  const watch = async () => {
    for await (const report of readProgress(lines(child.stdout))) {
      at = Math.max(at, report.outTimeSeconds);
      onProgress?.(Math.min(1, report.outTimeSeconds / Math.max(0.1, probe.durationSeconds)));
    }
  };
  const listen = async () => {
    for await (const line of lines(child.stderr)) {
      const time = /\bpts_time:([\d.]+)/.exec(line)?.[1];
      if (time !== undefined) at = Number(time);
      else if (/\[(?:error|fatal|panic)\]/.test(line)) note(places, at, line, streams);
    }
  };
  try {
    const [status] = await Promise.all([child.status, watch(), listen()]);
    signal?.throwIfAborted();
    const silent = !status.success && places.length === 0;
    return { places, ...(silent ? { failure: `ffmpeg exited with code ${status.code}.` } : {}) };
  } finally {
    signal?.removeEventListener("abort", kill);
  }
}

/**
 * Adds an error line. If the same message occurred for the same stream within the last two seconds, increases its
 * count.
 */
function note(places: DamagedPlace[], atSeconds: number, line: string, streams: CheckedStream[]): void {
  const text = plain(line);
  if (text === "") return;
  const stream = streamOf(text, streams);
  const same = places.findLast((place) => place.text === text && place.stream === stream);
  if (same && atSeconds - same.atSeconds <= 2) same.count++;
  else if (places.length < PLACES_MAX) {
    places.push({ atSeconds, ...(stream === undefined ? {} : { stream }), text, count: 1 });
  }
}

/** Removes addresses and the log level, which users do not need. */
const plain = (line: string): string =>
  line.replace(/ @ 0x[0-9a-f]+/g, "").replace(/\[(?:error|fatal|panic)\]\s*/g, "").trim();

/** Returns the stream to which a line refers, determined by its number or by a codec that only one stream has. Pure. */
export function streamOf(text: string, streams: Pick<CheckedStream, "index" | "codec">[]): number | undefined {
  const [, number] = /(?:stream |[av]ist)#0:(\d+)/.exec(text) ?? [];
  if (number !== undefined) return Number(number);
  const [, word = ""] = /^\[(?:dec:)?([a-z0-9_]+)[\]/]/.exec(text) ?? [];
  const codec = DECODERS[word] ?? word;
  const alike = streams.filter((stream) => stream.codec === codec);
  return alike.length === 1 ? alike[0]?.index : undefined;
}

/** Names of decoders that differ from their codec. */
const DECODERS: Record<string, string> = { libdav1d: "av1", mpeg2video: "mpeg2video", dca: "dts", "mp3float": "mp3" };

function problemsOf(probe: Probe, streams: CheckedStream[], places: DamagedPlace[]): string[] {
  const problems: string[] = [];
  const slack = tolerance(probe.durationSeconds);
  for (const { index, type, codec, errors, endsAtSeconds } of streams) {
    const name = `Stream ${index} (${codecName(codec)} ${type})`;
    if (errors > 0) problems.push(`${name} has ${errors} damaged ${errors === 1 ? "position" : "positions"}.`);
    if (endsAtSeconds === undefined) problems.push(`${name} is empty.`);
    else if (type === "video" && endsAtSeconds < probe.durationSeconds - slack) {
      const [is, should] = [endsAtSeconds, probe.durationSeconds].map((seconds) => seconds.toFixed(1));
      problems.push(`${name} ends at ${is} s, but the file declares ${should} s.`);
    }
  }
  const elsewhere = places.filter((place) => place.stream === undefined);
  const [first] = elsewhere;
  if (first) {
    const more = elsewhere.length > 1 ? ` (and ${elsewhere.length - 1} more)` : "";
    problems.push(`At about ${first.atSeconds.toFixed(0)} s: ${first.text}${more}`);
  }
  return problems;
}
