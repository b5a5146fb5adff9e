import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { createHash } from "node:crypto";
import { agentRepository } from "../../db/farm/agents.ts";
import { openStore } from "../../db/store.ts";
import { ABILITIES, AGENT_HEARTBEAT, ENCODERS, farmTest, remotePart } from "../../tests/fixtures/farm_service.ts";
import { withFolder } from "../../tests/fixtures/folder.ts";
import { until } from "../../tests/kit/until.ts";
import { createBus } from "../kit/bus.ts";
import { systemClock } from "../kit/clock.ts";
import type { FarmBusEvents } from "./agents/model.ts";
import { openRegistry } from "./agents/registry.ts";
import type { Registry } from "./agents/registry_model.ts";
import type { PartMessage } from "./protocol.ts";
import { createRemoteMachines } from "./remote_machines.ts";
import { createTransfers } from "./transfer/transfer.ts";

farmTest(
  "a part that a paused agent has not started is released at once, and is no failure of it",
  {},
  async (world) => {
    const { farm, folder } = world;
    await world.ready();
    const one = await world.approved("one");
    const nc = await world.connectAs(one);
    world.beat(nc, one);
    const machines = await farm.machines();
    const available = () => machines.available({ encoder: Object.keys(ENCODERS)[0] ?? "" });
    await until(async () => (await available()).length === 1);
    const [machine] = await available();
    const made = machine?.encode(remotePart(folder), { signal: new AbortController().signal, onProgress: () => {} });
    const refused = rejects(made ?? Promise.resolve(), { name: "RemoteFailure", message: /paused before it accepted/ });
    await farm.change(one.id, { paused: true });
    await refused;
    same((await farm.list()).items.map(({ paused, figures }) => [paused, figures.failures]), [[true, 0]]);
    await nc.close();
  },
);

/** Time in milliseconds without a report after which a segment is taken from its agent. */
const SILENCE_MS = 200;

/** Approved agents and the segments they were assigned, connected directly to the registry. */
async function openAgents(folder: string, closing: AsyncDisposableStack) {
  const store = await openStore({ path: `${folder}/lathe.db` });
  closing.defer(store.close);
  const registry = await openRegistry({
    ...{ repository: agentRepository(store), clock: systemClock, version: ABILITIES.version },
    ...{ events: { record: () => {} }, bus: createBus<FarmBusEvents>(() => {}), log: () => {} },
  });
  closing.defer(registry.settled);
  const transfers = createTransfers();
  const given = new Map<string, PartMessage>();
  const machines = createRemoteMachines({
    channel: {
      ...registry,
      send: (agentId, part) => Promise.resolve(void given.set(agentId, part)),
      withdraw: () => Promise.resolve(),
      onProgress: () => () => {},
      purge: () => Promise.resolve(),
    },
    ...{ transfers, localMarks: () => Promise.resolve(ENCODERS), silenceMs: SILENCE_MS },
  });
  /** Assigns a segment to a new agent, which accepts it and then reports nothing. */
  const assign = async (name: string) => {
    const request = { name, publicKey: name, abilities: ABILITIES };
    const { row: { id } } = await registry.join(request, { state: "approved" });
    registry.beat(id, AGENT_HEARTBEAT);
    const machine = (await machines.available({ encoder: "libx264" })).find((one) => one.id === id);
    ok(machine);
    await Deno.mkdir(`${folder}/${name}`);
    const options = { signal: new AbortController().signal, onProgress: () => {} };
    const made = machine.encode(remotePart(`${folder}/${name}`), options);
    made.catch(() => {});
    await until(() => given.has(id));
    const part = given.get(id) as PartMessage;
    const access = transfers.access(id, part.id, part.token);
    return { id, part, access, made };
  };
  return { registry, assign };
}

const HOLDS: Record<string, (registry: Registry, id: string, running: string[]) => unknown> = {
  "paused on the page": (registry, id) => registry.change(id, { paused: true }),
  "used by its owner": (registry, id, running) =>
    registry.beat(id, { ...AGENT_HEARTBEAT, running, resting: "The machine is busy with other work." }),
};
for (const [what, hold] of Object.entries(HOLDS)) {
  Deno.test(`a machine that is ${what} keeps the part of its heartbeats, however long no frame arrives`, () =>
    withFolder(async (folder) => {
      await using closing = new AsyncDisposableStack();
      const { registry, assign } = await openAgents(folder, closing);
      const held = await assign("held");
      registry.beat(held.id, { ...AGENT_HEARTBEAT, running: [held.part.id] });
      await hold(registry, held.id, [held.part.id]);
      // The segment of another silent agent, which was assigned later, has already failed. This proves that the timeout
      // has passed.
      const silent = await assign("silent");
      await rejects(silent.made, /stopped reporting its segment/);
      const bytes = new Uint8Array(1_000);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await held.access.write({ offset: 0, sha256, bytes });
      await held.access.finish({ sizeBytes: bytes.length, sha256 });
      await held.made;
      await registry.settled();
      const failures = new Map(registry.list().map(({ id, figures }) => [id, figures.failures]));
      same([failures.get(held.id), failures.get(silent.id)], [0, 1]);
    }));
}

farmTest(
  "a paused agent that delivered an incorrect result is rejected, which counts as a failure",
  {},
  async (world) => {
    const { farm } = world;
    await world.ready();
    const one = await world.approved("one");
    const machines = await farm.machines();
    await farm.change(one.id, { paused: true });
    machines.reject(one.id, "Picture 1 is missing.");
    const shown = async () => (await farm.list()).items[0];
    await until(async () => (await shown())?.figures.failures === 1);
    const agent = await shown();
    same([agent?.rejected, agent?.figures.parts, agent?.figures.lastError], [true, 0, "Picture 1 is missing."]);
  },
);

farmTest("a part of unknown duration does not change the speed of its agent", {}, async (world) => {
  await world.ready();
  const one = await world.approved("one");
  const machines = await world.farm.machines();
  machines.recordDone(one.id, { pictures: 100, seconds: 10, sizeBytes: 5 });
  machines.recordDone(one.id, { pictures: 300, sizeBytes: 5 });
  const figures = async () => (await world.farm.list()).items[0]?.figures;
  await until(async () => (await figures())?.parts === 2);
  same(await figures(), { parts: 2, pictures: 400, seconds: 40, bytes: 10, failures: 0, framesPerSecond: 10 });
});
