import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { CREDENTIALS, type FarmLink, INSTANCE, openFarmLink, SECRET } from "../../../tests/fixtures/farm_link.ts";
import { makeFilmParts, TOOLS } from "../../../tests/fixtures/farm_film.ts";
import { type FarmNats, openFarmNats } from "../../../tests/fixtures/farm_nats.ts";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { PROGRAM } from "../../../tests/kit/service.ts";
import { type BadLink, openBadLink } from "../../../tests/kit/bad_link.ts";
import { segmentArgs } from "../../encode/segments/segment_args.ts";
import { runSegment } from "../../encode/segments/run_segment.ts";
import type { RemoteMachine, RemotePart } from "../../jobs/capacity/remote_machines.ts";
import { remembered } from "../../kit/lazy.ts";
import { ENCODE_WORKER_URL } from "../../jobs/workers/encode_client.ts";
import { measureEncoderMarks } from "../encoder_marks.ts";
import { joinCodeText } from "../protocol.ts";
import { createRemoteMachines } from "../remote_machines.ts";
import { runAgent } from "./run_agent.ts";

/** Agents connected to a real HTTPS server and a real NATS server, both over TLS. */

/** Polls until the condition holds. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !await holds(); tries++) {
    if (tries > 3_000) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Fingerprints of the encoders that every agent in these tests uses. */
const marks = remembered(() => measureEncoderMarks(TOOLS.ffmpegPath));

interface World {
  folder: string;
  link: FarmLink;
  nats: FarmNats;
  /** Connection between the agent and the HTTPS server, which tests can interrupt. */
  bad: BadLink;
  code: string;
  lines: string[];
  parts: RemotePart[];
  machine(): Promise<RemoteMachine>;
  /** Encodes a segment locally. */
  local(part: RemotePart): Promise<Uint8Array>;
  /** Runs the agent in this process until it is stopped. */
  start(options?: { media?: { path: string; local: string }[] }): { ended: Promise<number>; end(): Promise<void> };
}

/** Joins and approves the agent, then opens the NATS server, which only knows the agent's key from then on. */
const test = (name: string, work: (world: World) => Promise<void>) =>
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => withFolder((folder) => inWorld(folder, work)),
  });

async function inWorld(folder: string, work: (world: World) => Promise<void>): Promise<void> {
  const parts = await makeFilmParts(folder, 4);
  const link = await openFarmLink(folder);
  await using bad = await openBadLink(link.server.port);
  const { fingerprint } = link.certificate;
  const code = joinCodeText({ addresses: [`127.0.0.1:${bad.port}`], fingerprint, secret: SECRET });
  const lines: string[] = [];
  const agentFolder = join(folder, "agent");
  const start: World["start"] = (options = {}) => {
    const controller = new AbortController();
    const log = (_level: string, message: string) => void lines.push(message);
    const ended = runAgent({
      folder: agentFolder,
      code,
      options,
      workerUrl: ENCODE_WORKER_URL,
      measure: marks.get,
      log,
      signal: controller.signal,
    });
    return {
      ended,
      async end() {
        controller.abort(new Error("ended"));
        await ended.catch(() => {});
      },
    };
  };
  const first = start();
  await until("joined", () => lines.some((line) => line.startsWith("Joined")));
  await first.end();
  const publicKey = link.joined[0]?.publicKey ?? "";
  await using nats = await openFarmNats({ folder, instance: INSTANCE, publicKey, certificate: link.certificate });
  link.standing = { ...link.standing, state: "approved", nats: `:${nats.port}` };
  const encoders = await marks.get();
  nats.present = [{ id: "one", name: "one", slots: 1, encoders, ffmpegVersion: "", running: [] }];
  const { channel } = nats;
  const machines = createRemoteMachines({
    channel,
    transfers: link.transfers,
    localMarks: () => Promise.resolve(encoders),
    silenceMs: 40_000,
  });
  const machine = async () => {
    const [found] = await machines.available({ encoder: "libx264" });
    if (found === undefined) throw new Error("no machine");
    return found;
  };
  const local = async (part: RemotePart) => {
    const [partial, path] = [join(folder, "local.partial"), join(folder, "local.mp4")];
    const args = segmentArgs(part.probe, part.video, part.segment, { output: partial });
    const signal = new AbortController().signal;
    await runSegment({ ...TOOLS, args, partial, path, times: [...part.times], signal, stallMs: 0 });
    return await Deno.readFile(path);
  };
  try {
    await work({ folder, link, nats, bad, code, lines, parts, machine, local, start });
  } catch (error) {
    console.error(lines.join("\n"));
    throw error;
  } finally {
    await link.server.stop(0);
  }
}

const quiet = () => ({ signal: new AbortController().signal, onProgress: () => {} });

Deno.test({
  name: "slow: an agent that missed the answer to its key joins with the same key again",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withFolder(async (folder) => {
      const link = await openFarmLink(folder);
      const { fingerprint } = link.certificate;
      const code = joinCodeText({ addresses: [`127.0.0.1:${link.server.port}`], fingerprint, secret: SECRET });
      const controller = new AbortController();
      const lines: string[] = [];
      const begin = () =>
        runAgent({
          ...{ folder: join(folder, "agent"), code, options: {}, workerUrl: ENCODE_WORKER_URL, measure: marks.get },
          log: (_level, message) => void lines.push(message),
          signal: controller.signal,
        });
      try {
        link.lostAnswers = 1;
        await rejects(begin(), /returned status 500/);
        const again = begin();
        await until("joined", () => lines.some((line) => line.startsWith("Joined")));
        controller.abort(new Error("ended"));
        await again.catch(() => {});
        same(link.joined.length, 2);
        same(link.joined[0]?.publicKey, link.joined[1]?.publicKey);
      } finally {
        await link.server.stop(0);
      }
    }),
});

test("slow: a part that an agent encodes from transferred bytes equals the part that is encoded locally", async (world) => {
  const { parts, nats, link, machine, local, start, lines, folder } = world;
  const agent = start();
  ok(parts.length >= 3, `${parts.length} parts`);
  const seen: number[] = [];
  for (const part of parts) {
    await (await machine()).encode(part, { ...quiet(), onProgress: ({ frame }) => seen.push(frame) });
    same(await Deno.readFile(part.partial), await local(part));
  }
  same(nats.records, []);
  ok(link.ranges.length > 0, "read over the network");
  ok(seen.length > 0, "progress came");
  await until("every message is acknowledged", async () => await nats.stored() === 0);
  await agent.end();
  same(await agent.ended, 0);
  await until("the heart beat is taken away", () => nats.beats.at(-1) === undefined);
  same((await Array.fromAsync(Deno.readDir(join(folder, "agent", "work")))).length, 0);
  ok(lines.includes("Ready for segments."), lines.join("\n"));
});

test("slow: connections that are cut in the middle of source and result change nothing", async ({ parts, bad, machine, local, start }) => {
  const agent = start();
  bad.cutAfterBytes = 75_000;
  const part = parts[1] as RemotePart;
  await (await machine()).encode(part, quiet());
  ok(bad.cuts() > 5, `${bad.cuts()} cuts`);
  same(await Deno.readFile(part.partial), await local(part));
  await agent.end();
});

test("slow: an agent with access to the file reads it there, and one without reads from the service", async ({ parts, folder, link, machine, local, start }) => {
  const part = parts[0] as RemotePart;
  const agent = start({ media: [{ path: folder, local: folder }] });
  await (await machine()).encode(part, quiet());
  same(link.ranges, []);
  same(await Deno.readFile(part.partial), await local(part));
  await agent.end();
  const elsewhere = join(folder, "elsewhere");
  await Deno.mkdir(elsewhere);
  await Deno.writeFile(join(elsewhere, "Film.mkv"), new Uint8Array(part.identity.sizeBytes));
  const other = start({ media: [{ path: folder, local: elsewhere }] });
  await (await machine()).encode(part, quiet());
  ok(link.ranges.length > 0);
  same(await Deno.readFile(part.partial), await local(part));
  await other.end();
});

test("invalid parts, and plans that are not ours, are refused and write nothing", async (world) => {
  const { parts, nats, lines, machine, start, folder } = world;
  const agent = start();
  for (const garbage of ["", "{", "null", '{"id":"../../x"}', "x".repeat(100_000)]) await nats.sendRaw(garbage);
  const refused = () => lines.filter((line) => line === "An invalid segment message was rejected.").length;
  await until("refused", () => refused() === 5);
  const [part] = parts as [RemotePart];
  for (
    const video of [
      { ...part.video, extraArgs: ["-y", "/etc/passwd"] },
      { ...part.video, pixelFormat: "yuv420p,movie=/etc/passwd" },
      { ...part.video, burn: { index: 1, form: "text" as const, ordinal: 0 } },
    ]
  ) {
    await rejects((async () => (await machine()).encode({ ...part, video }, quiet()))(), { name: "RemoteFailure" });
  }
  same(nats.records.filter((record) => record.startsWith("failed")).length, 3);
  await until("acknowledged", async () => await nats.stored() === 0);
  same((await Array.fromAsync(Deno.readDir(join(folder, "agent", "work")))).length, 0);
  await agent.end();
});

test("slow: a cancelled part ends on the agent, which takes the next", async ({ parts, bad, link, machine, local, start, nats }) => {
  const agent = start();
  const [first, second] = parts as [RemotePart, RemotePart];
  const controller = new AbortController();
  const cancelled = (await machine()).encode(first, { signal: controller.signal, onProgress: () => {} });
  await until("it reads", () => link.ranges.length > 0);
  bad.down();
  controller.abort(new Error("cancelled"));
  await rejects(cancelled, /cancelled/);
  bad.up();
  await (await machine()).encode(second, quiet());
  same(await Deno.readFile(second.partial), await local(second));
  await until("acknowledged", async () => await nats.stored() === 0);
  await agent.end();
});

test("slow: an agent that was killed gets its part again when it is back", async ({ parts, bad, code, link, folder, machine, local, nats }) => {
  const [program = "", ...words] = PROGRAM;
  const args = [...words, "agent", "--config", join(folder, "agent"), "--join", code];
  const spawn = () => new Deno.Command(program, { args, stdout: "null", stderr: "null" }).spawn();
  const [part] = parts as [RemotePart];
  const killed = spawn();
  const made = (await machine()).encode(part, quiet());
  await until("it reads", () => link.ranges.length > 0);
  // The broken link prevents the agent from finishing the segment before it is killed.
  bad.down();
  killed.kill("SIGKILL");
  await killed.status;
  bad.up();
  const back = spawn();
  await made;
  same(await Deno.readFile(part.partial), await local(part));
  same(nats.records, []);
  same((await Array.fromAsync(Deno.readDir(join(folder, "agent", "work")))).length <= 1, true);
  back.kill("SIGTERM");
  same((await back.status).code, 0);
});

test("a revoked agent ends with 3, and a code that is no code with 2", async ({ link, start, folder, nats }) => {
  const agent = start();
  await until("online", () => nats.beats.length > 0);
  CREDENTIALS.one = "3".repeat(40);
  try {
    nats.channel.withdraw("one", "x");
    same(await agent.ended, 3);
  } finally {
    CREDENTIALS.one = "1".repeat(40);
  }
  const log = () => {};
  const begin = (code: string) =>
    runAgent({
      folder: join(folder, "other"),
      code,
      options: {},
      workerUrl: ENCODE_WORKER_URL,
      measure: marks.get,
      log,
      signal: new AbortController().signal,
    });
  same(await begin("LATHE-nothing"), 2);
  const { fingerprint } = link.certificate;
  const addresses = [`127.0.0.1:${link.server.port}`];
  same(await begin(joinCodeText({ addresses, fingerprint, secret: "w".repeat(32) })), 2);
  same(await begin(joinCodeText({ addresses, fingerprint: "0".repeat(64), secret: SECRET })), 2);
  same(link.joined.length, 1);
});
