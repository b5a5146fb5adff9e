import { join } from "node:path";
import { segmentArgs } from "../../lib/encode/segments/segment_args.ts";
import { runSegment } from "../../lib/encode/segments/run_segment.ts";
import { runAgent } from "../../lib/farm/agent/run_agent.ts";
import { measureEncoderMarks } from "../../lib/farm/encoder_marks.ts";
import { joinCodeText } from "../../lib/farm/protocol.ts";
import { createRemoteMachines } from "../../lib/farm/remote_machines.ts";
import type { RemotePart } from "../../lib/jobs/capacity/remote_machines.ts";
import { ENCODE_WORKER_URL } from "../../lib/jobs/workers/encode_client.ts";
import { makeFilmParts, TOOLS } from "../fixtures/farm_film.ts";
import { INSTANCE, openFarmLink, SECRET } from "../fixtures/farm_link.ts";
import { openFarmNats } from "../fixtures/farm_nats.ts";
import { type Figure, median } from "./report.ts";

const ROUNDS = 15;

/**
 * Measures the overhead of encoding a segment on an agent, with source and result sent over HTTPS, compared with
 * encoding it locally.
 */
export async function measurePartOverhead(): Promise<Figure> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const ended = new AbortController();
  const { signal } = ended;
  const link = await openFarmLink(folder);
  const [part] = await makeFilmParts(folder);
  if (part === undefined) throw new Error("The film has no parts.");
  const { fingerprint } = link.certificate;
  const code = joinCodeText({ addresses: [`127.0.0.1:${link.server.port}`], fingerprint, secret: SECRET });
  const agent = runAgent({
    ...{ folder: join(folder, "agent"), code, options: {}, workerUrl: ENCODE_WORKER_URL, signal },
    log: () => {},
  });
  while (link.joined.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const publicKey = link.joined[0]?.publicKey ?? "";
  await using nats = await openFarmNats({ folder, instance: INSTANCE, publicKey, certificate: link.certificate });
  link.standing = { ...link.standing, state: "approved", nats: `:${nats.port}` };
  const encoders = await measureEncoderMarks(TOOLS.ffmpegPath);
  nats.present = [{ id: "one", name: "one", slots: 1, encoders, ffmpegVersion: "", running: [] }];
  const machines = createRemoteMachines({
    ...{ channel: nats.channel, transfers: link.transfers, localMarks: () => Promise.resolve(encoders) },
    silenceMs: 600_000,
  });
  const [machine] = await machines.available({ encoder: "libx264" });
  if (machine === undefined) throw new Error("There is no machine.");
  const away = () => msOf(() => machine.encode(part, { signal, onProgress: () => {} }));
  try {
    // The first run waits until the agent has selected its connection.
    await away();
    const more: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const here = await msOf(() => makeHere(part, folder));
      more.push(await away() - here);
    }
    return {
      ...{ name: "a part by an agent takes longer than here by", value: median(more), unit: "ms", limit: 150 },
      note: `median of ${ROUNDS}, source and result over HTTPS`,
    };
  } finally {
    ended.abort(new Error("measured"));
    await agent.catch(() => {});
    await link.server.stop(0);
    await Deno.remove(folder, { recursive: true });
  }
}

async function makeHere({ probe, video, segment, times }: RemotePart, folder: string): Promise<void> {
  const [partial, path] = [join(folder, "here.partial"), join(folder, "here.mp4")];
  const args = segmentArgs(probe, video, segment, { output: partial });
  const signal = new AbortController().signal;
  await runSegment({ ...TOOLS, args, partial, path, times: [...times], signal, stallMs: 0, nice: 10 });
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
