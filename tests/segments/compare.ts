import { join } from "node:path";
import { toArgs } from "../../lib/encode/args/args.ts";
import type { VideoPlan } from "../../lib/encode/plan/model.ts";
import { plan } from "../../lib/encode/plan/plan.ts";
import { runFfmpeg } from "../../lib/encode/run/run.ts";
import { reasonForOneProcess } from "../../lib/encode/segments/choice.ts";
import { cutAtKeys, timesOf } from "../../lib/encode/segments/cuts.ts";
import { readPictureList } from "../../lib/encode/segments/picture_list.ts";
import { runSegment } from "../../lib/encode/segments/run_segment.ts";
import { joinList, segmentArgs, startSecondsOf } from "../../lib/encode/segments/segment_args.ts";
import { capabilities, read, recipe, tools } from "../fixtures/encode.ts";
import { run } from "../kit/run.ts";
import type { CutSource } from "./sources.ts";

/** Encodes a film once by one process and once in parts, and says how the results differ. */

/** The two results, and where the film was cut. */
export interface Compared {
  /** In words what is not the same: counts, times, stream facts. Empty when all is. */
  differences: string[];
  parts: number;
  /** Size of the joined file against the other. */
  sizeRatio: number;
  /** SSIM to the source of the pictures around cuts, less that of all others; of the parts. */
  ssimAtCuts: number;
}

/** Why a film is not cut. */
export interface NotCut {
  reason: string;
}

/** Encoders by how fast they are tried. */
export const ENCODERS = {
  x264: { encoder: "libx264", preset: "veryfast", quality: 26 },
  x265: { encoder: "libx265", preset: "ultrafast", quality: 28 },
  svtav1: { encoder: "libsvtav1", preset: "12", quality: 45 },
} as const;

/** Shorter than a job's: the films are short. */
const LENGTHS = { atLeast: 5, last: 2 };

/** Makes the source in `folder` and compares. */
export async function compare(
  folder: string,
  source: CutSource,
  encoder: keyof typeof ENCODERS,
): Promise<Compared | NotCut> {
  const path = join(folder, `source.${source.extension}`);
  await must("ffmpeg", ["-v", "error", "-y", ...source.args, path]);
  const probe = await read(path);
  const pixelFormat = source.deep ? "yuv420p10le" : "yuv420p";
  const chosen = recipe({
    video: { ...ENCODERS[encoder], pixelFormat },
    audio: { encoder: "copy" },
    output: { segments: "on" },
  });
  const decided = plan(probe, chosen, await capabilities());
  const reason = reasonForOneProcess(probe, decided, "on");
  if (reason !== undefined || !decided.video) return { reason: reason ?? "" };
  const whole = join(folder, "whole.mkv");
  await encode(toArgs(probe, decided, { output: whole }));
  const made = await encodeParts(
    folder,
    path,
    decided.video,
    (output, index) => segmentArgs(probe, decided.video as VideoPlan, index, { output }),
  );
  if (typeof made === "string") return { reason: made };
  const joined = join(folder, "joined.mkv");
  await encode(toArgs(probe, decided, { output: joined, joined: made.joined }));
  const [one, other] = [await facts(whole), await facts(joined)];
  const differences = Object.keys(one).flatMap((key) => differingLines(key, one[key] ?? "", other[key] ?? ""));
  return {
    differences,
    parts: made.cuts.length + 1,
    sizeRatio: (await Deno.stat(joined)).size / (await Deno.stat(whole)).size,
    ssimAtCuts: await ssimAt(made.cuts, path, joined) - await ssimAt(made.cuts, path, whole),
  };
}

async function encodeParts(
  folder: string,
  path: string,
  video: VideoPlan,
  argsOf: (output: string, segment: ReturnType<typeof cutAtKeys>[number]) => string[],
) {
  const answer = await readPictureList({ ffprobePath: tools.ffprobePath, path, index: video.index });
  if ("unfit" in answer) return answer.unfit;
  const segments = cutAtKeys(answer.list, video, LENGTHS);
  if (segments.length < 2) return "it has no place for a cut";
  const paths: string[] = [];
  const signal = new AbortController().signal;
  for (const segment of segments) {
    const output = join(folder, `part${segment.number}.mp4`);
    const partial = `${output}.partial`;
    const args = argsOf(partial, segment);
    const times = timesOf(segment, answer.list, video);
    await runSegment({ ...tools, args, partial, path: output, times, signal, stallMs: 0 });
    paths.push(output);
  }
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

/** Everything of a result that has to be the same: every time of every stream, and what the streams say of themselves. */
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

/** Who encoded it, and mean rates that other sizes make. */
const NOT_COMPARED = /ENCODER|_STATISTICS|BPS|frame_rate|NUMBER_OF|DURATION/;

/** Mean SSIM of the five pictures on each side of every cut, less the mean of all others. */
async function ssimAt(cuts: readonly number[], source: string, result: string): Promise<number> {
  const text = await must("ffmpeg", [
    ...["-v", "error", "-i", result, "-i", source, "-filter_complex"],
    ...[
      "[0:v]format=yuv420p,setpts=N/25/TB[a];[1:v]format=yuv420p,setpts=N/25/TB[b];[a][b]ssim=stats_file=-",
      "-f",
      "null",
      "-",
    ],
  ]);
  const near: number[] = [];
  const far: number[] = [];
  for (const line of text.split("\n")) {
    const [, number, score] = /n:(\d+) .*All:([\d.]+)/.exec(line) ?? [];
    if (number === undefined) continue;
    const picture = Number(number) - 1;
    (cuts.some((cut) => Math.abs(picture + 0.5 - cut) <= 5) ? near : far).push(Number(score));
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return mean(near) - mean(far);
}

async function must(program: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(program, args);
  if (code !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}
