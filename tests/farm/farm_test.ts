import { ok, strictEqual as is } from "node:assert/strict";
import { differenceOf, openFarmWorld, packetsOf, until } from "./world.ts";

/** Length of a movie with three segments, the last of which has the minimum length. */
const THREE_PARTS_SECONDS = 140;

/** Agents that share no path and no network with the service. `deno task farm-faults` runs all faults. */
Deno.test({
  name: "slow: two machines behind interrupted links, and a killed NATS server, yield the movie of one machine",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using world = await openFarmWorld(THREE_PARTS_SECONDS);
    if (world === undefined) return console.log("Not run: network namespaces cannot be made here.");
    const machines = [await world.addAgent("one"), await world.addAgent("two")];
    const { id } = await world.begin("cuts");
    await until("both encode", async () => (await world.agents()).every(({ state }) => state === "busy"));
    for (const { https } of machines) https.cutAfterBytes = 300_000;
    await world.killNats();
    const job = await world.ended(id);
    is(job.status, "done", job.error ?? "");
    is(differenceOf(await packetsOf(job.outputPath ?? ""), world.wanted), undefined);
    await until("figures", async () => (await world.agents()).some(({ figures }) => figures.parts > 0));
    for (const { https, output } of machines) ok(https.cuts() > 0, output());
  },
});
