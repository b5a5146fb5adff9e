import { strictEqual as is } from "node:assert/strict";
import { connect } from "@nats-io/transport-node";
import { AGENT_HEARTBEAT, INSTANCE, withFarm } from "../../tests/fixtures/farm_service.ts";
import { withForeignNats } from "../../tests/fixtures/foreign_nats.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { until } from "../../tests/kit/until.ts";
import { natsNames } from "./protocol.ts";

inFolder("slow: heartbeats arrive again after an external server was restarted", async (folder) => {
  await withForeignNats(folder, { jetstream: {} }, async (address, server) => {
    const agents = { server: `nats://me:geheim@${address}`, requireApproval: false };
    await withFarm(folder, { agents }, async (world) => {
      await world.ready();
      const { id } = await world.join("one");
      const state = async () => (await world.farm.list()).items[0]?.state;
      /** Sends heartbeats over the agent's connection until the service reports the state. */
      const beatUntil = async (wanted: string, running: string[]) => {
        const nc = await connect({ servers: address, user: "agent", pass: "auch:geheim" });
        await until(async () => {
          nc.publish(`$KV.${natsNames(INSTANCE).bucket}.${id}`, JSON.stringify({ ...AGENT_HEARTBEAT, running }));
          return await state() === wanted;
        });
        await nc.close();
      };
      await beatUntil("online", []);
      await Promise.all([until(async () => await world.problem() !== ""), server.restart()]);
      is(await state(), "online", "the agents may well be there still");
      await world.ready();
      await beatUntil("busy", ["part"]);
    });
  });
});
