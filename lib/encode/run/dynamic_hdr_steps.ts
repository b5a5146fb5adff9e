import { join } from "node:path";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { videoTitle } from "../plan/metadata.ts";
import type { DynamicHdrPlan, Plan } from "../plan/model.ts";

/** A program with its arguments. */
export interface Command {
  path: string;
  args: string[];
}

/** Commands that read the metadata before the encode and write it into the finished video. Plain data. */
export interface DynamicHdrSteps {
  /** ffmpeg command whose video stream is piped into each reader. */
  source: Command;
  readers: Command[];
  /** Commands that are run one after the other on the finished encode. */
  writers: Command[];
  /** Command that prints the timestamp of each frame of the finished encode in seconds, in decoding order. */
  times: Command;
  /** Command that muxes the video with the other streams of the encode. Exits with 1 for warnings. */
  mux: MuxStep;
  /** Path of the muxed file, which replaces the encode. */
  output: string;
  /** All intermediate files. */
  files: string[];
}

/** Command of mkvmerge: `options`, then the frame timing, then `inputs`. */
export interface MuxStep {
  path: string;
  options: string[];
  inputs: string[];
  /** Frame rate as a fraction, if frames are evenly spaced. */
  frameRate: [number, number];
  /** File with the timestamp of each frame, if they are not evenly spaced. */
  timestamps: string;
}

/** Absolute paths of files and tools for the commands of the steps. */
export interface StepOptions {
  ffmpegPath: string;
  ffprobePath: string;
  tools: NonNullable<Capabilities["dynamicHdr"]>;
  /** Source file and index of its video stream. */
  source: { path: string; index: number };
  /** Path of the encode. */
  encoded: string;
  /** Folder used by this job only. */
  work: string;
  /** ISO 639-2 language and title of the video stream. A raw stream does not contain them. */
  language?: string;
  title?: string;
  frameRate: [number, number];
}

const RAW = ["-c", "copy", "-bsf:v", "hevc_mp4toannexb", "-f", "hevc"];
const QUIET = ["-hide_banner", "-nostdin", "-v", "error", "-y"];

/**
 * Creates the steps for a plan. HDR10+ is written before Dolby Vision, whose data must be the last in a frame. Pure.
 */
export function dynamicHdrSteps(plan: DynamicHdrPlan, options: StepOptions): DynamicHdrSteps {
  const { ffmpegPath, ffprobePath, tools, source, encoded, work } = options;
  const at = (name: string) => join(work, name);
  const [rpu, json] = [at("rpu.bin"), at("hdr10plus.json")];
  const videoFiles = [at("picture.hevc")];
  const [first = ""] = videoFiles;
  const readers: Command[] = [];
  const writers: Command[] = [{
    path: ffmpegPath,
    args: [...QUIET, ...INPUT_GUARDS, "-i", fileOperand(encoded), "-map", "0:v:0", ...RAW, fileOperand(first)],
  }];
  if (plan.hdr10Plus && tools.hdr10plusToolPath) {
    const next = at("picture-hdr10plus.hevc");
    readers.push({ path: tools.hdr10plusToolPath, args: ["extract", "-o", json, "-"] });
    writers.push({
      path: tools.hdr10plusToolPath,
      args: ["inject", "-i", videoFiles.at(-1) ?? first, "-j", json, "-o", next],
    });
    videoFiles.push(next);
  }
  if (plan.dolbyVision && tools.doviToolPath) {
    const { to81, cropped } = plan.dolbyVision;
    const next = at("picture-dovi.hevc");
    readers.push({
      path: tools.doviToolPath,
      args: [...(to81 ? ["-m", "2"] : []), ...(cropped ? ["-c"] : []), "extract-rpu", "-", "-o", rpu],
    });
    writers.push({
      path: tools.doviToolPath,
      args: ["inject-rpu", "-i", videoFiles.at(-1) ?? first, "--rpu-in", rpu, "-o", next],
    });
    videoFiles.push(next);
  }
  const [times, output] = [at("timestamps.txt"), at("joined.mkv")];
  return {
    source: {
      path: ffmpegPath,
      args: [...QUIET, ...INPUT_GUARDS, "-i", fileOperand(source.path), "-map", `0:${source.index}`, ...RAW, "-"],
    },
    readers,
    writers,
    times: {
      path: ffprobePath,
      args: [
        ...["-v", "error", ...INPUT_GUARDS, "-select_streams", "v:0", "-show_entries", "packet=pts_time"],
        ...["-of", "csv=p=0", "-i", fileOperand(encoded)],
      ],
    },
    mux: {
      path: tools.mkvmergePath,
      options: [...["-q", "--disable-track-statistics-tags", "-o", output], ...labels(options)],
      inputs: [videoFiles.at(-1) ?? first, "-D", encoded],
      frameRate: options.frameRate,
      timestamps: times,
    },
    output,
    files: [...videoFiles, rpu, json, times, output],
  };
}

const labels = ({ language, title }: StepOptions): string[] => [
  ...["--language", `0:${language ?? "und"}`, "--default-track-flag", "0:yes"],
  ...(title ? ["--track-name", `0:${title}`] : []),
];

/** Returns the steps required after the encode. Undefined if the plan keeps no dynamic HDR metadata. */
export function dynamicHdrStep(
  { probe, plan: { video, metadata }, capabilities, encoded, work }: {
    probe: Probe;
    plan: Plan;
    capabilities: Capabilities;
    encoded: string;
    work: string;
  },
): DynamicHdrSteps | undefined {
  const { ffmpegPath, ffprobePath, dynamicHdr: tools } = capabilities;
  const source = probe.streams.find((stream) => stream.index === video?.index);
  if (!video?.dynamicHdr || !tools || !source) return undefined;
  return dynamicHdrSteps(video.dynamicHdr, {
    ...{ ffmpegPath, ffprobePath, tools, encoded, work },
    source: { path: probe.path, index: video.index },
    language: source.language,
    title: metadata ? videoTitle(video) : source.title,
    frameRate: video.frameRate,
  });
}
