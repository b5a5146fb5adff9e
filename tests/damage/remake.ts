import { join } from "node:path";
import { audioArgs } from "../../lib/encode/args/audio_args.ts";
import { labelArgs } from "../../lib/encode/args/label_args.ts";
import type { Plan } from "../../lib/encode/plan/model.ts";
import { videoArgs } from "../../lib/encode/args/video_args.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { containerFacts } from "../../lib/encode/profiles/containers.ts";
import type { GoodEncode } from "./encodes/encode.ts";
import { cachedFile } from "../kit/cached_files.ts";
import { ffmpeg, run } from "./tools.ts";

/**
 * Rewrites a good encode with some streams changed. Changed streams pass through filters and the same encoder with the
 * same settings. All other content is copied with the same labels. Without changes, the result is as good as the
 * original encode.
 */

/** Context for creating a damaged file: source encode, folder and output path. */
export interface Making {
  good: GoodEncode;
  /** A separate folder for intermediate files. */
  folder: string;
  output: string;
}

/**
 * Changes made by a remake. Numbers are indexes among the streams of one kind in the result. Input 0 is the encode,
 * input 1 the source.
 */
export interface Changes {
  /** Additional inputs as ffmpeg arguments. Their numbers start at 2. */
  inputs?: readonly string[];
  /** Video filters between the decoded encode and the encoder. */
  picture?: string;
  /**
   * Filters for individual audio tracks, applied after the source track has its planned rate and layout: `{ 1:
   * "volume=0" }`.
   */
  sound?: Readonly<Record<number, string>>;
  /** A complete filter graph. `from` refers to its outputs. */
  graph?: string;
  /** Replacements for streams: maps `v:0`, `a:1`, `s:0` to a label `[x]` or a stream `2:a:0`. */
  from?: Readonly<Record<string, string>>;
  /** Streams of `from` that are copied instead of encoded. */
  copied?: readonly string[];
  /** Streams to drop. The labels of the other streams are unchanged. */
  without?: readonly string[];
  /** Attachments to write. The default is the attachments of the encode. */
  attachments?: readonly Attachment[];
  /** Video encoder options after the usual ones. The last value wins. */
  pictureOptions?: readonly string[];
  /** Options before the encode as input. */
  inputOptions?: readonly string[];
  /** Options after all others. */
  options?: readonly string[];
}

export interface Attachment {
  path: string;
  name: string;
  mimeType: string;
}

/** Rewrites the encode to `output` with these changes. */
export async function remake({ good, output }: Making, changes: Changes = {}): Promise<void> {
  const { inputs = [], picture, graph, from = {}, sound = {}, without = [], copied = [], options = [] } = changes;
  const { plan, probe } = good;
  const graphs = [picture && `[0:v:0]${picture}[picture]`, graph].filter((part) => part !== undefined);
  const soundSources = Object.keys(sound).map((n) => [`a:${n}`, `1:${plan.audio[Number(n)]?.index ?? 0}`]);
  const sources: Record<string, string> = {
    ...(picture === undefined ? {} : { "v:0": "[picture]" }),
    ...Object.fromEntries(soundSources),
    ...from,
  };
  const encoded = (stream: string) => stream in sources && !copied.includes(stream);
  const kept = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${kind}:${i}`).filter((stream) => !without.includes(stream));
  const [video, audio, texts] = [
    kept("v", plan.video ? 1 : 0),
    kept("a", plan.audio.length),
    kept("s", plan.subtitles.length),
  ];
  await ffmpeg(
    ...[...(changes.inputOptions ?? []), "-i", good.path, ...sourceInput(good), ...inputs],
    ...(graphs.length > 0 ? ["-filter_complex", graphs.join(";")] : []),
    ...[...video, ...audio, ...texts].flatMap((stream) => ["-map", sources[stream] ?? `0:${stream}`]),
    ...(video.length > 0 ? ["-c:v:0", "copy"] : []),
    ...(encoded("v:0") ? [...pictureEncoder(good), ...(changes.pictureOptions ?? [])] : []),
    ...audio.flatMap((stream, i) =>
      encoded(stream) ? soundEncoder(good, Number(stream.slice(2)), i, sound) : [`-c:a:${i}`, "copy"]
    ),
    ...texts.flatMap((stream, i) => [`-c:s:${i}`, encoded(stream) ? textEncoder(plan) : "copy"]),
    ...coverMaps(good),
    ...labelArgs(probe, withoutStreams(plan, without)),
    ...attachmentArgs(changes.attachments ?? await attachmentsOf(good)),
    ...["-map_chapters", plan.chapters ? "0" : "-1", "-max_muxing_queue_size", "4096"],
    ...muxerOptions(good),
    ...options,
    ...["-f", containerFacts(plan.container).muxer, output],
  );
}

const withoutStreams = (plan: Plan, without: readonly string[]): Plan => ({
  ...plan,
  audio: plan.audio.filter((_, i) => !without.includes(`a:${i}`)),
  subtitles: plan.subtitles.filter((_, i) => !without.includes(`s:${i}`)),
});

/** Start of the main video relative to the start of the file. */
function pictureStart({ streams, startSeconds }: Probe): number {
  const picture = streams.find((stream) => stream.kind === "video");
  return (picture?.startSeconds ?? startSeconds) - startSeconds;
}

/** Adds the source as an input, shifted so that its frames align with the frames of the encode. */
function sourceInput({ plan, probe, result }: GoodEncode): string[] {
  const offset = plan.video ? pictureStart(result) - pictureStart(probe) : 0;
  return ["-itsoffset", offset.toFixed(6), "-i", `file:${probe.path}`];
}

/** Video encoder with the plan's settings. For copied video, an encoder of the same format. */
function pictureEncoder({ plan, result }: GoodEncode): string[] {
  if (!plan.video) return [];
  if (plan.video.encoder !== "copy") return videoArgs(plan.video, { timing: plan });
  const picture = result.streams.find((stream) => stream.kind === "video");
  const encoder = picture?.codec === "hevc" ? "libx265" : "libx264";
  const { primaries, transfer, space, range } = plan.video.color;
  const tags = { color_primaries: primaries, color_trc: transfer, colorspace: space, color_range: range };
  return [
    ...["-c:v:0", encoder, "-preset:v:0", "ultrafast", "-crf:v:0", "16"],
    ...["-pix_fmt:v:0", picture?.kind === "video" ? picture.pixelFormat : "yuv420p", "-fps_mode:v:0", "vfr"],
    ...(encoder === "libx265" ? ["-x265-params", "log-level=error"] : []),
    ...Object.entries(tags).flatMap(([name, value]) => value === undefined ? [] : [`-${name}:v:0`, value]),
  ];
}

/** Encoders for tracks that the plan copies. */
const COPIED_SOUND: Record<string, readonly string[]> = {
  dts: ["dca", "-strict", "-2"],
  truehd: ["truehd", "-strict", "-2"],
  mp3: ["libmp3lame", "-b:a:#", "192k"],
  opus: ["libopus", "-b:a:#", "160k"],
  vorbis: ["libvorbis"],
  ac3: ["ac3", "-b:a:#", "448k"],
};

function soundEncoder(good: GoodEncode, n: number, i: number, sound: Readonly<Record<number, string>>): string[] {
  const audio = good.plan.audio[n];
  if (!audio) return [];
  const damage = sound[n];
  if (audio.encoder === "copy") {
    const args = COPIED_SOUND[audio.codec] ?? [audio.codec];
    return [
      `-c:a:${i}`,
      ...args.map((word) => word.replace("#", String(i))),
      ...(damage ? [`-filter:a:${i}`, damage] : []),
    ];
  }
  const own = audioArgs(good.probe, audio, i);
  const at = own.indexOf(`-filter:a:${i}`);
  const [rest, planned] = at < 0 ? [own, undefined] : [own.toSpliced(at, 2), own[at + 1]];
  // The output of a caller's graph already has the planned layout.
  const filters = damage === undefined ? [] : [planned, damage].filter((part) => part !== undefined);
  return [...rest, ...(filters.length > 0 ? [`-filter:a:${i}`, filters.join(",")] : [])];
}

const TEXT_ENCODERS: Record<string, string> = { mp4: "mov_text", mov: "mov_text", webm: "webvtt" };
const textEncoder = ({ container }: Plan): string => TEXT_ENCODERS[container] ?? "copy";

function muxerOptions({ plan }: GoodEncode): string[] {
  if (plan.container !== "mp4" && plan.container !== "mov") return [];
  return ["-movflags", "+faststart", "-strict", "-2", ...(plan.video?.codec === "hevc" ? ["-tag:v:0", "hvc1"] : [])];
}

/** Music files store their cover as a video stream. */
const coverMaps = ({ plan }: GoodEncode): string[] =>
  containerFacts(plan.container).cover === "picture" && plan.attachments.length > 0
    ? ["-map", "0:v", "-c:v", "copy", "-disposition:v", "attached_pic"]
    : [];

/** Extracts the fonts and covers of a Matroska file into separate files, in order. */
export async function attachmentsOf({ path, result, plan }: GoodEncode): Promise<Attachment[]> {
  const streams = result.streams.filter((stream) => stream.kind === "attachment");
  if (plan.container !== "mkv" || streams.length === 0) return [];
  const first = await cachedFile(["attachments-1", path], async (folder) => {
    const targets = streams.map((_, i) => `${i + 1}:${join(folder, `${i}.bin`)}`);
    await run("mkvextract", [path, "attachments", ...targets]);
    return join(folder, "0.bin");
  });
  return streams.map((stream, i) => ({
    path: join(first.slice(0, -"0.bin".length), `${i}.bin`),
    name: stream.fileName ?? "",
    mimeType: stream.mimeType ?? "",
  }));
}

const attachmentArgs = (attachments: readonly Attachment[]): string[] => [
  ...attachments.flatMap(({ path }) => ["-attach", path]),
  ...attachments.flatMap(({ name, mimeType }, i) => [
    ...[`-metadata:s:t:${i}`, `filename=${name}`, `-metadata:s:t:${i}`, `mimetype=${mimeType}`],
  ]),
];
