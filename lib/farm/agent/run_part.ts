import type { EncodeWorker } from "../../jobs/workers/encode_client.ts";
import { JobFailure } from "../../kit/fault.ts";
import { fileInput, loopbackInput, type MediaInput } from "../../media/probe/input_args.ts";
import type { ToolPaths } from "../../media/tools/capabilities.ts";
import type { PartMessage } from "../protocol.ts";
import { bringResult } from "./bring_result.ts";
import { PartGone, type PartRequests, partRequests } from "./link/part_requests.ts";
import type { PinnedClient } from "./link/pinned_https.ts";
import { pause } from "./link/with_retries.ts";
import { partCommand } from "./part_command.ts";
import type { LoopbackServer } from "./source/loopback_server.ts";
import { remoteFile } from "./source/remote_file.ts";
import { findSharedFile, type MediaRoot } from "./source/shared_file.ts";
import type { WorkFolder } from "./work_folder.ts";

/** What parts are made with. */
export interface PartTools {
  client: PinnedClient;
  loopback: LoopbackServer;
  work: WorkFolder;
  tools: ToolPaths;
  media: readonly MediaRoot[];
  /** Hears how the source of a part is read. */
  onSource(access: MediaAccess): void;
  /** How often the service is asked whether a part is still wanted. */
  askEveryMs?: number;
}

/** The file itself where this machine sees it, else over the network. */
export type MediaAccess = "shared" | "transfer";

/** Unix niceness: other programs come first. */
const NICE = 10;

const ASK_EVERY_MS = 30_000;

/**
 * Makes one part and brings it to the service. `onLink` hears whether the service can be reached. Throws `PartGone` when
 * it is not wanted any more, `Refused`, `JobFailure`, and the signal's reason.
 */
export async function runPart(
  part: PartMessage,
  worker: EncodeWorker,
  { client, loopback, work, tools, media, onSource, askEveryMs = ASK_EVERY_MS }: PartTools,
  { signal, onLink }: { signal: AbortSignal; onLink(up: boolean): void },
): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const ended = new AbortController();
  closing.defer(() => ended.abort(new PartGone("The part has ended.")));
  const own = AbortSignal.any([signal, ended.signal]);
  const requests = partRequests({ client, part, signal: own, onLink });
  // Nothing waits for the answers: a part is encoded on while the service cannot be reached.
  askWhetherWanted(requests, askEveryMs, own).catch((error) => ended.abort(error));
  const files = work.filesOf(part.id);
  closing.defer(files.remove);
  const source = await openSource(part, requests, { loopback, media });
  closing.defer(source.end);
  onSource(source.access);
  const command = partCommand(part, { input: source.input, output: files.partial });
  if ("refused" in command) throw new JobFailure("invalid_plan", command.refused);
  await worker.call("segment", {
    ...tools,
    partial: files.partial,
    path: files.path,
    args: command.args,
    times: part.times,
    stallMs: part.stallMs,
    nice: NICE,
    sourceFormat: part.probe.format,
  }, own).catch((error) => {
    // ffmpeg can only say that its input ended.
    source.requireWhole();
    throw error;
  });
  source.requireWhole();
  await bringResult(files.path, requests, own);
}

/**
 * Asks again and again until the service does not want the part any more. The message may be older than the interest in it,
 * and the one that ends it may be lost, as all are when the service is killed. Throws `PartGone`, `Refused` and the signal's
 * reason.
 */
async function askWhetherWanted(requests: PartRequests, everyMs: number, signal: AbortSignal): Promise<never> {
  for (;;) {
    await requests.received();
    await pause(everyMs, signal);
  }
}

interface OpenSource {
  access: MediaAccess;
  input: MediaInput;
  /** Throws what kept the source from being read. */
  requireWhole(): void;
  end(): void;
}

/** The file itself where this machine sees it, else the service's bytes on an address of our own. */
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
