import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import { encodedOtherwise, type Lie, openLiar } from "./liar.ts";
import { differenceOf, type FarmAgent, type FarmWorld, makeFilm, openFarmWorld, packetsOf, until } from "./world.ts";

/**
 * Runs every fault that a farm may encounter: `deno run -A tests/farm/all.ts [word]` runs the cases with the word in
 * their names. Each movie must equal the one that a single machine encodes, or its job must fail with an error message.
 * Exits with 1 if a case fails.
 */
const [only = ""] = Deno.args;

/** Library of the package `faketime`, which changes the clock of a program. */
const FAKE_CLOCK = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketime.so.1`;

type Case = (world: FarmWorld, agent: FarmAgent) => Promise<string | void>;

/**
 * Starts encoding a movie, runs `meanwhile` during the encode, and compares the result with the result of a single
 * machine.
 */
async function film(
  world: FarmWorld,
  name: string,
  meanwhile: (id: string, source: string) => Promise<void>,
): Promise<Job> {
  const { id, source } = await world.begin(name);
  await meanwhile(id, source);
  const job = await world.ended(id);
  if (job.status !== "done") throw new Error(`The job ended ${job.status}: ${job.error ?? ""}`);
  const difference = differenceOf(await packetsOf(job.outputPath ?? ""), world.wanted);
  if (difference !== undefined) throw new Error(difference);
  return job;
}

const busy = (world: FarmWorld, { name }: FarmAgent) =>
  until(`${name} encodes`, async () => (await world.agents()).some((one) => one.name === name && one.state === "busy"));
const ready = (world: FarmWorld, { name }: FarmAgent) =>
  until(
    `${name} is ready`,
    async () =>
      (await world.agents()).some((one) => one.name === name && one.state !== "offline" && one.reason === undefined),
  );
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const partsBy = async (world: FarmWorld, { name }: FarmAgent) =>
  (await world.agents()).find((one) => one.name === name)?.figures.parts ?? 0;

/** Asserts that the agent completes a segment despite the fault. */
async function inSpiteOf(world: FarmWorld, agent: FarmAgent, name: string, meanwhile: () => Promise<void>) {
  const before = await partsBy(world, agent);
  await film(world, name, meanwhile);
  await until("a part by the agent", async () => await partsBy(world, agent) > before, 30);
  return `${await partsBy(world, agent) - before} parts by the agent`;
}

/** Reaction to wrong data: the agent is no longer used, or its segment is treated as failed. */
type Found = "benched" | "failed";

/** Asserts that an agent with wrong data is detected and the movie is correct. */
async function lies(world: FarmWorld, name: string, found: Found, lie: Lie): Promise<string> {
  await using liar = await openLiar({ code: await world.joinCode(), name, lie });
  await until(
    "the liar is seen",
    async () => (await world.agents()).some((one) => one.name === name && one.state === "online"),
  );
  await film(world, name, async () => {});
  const seen = (await world.agents()).find((one) => one.name === name);
  if (liar.parts() === 0) throw new Error("It was given nothing.");
  if (found === "benched" ? !seen?.rejected : !seen?.figures.failures) throw new Error("Nobody noticed.");
  return `${liar.parts()} parts given; ${seen?.reason ?? seen?.figures.lastError}`;
}

const CASES: Record<string, Case> = {
  "cuts at random": (world, agent) =>
    inSpiteOf(world, agent, "random", async () => {
      await busy(world, agent);
      for (let i = 0; i < 6; i++) {
        await sleep(1_000 + Math.random() * 3_000);
        agent.onLinks((link) => link.cut());
      }
    }),
  "300 ms delay": (world, agent) =>
    inSpiteOf(world, agent, "delay", () => Promise.resolve(agent.onLinks((link) => link.delayMs = 300))),
  "1 Mbit/s": (world, agent) =>
    inSpiteOf(world, agent, "slow", () => Promise.resolve(agent.onLinks((link) => link.bytesPerSecond = 125_000))),
  "a drop in every upload": (world, agent) =>
    inSpiteOf(world, agent, "drop", () => Promise.resolve(void (agent.https.cutAfterBytes = 100_000))),
  "a cut longer than a heart beat lives": async (world, agent) => {
    await film(world, "long", async () => {
      await busy(world, agent);
      agent.onLinks((link) => link.down());
      await until("it is offline", async () => (await world.agents()).some(({ state }) => state === "offline"));
    });
    agent.onLinks((link) => link.up());
    await ready(world, agent);
  },
  "a cut of ten minutes": async (world, agent) => {
    await film(world, "ten", async () => {
      await busy(world, agent);
      agent.onLinks((link) => link.down());
      await sleep(600_000);
    });
    agent.onLinks((link) => link.up());
    await ready(world, agent);
    return await inSpiteOf(world, agent, "after ten", async () => {});
  },
  "an agent that is killed": (world, agent) =>
    film(world, "killed", async () => {
      await busy(world, agent);
      await agent.end("SIGKILL");
      agent.start();
    }).then(() => ready(world, agent)),
  "a NATS server that is killed": (world, agent) =>
    film(world, "nats", async () => {
      await busy(world, agent);
      await world.killNats();
    }).then(() => ready(world, agent)),
  "a source that changes": async (world, agent) => {
    agent.onLinks((link) => link.bytesPerSecond = 60_000);
    const { id, source } = await world.begin("changes");
    await busy(world, agent);
    const file = await Deno.open(source, { write: true });
    await file.seek(1_000_000, Deno.SeekMode.Start);
    await file.write(new Uint8Array(200_000));
    file.close();
    const job = await world.ended(id);
    if (job.status !== "failed" || !job.error) throw new Error(`The job ended ${job.status}.`);
    if (job.outputPath && await Deno.stat(job.outputPath).catch(() => undefined)) {
      throw new Error("There is an output.");
    }
    return job.error;
  },
  "wrong credentials for NATS": async (world, agent) => {
    const path = join(agent.folder, "agent.json");
    await agent.end("SIGTERM");
    const before = await Deno.readTextFile(path);
    const content = JSON.parse(before);
    const { createUser } = await import("@nats-io/nkeys");
    content.identity.seed = new TextDecoder().decode(createUser().getSeed());
    await Deno.writeTextFile(path, JSON.stringify(content));
    agent.start();
    await film(world, "seed", async () => {});
    await until("it says so", () => agent.output().includes("segments cannot be received yet"), 60);
    await agent.end("SIGTERM");
    content.identity.credential = content.identity.credential.replace(/.$/, (last: string) => last === "0" ? "1" : "0");
    await Deno.writeTextFile(path, JSON.stringify(content));
    agent.start();
    const code = await agent.status();
    if (code !== 3) throw new Error(`It ended with ${code}.`);
    await Deno.writeTextFile(path, before);
    agent.start();
    await ready(world, agent);
  },
  "an agent of another version": async (world) => {
    await using liar = await openLiar({ code: await world.joinCode(), name: "old", abilities: { version: "9.9.0.0" } });
    await film(world, "version", async () => {});
    if (liar.parts() > 0) throw new Error("It was given parts.");
    return (await world.agents()).find(({ name }) => name === "old")?.reason;
  },
  "wrong marks of encoders": async (world) => {
    const encoders = { libx264: "0".repeat(64) };
    await using liar = await openLiar({ code: await world.joinCode(), name: "marks", abilities: { encoders } });
    await film(world, "marks", async () => {});
    if (liar.parts() > 0) throw new Error("It was given parts.");
  },
  "garbage as a result": (world) =>
    lies(world, "garbage", "benched", () => ({ bytes: crypto.getRandomValues(new Uint8Array(50_000)) })),
  "an empty result": (world) => lies(world, "empty", "benched", () => ({ bytes: new Uint8Array(1) })),
  "a result of another hash": (world) =>
    lies(world, "hash", "failed", () => ({ bytes: new Uint8Array(9_000), sha256: "0".repeat(64) })),
  "a result that is shorter than it says": (world) =>
    lies(world, "short", "failed", () => ({ bytes: new Uint8Array(9_000), sizeBytes: 90_000 })),
  "another film's part": async (world) => {
    const film = join(world.folder, "other.mkv");
    await makeFilm(film, { pattern: "smptebars" });
    return await lies(world, "other", "benched", (part) => encodedOtherwise(part, { film }));
  },
  "the right pictures by another recipe": (world) =>
    lies(
      world,
      "recipe",
      "benched",
      (part) => encodedOtherwise(part, { film: world.film, video: { quality: 40 } }),
    ),
  "a wrong clock": async (world, agent) => {
    const isThere = await Deno.stat(FAKE_CLOCK).then(() => true, () => false);
    if (!isThere) return "NOT RUN: the package faketime is not installed";
    await agent.end("SIGTERM");
    // Preloads the library directly. With the `faketime` program, only the wrapper would be killed and the agent would
    // keep running.
    agent.start(["env", `LD_PRELOAD=${FAKE_CLOCK}`, "FAKETIME=+3650d"]);
    await ready(world, agent);
    return await inSpiteOf(world, agent, "clock", async () => {});
  },
};

const world = await openFarmWorld();
if (world === undefined) {
  console.log("Not run: network namespaces cannot be made here.");
  Deno.exit(0);
}
let failures = 0;
try {
  const agent = await world.addAgent("one");
  for (const [name, run] of Object.entries(CASES)) {
    if (!name.includes(only)) continue;
    const started = performance.now();
    const note = await run(world, agent).catch((error) => {
      failures++;
      return `FAILED ${error instanceof Error ? error.message : error}\n${
        agent.output().split("\n").slice(-5).join("\n")
      }`;
    });
    console.log(`${name}: ${Math.round((performance.now() - started) / 1000)} s${note ? `; ${note}` : ""}`);
    agent.onLinks((link) => {
      link.up();
      Object.assign(link, { delayMs: 0, bytesPerSecond: undefined, cutAfterBytes: undefined });
    });
    await ready(world, agent).catch((error) => console.log(`after ${name}: ${error}`));
  }
} finally {
  await world[Symbol.asyncDispose]();
}
console.log(failures === 0 ? "Every film was right." : `${failures} FAILED`);
Deno.exit(failures === 0 ? 0 : 1);
