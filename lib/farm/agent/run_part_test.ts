import { createCardGate } from "./card_gate.ts";
import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { makeFilmParts, TOOLS } from "../../../tests/fixtures/farm_film.ts";
import { CREDENTIALS, openFarmLink } from "../../../tests/fixtures/farm_link.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { openBadLink } from "../../../tests/kit/bad_link.ts";
import type { RemotePart } from "../../jobs/capacity/remote_machines.ts";
import type { EncodeWorker } from "../../jobs/workers/encode_client.ts";
import type { PartMessage } from "../protocol.ts";
import type { PartTransfer } from "../transfer/transfer.ts";
import { pinnedClient } from "./link/pinned_https.ts";
import { type MediaAccess, runPart } from "./run_part.ts";
import { openLoopbackServer } from "./source/loopback_server.ts";
import { openWorkFolder } from "./work_folder.ts";

/** Polls until the condition holds. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 1_000) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const messageOf = (
  { probe, video, segment, times, key }: RemotePart,
  { id, token, proof }: PartTransfer,
): PartMessage => ({
  ...{ id, token, key, encoder: video.encoder, stallMs: 0, times: [...times] },
  source: { path: probe.path, sizeBytes: probe.sizeBytes, proof },
  ...{ probe: { ...probe }, video: { ...video }, segment: { ...segment } },
});

/** Runs one segment whose encode only ends when aborted, for a service whose link can be cut. */
async function withEndlessPart(
  access: MediaAccess,
  work: (world: {
    transfer: PartTransfer;
    bad: Awaited<ReturnType<typeof openBadLink>>;
    /** Reported changes of the service's reachability. */
    links: boolean[];
    made: Promise<void>;
    sources: MediaAccess[];
  }) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await using closing = new AsyncDisposableStack();
    const [part] = await makeFilmParts(folder, 4) as [RemotePart];
    const link = await openFarmLink(folder);
    closing.defer(() => link.server.stop(0));
    const bad = closing.use(await openBadLink(link.server.port));
    const { cert: certificate } = link.certificate;
    const client = pinnedClient({ address: `127.0.0.1:${bad.port}`, certificate, credential: CREDENTIALS.one ?? "" });
    closing.defer(client.close);
    const loopback = await openLoopbackServer();
    closing.defer(loopback.close);
    const { probe: { path }, identity, partial } = part;
    const transfer = link.transfers.open({ ...{ agentId: "one", path, identity, partial }, share: 1 });
    closing.defer(transfer.close);
    const encoding = Promise.withResolvers<void>();
    const worker = {
      call(_name, _request, signal) {
        encoding.resolve();
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      freeze: () => {},
      terminate: () => {},
    } as EncodeWorker;
    const links: boolean[] = [];
    const sources: MediaAccess[] = [];
    const controller = new AbortController();
    const made = runPart(messageOf(part, transfer), worker, {
      ...{ client, loopback, tools: TOOLS, pollMs: 1 },
      work: await openWorkFolder(join(folder, "work")),
      media: access === "shared" ? [{ path: folder, local: folder }] : [],
      gate: createCardGate([], 1),
      onSource: (access) => void sources.push(access),
    }, { signal: controller.signal, onLink: (up) => void links.push(up) });
    made.catch(encoding.reject);
    closing.defer(async () => {
      controller.abort(new Error("ended"));
      await made.catch(() => {});
    });
    await encoding.promise;
    await work({ transfer, bad, links, made, sources });
  });
}

for (const access of ["shared", "transfer"] as const) {
  Deno.test({
    name: `a withdrawn part ends while it is encoded, with its source read as ${access}`,
    // The HTTPS client keeps a timer that outlives the test.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withEndlessPart(access, async ({ transfer, bad, links, made, sources }) => {
        let ended = false;
        made.catch(() => ended = true);
        const pollUntilLink = async (up: boolean) => {
          links.length = 0;
          await until(`polled, and ${up ? "" : "not "}answered`, () => links.includes(up));
        };
        await pollUntilLink(true);
        bad.down();
        await pollUntilLink(false);
        bad.up();
        await pollUntilLink(true);
        same([ended, sources], [false, [access]], "a service that cannot be reached ends nothing");
        await transfer.close();
        await until("it ends", () => ended);
        await rejects(made, { name: "PartGone" });
      }),
  });
}
