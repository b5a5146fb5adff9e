/**
 * Compares the sizes and times that policies expect with real encodes: 32 clips, three encoders. Half of the clips are
 * the finished jobs from which the estimates are corrected, and only the other half is reported. `deno task accuracy
 * [FILE]` also writes all measurements to a file. Takes 15 minutes.
 */
import { join } from "node:path";
import type { OutcomeRow } from "../../db/schema/jobs.ts";
import { toArgs } from "../../lib/encode/args/args.ts";
import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import type { SizeEstimate } from "../../lib/encode/sampling/estimate.ts";
import { withSample } from "../../lib/encode/sampling/sample_size.ts";
import { FEW_SCENES, sampleSize } from "../../lib/encode/sampling/sampling.ts";
import { correctionsOf, outcomeOfJob } from "../../lib/jobs/decision/estimate_history.ts";
import { runProcess } from "../../lib/kit/process/process.ts";
import type { Capabilities } from "../../lib/media/tools/capabilities.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { capabilities, read, recipe, tools } from "../fixtures/encode.ts";
import { makeAccuracyClip } from "./accuracy_clips.ts";
import { median, NO_LIMIT_MS } from "./report.ts";

const CLIPS = 32;
const VIDEO = [
  { encoder: "libx264", preset: "veryfast", quality: 23, pixelFormat: "yuv420p" },
  { encoder: "libx265", preset: "superfast", quality: 24, pixelFormat: "yuv420p10le" },
  { encoder: "libsvtav1", preset: "12", quality: 35, pixelFormat: "yuv420p10le" },
] as const;

/** One encode with its estimates. Sizes are in bytes, times in seconds. */
interface Encode {
  clip: number;
  probe: Probe;
  video: typeof VIDEO[number];
  model: SizeEstimate;
  sampled: SizeEstimate;
  bytes: number;
  seconds: number;
  /** Processor time, which depends less on what else runs on the machine. */
  processorSeconds: number;
  outcome: OutcomeRow | undefined;
}

type Estimate = (encode: Encode) => Pick<SizeEstimate, "bytes" | "low" | "high" | "encodeSeconds">;

async function measureClip(folder: string, clip: number, can: Capabilities): Promise<Encode[]> {
  const path = await makeAccuracyClip(folder, clip);
  const found: Encode[] = [];
  for (const video of VIDEO) {
    const probe = await read(path);
    const { plan, estimate } = decide(probe, resolveFor(probe, recipe({ video }), can), can);
    if (plan.video === undefined) throw new Error(`${path} has no video.`);
    const request = { ...tools, probe, plan: { ...plan, video: plan.video }, folder };
    const sampled = withSample(estimate, await sampleSize({ ...request, samples: FEW_SCENES }));
    const output = join(folder, "out.mkv");
    const [started, processor] = [performance.now(), await childSeconds()];
    const args = toArgs(probe, plan, { output });
    const { code, stderr } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: NO_LIMIT_MS, nice: 10 });
    if (code !== 0) throw new Error(stderr);
    const seconds = (performance.now() - started) / 1000;
    const processorSeconds = await childSeconds() - processor;
    const { size: bytes } = await Deno.stat(output);
    const job = { id: `${clip} ${video.encoder}`, profileId: video.encoder };
    const outcome = outcomeOfJob(job, plan, estimate, { bytes, seconds, finishedAt: clip });
    found.push({ clip, probe, video, model: estimate, sampled, bytes, seconds, processorSeconds, outcome });
    const off = (value: number) => `${((value / bytes - 1) * 100).toFixed(0)} %`;
    console.log(
      `  clip ${clip} ${video.encoder}: ${bytes} bytes in ${seconds.toFixed(1)} s; model ${off(estimate.bytes)}, ` +
        `scenes ${off(sampled.bytes)}, time of scenes x${((sampled.encodeSeconds ?? 0) / seconds).toFixed(2)}`,
    );
  }
  await Deno.remove(path);
  return found;
}

/** Returns the processor time of all tools that have ended, in seconds, from the fields `cutime` and `cstime`. */
async function childSeconds(): Promise<number> {
  const fields = (await Deno.readTextFile("/proc/self/stat")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Prints the errors of an estimate: the median of the size, the share inside the range, and the sum of the times. */
function report(name: string, encodes: readonly Encode[], estimate: Estimate): void {
  const all = encodes.map((encode) => ({ ...encode, expected: estimate(encode) }));
  const errors = all.map(({ bytes, expected }) => Math.abs(expected.bytes / bytes - 1) * 100);
  const inside = all.filter(({ bytes, expected: { low, high } }) => bytes >= low && bytes <= high).length;
  const timed = all.flatMap(({ seconds, expected }) =>
    expected.encodeSeconds === undefined ? [] : [{ seconds, expected: expected.encodeSeconds }]
  );
  const sum = (of: (one: typeof timed[number]) => number) => timed.reduce((total, one) => total + of(one), 0);
  const hours = (sum(({ expected }) => expected) / sum(({ seconds }) => seconds) - 1) * 100;
  console.log(
    `${name}: size, median error ${median(errors).toFixed(1)} %, ` +
      `inside the range ${inside} of ${all.length} (${(inside / all.length * 100).toFixed(0)} %); ` +
      `time of all encodes ${hours >= 0 ? "+" : ""}${hours.toFixed(0)} % (${timed.length} of ${all.length} known)`,
  );
}

/** Reports each estimate for all encoders, and for each of them. The estimates are corrected with the jobs. */
function reportAll(encodes: readonly Encode[], jobs: readonly Encode[], can: Capabilities): void {
  const corrections = correctionsOf(jobs.flatMap(({ outcome }) => outcome ?? []));
  const corrected: Estimate = ({ probe, video }) => {
    const options = { corrections };
    return decide(probe, resolveFor(probe, recipe({ video }), can, options), can, options).estimate;
  };
  const estimates: [string, Estimate][] = [
    ["model alone", ({ model }) => model],
    ["model and finished jobs", corrected],
    ["few scenes", ({ sampled }) => sampled],
  ];
  for (const [name, estimate] of estimates) {
    report(name, encodes, estimate);
    for (const { encoder } of VIDEO) {
      report(`  ${encoder}`, encodes.filter(({ video }) => video.encoder === encoder), estimate);
    }
  }
  const speeds = correctionsOf(
    jobs.flatMap(({ outcome, seconds, processorSeconds }) =>
      outcome === undefined
        ? []
        : [{ ...outcome, megapixelsPerSecond: outcome.megapixelsPerSecond * seconds / processorSeconds }]
    ),
  );
  report(
    "finished jobs, in processor time",
    encodes.map((one) => ({ ...one, seconds: one.processorSeconds })),
    ({ probe, video }) => {
      const options = { corrections: speeds };
      return decide(probe, resolveFor(probe, recipe({ video }), can, options), can, options).estimate;
    },
  );
}

const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
try {
  const can = await capabilities();
  const encodes: Encode[] = [];
  for (let clip = 0; clip < CLIPS; clip++) encodes.push(...await measureClip(folder, clip, can));
  const [file] = Deno.args;
  if (file !== undefined) await Deno.writeTextFile(file, JSON.stringify(encodes));
  const isJob = ({ clip }: Encode) => Math.floor(clip / 2) % 2 === 0;
  reportAll(encodes.filter((one) => !isJob(one)), encodes.filter(isJob), can);
} finally {
  await Deno.remove(folder, { recursive: true });
}
