import type { OutcomeRepository } from "../../../db/jobs/estimate_outcomes.ts";
import type { Corrections, SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { withSample } from "../../encode/sampling/sample_size.ts";
import type { DecisionContext } from "../intake/decision_context.ts";
import { type EstimateHistory, quantile } from "./history.ts";
import type { SourceFile } from "../intake/source_file.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { Capabilities, Probe } from "../../media/probe/model.ts";
import type { Media } from "../../media/probe/service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { EstimateRuns, RunControl } from "./runs.ts";
import type { MeasureOptions, Samples } from "./samples.ts";
import type { Estimate, EstimateAccuracy, EstimateInput, EstimateRun, Estimates } from "./schema.ts";

/** Sizes and times of encodes, before anything is encoded. */
export interface EstimateService {
  estimate(input: EstimateInput): Promise<Estimates>;
  /** Starts an estimate from sample encodes in the background. Throws `Fault` for an unknown profile and `busy`. */
  measure(input: EstimateInput): Promise<EstimateRun>;
  /** How far a measurement is. Throws `Fault` `not_found`. */
  run(id: string): EstimateRun;
  /** Stops a measurement and its processes. Throws `Fault` `not_found`. */
  cancel(id: string): Promise<EstimateRun>;
  /** Stops every measurement: the service ends. */
  stop(): Promise<void>;
  /** How earlier estimates turned out. */
  accuracy(): Promise<EstimateAccuracy>;
}

/** What estimates are made from. */
export interface EstimateDeps {
  media: Pick<Media, "capabilities" | "probe">;
  profiles: Pick<Profiles, "recipe" | "list" | "smart">;
  history: EstimateHistory;
  decisionContext: DecisionContext;
  outcomes: OutcomeRepository;
  samples: Samples;
  runs: EstimateRuns;
  /** Looks a path up and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
}

/** How many of many files are read; the rest is scaled by size. */
const MAX_PROBED_FILES = 8;
/** How many of them are sampled for each profile. */
const MAX_SAMPLED_FILES = 2;

/** A file that was read, with what decisions about it take into account. */
interface ReadFile {
  probe: Probe;
  identity: SourceIdentity;
  decisionContext: Awaited<ReturnType<DecisionContext>>;
}

/** The caller's value counts more than the catalogue's. */
const withAnime = (known: KnownFacts = {}, anime: boolean | undefined): KnownFacts =>
  anime === undefined ? known : { ...known, anime };

/** Binds estimates to the services they are made from. */
export function createEstimates(deps: EstimateDeps): EstimateService {
  const { profiles, history, outcomes, runs } = deps;
  return {
    estimate: async (input) => await estimateAll(input, await chosenRecipes(input, profiles), deps),
    async measure(input) {
      const recipes = await chosenRecipes(input, profiles);
      return runs.start((control) => estimateAll(input, recipes, deps, control));
    },
    run: runs.get,
    cancel: runs.cancel,
    stop: runs.stop,

    async accuracy() {
      const rows = await outcomes.all(1000);
      const misses = rows.map((row) => Math.abs(row.estimatedBytes / Math.max(1, row.actualBytes) - 1) * 100)
        .sort((a, b) => a - b);
      const within = rows.filter((row) => row.actualBytes >= row.lowBytes && row.actualBytes <= row.highBytes).length;
      const part = (at: number) => rows.length === 0 ? null : Math.round(quantile(misses, at) * 10) / 10;
      return {
        jobs: rows.length,
        medianErrorPercent: part(0.5),
        p90ErrorPercent: part(0.9),
        withinBoundsPercent: rows.length === 0 ? null : Math.round((within / rows.length) * 1000) / 10,
        models: modelsOf(await history.corrections()),
      };
    },
  };
}

/** The corrections of kinds of jobs that were run, without those of wider groups of them. */
function modelsOf(corrections: Corrections): EstimateAccuracy["models"] {
  const keys = Object.keys(corrections);
  return Object.entries(corrections).filter(([key]) => !keys.some((other) => other.startsWith(`${key}/`)))
    .map(([model, { jobs, factor }]) => ({ model, jobs, correction: Math.round(factor * 1000) / 1000 }));
}

/** Throws `Fault` `no_profile`. */
async function chosenRecipes({ profileIds }: EstimateInput, profiles: EstimateDeps["profiles"]): Promise<AnyRecipe[]> {
  return await Promise.all((profileIds ?? await allProfileIds(profiles)).map(profiles.recipe));
}

/** All profiles on all files; with `control` from sample encodes. */
async function estimateAll(
  { items, audioOnly }: EstimateInput,
  recipes: AnyRecipe[],
  deps: EstimateDeps,
  control?: RunControl,
): Promise<Estimates> {
  const { media, source, samples } = deps;
  const capabilities = await media.capabilities();
  const errors: Estimates["errors"] = [];
  const read: ReadFile[] = [];
  let sourceBytes = 0;
  for (const [index, { localPath, anime }] of items.entries()) {
    control?.signal.throwIfAborted();
    try {
      const { path, identity } = await source(localPath);
      sourceBytes += identity.sizeBytes;
      if (read.length < MAX_PROBED_FILES) {
        const [probe, decisionContext] = await Promise.all([media.probe(path), deps.decisionContext({ path })]);
        read.push({
          probe,
          identity,
          decisionContext: { ...decisionContext, known: withAnime(decisionContext.known, anime) },
        });
      }
    } catch (error) {
      errors.push({ index, ...errorEntry(error) });
    }
  }
  const estimates: Estimate[] = [];
  const usable = read.length > 0 ? recipes : [];
  for (const [i, recipe] of usable.entries()) {
    control?.signal.throwIfAborted();
    const part = control && progressOf(control, recipe.name, i, usable.length);
    part?.onProgress(0);
    try {
      estimates.push(
        await estimateProfile(recipe, read, { capabilities, audioOnly, sourceBytes, samples, control: part }),
      );
    } catch (error) {
      errors.push({ profileId: recipe.id, ...errorEntry(error) });
    }
  }
  return { estimates, probed: read.length, files: items.length, errors };
}

/** The share of one profile among `count` in a measurement. */
const progressOf = (
  { signal, report }: RunControl,
  name: string,
  index: number,
  count: number,
): Required<MeasureOptions> => ({
  signal,
  onProgress(part) {
    const which = count === 1 ? name : `${name}, profile ${index + 1} of ${count}`;
    report((index + part) / count, `Encoding pieces with ${which}.`);
  },
});

async function allProfileIds(profiles: EstimateDeps["profiles"]): Promise<string[]> {
  const [smart, plain] = await Promise.all([profiles.smart.list(), profiles.list()]);
  return [...smart, ...plain].map(({ id }) => id);
}

interface EstimateContext {
  capabilities: Capabilities;
  audioOnly: boolean;
  sourceBytes: number;
  samples: Samples;
  /** Absent: nothing is encoded. */
  control?: Required<MeasureOptions>;
}

/** One profile on all files: those that were read, scaled to the size of all. */
async function estimateProfile(recipe: AnyRecipe, read: ReadFile[], context: EstimateContext): Promise<Estimate> {
  const { decide, resolveFor } = await import("../../encode/plan/decide.ts");
  const { capabilities, audioOnly, sourceBytes, samples, control } = context;
  const measured = Math.min(MAX_SAMPLED_FILES, read.length);
  const parts: { estimate: SizeEstimate; nothingToDo: boolean }[] = [];
  for (const [i, { probe, identity, decisionContext }] of read.entries()) {
    const options = { audioOnly, ...decisionContext };
    const { plan, estimate } = decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options);
    const sampled = control && i < measured && estimate.model && encodesVideo(plan)
      ? withSample(
        estimate,
        await samples.measure({ probe, identity, plan, capabilities }, {
          signal: control.signal,
          onProgress: (part) => control.onProgress((i + part) / measured),
        }),
      )
      : estimate;
    parts.push({ estimate: sampled, nothingToDo: plan.nothingToDo });
  }
  const scale = sourceBytes / Math.max(1, read.reduce((sum, { probe }) => sum + probe.sizeBytes, 0));
  const sum = (of: (one: SizeEstimate) => number) =>
    Math.round(parts.reduce((all, { estimate }) => all + of(estimate), 0) * scale);
  const [only] = parts.length === 1 ? parts : [];
  const timed = parts.every(({ estimate }) => estimate.encodeSeconds !== undefined);
  return {
    profileId: recipe.id,
    profileName: recipe.name,
    bytes: sum((one) => one.bytes),
    low: sum((one) => one.low),
    high: sum((one) => one.high),
    sourceBytes,
    parts: {
      video: sum((one) => one.parts.video),
      audio: sum((one) => one.parts.audio),
      subtitles: sum((one) => one.parts.subtitles),
      other: sum((one) => one.parts.other),
    },
    videoKbps: only?.estimate.videoKbps,
    notes: [...new Set(parts.flatMap(({ estimate }) => estimate.notes))],
    exact: scale === 1 && parts.every(({ estimate }) => estimate.exact),
    sampled: parts.some(({ estimate }) => estimate.sampled),
    nothingToDo: parts.every((one) => one.nothingToDo),
    ...(timed ? { encodeSeconds: sum((one) => one.encodeSeconds ?? 0) } : {}),
  };
}

const encodesVideo = (plan: Plan): plan is Plan & { video: VideoPlan } =>
  plan.video !== undefined && plan.video.encoder !== "copy";

/** An entry of the list of errors; anything that is not an expected failure is thrown. */
function errorEntry(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  throw error;
}
