import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { AGENT_HEARTBEAT, farmTest, INSTANCE } from "../../tests/fixtures/farm_service.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { withForeignNats } from "../../tests/fixtures/foreign_nats.ts";
import { until } from "../../tests/kit/until.ts";
import { type Channel, createChannel } from "./agents/channel.ts";
import type { Registry } from "./agents/registry_model.ts";
import { openConnection } from "./broker/connection.ts";
import { natsNames } from "./protocol.ts";

const names = natsNames(INSTANCE);

farmTest(
  "an agent that sends more than a heartbeat contains is cut off by our own server",
  {},
  async (world) => {
    await world.ready();
    const one = await world.approved("one");
    const nc = await world.connectAs(one);
    is(nc.info?.max_payload, 64 << 10);
    // Makes the client ignore the announced limit.
    Object.assign(nc.info ?? {}, { max_payload: 8 << 20 });
    nc.publish(names.progress(one.id), new Uint8Array(64 << 10));
    await nc.flush();
    nc.publish(names.progress(one.id), new Uint8Array((64 << 10) + 1));
    await nc.closed();
  },
);

/**
 * Runs `work` with the service's channel on an external server, with the test's registry, and an agent's connection.
 */
async function withChannel(
  folder: string,
  registry: Partial<Registry>,
  work: (channel: Channel, nc: NatsConnection) => Promise<void>,
): Promise<void> {
  await withForeignNats(folder, { jetstream: {} }, async (servers) => {
    const service = await openConnection({ servers, user: "me", pass: "geheim" }, INSTANCE);
    const channel = createChannel({
      ...{ instance: INSTANCE, registry: registry as Registry, log: () => {} },
      ...{ connection: () => service, problem: () => undefined },
    });
    const followed = channel.follow(service);
    await service.nc.flush();
    const nc = await connect({ servers, user: "agent", pass: "auch:geheim" });
    await work(channel, nc);
    await nc.close();
    await service.nc.close();
    await followed;
  });
}

inFolder(
  "a progress report that is larger than any honest one is not read, also from a server of others",
  async (folder) => {
    await withChannel(folder, {}, async (channel, nc) => {
      const heard: string[] = [];
      channel.onProgress((_, { id }) => void heard.push(id));
      const report = (id: string) => JSON.stringify({ id, frame: 1, fps: 25, sizeBytes: 1_000_000, speedFactor: 1 });
      nc.publish(names.progress("one"), report("large") + " ".repeat(4_096));
      nc.publish(names.progress("one"), report("honest"));
      await until(() => heard.includes("honest"));
      same(heard, ["honest"]);
    });
  },
);

inFolder("slow: the newest of a flood of heartbeats counts, and few are read", async (folder) => {
  const heard: string[] = [];
  const registry = { beat: (_: string, { platform }: { platform: string }) => void heard.push(platform) };
  await withChannel(folder, registry, async (_, nc) => {
    // Each heartbeat waits for the response to the previous one, because the server keeps only the last of several
    // simultaneous values.
    const beat = (platform: string) =>
      nc.request(`$KV.${names.bucket}.one`, JSON.stringify({ ...AGENT_HEARTBEAT, platform }));
    await beat("0");
    await until(() => heard.length > 0);
    for (let i = 1; i <= 500; i++) await beat(`${i}`);
    await until(() => heard.at(-1) === "500");
    ok(heard.length < 100, `${heard.length} are read`);
  });
});

const lines: string[] = [];
const events = { record: ({ message }: { message: string }) => void lines.push(message) };
farmTest(
  "slow: an agent that reconnects constantly does not fill the list of events, and its state is correct",
  { events },
  async (world) => {
    await world.ready();
    const one = await world.approved("one");
    const nc = await world.connectAs(one);
    const key = `$KV.${names.bucket}.${one.id}`;
    const gone = headers();
    gone.set("KV-Operation", "DEL");
    lines.length = 0;
    const state = async () => (await world.farm.list()).items[0]?.state;
    for (let i = 0; i < 3; i++) {
      nc.publish(key, JSON.stringify(AGENT_HEARTBEAT));
      await until(async () => await state() === "online");
      nc.publish(key, new Uint8Array(), { headers: gone });
      await until(async () => await state() === "offline");
    }
    same(lines, ["The agent one is online.", "The agent one is offline: The agent has stopped."]);
    await nc.close();
  },
);
