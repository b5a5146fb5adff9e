/** Measures the plan of three policies over 100,000 files. `deno run -A tests/bench/policies.ts`. */
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { V8_FLAGS } from "../../build/executable/run_flags.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { machineMs, memoryOf } from "./baseline.ts";
import { LARGE_LIBRARY, storeLargeLibrary } from "./policies_library.ts";
import { type Figure, median, runSuite } from "./report.ts";

const LATER_PLANS = 5;
/** Maximum processor time of a plan, as a multiple of the fixed work of `machineMs` in the same process: 2 s at 30 ms. */
const MAX_PLAN = 67;
const MEMORY_MB = 250;

/** Results of the process that plans. Times are processor time in seconds. */
const Measured = z.object({
  first: z.number(),
  changed: z.number(),
  later: z.array(z.number()),
  page: z.number(),
  background: z.number(),
  peakMb: z.number(),
  files: z.number(),
  read: z.number(),
  /** Time of the fixed work in seconds. */
  fixed: z.number(),
});

/**
 * Measures the first plan of a process, the plan of a changed draft, later plans, the page, and the pass over the known
 * files in the background. The process has the memory settings of a shipped program.
 */
export async function measurePolicies(): Promise<Figure[]> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  try {
    await inProcess("store", folder);
    const found = Measured.parse(JSON.parse((await inProcess("plan", folder)).trim().split("\n").at(-1) ?? ""));
    if (found.files !== LARGE_LIBRARY || found.read < LARGE_LIBRARY / 2) throw new Error(JSON.stringify(found));
    const note = `${found.files} files, ${found.read} of them with a stored decision`;
    const plan = (name: string, value: number, note?: string): Figure => ({
      ...{ name: `${name}, processor time`, value, unit: "s", limit: MAX_PLAN },
      baseline: { name: "the fixed work", value: found.fixed },
      ...(note === undefined ? {} : { note }),
    });
    return [
      plan("first plan of a process", found.first, note),
      plan("plan of a changed rule, compared with the saved policies", found.changed),
      plan("later plan", median(found.later)),
      plan("page of the policies", found.page),
      plan("background pass over files that are known", found.background),
      { name: "memory at the peak", value: found.peakMb, unit: "MB more", limit: MEMORY_MB },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}

/** Runs a part in its own process. Returns its output. */
async function inProcess(part: "store" | "plan", folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `--v8-flags=${V8_FLAGS}`, fileURLToPath(import.meta.url), part, folder],
    env: { MALLOC_ARENA_MAX: "1" },
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return text.decode(stdout);
}

/** Returns the processor time of this process in seconds. */
const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds();
  await work();
  return processorSeconds() - before;
}

async function plans(app: TestApp): Promise<z.infer<typeof Measured>> {
  const { policies, mediaIndex } = app.instance;
  await (await app.call("/api/policies")).text();
  const fixedBefore = await machineMs();
  const before = await memoryOf(Deno.pid);
  let peak = before;
  const watch = setInterval(async () => peak = Math.max(peak, await memoryOf(Deno.pid)), 20);
  const all = await policies.list();
  const readOnly = { readOnly: true };
  const first = await secondsOf(() => policies.plan(undefined, readOnly));
  const [, own] = all;
  if (own === undefined || own.builtIn) throw new Error("The policies are missing.");
  const draft = { id: own.id, policy: { ...own, media: { ...own.media, minSizeBytes: 3e9 } } };
  const changed = await secondsOf(() => policies.plan(draft, readOnly));
  const later: number[] = [];
  for (let i = 0; i < LATER_PLANS; i++) later.push(await secondsOf(() => policies.plan(undefined, readOnly)));
  const page = await secondsOf(async () => {
    const answer = await app.call("/policies", { headers: { accept: "text/html" } });
    if (!(await answer.text()).includes("would be encoded")) throw new Error(`The page answered ${answer.status}.`);
  });
  const planned = await policies.plan();
  const background = await secondsOf(() => mediaIndex.settled());
  clearInterval(watch);
  const read = planned.reasons.filter(({ reason }) => reason !== "not_read" && reason !== "not_visible")
    .reduce((sum, { files }) => sum + files, 0);
  const fixed = Math.max(fixedBefore, await machineMs()) / 1000;
  return { first, changed, later, page, background, peakMb: peak - before, files: planned.files, read, fixed };
}

if (import.meta.main) {
  const [part, folder] = Deno.args;
  if (part === "store" || part === "plan") {
    const onLog = (level: string, message: string, facts?: unknown) =>
      level === "error" && console.error(message, facts);
    const app = await openApp({ folder: folder ?? "", onLog });
    if (part === "store") await storeLargeLibrary(app);
    else console.log(JSON.stringify(await plans(app)));
    await app.instance.close();
    Deno.exit(0);
  }
  Deno.exit(await runSuite("policies", measurePolicies) === 0 ? 0 : 1);
}
