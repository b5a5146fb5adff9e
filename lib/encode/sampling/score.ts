import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { videoFilterChain } from "../args/filters.ts";
import { quantile } from "../../kit/quantile.ts";
import { generationOf } from "../../media/tools/vmaf_models.ts";
import { LOW_PART, type Metric, type Scale } from "../metric.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Piece } from "./pieces.ts";

/** Comparison of a section of the source with its encode. The source is first cropped and scaled as planned. */
export interface ScoreRequest extends Scale {
  ffmpegPath: string;
  /** Source file and its planned video. */
  probe: Probe;
  video: VideoPlan;
  /** Section of the source. */
  piece: Piece;
  /**
   * File of the encode, and its section with the same content as the source section. Without a section, the whole file
   * is compared.
   */
  encoded: { path: string; piece?: Piece };
  signal?: AbortSignal;
}

/** Score of one frame. `atSeconds` is relative to the start of the source. */
export interface FrameScore {
  atSeconds: number;
  score: number;
}

/** Scores an encode against its source, frame by frame. Throws `JobFailure` `tool_failed`. */
export async function scorePiece(request: ScoreRequest): Promise<FrameScore[]> {
  if (request.video.fieldHandling !== "detelecine") return await scoreShifted(request, 0);
  // Inverse telecine drops one of five frames. Which one depends on where decoding starts, so the pairing with the best
  // score is used.
  let best: FrameScore[] = [];
  for (const shift of [0, 1, -1]) {
    const scores = await scoreShifted(request, shift);
    if (best.length === 0 || meanScore(scores) > meanScore(best)) best = scores;
  }
  return best;
}

/** Scores with the source shifted by `shift` frames relative to the encode. */
async function scoreShifted(request: ScoreRequest, shift: number): Promise<FrameScore[]> {
  const { ffmpegPath, probe, video, metric, vmafModel, piece, encoded, signal } = request;
  const source = probe.streams.find((s): s is VideoStream => s.index === video.index && s.kind === "video");
  if (!source) throw new JobFailure("internal", "There is no video to compare with.");
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "error"],
      ...input(encoded.path, encoded.piece),
      ...input(probe.path, piece),
      ...["-filter_complex", graph(source, video, { metric, vmafModel }, shift), "-map", "[out]", "-f", "null", "-"],
    ],
    nice: 10,
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const fps = video.frameRate[0] / Math.max(1, video.frameRate[1]);
  const scores: FrameScore[] = [];
  const complaints: string[] = [];
  const parse = createLogReader(metric);
  const read = async () => {
    for await (const line of lines(child.stdout)) {
      const found = parse(line);
      if (found) scores.push({ atSeconds: piece.atSeconds + (found.frame - 1) / fps, score: found.score });
    }
  };
  const listen = async () => {
    for await (const line of lines(child.stderr)) if (complaints.length < 20) complaints.push(line);
  };
  try {
    const [status] = await Promise.all([child.status, read(), listen()]);
    signal?.throwIfAborted();
    if (status.success && scores.length > 0) return scores;
  } finally {
    signal?.removeEventListener("abort", kill);
  }
  throw new JobFailure(
    "tool_failed",
    `The quality could not be measured: ${complaints.at(-1) ?? "no frames in common"}`,
  );
}

const input = (path: string, piece: Piece | undefined): string[] => [
  ...(piece ? ["-ss", piece.atSeconds.toFixed(4), "-t", piece.seconds.toFixed(4)] : []),
  ...INPUT_GUARDS,
  ...["-i", fileOperand(path)],
];

/**
 * Pairs frames by number, because containers round timestamps differently. Since ffmpeg 7.1, `setpts` removes the frame
 * rate, which makes `xpsnr` divide by zero and crash, so `fps` sets it again. It neither drops nor duplicates frames
 * here.
 */
const BY_NUMBER = "settb=1/1000,setpts=N*40,fps=25";

/** Applies the filters of the plan to the source, so that only the effect of the encoder is scored. */
function graph(source: VideoStream, video: VideoPlan, scale: Scale, shift: number): string {
  const skip = (frames: number) => frames > 0 ? `trim=start_frame=${frames},` : "";
  const format = `format=${scoredFormat(video, scale)}`;
  const videoFilters = [...videoFilterChain(video, source), format].join(",");
  const same = `[1:${source.index}]${videoFilters},${skip(shift)}${BY_NUMBER}[same];`;
  return `[0:V:0]${format},${skip(-shift)}${BY_NUMBER}[made];${same}[made][same]${scoreFilter(scale)}[out]`;
}

/** Returns the pixel format for scoring. The newer VMAF models expect 10 bits, with which they detect banding. */
const scoredFormat = ({ pixelFormat }: VideoPlan, { vmafModel }: Scale): string =>
  vmafModel !== undefined && generationOf(vmafModel) === 1 ? "yuv420p10le" : pixelFormat;

function scoreFilter({ metric, vmafModel }: Scale): string {
  if (metric !== "vmaf") return `${metric}=stats_file=-`;
  const model = vmafModel === undefined ? "" : `model=version=${vmafModel}:`;
  return `libvmaf=${model}n_threads=2:log_fmt=csv:log_path=/dev/stdout`;
}

/** Number of a frame, from 1, and its score. */
export interface NumberedScore {
  frame: number;
  score: number;
}

/** Creates a reader of a metric's log. The reader returns undefined for headers and other lines. */
export function createLogReader(metric: Metric): (line: string) => NumberedScore | undefined {
  if (metric === "vmaf") return createVmafReader();
  const words = metric === "ssim" ? /^n:(\d+)\s.*\bAll:([\d.]+)/ : /^n:\s*(\d+)\s+XPSNR y:\s*([\d.]+|inf)/;
  return (line) => {
    const [, frame, score] = words.exec(line) ?? [];
    return pair(Number(frame), score === "inf" ? "99" : score);
  };
}

/**
 * Creates a reader for a table with a column for each feature of the model. The header contains the name of the score
 * column.
 */
function createVmafReader(): (line: string) => NumberedScore | undefined {
  let column = -1;
  return (line) => {
    const cells = line.split(",").map((cell) => cell.trim());
    if (cells[0] === "Frame") column = cells.indexOf("vmaf");
    const score = cells[column];
    return score === undefined || score === "" || !/^\d+$/.test(cells[0] ?? "")
      ? undefined
      : pair(Number(cells[0]) + 1, score);
  };
}

const pair = (frame: number, text: string | undefined) => {
  const score = Number(text);
  return text !== undefined && Number.isFinite(frame) && Number.isFinite(score) ? { frame, score } : undefined;
};

/** Returns the mean score of all frames. 0 if there are none. */
export const meanScore = (scores: FrameScore[]): number =>
  scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);

/** Returns the score that all frames except the worst 5 % reach (`LOW_PART`). 0 if there are none. */
export const lowScore = (scores: FrameScore[]): number =>
  scores.length === 0 ? 0 : quantile(scores.map(({ score }) => score).sort((a, b) => a - b), LOW_PART);
