import { join } from "node:path";
import { toArgs } from "../../lib/encode/args/args.ts";
import { plan } from "../../lib/encode/plan/plan.ts";
import { runFfmpeg } from "../../lib/encode/run/run.ts";
import { reasonForOneProcess } from "../../lib/encode/plan/segment_choice.ts";
import { cutAtKeys, type CutLengths, type CutPlan, timesOf } from "../../lib/encode/segments/cuts.ts";
import { keysCanBegin } from "../../lib/encode/segments/key_check.ts";
import { readFrameList } from "../../lib/encode/segments/frame_list.ts";
import { runSegment } from "../../lib/encode/segments/run_segment.ts";
import { joinList, segmentArgs, startSecondsOf } from "../../lib/encode/segments/segment_args.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { capabilities, read, recipe, tools } from "../fixtures/encode.ts";
import { run } from "../kit/run.ts";
import { type CutScore, cutScores } from "./cut_scores.ts";
import type { CutSource } from "./sources.ts";

/** Encodes a movie once by one process and once in segments, and compares the results. */

/** The two results and the cuts. */
export interface Compared {
  /** Descriptions of all differences: counts, times, stream metadata. Empty if there are none. */
  differences: string[];
  parts: number;
  /** Size of the joined file relative to the single encode. */
  sizeRatio: number;
  cuts: CutScore[];
}

/** Reason why a movie is not cut. */
export interface NotCut {
  reason: string;
}

/** Encoders with fast settings. */
export const ENCODERS = {
  x264: { encoder: "libx264", preset: "veryfast", quality: 26 },
  x265: { encoder: "libx265", preset: "ultrafast", quality: 28 },
  svtav1: { encoder: "libsvtav1", preset: "12", quality: 45 },
} as const;

/** Creates the source in `folder` and returns its path. */
export async function makeSource(folder: string, { args, before = {}, extension }: CutSource): Promise<string> {
  for (const [name, each] of Object.entries(before)) {
    if (typeof each === "string") await Deno.writeTextFile(join(folder, name), each);
    else await must("ffmpeg", ["-v", "error", "-y", ...each, name], folder);
  }
  await must("ffmpeg", ["-v", "error", "-y", ...args, `source.${extension}`], folder);
  return join(folder, `source.${extension}`);
}

/** A movie and an encoder to compare, with the segment lengths. */
export interface Comparison {
  /** Folder for the results. */
  folder: string;
  path: string;
  source: CutSource;
  encoder: keyof typeof ENCODERS;
  lengths: CutLengths;
}

/** Encodes the movie both ways and compares the results. */
export async function compare(
  { folder, path, source: { deep, tune }, encoder, lengths }: Comparison,
): Promise<Compared | NotCut> {
  const probe = await read(path);
  const pixelFormat = deep ? "yuv420p10le" : "yuv420p";
  const chosen = recipe({
    video: { ...ENCODERS[encoder], pixelFormat, ...(tune ? { tune } : {}) },
    audio: { encoder: "copy" },
    output: { segments: "on" },
  });
  const decided = plan(probe, chosen, await capabilities());
  const reason = reasonForOneProcess(probe, decided, "on");
  if (reason !== undefined || !decided.video) return { reason: reason ?? "" };
  const whole = join(folder, "whole.mkv");
  await encode(toArgs(probe, decided, { output: whole }));
  const made = await encodeParts({
    folder,
    probe,
    plan: { video: decided.video, container: decided.container },
    lengths,
  });
  if (typeof made === "string") return { reason: made };
  const joined = join(folder, "joined.mkv");
  await encode(toArgs(probe, decided, { output: joined, joined: made.joined }));
  const [one, other] = [await facts(whole), await facts(joined)];
  const differences = Object.keys(one).flatMap((key) => differingLines(key, one[key] ?? "", other[key] ?? ""));
  return {
    differences,
    parts: made.cuts.length + 1,
    sizeRatio: (await Deno.stat(joined)).size / (await Deno.stat(whole)).size,
    cuts: cutScores(made.cuts, await ssimOf(whole, path), await ssimOf(joined, path)),
  };
}

async function encodeParts(
  { folder, probe, plan, lengths }: { folder: string; probe: Probe; plan: CutPlan; lengths: CutLengths },
) {
  const { video } = plan;
  const answer = await readFrameList({ ffprobePath: tools.ffprobePath, path: probe.path, index: video.index });
  if ("unfit" in answer) return answer.unfit;
  const segments = cutAtKeys(answer.list, plan, lengths);
  if (segments.length < 2) return "it has no suitable split point";
  const film = { ...tools, path: probe.path, index: video.index, list: answer.list, segments };
  if (!await keysCanBegin(film)) return "decoding cannot start at its keyframes";
  const paths: string[] = [];
  const headers = new Set<string>();
  const signal = new AbortController().signal;
  for (const segment of segments) {
    const output = join(folder, `part${segment.number}.mp4`);
    const partial = `${output}.partial`;
    const args = segmentArgs(probe, video, segment, { output: partial });
    const times = timesOf(segment, answer.list, video);
    const { header } = await runSegment({ ...tools, args, partial, path: output, times, signal, stallMs: 0 });
    headers.add(header);
    paths.push(output);
  }
  if (headers.size > 1) return "its parts do not fit together";
  const list = join(folder, "parts.txt");
  await Deno.writeTextFile(list, joinList(segments, paths));
  const cuts: number[] = [];
  let pictures = 0;
  for (const segment of segments) {
    if (pictures > 0) cuts.push(pictures);
    pictures += segment.pictures;
  }
  const [first] = segments;
  return { joined: { list, startSeconds: first ? startSecondsOf(first) : 0 }, cuts };
}

const encode = async (args: string[]): Promise<void> =>
  void await runFfmpeg({ ...tools, args, signal: new AbortController().signal, stallMs: 0 });

/** Returns the data that must be identical: every timestamp of every stream, and the stream metadata. */
async function facts(path: string): Promise<Record<string, string>> {
  const times = async (stream: string) =>
    (await must("ffprobe", [
      "-v",
      "error",
      "-select_streams",
      stream,
      "-show_entries",
      "packet=pts",
      "-of",
      "csv=p=0",
      path,
    ]))
      .split("\n").map(Number).sort((a, b) => a - b).join(" ");
  const streams = await must("ffprobe", [
    ...["-v", "error", "-show_entries", "stream:stream_side_data:stream_tags:format=start_time,duration"],
    ...["-of", "flat", path],
  ]);
  const decoded = await must("ffmpeg", [
    ...["-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framecrc", "-"],
  ]);
  const sound = await must("ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-c", "copy", "-f", "framecrc", "-"]);
  return {
    pictures: await times("v:0"),
    sound: await times("a:0"),
    "sound's bytes": sound,
    streams: streams.split("\n").filter((line) => !NOT_COMPARED.test(line)).join("\n"),
    "decoded pictures": String(decoded.split("\n").filter((line) => /^\d/.test(line)).length),
  };
}

function differingLines(what: string, one: string, other: string): string[] {
  const [a, b] = [one.split("\n"), other.split("\n")];
  const only = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line)).slice(0, 3);
  if (one === other) return [];
  return [
    `${what}: ${only(a, b).join(", ").slice(0, 300)} by one process, ${only(b, a).join(", ").slice(0, 300)} in parts`,
  ];
}

/**
 * Metadata that may differ: encoder names, average rates that depend on the size, and limited range, which newer
 * versions of ffmpeg state even if the source does not.
 */
const NOT_COMPARED = /ENCODER|_STATISTICS|BPS|frame_rate|NUMBER_OF|DURATION|color_range="(?:tv|unknown)"/;

/** Returns the SSIM of every frame relative to the source. */
async function ssimOf(result: string, source: string): Promise<number[]> {
  const text = await must("ffmpeg", [
    ...["-v", "error", "-i", result, "-i", source, "-filter_complex"],
    "[0:v]format=yuv420p,setpts=N/25/TB[a];[1:v]format=yuv420p,setpts=N/25/TB[b];[b][a]scale2ref[b][a];" +
    "[a][b]ssim=stats_file=-",
    ...["-f", "null", "-"],
  ]);
  return [...text.matchAll(/^n:\d+ .*All:([\d.]+)/gm)].map(([, score]) => Number(score));
}

async function must(program: string, args: string[], folder?: string): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, folder === undefined ? {} : { cwd: folder });
  if (code !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}
