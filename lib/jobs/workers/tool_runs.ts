import { stat } from "node:fs/promises";
import { commandText } from "../../encode/args/command_text.ts";
import { readDynamicHdr, writeDynamicHdr } from "../../encode/run/dynamic_hdr_run.ts";
import { runFfmpeg } from "../../encode/run/run.ts";
import { checkSegment, readHeader, type SegmentCheck, type SegmentHeader } from "../../encode/segments/check.ts";
import type { SegmentEncode } from "../../encode/segments/run_segment.ts";
import type { SourceErrors } from "../../encode/run/source_errors.ts";
import { syncFile } from "../../kit/atomic_file.ts";
import { JobFailure } from "../../kit/fault.ts";
import { runEncodertool } from "../../media/audio/encodertool.ts";
import { openJobLog } from "./job_log_writer.ts";
import type { EncodeRequest, EncodeResult, EncodeSegmentRequest, FromWorker, HeaderRequest } from "./messages.ts";

const HEADER_STALL_MS = 600_000;
const TOOL_TIMEOUT_MS = 3_600_000;
/** Maximum number of lines per second that are sent to live readers. The log contains all lines. */
const MAX_LINES_PER_SECOND = 50;

/** Runs the tool to completion, with its log and progress. */
export async function encode(
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
  if (sizeBytes === 0) {
    throw new JobFailure("verification_failed", "The tool exited without an error but wrote no file.");
  }
  return { sizeBytes, seconds: (performance.now() - started) / 1000, sourceErrors };
}

/** Encodes one segment with `encode`. */
export async function segment<R extends EncodeSegmentRequest, T>(
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
export async function checkDurable(check: SegmentCheck): Promise<SegmentHeader> {
  const header = await checkSegment(check);
  await syncFile(check.path);
  return header;
}

/** Encodes a few frames to obtain their header. */
export async function header(
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

/** Passes ffmpeg's lossless file to the encoder tool, and replaces it with the result. */
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

function rateLimit(perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    return ++count <= perSecond;
  };
}
