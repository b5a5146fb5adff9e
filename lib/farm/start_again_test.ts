import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { farmTest, type FarmWorld } from "../../tests/fixtures/farm_service.ts";
import { until } from "../../tests/kit/until.ts";
import { agentsProbe } from "./health/agents.ts";
import { Settings } from "../platform/settings/schema.ts";
import { agentListener } from "../../routes/agent_link/open_listener.ts";

const openListener = agentListener({ log: () => {} });

const findings = ({ farm }: FarmWorld) =>
  agentsProbe({
    settings: { current: () => Settings.parse({ agents: { enabled: true } }) },
    agents: () => farm.list(),
  }).check();

farmTest(
  "an occupied address for agents is reported everywhere, and is used once it is free",
  { openListener, retryMs: [10, 20] },
  async (world) => {
    await world.ready();
    const held = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = held.addr as Deno.NetAddr;
    await world.change({ listen: `127.0.0.1:${port}` });
    const sentence = new RegExp(`^Lathe cannot listen for agents on port ${port}: .*Retrying\\.$`);
    match(await world.problem(), sentence);
    match((await findings(world))[0]?.message ?? "", /^Agents receive no work: Lathe cannot listen for agents/);
    await rejects(world.farm.invite(""), { code: "bad_state", message: sentence });
    is(world.logged.filter((line) => sentence.test(line)).length, 1, "however often it is tried");
    held.close();
    await world.ready();
    same((await world.farm.invite("")).addresses, [`127.0.0.1:${port}`]);
  },
);

farmTest(
  "agents that cannot be switched on are a problem everywhere, and are switched on once they can be",
  { agents: { enabled: false }, retryMs: [10, 20] },
  async (world) => {
    const path = `${world.folder}/farm.key`;
    await Deno.mkdir(`${path}/x`, { recursive: true });
    await world.change({ enabled: true });
    match(await world.problem(), /^Agents could not be enabled: .* Retrying\.$/);
    match((await findings(world))[0]?.message ?? "", /^Agents receive no work: Agents could not be enabled/);
    await rejects(world.farm.invite("nas"), { code: "bad_state", message: /^Agents could not be enabled/ });
    const first = await world.problem();
    await until(async () => await world.problem() !== first);
    is(world.logged.filter((line) => /^Agents could not be enabled/.test(line)).length, 1);
    await Deno.remove(path, { recursive: true });
    await world.ready();
    ok((await world.farm.invite("nas")).code);
  },
);
