import type { EncodeWorker } from "../../jobs/workers/encode_client.ts";
import { cardFault } from "../../encode/hardware/card_fault.ts";
import { JobFailure } from "../../kit/fault.ts";
import { fileInput, loopbackInput, type MediaInput } from "../../media/probe/input_args.ts";
import type { ToolPaths } from "../../media/tools/capabilities.ts";
import type { PartMessage } from "../protocol.ts";
import { uploadResult } from "./upload_result.ts";
import { PartGone, type PartRequests, partRequests } from "./link/part_requests.ts";
import type { PinnedClient } from "./link/pinned_https.ts";
import { pause } from "./link/with_retries.ts";
import type { CardGate } from "./card_gate.ts";
import { partCommand } from "./part_command.ts";
import type { LoopbackServer } from "./source/loopback_server.ts";
import { remoteFile } from "./source/remote_file.ts";
import { findSharedFile, type MediaRoot } from "./source/shared_file.ts";
import type { WorkFolder } from "./work_folder.ts";

/** Services and options for encoding parts. */
export interface PartTools {
  client: PinnedClient;
  loopback: LoopbackServer;
  work: WorkFolder;
  tools: ToolPaths;
  media: readonly MediaRoot[];
  /** Limits of the CPU and the GPUs of this machine. */
  gate: CardGate;
  /** Called with the kind of access to the source of a part. */
  onSource(access: MediaAccess): void;
  /** Interval in milliseconds at which the agent checks whether the service still needs a part. */
  pollMs?: number;
}

/** Access to a source. `shared`: the file itself, if this machine can access it. `transfer`: over the network. */
export type MediaAccess = "shared" | "transfer";

/** Unix niceness, so that other programs have priority. */
const NICE = 10;

const POLL_MS = 30_000;

/**
 * Encodes one part and uploads it to the service. `onLink` receives true when the service can be reached, and false
 * when it cannot. Throws `PartGone` if the part is no longer wanted, `Refused`, `JobFailure`, or the signal's reason.
 */
export async function runPart(
  part: PartMessage,
  worker: EncodeWorker,
  { client, loopback, work, tools, media, gate, onSource, pollMs = POLL_MS }: PartTools,
  { signal, onLink }: { signal: AbortSignal; onLink(up: boolean): void },
): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const ended = new AbortController();
  closing.defer(() => ended.abort(new PartGone("The segment has ended.")));
  const own = AbortSignal.any([signal, ended.signal]);
  const requests = partRequests({ client, part, signal: own, onLink });
  // The polling is not awaited, so that the encode continues while the service cannot be reached.
  pollUntilUnwanted(requests, pollMs, own).catch((error) => ended.abort(error));
  const files = work.filesOf(part.id);
  closing.defer(files.remove);
  const source = await openSource(part, requests, { loopback, media });
  closing.defer(source.end);
  onSource(source.access);
  await encodeOnOneOf(part, worker, { files, source, tools, gate }, own);
  source.requireWhole();
  await uploadResult(files.path, requests, own);
}

/**
 * Polls until the service no longer needs the part. The part message may be outdated, and the message that cancels it
 * may be lost, for example if the service is killed. Throws `PartGone`, `Refused`, or the signal's reason.
 */
async function pollUntilUnwanted(requests: PartRequests, everyMs: number, signal: AbortSignal): Promise<never> {
  for (;;) {
    await requests.received();
    await pause(everyMs, signal);
  }
}

/** Encodes a part on the CPU, or on one GPU after another until it succeeds. Throws the errors of `runPart`. */
async function encodeOnOneOf(
  part: PartMessage,
  worker: EncodeWorker,
  { files, source, tools, gate }: Pick<PartTools, "tools" | "gate"> & {
    files: ReturnType<WorkFolder["filesOf"]>;
    source: OpenSource;
  },
  signal: AbortSignal,
): Promise<void> {
  const failed: string[] = [];
  let lastError: unknown;
  for (;;) {
    const place = await gate.enter(part.encoder, failed, signal);
    if (place === undefined) throw lastError;
    const { device } = place;
    try {
      const command = partCommand(part, { input: source.input, output: files.partial, ...(device ? { device } : {}) });
      if ("refused" in command) throw new JobFailure("invalid_plan", command.refused);
      return void await worker.call("segment", {
        ...{ ...tools, partial: files.partial, path: files.path, args: command.args, times: part.times },
        ...{ stallMs: part.stallMs, nice: NICE, sourceFormat: part.probe.format },
      }, signal);
    } catch (error) {
      // ffmpeg only reports that its input has ended, so the actual cause is thrown first.
      source.requireWhole();
      if (device === undefined || !(error instanceof JobFailure) || !cardFault(error.message)) throw error;
      failed.push(device);
      lastError = error;
    } finally {
      place.release();
    }
  }
}

interface OpenSource {
  access: MediaAccess;
  input: MediaInput;
  /** Throws the error that prevented the source from being read. */
  requireWhole(): void;
  end(): void;
}

/**
 * Opens the file itself if this machine can access it. Otherwise downloads it from the service and makes it available
 * at a local address.
 */
async function openSource(
  { source }: PartMessage,
  requests: PartRequests,
  { loopback, media }: Pick<PartTools, "loopback" | "media">,
): Promise<OpenSource> {
  const shared = await findSharedFile(source, media, requests.prove);
  if (shared !== undefined) {
    return { access: "shared", input: fileInput(shared), requireWhole: () => {}, end: () => {} };
  }
  const file = remoteFile({ sizeBytes: source.sizeBytes, fetchBytes: requests.read });
  let failure: { error: unknown } | undefined;
  const served = loopback.add(file, (error) => failure ??= { error });
  return {
    access: "transfer",
    input: loopbackInput(served.address),
    requireWhole() {
      if (failure) throw failure.error;
    },
    end: served.end,
  };
}
