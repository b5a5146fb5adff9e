import type { EncodeWorker } from "../../jobs/workers/encode_client.ts";
import { JobFailure } from "../../kit/fault.ts";
import { fileInput, loopbackInput, type MediaInput } from "../../media/probe/input_args.ts";
import type { ToolPaths } from "../../media/tools/capabilities.ts";
import type { PartMessage } from "../protocol.ts";
import { bringResult } from "./bring_result.ts";
import { type PartRequests, partRequests } from "./link/part_requests.ts";
import type { PinnedClient } from "./link/pinned_https.ts";
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
}

/** The file itself where this machine sees it, else over the network. */
export type MediaAccess = "shared" | "transfer";

/** Unix niceness: other programs come first. */
const NICE = 10;

/**
 * Makes one part and brings it to the service. `onLink` hears whether the service can be reached. Throws `PartGone` when
 * it is not wanted any more, `Refused`, `JobFailure`, and the signal's reason.
 */
export async function runPart(
  part: PartMessage,
  worker: EncodeWorker,
  { client, loopback, work, tools, media, onSource }: PartTools,
  { signal, onLink }: { signal: AbortSignal; onLink(up: boolean): void },
): Promise<void> {
  const gone = new AbortController();
  const own = AbortSignal.any([signal, gone.signal]);
  const requests = partRequests({ client, part, signal: own, onLink });
  // The message may be older than the interest in it; nothing waits for the answer before there is a result.
  const wanted = requests.received();
  wanted.catch((error) => gone.abort(error));
  const files = work.filesOf(part.id);
  const source = await openSource(part, requests, { loopback, media });
  onSource(source.access);
  try {
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
    await wanted;
    await bringResult(files.path, requests, own);
  } finally {
    source.end();
    await files.remove();
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
