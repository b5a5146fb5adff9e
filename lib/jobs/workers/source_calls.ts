import { analyseVideo } from "../../encode/plan/video/analyse.ts";
import { checkFile, type FileHealth } from "../../encode/verify/file_check.ts";
import { decide, resolveFor } from "../../encode/decision/decide.ts";
import { withGrain } from "../../encode/plan/video/grain.ts";
import { cutAtKeys, timesOf } from "../../encode/segments/cuts.ts";
import { keysCanBegin } from "../../encode/segments/key_check.ts";
import { stepsOf } from "../../encode/segments/frame_steps.ts";
import { readFrameList } from "../../encode/segments/frame_list.ts";
import { targetText } from "../../encode/metric.ts";
import { measureEncode, type QualitySearch, searchQuality } from "../../encode/sampling/sampling.ts";
import type { FrameScore } from "../../encode/sampling/score.ts";
import { listenTo } from "../../encode/plan/listen.ts";
import { verifyOutput } from "../../encode/verify/verify.ts";
import { throttle } from "../../kit/async.ts";
import { JobFailure } from "../../kit/fault.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import { type OcrResult, ocrStream } from "../../media/subtitles/service.ts";
import type {
  CheckRequest,
  Cut,
  CutRequest,
  FromWorker,
  Inspection,
  InspectRequest,
  OcrCall,
  ScoreCall,
  SearchCall,
  Verification,
  VerifyRequest,
} from "./messages.ts";

/** Reads the source, analyses video and audio if the recipe requires it, and plans the encode. */
export async function inspect(request: InspectRequest, signal: AbortSignal): Promise<Inspection> {
  const { path, recipe, capabilities } = request;
  const { ffmpegPath, ffprobePath } = capabilities;
  const probe = request.known ?? await probeFile(path, { ffprobePath, signal });
  const known = await withGrain(recipe, request.options.known, { ffmpegPath, probe, signal });
  const options = { ...request.options, known };
  const resolved = resolveFor(probe, recipe, capabilities, options);
  const findings = options.audioOnly ? {} : {
    ...await analyseVideo({ ffmpegPath, probe, recipe: resolved.recipe, signal }),
    ...await listenTo({ ffmpegPath, probe, recipe: resolved.recipe, signal }),
  };
  return { probe, ...decide(probe, resolved, capabilities, options, findings) };
}

/** Determines where the video can be split. */
export async function cut(
  { ffprobePath, path, plan, lengths, stallMs }: CutRequest,
  signal: AbortSignal,
  suspended: () => boolean,
): Promise<Cut> {
  const { index } = plan.video;
  const file = { ffprobePath, path, index, signal, stall: { stallMs, suspended } };
  const answer = await readFrameList(file);
  if ("unfit" in answer) return answer;
  const { list } = answer;
  const segments = cutAtKeys(list, plan, lengths);
  if (!await keysCanBegin({ ...file, list, segments })) {
    return { unfit: "decoding cannot start at its keyframes" };
  }
  return { parts: segments.map((segment) => ({ segment, steps: stepsOf(timesOf(segment, list, plan.video)) })) };
}

/** Compares an encode with its source. */
export const verify = ({ tools, ...rest }: VerifyRequest, signal: AbortSignal): Promise<Verification> =>
  verifyOutput({ ...tools, ...rest, signal });

/** Searches for the quality that reaches the target of the plan. */
export async function search(
  { tools, probe, plan, folder, device }: SearchCall,
  signal: AbortSignal,
  send: (message: FromWorker) => void,
): Promise<QualitySearch> {
  const { video } = plan;
  if (!video?.target) throw new JobFailure("internal", "The plan has no quality target.");
  const { score: target, ...scale } = video.target;
  const onTrial = (number: number) =>
    send({
      kind: "status",
      message: `Finding the quality at which ${targetText(scale.metric, target)}, trial ${number}.`,
    });
  const request = { ...tools, probe, plan: { ...plan, video }, folder, device, signal };
  return await searchQuality({ ...request, ...scale, target, onTrial });
}

/** Converts a bitmap subtitle stream to text. */
export async function readSubtitle(
  request: OcrCall,
  signal: AbortSignal,
  send: (message: FromWorker) => void,
): Promise<OcrResult> {
  const onProgress = (part: number) =>
    send({
      kind: "status",
      message: `Converting subtitle ${request.stream.index} to text, ${Math.round(part * 100)} %.`,
    });
  return await ocrStream({ ...request, signal, onProgress });
}

/** Decodes a whole file and lists damaged positions. */
export async function check(
  { tools, probe }: CheckRequest,
  signal: AbortSignal,
  send: (message: FromWorker) => void,
): Promise<FileHealth> {
  const onProgress = throttle(
    1000,
    (part: number) => send({ kind: "status", message: `Checking the source, ${Math.round(part * 100)} %.` }),
  );
  return await checkFile({ ...tools, probe, signal, onProgress });
}

/** Scores an encode against its source. */
export async function score(request: ScoreCall, signal: AbortSignal): Promise<FrameScore[]> {
  const { tools, probe, plan, path, metric, vmafModel, places } = request;
  if (!plan.video) throw new JobFailure("internal", "The plan has no video.");
  return await measureEncode({
    ...tools,
    probe,
    plan: { ...plan, video: plan.video },
    folder: "",
    signal,
    metric,
    vmafModel,
    path,
    places,
  });
}
