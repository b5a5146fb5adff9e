import { stat } from "node:fs/promises";
import { commandText } from "../../encode/args/command_text.ts";
import { analysePicture } from "../../encode/plan/video/analyse.ts";
import { checkFile, type FileHealth } from "../../encode/verify/file_check.ts";
import { readDynamicHdr, writeDynamicHdr } from "../../encode/run/dynamic_hdr_run.ts";
import { decide, resolveFor } from "../../encode/decision/decide.ts";
import { withGrain } from "../../encode/plan/video/grain.ts";
import { runFfmpeg } from "../../encode/run/run.ts";
import { cutAtKeys, timesOf } from "../../encode/segments/cuts.ts";
import { keysCanBegin } from "../../encode/segments/key_check.ts";
import { stepsOf } from "../../encode/segments/picture_steps.ts";
import { readPictureList } from "../../encode/segments/picture_list.ts";
import { acceptPart, samePart } from "../../encode/segments/accept_part.ts";
import { checkSegment, readHeader, type SegmentCheck, type SegmentHeader } from "../../encode/segments/check.ts";
import { encodeSegment, runSegment, type SegmentEncode } from "../../encode/segments/run_segment.ts";
import { scoreText } from "../../encode/metric.ts";
import { measureEncode, type QualitySearch, searchQuality } from "../../encode/sampling/sampling.ts";
import type { FrameScore } from "../../encode/sampling/score.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import { listenTo } from "../../encode/plan/listen.ts";
import { verifyOutput } from "../../encode/verify/verify.ts";
import { throttle } from "../../kit/async.ts";
import { syncFile } from "../../kit/atomic_file.ts";
import { defectText, Fault, JobFailure } from "../../kit/fault.ts";
import { withChildEnvironment } from "../../kit/process/process.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import { runEncodertool } from "../../media/audio/encodertool.ts";
import { measureLoudness } from "../../media/audio/loudness.ts";
import { type OcrResult, ocrStream } from "../../media/subtitles/service.ts";
import { openJobLog } from "./job_log_writer.ts";
import {
  type CheckRequest,
  type Cut,
  type CutRequest,
  type EncodeRequest,
  type EncodeResult,
  type EncodeSegmentRequest,
  type FromWorker,
  type HeaderRequest,
  type Inspection,
  type InspectRequest,
  type OcrCall,
  type ScoreCall,
  type SearchCall,
  type ToWorker,
  type Verification,
  type VerifyRequest,
} from "./messages.ts";
import { CHILD_TOKEN } from "../../platform/storage/boot.ts";

/** Operations of an encode worker. Independent of threads, so that tests can call it directly. */
export function createEncodeSession(send: (message: FromWorker) => void): { receive(message: ToWorker): void } {
  const running = new Map<number, AbortController>();
  let frozen = false;

  const answer = async (id: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      send({ kind: "answer", id, value: await work(controller.signal) });
    } catch (error) {
      send(refusal(id, error, controller.signal.aborted));
    } finally {
      running.delete(id);
    }
  };

  return {
    receive(message) {
      switch (message.kind) {
        case "abort":
          running.get(message.id)?.abort();
          return;
        case "freeze":
          frozen = message.frozen;
          return;
        case "call":
          return void answer(message.id, (signal) =>
            withChildEnvironment({ [CHILD_TOKEN]: message.token }, () => {
              switch (message.name) {
                case "inspect":
                  return inspect(message.request, signal);
                case "encode":
                  return encode(message.request, signal, { send, suspended: () => frozen });
                case "cut":
                  return cut(message.request, signal, () => frozen);
                case "segment":
                  return segment(message.request, runSegment, signal, { send, suspended: () => frozen });
                case "encodeSegment":
                  return segment(message.request, encodeSegment, signal, { send, suspended: () => frozen });
                case "checkSegment":
                  return checkDurable({ ...message.request, signal });
                case "header":
                  return header(message.request, signal);
                case "acceptPart":
                  return acceptPart({ ...message.request, signal });
                case "samePart":
                  return samePart({ ...message.request, signal });
                case "verify":
                  return verify(message.request, signal);
                case "search":
                  return search(message.request, signal, send);
                case "score":
                  return score(message.request, signal);
                case "probe":
                  return probeFile(message.request.path, { ...message.request, signal });
                case "check":
                  return check(message.request, signal, send);
                case "ocr":
                  return readSubtitle(message.request, signal, send);
                case "loudness":
                  return measureLoudness({ ...message.request, signal });
              }
            }));
      }
    },
  };
}

/** Reads the source, analyses video and audio if the recipe requires it, and plans. */
async function inspect(request: InspectRequest, signal: AbortSignal): Promise<Inspection> {
  const { path, recipe, capabilities } = request;
  const { ffmpegPath, ffprobePath } = capabilities;
  const probe = request.known ?? await probeFile(path, { ffprobePath, signal });
  const known = await withGrain(recipe, request.options.known, { ffmpegPath, probe, signal });
  const options = { ...request.options, known };
  const resolved = resolveFor(probe, recipe, capabilities, options);
  const findings = options.audioOnly ? {} : {
    ...await analysePicture({ ffmpegPath, probe, recipe: resolved.recipe, signal }),
    ...await listenTo({ ffmpegPath, probe, recipe: resolved.recipe, signal }),
  };
  return { probe, ...decide(probe, resolved, capabilities, options, findings) };
}

/** Runs the tool to completion, with its log and progress. */
async function encode(
  { ffmpegPath, args, command, output, logPath, notes, stallMs, nice, sourceFormat, tool, dynamicHdr }: EncodeRequest,
  signal: AbortSignal,
  { send, suspended }: { send: (message: FromWorker) => void; suspended: () => boolean },
): Promise<EncodeResult> {
  const log = openJobLog(logPath, { command, args });
  for (const note of notes) log.write(note);
  const mayPublish = rateLimit(MAX_LINES_PER_SECOND);
  const started = performance.now();
  const steps = { nice, signal, log: (line: string) => log.write(line) };
  let sourceErrors: SourceErrors;
  try {
    if (dynamicHdr) {
      send({ kind: "status", message: "Reading the HDR metadata of the source." });
      await readDynamicHdr(dynamicHdr, steps);
    }
    ({ sourceErrors } = await runFfmpeg({
      ffmpegPath,
      args,
      signal,
      stallMs,
      nice,
      sourceFormat,
      suspended,
      onSpawn: (pid) => send({ kind: "spawned", pid }),
      onProgress: (progress) => send({ kind: "progress", progress }),
      onLine: (line) => {
        log.write(line);
        if (mayPublish()) send({ kind: "line", line });
      },
    }).finally(() => send({ kind: "exited" })));
    if (dynamicHdr) {
      send({ kind: "status", message: "Writing the HDR metadata into the encode." });
      await writeDynamicHdr(dynamicHdr, steps);
      // The target may be on another file system.
      await Deno.copyFile(dynamicHdr.output, output);
    }
    if (tool) await finishWithTool(tool, output, signal, (line) => log.write(line));
  } finally {
    log.close();
    for (const path of dynamicHdr?.files ?? []) await Deno.remove(path).catch(() => {});
  }
  const sizeBytes = (await stat(output).catch(() => undefined))?.size ?? 0;
  if (sizeBytes === 0) throw new JobFailure("verification_failed", "The tool succeeded but left no file.");
  return { sizeBytes, seconds: (performance.now() - started) / 1000, sourceErrors };
}

/** Reads where the video can be split. */
async function cut(
  { ffprobePath, path, plan, lengths, stallMs }: CutRequest,
  signal: AbortSignal,
  suspended: () => boolean,
): Promise<Cut> {
  const { index } = plan.video;
  const file = { ffprobePath, path, index, signal, stall: { stallMs, suspended } };
  const answer = await readPictureList(file);
  if ("unfit" in answer) return answer;
  const { list } = answer;
  const segments = cutAtKeys(list, plan, lengths);
  if (!await keysCanBegin({ ...file, list, segments })) {
    return { unfit: "decoding cannot start at its keyframes" };
  }
  return { parts: segments.map((segment) => ({ segment, steps: stepsOf(timesOf(segment, list, plan.video)) })) };
}

/** Encodes one segment using `encode`. */
async function segment<R extends EncodeSegmentRequest, T>(
  request: R,
  encode: (run: R & SegmentEncode) => Promise<T>,
  signal: AbortSignal,
  { send, suspended }: { send: (message: FromWorker) => void; suspended: () => boolean },
): Promise<T> {
  const { logPath, notes = [] } = request;
  const { ffmpegPath, args } = request;
  const log = logPath === undefined ? undefined : openJobLog(logPath, { command: commandText(ffmpegPath, args), args });
  for (const note of notes) log?.write(note);
  const mayPublish = rateLimit(MAX_LINES_PER_SECOND);
  try {
    return await encode({
      ...request,
      signal,
      suspended,
      onSpawn: (pid) => send({ kind: "spawned", pid }),
      onProgress: (progress) => send({ kind: "progress", progress }),
      onLine: (line) => {
        log?.write(line);
        if (mayPublish()) send({ kind: "line", line });
      },
    });
  } finally {
    send({ kind: "exited" });
    log?.close();
  }
}

/** Verifies an encoded segment and syncs it to disk. */
async function checkDurable(check: SegmentCheck): Promise<SegmentHeader> {
  const header = await checkSegment(check);
  await syncFile(check.path);
  return header;
}

/** Encodes a few frames to obtain their header. */
async function header(
  { ffmpegPath, ffprobePath, args, path }: HeaderRequest,
  signal: AbortSignal,
): Promise<SegmentHeader> {
  try {
    await runFfmpeg({ ffmpegPath, args, signal, stallMs: HEADER_STALL_MS });
    return await readHeader({ ffmpegPath, ffprobePath, path, signal });
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

const HEADER_STALL_MS = 600_000;
const TOOL_TIMEOUT_MS = 3_600_000;

/** Passes ffmpeg's lossless file to the encoder tool and replaces it with the result. */
async function finishWithTool(
  { path, args, output, home }: NonNullable<EncodeRequest["tool"]>,
  target: string,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  log([path, ...args].join(" "));
  const { sizeBytes } = await runEncodertool({ path, args, output, home, signal, timeoutMs: TOOL_TIMEOUT_MS });
  log(`The encoder tool wrote ${sizeBytes} bytes.`);
  // The target may be on another file system.
  await Deno.copyFile(output, target);
}

const verify = ({ tools, ...rest }: VerifyRequest, signal: AbortSignal): Promise<Verification> =>
  verifyOutput({ ...tools, ...rest, signal });

async function search(
  { tools, probe, plan, folder }: SearchCall,
  signal: AbortSignal,
  send: (message: FromWorker) => void,
): Promise<QualitySearch> {
  const { video } = plan;
  if (!video?.target) throw new JobFailure("internal", "The plan has no quality target.");
  const { metric, score: target } = video.target;
  const onTrial = (number: number) =>
    send({ kind: "status", message: `Finding the quality for ${scoreText(metric, target)}, trial ${number}.` });
  const request = { ...tools, probe, plan: { ...plan, video }, folder, signal };
  return await searchQuality({ ...request, metric, target, onTrial });
}

async function readSubtitle(
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

async function check(
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

async function score(request: ScoreCall, signal: AbortSignal): Promise<FrameScore[]> {
  const { tools, probe, plan, path, metric, places } = request;
  if (!plan.video) throw new JobFailure("internal", "The plan has no video.");
  return await measureEncode({
    ...tools,
    probe,
    plan: { ...plan, video: plan.video },
    folder: "",
    signal,
    metric,
    path,
    places,
  });
}

/** Maximum number of lines per second sent to live readers. The log contains all of them. */
const MAX_LINES_PER_SECOND = 50;

function rateLimit(perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    return ++count <= perSecond;
  };
}

function refusal(id: number, error: unknown, aborted: boolean): FromWorker {
  if (aborted) return { kind: "refused", id, code: "aborted", message: "stopped" };
  if (error instanceof JobFailure) return { kind: "refused", id, code: error.code, message: error.message };
  if (error instanceof Fault) return { kind: "refused", id, code: "tool_missing", message: error.message };
  // Details of a defect are written to the log, which the job's message refers to.
  const stack = error instanceof Error ? error.stack ?? error.message : String(error);
  return { kind: "refused", id, code: "internal", message: defectText(error), stack };
}
