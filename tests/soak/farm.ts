import { differenceOf, openFarmWorld, packetsOf, until } from "../farm/world.ts";
import { toolsWorkingOn } from "./checker.ts";

/**
 * Kills the service or an agent of its farm at random moments while they encode a movie together. The result must equal
 * the result of a single undisturbed machine: `deno run -A tests/soak/farm.ts [kills = 200]`. Exits with 1 if a check
 * fails.
 */
const kills = Number(Deno.args[0] ?? 200);
/**
 * Maximum time from the start of a segment to the kill, relative to the time that a single machine needs for the movie.
 */
const LONGEST_LIFE = 0.8;
/** Share of kills while a segment is in progress. The others happen at any moment after a start. */
const WHILE_ENCODING = 0.8;

const opened = await openFarmWorld();
if (opened === undefined) {
  console.log("Not run: network namespaces cannot be made here.");
  Deno.exit(0);
}
const world = opened;
const problems: string[] = [];
let killed = 0;
try {
  const agent = await world.addAgent("one");
  for (let round = 1; killed < kills && problems.length === 0; round++) {
    const { id } = await world.begin(`round${round}`);
    const hasEnded = async () => ["done", "failed", "cancelled"].includes((await world.job(id)).status);
    const encodes = async () => ((await world.job(id)).parts ?? []).some(({ state }) => state === "encoding");
    const follow = async (isOver: () => boolean | Promise<boolean>) => {
      while (!await isOver() && !await hasEnded()) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    while (killed < kills && !await hasEnded()) {
      if (Math.random() < WHILE_ENCODING) await follow(encodes);
      const end = Date.now() + Math.random() * LONGEST_LIFE * world.aloneMs;
      await follow(() => Date.now() >= end);
      if (await hasEnded()) break;
      killed++;
      if (Math.random() < 0.5) await world.killService();
      else {
        await agent.end("SIGKILL");
        agent.start();
      }
    }
    const job = await world.ended(id);
    if (job.status !== "done") problems.push(`The job ended ${job.status}: ${job.error ?? ""}`);
    else {
      const difference = differenceOf(await packetsOf(job.outputPath ?? ""), world.wanted);
      if (difference !== undefined) problems.push(`${job.outputPath}: ${difference}`);
    }
    const parts = (await world.agents()).find(({ name }) => name === "one")?.figures.parts ?? 0;
    console.log(`Round ${round}: ${killed} kills, ${parts} parts by the other machine, ${problems.length} problems.`);
  }
  await agent.end("SIGTERM");
  await until("no tool is left", async () => (await toolsWorkingOn(world.folder)).length === 0, 60)
    .catch(() => problems.push("Tools were left running."));
} finally {
  await world[Symbol.asyncDispose]();
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${killed} kills survived.` : "FAILED");
Deno.exit(problems.length === 0 ? 0 : 1);
