import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { runProcess } from "../../kit/process/process.ts";
import { chaptersOfCut, limitChapters, MORE_CHAPTERS } from "./long_answer.ts";
import { fractionOf } from "./ffprobe_json.ts";
import { heldFrame, mayHoldFrame } from "./held_frame.ts";
import { fileOperand, INPUT_GUARDS } from "./input_args.ts";
import { layoutName } from "./layout_names.ts";
import type { Probe, VideoStream } from "./model.ts";
import { mainVideo, probeFromJson } from "./probe.ts";
import { sourceIdentity } from "./source.ts";

/** `ffprobePath` is absolute; less `depth` is quicker and leaves out facts that headers do not tell. */
export interface ProbeOptions {
  ffprobePath: string;
  signal?: AbortSignal;
  /**
   * How closely to look: `headers` reads what the file says of itself, `pictures` also decodes the first ones (HDR inside
   * the bit stream, fields), `all` also looks at packet spacing (variable rate). Default `all`.
   */
  depth?: "headers" | "pictures" | "all";
  /** Is given ffprobe's own answer, with CRC-32 of the streams' extradata: for who needs more than the model holds. */
  onAnswer?(json: unknown): void;
}

const WALL_MS = 30_000;

/** Reads one media file into our model. Throws `JobFailure` `unreadable` or `source_missing`; never opens what is no regular file. */
export async function probeFile(path: string, options: ProbeOptions): Promise<Probe> {
  const { sizeBytes } = await sourceIdentity(path);
  const json = await rawProbe(path, options);
  options.onAnswer?.(json);
  const first = parse(path, () => probeFromJson(path, sizeBytes, json));
  if (!first.streams.some((stream) => stream.kind !== "data" && stream.kind !== "attachment")) {
    throw new JobFailure("unreadable", `${basename(path)} holds no picture, sound or subtitles.`);
  }
  const stills = await unstatedStills(first, options);
  markStills(first, stills);
  const picture = mainVideo(first);
  const { depth = "all" } = options;
  if (!picture || depth === "headers") return first;
  const [frames, times] = await Promise.all([
    firstFrames(path, picture, first.durationSeconds, options),
    depth === "all" ? pictureTimes(path, picture.index, first.durationSeconds, options) : [],
  ]);
  const probe = parse(path, () => probeFromJson(path, sizeBytes, json, frames));
  markStills(probe, stills);
  if (depth === "all" && /\bmov\b/.test(probe.format)) await addSkipped(probe, options);
  if (depth === "all" && /\bmpeg/.test(probe.format)) await addLayouts(probe, options);
  const video = mainVideo(probe);
  if (!video) return probe;
  if (softTelecine(times)) Object.assign(video, { softTelecine: true, variableFrameRate: false });
  else {
    // Repeated fields make the steps of interlaced video uneven by design.
    if (!video.interlaced && spacingVaries(times)) video.variableFrameRate = true;
    if (depth === "all" && mayHoldFrame(video, times)) await addHeldFrame(probe, video, options);
  }
  return probe;
}

/**
 * Indexes of video streams that hold one frame, among several whose container states no number of frames: a transport
 * stream gives each stream the length of the file.
 */
async function unstatedStills(probe: Probe, options: ProbeOptions): Promise<number[]> {
  const videos = probe.streams.filter((stream) => stream.kind === "video");
  const unstated = videos.filter(({ frameCount }) => !frameCount);
  if (videos.length < 2 || unstated.length === 0) return [];
  const wanted = [
    ...["-select_streams", "v", "-read_intervals", placesOf(probe.durationSeconds, "+2").join(",")],
    ...["-show_entries", "packet=stream_index,pts_time"],
  ];
  const answer = await ask(probe.path, wanted, options).catch(() => ({}));
  options.signal?.throwIfAborted();
  const { packets = [] } = answer as { packets?: { stream_index: number; pts_time?: string }[] };
  const timesOf = (index: number): Set<string | undefined> =>
    new Set(packets.filter((packet) => packet.stream_index === index).map(({ pts_time }) => pts_time));
  return unstated.filter(({ index }) => timesOf(index).size === 1).map(({ index }) => index);
}

function markStills({ streams }: Probe, stills: number[]): void {
  for (const stream of streams) if (stream.kind === "video" && stills.includes(stream.index)) stream.still = true;
}

/**
 * ffprobe's own JSON about format, streams, chapters and programmes; of very many chapters the first ones, marked. Throws
 * `JobFailure` `unreadable` with ffprobe's words.
 */
export async function rawProbe(path: string, options: ProbeOptions): Promise<unknown> {
  const checksums = options.onAnswer ? ["-show_data_hash", "CRC32"] : [];
  const sections = [...checksums, "-show_format", "-show_streams", "-show_programs"];
  const answer = await read(path, [...sections, "-show_chapters"], options);
  if (!answer.cut) return limitChapters(parse(path, () => JSON.parse(answer.text)));
  const chapters = parse(path, () => chaptersOfCut(answer.text));
  const rest = await ask(path, sections, options);
  return { ...rest as Record<string, unknown>, chapters, [MORE_CHAPTERS]: true };
}

/** Codecs of broadcasts and discs with captions, which need not be in the first pictures. */
const CAPTIONED = new Set(["mpeg2video", "h264"]);
const captionPlaces = (duration: number): string[] => [0.3, 0.6].map((part) => `${(part * duration).toFixed(2)}%+#2`);

/** Facts that only decoded pictures show: HDR metadata inside the bit stream, field order. Nothing when they cannot be decoded. */
function firstFrames(
  path: string,
  { index, codec }: VideoStream,
  duration: number,
  options: ProbeOptions,
): Promise<unknown> {
  const entries = "frame=interlaced_frame,color_primaries,color_transfer,color_space:frame_side_data";
  const wanted = [
    "-select_streams",
    String(index),
    "-read_intervals",
    ["%+#4", ...(CAPTIONED.has(codec) && duration > 60 ? captionPlaces(duration) : [])].join(","),
    "-show_frames",
    "-show_entries",
    entries,
  ];
  return ask(path, wanted, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    if (error instanceof JobFailure) return {};
    throw error;
  });
}

/** More than the priming of any encoder. */
const MIN_SKIPPED_SECONDS = 0.1;

/** Finds streams whose first packets lie before the start that the edit list gives them. */
async function addSkipped(probe: Probe, options: ProbeOptions): Promise<void> {
  for (const stream of probe.streams) {
    if (stream.kind !== "video" && stream.kind !== "audio") continue;
    const wanted = [
      "-select_streams",
      String(stream.index),
      "-read_intervals",
      "%+#1",
      "-show_entries",
      "packet=pts_time",
    ];
    const answer = await ask(probe.path, wanted, options).catch(() => ({}));
    options.signal?.throwIfAborted();
    const [first] = (answer as { packets?: { pts_time?: string }[] }).packets ?? [];
    const skipped = (stream.startSeconds ?? 0) - Number(first?.pts_time ?? NaN);
    if (skipped > MIN_SKIPPED_SECONDS) stream.skippedSeconds = skipped;
  }
}

/** Broadcasts go from stereo to 5.1 and back with every film: looks at a second in several places. */
async function addLayouts(probe: Probe, options: ProbeOptions): Promise<void> {
  const places = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((part) =>
    `${(probe.startSeconds + part * probe.durationSeconds).toFixed(2)}%+1`
  );
  for (const stream of probe.streams) {
    if (stream.kind !== "audio") continue;
    const answer = await ask(probe.path, [
      ...["-select_streams", String(stream.index), "-read_intervals", places.join(",")],
      ...["-show_entries", "frame=channel_layout"],
    ], options).catch(() => ({}));
    options.signal?.throwIfAborted();
    const { frames = [] } = answer as { frames?: { channel_layout?: string }[] };
    const layouts = [
      ...new Set(frames.flatMap((frame) => frame.channel_layout === undefined ? [] : layoutName(frame.channel_layout))),
    ];
    if (layouts.length > 1) stream.layouts = layouts;
  }
}

/** Packet spacing at five places: headers of files with a variable rate usually claim a constant one. */
async function pictureTimes(path: string, index: number, duration: number, options: ProbeOptions): Promise<number[]> {
  const places = placesOf(duration, "+#60");
  const packets = await ask(path, [
    "-select_streams",
    String(index),
    "-read_intervals",
    places.join(","),
    "-show_entries",
    "packet=pts_time",
  ], options).catch(() => ({}));
  options.signal?.throwIfAborted();
  const times = (packets as { packets?: { pts_time?: string }[] }).packets?.map((p) => Number(p.pts_time)) ?? [];
  return times.filter(Number.isFinite);
}

/**
 * Five places of a file for ffprobe, each as long as `length` says. A seek goes to the key frame before: short files may
 * have one alone, so they are read whole.
 */
const placesOf = (duration: number, length: string): string[] =>
  duration < 60 ? ["%+60"] : [0, 0.2, 0.4, 0.6, 0.8].map((share) => `${(share * duration).toFixed(2)}%${length}`);

/** Any place beyond the end: a seek goes to the last key frame. */
const LAST_KEY_FRAME = "99999999%";

/** Finds a last frame that is held. Where the file's end cannot be read it may be cut off, and nothing is held. */
async function addHeldFrame(
  { path, format }: Probe,
  video: VideoStream,
  options: ProbeOptions,
): Promise<void> {
  if (!/\b(?:mov|matroska)\b/.test(format) || video.durationSeconds === undefined) return;
  const wanted = ["-select_streams", String(video.index), "-read_intervals", LAST_KEY_FRAME];
  const { text, complaints } = await read(path, [
    ...wanted,
    "-show_entries",
    "packet=pts_time,duration_time:stream=time_base",
  ], options)
    .catch(() => ({ text: "{}", complaints: "unreadable" }));
  options.signal?.throwIfAborted();
  if (complaints !== "") return;
  const { packets = [], streams = [] } = parse(path, () => JSON.parse(text)) as {
    packets?: { pts_time?: string; duration_time?: string }[];
    streams?: { time_base?: string }[];
  };
  const last = packets.flatMap(({ pts_time, duration_time }) =>
    pts_time === undefined ? [] : { seconds: Number(pts_time), lasts: Number(duration_time ?? 0) }
  );
  // Matroska counts the length of a track from the beginning of the file.
  const from = /\bmatroska\b/.test(format) ? 0 : video.startSeconds ?? 0;
  const held = heldFrame(last, from + video.durationSeconds);
  const [, unitsPerSecond = 1000] = fractionOf(streams[0]?.time_base) ?? [];
  if (held) Object.assign(video, { heldFrame: { ...held, unitsPerSecond }, variableFrameRate: true });
}

/** Steps between consecutive presentation times. Jumps over 2 s are the places between samples. */
function stepsOf(times: number[]): number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  return sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0)).filter((step) => step < 2);
}

/** Three and two fields of 1001/60000 s, in turns. */
const THREE_FIELDS = 3003 / 60_000;
const TWO_FIELDS = 2002 / 60_000;

/** Whether pictures last three and two fields in turns: whole pictures of film in a stream that is timed as video. */
export function softTelecine(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const near = (step: number | undefined, length: number) => Math.abs((step ?? 0) - length) < 0.003;
  const pairs = steps.slice(1).filter((step, i) =>
    near(step, TWO_FIELDS) && near(steps[i], THREE_FIELDS) || near(step, THREE_FIELDS) && near(steps[i], TWO_FIELDS)
  );
  return pairs.length >= 0.8 * (steps.length - 1);
}

/** Whether consecutive presentation times differ by clearly unequal steps. */
export function spacingVaries(times: number[]): boolean {
  const steps = stepsOf(times);
  if (steps.length < 8) return false;
  const median = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  // Matroska rounds to 1 ms; a missing picture here and there is no variable rate.
  const odd = steps.filter((step) => Math.abs(step - median) > Math.max(0.003, median * 0.2)).length;
  return odd > steps.length * 0.05;
}

async function ask(path: string, wanted: string[], options: ProbeOptions): Promise<unknown> {
  const { text, cut } = await read(path, wanted, options);
  if (cut) {
    throw new JobFailure(
      "unreadable",
      `${basename(path)} says more about itself than is read (8 MiB): its tags are too long.`,
    );
  }
  return parse(path, () => JSON.parse(text));
}

/** What ffprobe prints, up to a limit. */
const MAX_ANSWER_BYTES = 8 << 20;

async function read(
  path: string,
  wanted: string[],
  { ffprobePath, signal }: ProbeOptions,
): Promise<{ text: string; cut: boolean; complaints: string }> {
  const result = await runProcess({
    path: ffprobePath,
    args: ["-hide_banner", "-v", "error", ...INPUT_GUARDS, "-print_format", "json", ...wanted, fileOperand(path)],
    timeoutMs: WALL_MS,
    signal,
    maxBytes: MAX_ANSWER_BYTES,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new JobFailure("tool_missing", `ffprobe cannot be started at ${ffprobePath}.`, { cause });
  });
  if (result.timedOut) throw new JobFailure("unreadable", `${basename(path)} could not be read within 30 seconds.`);
  if (result.code !== 0) {
    throw new JobFailure("unreadable", `${basename(path)} cannot be read: ${firstLine(result.stderr)}`);
  }
  return {
    text: new TextDecoder().decode(result.stdout),
    cut: result.stdout.length >= MAX_ANSWER_BYTES,
    complaints: result.stderr,
  };
}

const PLAYLISTS = new Set(["hls", "concat", "dash", "imf", "sdp", "webm_dash_manifest"]);

/** ffprobe ends its complaint with `<operand>: <reason>`; the path is already in our sentence. */
function firstLine(stderr: string): string {
  const refused = /\[(\w+)[^\]]*\] Format not on whitelist/.exec(stderr)?.[1];
  if (refused) {
    return PLAYLISTS.has(refused) ? "it is a list of other files, not media." : `it is ${refused} data, not media.`;
  }
  const last = stderr.trim().split("\n").at(-1) ?? "";
  return last.replace(/^.*file:.*?: (?=[A-Z])/, "").replace(/^\[[^\]]*\] */, "") || "ffprobe gave no reason.";
}

function parse<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new JobFailure("unreadable", `${basename(path)} cannot be understood as a media file.`, { cause });
  }
}
