import { join } from "node:path";
import { decide, resolveFor } from "../../encode/decision/decide.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { videoEncoder } from "../../encode/profiles/encoders.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import { type SampledSize, withSample } from "../../encode/sampling/sample_size.ts";
import { FEW_SCENES, sampleSize } from "../../encode/sampling/sampling.ts";
import { sampleKey, sceneSampleKey, withKnownSample } from "../../jobs/decision/sample_findings.ts";
import { JobFailure } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { sourceIdentity } from "../../media/probe/source.ts";
import type { Probe } from "../../media/probe/model.ts";
import { evaluationRow } from "./evaluate.ts";
import type { EvaluatedWith, MediaIndexDeps, SceneSampling } from "./deps.ts";
import type { IndexedFile } from "./model.ts";

/** Measures the sizes of uncertain files with a few short scenes, while the machine has nothing else to encode. */

/** Number of files that are measured per pass. The least certain ones are measured first. */
const MAX_SAMPLED = 20;

interface Uncertain extends IndexedFile {
  by: EvaluatedWith;
  /** Width of the expected range in bytes. */
  width: number;
}

/**
 * Measures files whose expected size is a prediction of the model. The results are stored as evaluations and as findings
 * that the estimates of jobs use. Stops at an abort, or when a job is waiting.
 */
export async function sampleScenes(
  deps: MediaIndexDeps & { scenes: SceneSampling },
  wanted: readonly { files: readonly IndexedFile[]; by: EvaluatedWith }[],
  signal: AbortSignal,
): Promise<void> {
  const found: Uncertain[] = [];
  for (const { files, by } of wanted) {
    const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    await deps.repository.eachEvaluation(by.recipe.key, ([path, sizeBytes, outcome, , low, , high, , model]) => {
      if (outcome !== "encode" || model === null || low === null || high === null) return;
      if (sizes.get(path) === sizeBytes) found.push({ path, sizeBytes, by, width: high - low });
    });
  }
  found.sort((a, b) => b.width - a.width);
  for (const file of found.slice(0, MAX_SAMPLED)) {
    if (signal.aborted || !await deps.scenes.isIdle()) return;
    await sampleFile(deps, file, signal);
  }
}

/**
 * Measures one file. A file that cannot be measured keeps the estimate of the model, and is not tried again. A file
 * whose disk does not respond is skipped.
 */
async function sampleFile(
  deps: MediaIndexDeps & { scenes: SceneSampling },
  { path, sizeBytes, by }: Uncertain,
  signal: AbortSignal,
): Promise<void> {
  const { repository, titleFacts } = deps;
  const { recipe: { key, recipe }, machine: { capabilities, context } } = by;
  const [stored] = await repository.probes([path]);
  if (stored?.probe === null || stored?.probe.sizeBytes !== sizeBytes) return;
  const { probe } = stored;
  const options = { ...context, known: await titleFacts({ path }) };
  const { plan, estimate } = decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options);
  if (!isSampled(plan) || plan.nothingToDo) return;
  let measured: SizeEstimate | undefined;
  try {
    measured = await measure(deps, { probe, plan, estimate, by }, signal);
    if (measured === undefined) return;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof JobFailure)) throw error;
  }
  // Without a size model, corrections do not make the row outdated.
  await repository.saveEvaluations([evaluationRow(measured ?? estimate, { recipeKey: key, path, sizeBytes })]);
}

/**
 * Returns the estimate from an earlier measurement or a new one. Undefined if the disk does not respond, or if a job
 * started to wait during the measurement.
 */
async function measure(
  { scenes, disks, clock }: MediaIndexDeps & { scenes: SceneSampling },
  { probe, plan, estimate, by }: {
    probe: Probe;
    plan: Plan & { video: VideoPlan };
    estimate: SizeEstimate;
    by: EvaluatedWith;
  },
  signal: AbortSignal,
): Promise<SizeEstimate | undefined> {
  const { findings, folder } = scenes;
  const { capabilities } = by.machine;
  const identity = await disks.read(probe.path, sourceIdentity);
  if (identity === undefined || identity.sizeBytes !== probe.sizeBytes) return undefined;
  const subject = { identity, plan, capabilities };
  const known = await withKnownSample(estimate, findings, subject);
  if (known.sampled) return known;
  const own = join(folder, `sample-${newId()}`);
  await Deno.mkdir(own, { recursive: true, mode: 0o700 });
  const busy = new AbortController();
  let result: SampledSize;
  try {
    result = await sampleSize({
      ...{ ...capabilities, probe, plan, folder: own, samples: FEW_SCENES },
      signal: AbortSignal.any([signal, busy.signal]),
      onProgress: () => void stopUnlessIdle(scenes, busy),
    });
  } catch (error) {
    if (busy.signal.aborted) return undefined;
    throw error;
  } finally {
    await Deno.remove(own, { recursive: true }).catch(() => {});
  }
  const foundAt = clock.now().getTime();
  await findings.save({
    ...{ kind: "sample", key: sceneSampleKey(sampleKey(subject)), path: probe.path, result, foundAt },
  });
  return withSample(estimate, result);
}

/** Stops a measurement after its current scene if a job is waiting. */
async function stopUnlessIdle({ isIdle }: SceneSampling, busy: AbortController): Promise<void> {
  if (!await isIdle().catch(() => false)) busy.abort();
}

/** True if the video is encoded on the CPU. A job may need the sessions of a GPU at any time. */
const isSampled = (plan: Plan): plan is Plan & { video: VideoPlan } =>
  plan.video !== undefined && plan.video.encoder !== "copy" && !videoEncoder(plan.video.encoder).hardware;
