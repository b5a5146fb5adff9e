import { match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { type ConsumerInfo, jetstream } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import {
  AGENT_HEARTBEAT,
  ENCODERS,
  farmTest,
  type FarmWorld,
  INSTANCE,
  processesWith,
  remotePart,
  withFarm,
} from "../../tests/fixtures/farm_service.ts";
import { withForeignNats } from "../../tests/fixtures/foreign_nats.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { until } from "../../tests/kit/until.ts";
import { natsNames } from "./protocol.ts";

const names = natsNames(INSTANCE);
const limits = { answerMs: 1_000 };
const NOT_STORED = { message: /could not be sent to the NATS server/ };

/** Sends a heartbeat for the agent, so that it is online. Returns a function that sends a segment to the agent. */
async function openSender({ farm, folder }: FarmWorld, nc: NatsConnection, agentId: string) {
  nc.publish(`$KV.${names.bucket}.${agentId}`, JSON.stringify(AGENT_HEARTBEAT));
  const machines = await farm.machines();
  const available = () => machines.available({ encoder: Object.keys(ENCODERS)[0] ?? "" });
  await until(async () => (await available()).length === 1);
  const [machine] = await available();
  ok(machine);
  return (signal = new AbortController().signal) =>
    machine.encode(remotePart(folder), { signal, onProgress: () => {} });
}

/** Suspends a process. Resolves when all of its threads are suspended. */
async function halt(pid: number): Promise<void> {
  Deno.kill(pid, "SIGSTOP");
  await until(async () => {
    for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
      const stat = await Deno.readTextFile(`/proc/${pid}/task/${name}/stat`);
      if (!/\) [tT] /.test(stat)) return false;
    }
    return true;
  });
}

farmTest(
  "slow: the bundled server is restarted, with a reason, when it stores no more parts, and stores them again",
  { limits },
  async (world) => {
    await world.ready();
    const one = await world.approved("one");
    const before = await world.connectAs(one);
    const send = await openSender(world, before, one.id);
    const [pid] = await processesWith(`${world.folder}/nats.conf`);
    ok(pid);
    await halt(pid);
    await Promise.all([1, 2].map(() => rejects(send(), NOT_STORED)));
    is(await world.problem(), "", "what is sent side by side is one chance");
    await rejects(send(), NOT_STORED);
    await until(() => world.logged.some((line) => /^The NATS server stopped: it stopped storing segments/.test(line)));
    await before.closed();
    await world.ready();
    const nc = await world.connectAs(one);
    const sendAgain = await openSender(world, nc, one.id);
    const enough = new AbortController();
    const sent = rejects(sendAgain(enough.signal), { message: "enough" });
    const known = { stream_name: names.stream, name: one.id, config: {} } as ConsumerInfo;
    ok(await jetstream(nc).consumers.getConsumerFromInfo(known).next({ expires: 10_000 }));
    enough.abort(new Error("enough"));
    await sent;
    await nc.close();
  },
);

inFolder("slow: an external server that stores no parts is a problem until it stores one", async (folder) => {
  await withForeignNats(folder, { jetstream: {} }, async (address, server) => {
    const agents = { server: `nats://me:geheim@${address}`, requireApproval: false };
    await withFarm(folder, { limits, agents }, async (world) => {
      await world.ready();
      const nc = await connect({ servers: address, user: "agent", pass: "auch:geheim" });
      const send = await openSender(world, nc, (await world.join("one")).id);
      try {
        await halt(server.pid());
        for (const _ of [1, 2]) await rejects(send(), NOT_STORED);
        match(
          await world.problem(),
          /^The NATS server nats:\/\/127\.0\.0\.1:\d+ does not respond: it stopped storing segments/,
        );
      } finally {
        Deno.kill(server.pid(), "SIGCONT");
      }
      const enough = new AbortController();
      const sent = rejects(send(enough.signal), { message: "enough" });
      await world.ready();
      enough.abort(new Error("enough"));
      await sent;
      await nc.close();
    });
  });
});
