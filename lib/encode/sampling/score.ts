import { JobFailure } from "../../kit/fault.ts";
import { lines } from "../../kit/process/lines.ts";
import { startProcess } from "../../kit/process/process.ts";
import { fileOperand, INPUT_GUARDS } from "../../media/probe/input_args.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import { pictureChain } from "../args/filters.ts";
import type { Metric } from "./metric.ts";
import type { VideoPlan } from "../plan/model.ts";
import type { Piece } from "./pieces.ts";

/** One comparison of a part of the source with its encode; the source is first cropped and scaled as planned. */
export interface ScoreRequest {
  ffmpegPath: string;
  /** The source, and what was planned for its picture. */
  probe: Probe;
  video: VideoPlan;
  metric: Metric;
  /** Part of the source. */
  piece: Piece;
  /** The encode, with the part of it that shows the same; the whole file when absent. */
  encoded: { path: string; piece?: Piece };
  signal?: AbortSignal;
}

/** One picture's score; `atSeconds` counts from the start of the source. */
export interface FrameScore {
  atSeconds: number;
  score: number;
}

/** Scores an encode against its source, picture by picture. Throws `JobFailure` `tool_failed`. */
export async function scorePiece(request: ScoreRequest): Promise<FrameScore[]> {
  if (request.video.fieldHandling !== "detelecine") return await scoreShifted(request, 0);
  // Which of five pictures goes depends on where decoding begins: the pairing that fits best is the right one.
  let best: FrameScore[] = [];
  for (const shift of [0, 1, -1]) {
    const scores = await scoreShifted(request, shift);
    if (best.length === 0 || meanScore(scores) > meanScore(best)) best = scores;
  }
  return best;
}

/** Scores with the source so many pictures ahead of the encode. */
async function scoreShifted(request: ScoreRequest, shift: number): Promise<FrameScore[]> {
  const { ffmpegPath, probe, video, metric, piece, encoded, signal } = request;
  const source = probe.streams.find((s): s is VideoStream => s.index === video.index && s.kind === "video");
  if (!source) throw new JobFailure("internal", "There is no picture to compare with.");
  signal?.throwIfAborted();
  const child = startProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "error"],
      ...input(encoded.path, encoded.piece),
      ...input(probe.path, piece),
      ...["-filter_complex", graph(source, video, metric, shift), "-map", "[out]", "-f", "null", "-"],
    ],
    nice: 10,
  });
  const kill = () => child.signal("SIGKILL");
  signal?.addEventListener("abort", kill, { once: true });
  const fps = video.frameRate[0] / Math.max(1, video.frameRate[1]);
  const scores: FrameScore[] = [];
  const complaints: string[] = [];
  const read = async () => {
    for await (const line of lines(child.stdout)) {
      const found = parseScore(metric, line);
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
    `The quality could not be measured: ${complaints.at(-1) ?? "no picture in common"}`,
  );
}

const input = (path: string, piece: Piece | undefined): string[] => [
  ...(piece ? ["-ss", piece.atSeconds.toFixed(4), "-t", piece.seconds.toFixed(4)] : []),
  ...INPUT_GUARDS,
  ...["-i", fileOperand(path)],
];

/** Pictures are paired by their number: times of two containers are rounded differently. */
const BY_NUMBER = "settb=1/1000,setpts=N*40";

/** The source goes through the same changes as in the encode, so that only the encoder is judged. */
function graph(source: VideoStream, video: VideoPlan, metric: Metric, shift: number): string {
  const skip = (pictures: number) => pictures > 0 ? `trim=start_frame=${pictures},` : "";
  const same = `[1:${source.index}]${pictureChain(video, source).join(",")},${skip(shift)}${BY_NUMBER}[same];`;
  return `[0:V:0]format=${video.pixelFormat},${skip(-shift)}${BY_NUMBER}[made];${same}[made][same]${
    FILTERS[metric](video)
  }[out]`;
}

const FILTERS: Record<Metric, (video: VideoPlan) => string> = {
  // The standard model is made for 1080p at three screen heights; larger pictures have their own.
  vmaf: ({ height }) =>
    `libvmaf=model=version=${
      height > 1440 ? "vmaf_4k_v0.6.1" : "vmaf_v0.6.1"
    }:n_threads=2:log_fmt=csv:log_path=/dev/stdout`,
  xpsnr: () => "xpsnr=stats_file=-",
  ssim: () => "ssim=stats_file=-",
};

/** Reads one line of a metric's own listing; frames count from 1. Undefined for headers and the rest. Pure. */
export function parseScore(metric: Metric, line: string): { frame: number; score: number } | undefined {
  if (metric === "vmaf") {
    // `Frame,integer_adm2,...,vmaf`: the score is the last filled column.
    const cells = line.split(",").map((cell) => cell.trim()).filter((cell) => cell !== "");
    return pair(Number(cells[0]) + 1, cells.at(-1));
  }
  const words = metric === "ssim" ? /^n:(\d+)\s.*\bAll:([\d.]+)/ : /^n:\s*(\d+)\s+XPSNR y:\s*([\d.]+|inf)/;
  const [, frame, score] = words.exec(line) ?? [];
  return pair(Number(frame), score === "inf" ? "99" : score);
}

const pair = (frame: number, text: string | undefined) => {
  const score = Number(text);
  return text !== undefined && Number.isFinite(frame) && Number.isFinite(score) ? { frame, score } : undefined;
};

/** Mean of the pictures; 0 for none. */
export const meanScore = (scores: FrameScore[]): number =>
  scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
