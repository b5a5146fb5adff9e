import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { ENCODERS, farmTest, remotePart } from "../../tests/fixtures/farm_service.ts";
import { until } from "../../tests/kit/until.ts";

farmTest("a part that a paused agent has not taken is free at once, and is no failure of it", {}, async (world) => {
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
  const refused = rejects(made ?? Promise.resolve(), { name: "RemoteFailure", message: /paused before it took/ });
  await farm.change(one.id, { paused: true });
  await refused;
  same((await farm.list()).items.map(({ paused, figures }) => [paused, figures.failures]), [[true, 0]]);
  await nc.close();
});
