import type { FindingRepository } from "../../../db/library/findings.ts";
import type { OutcomeRepository } from "../../../db/jobs/estimate_outcomes.ts";
import type { Corrections } from "../../encode/sampling/estimate.ts";
import type { DecisionContext } from "../decision/decision_context.ts";
import { quantile } from "../../kit/quantile.ts";
import type { EstimateHistory } from "../decision/estimate_history.ts";
import type { SourceFile } from "../intake/source_file.ts";
import { allEnded, mapConcurrent } from "../../kit/async.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { Media } from "../../media/service.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { KnownFacts } from "../../encode/profiles/smart/facts.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import type { MeasurementRuns, RunControl } from "./runs.ts";
import type { MeasureOptions, Samples } from "./samples.ts";
import type { Estimate, EstimateAccuracy, EstimateRequest, EstimateRun, Estimates } from "../estimate_schema.ts";
import { type FileSamples, samplesOf } from "../decision/sample_findings.ts";
import { estimateProfile, type ReadFile } from "./estimate_profile.ts";

/** Estimates the size and duration of encodes before they run. */
export interface EstimateService {
  estimate(input: EstimateRequest): Promise<Estimates>;
  /** Returns the earlier measurements of a file, for `withMeasurement`. */
  measured(identity: SourceIdentity): Promise<FileSamples>;
  /** Returns the time of the newest measurement, in milliseconds since 1970, or undefined if there is none. */
  lastMeasuredAt(): Promise<number | undefined>;
  /** Estimates the encoded size of files that do not exist yet, from their known properties. Throws `no_profile`. */
  forecast(probes: readonly Probe[], profileId: string, options?: { anime?: boolean }): Promise<Estimate>;
  /** Starts an estimate with sample encodes in the background. Throws `Fault` for an unknown profile, or `busy`. */
  measure(input: EstimateRequest): Promise<EstimateRun>;
  /** Returns the progress of a measurement. Throws `Fault` `not_found`. */
  run(id: string): EstimateRun;
  /** Stops a measurement and its processes. Throws `Fault` `not_found`. */
  cancel(id: string): Promise<EstimateRun>;
  /** Stops every measurement when the service shuts down. */
  stop(): Promise<void>;
  /** Returns the accuracy of earlier estimates. */
  accuracy(): Promise<EstimateAccuracy>;
}

/** Services and options of estimates. */
export interface EstimateDeps {
  media: Pick<Media, "capabilities" | "probe">;
  profiles: Pick<Profiles, "recipe" | "list" | "smart">;
  history: EstimateHistory;
  decisionContext: DecisionContext;
  outcomes: OutcomeRepository;
  findings: Pick<FindingRepository, "beginningWith" | "newest">;
  samples: Samples;
  runs: MeasurementRuns<Estimates>;
  /** Returns the real path of a file and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
}

/** Maximum number of files that are read, spread evenly over the list. The result is scaled by size. */
const MAX_PROBED_FILES = 40;
/** Number of files that are probed concurrently. A disk that is asleep spins up only once for all of them. */
const CONCURRENT_PROBES = 4;

/** Sets whether a title is anime. The value from the request takes precedence over that of the library. */
const withAnime = (known: KnownFacts = {}, anime: boolean | undefined): KnownFacts =>
  anime === undefined ? known : { ...known, anime };

/** Creates the estimate service. */
export function createEstimates(deps: EstimateDeps): EstimateService {
  const { profiles, history, outcomes, runs } = deps;
  return {
    estimate: async (input) => await estimateAll(input, await chosenRecipes(input, profiles), deps),
    measured: (identity) => samplesOf(deps.findings, identity),
    lastMeasuredAt: async () => (await deps.findings.newest("sample", 1))[0]?.foundAt,
    forecast: (probes, profileId, { anime } = {}) => forecast(deps, { probes, profileId, anime }),
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

/** Returns the corrections for the kinds of jobs that were run, excluding those of larger groups. */
function modelsOf(corrections: Corrections): EstimateAccuracy["models"] {
  const keys = Object.keys(corrections);
  return Object.entries(corrections).filter(([key]) => !keys.some((other) => other.startsWith(`${key}/`)))
    .map(([model, { jobs, factor }]) => ({ model, jobs, correction: Math.round(factor * 1000) / 1000 }));
}

/** Returns the requested recipes. Throws `Fault` `no_profile`. */
async function chosenRecipes(
  { profileIds }: EstimateRequest,
  profiles: EstimateDeps["profiles"],
): Promise<AnyRecipe[]> {
  return await Promise.all((profileIds ?? await allProfileIds(profiles)).map(profiles.recipe));
}

/** Estimates the result of all profiles on all files. With `control`, encodes samples. */
async function estimateAll(
  { items, audioOnly }: EstimateRequest,
  recipes: AnyRecipe[],
  deps: EstimateDeps,
  control?: RunControl,
): Promise<Estimates> {
  const { media, samples } = deps;
  const capabilities = await media.capabilities();
  const { read, sourceBytes, errors } = await readFiles(items, deps, control);
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

/** Reads enough files for an estimate, and the sizes of all files. Files that cannot be opened are listed as errors. */
async function readFiles(
  items: EstimateRequest["items"],
  { media, source, decisionContext, findings }: EstimateDeps,
  control: RunControl | undefined,
): Promise<{ read: ReadFile[]; sourceBytes: number; errors: Estimates["errors"] }> {
  const errors: Estimates["errors"] = [];
  const every = items.length / Math.min(items.length, MAX_PROBED_FILES);
  const probed = new Set(Array.from({ length: MAX_PROBED_FILES }, (_, i) => Math.floor(i * every)));
  const results = await mapConcurrent([...items.entries()], CONCURRENT_PROBES, async ([index, item]) => {
    control?.signal.throwIfAborted();
    const { localPath, anime, knownBytes } = item;
    if (!probed.has(index) && knownBytes !== undefined) return { bytes: knownBytes };
    try {
      const { path, identity } = await source(localPath);
      if (!probed.has(index)) return { bytes: identity.sizeBytes };
      const [probe, context, measured] = await Promise.all([
        media.probe(path),
        decisionContext({ path }),
        samplesOf(findings, identity),
      ]);
      const known = withAnime(context.known, anime);
      return { bytes: identity.sizeBytes, file: { probe, identity, measured, decisionContext: { ...context, known } } };
    } catch (error) {
      errors.push({ index, ...errorEntry(error) });
      return { bytes: 0 };
    }
  });
  errors.sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return {
    read: results.flatMap(({ file }) => file ?? []),
    sourceBytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    errors,
  };
}

async function forecast(
  { profiles, media, decisionContext, samples }: EstimateDeps,
  { probes, profileId, anime }: { probes: readonly Probe[]; profileId: string; anime: boolean | undefined },
): Promise<Estimate> {
  const [recipe, capabilities, context] = await allEnded([
    profiles.recipe(profileId),
    media.capabilities(),
    decisionContext(),
  ]);
  const read = probes.map((probe): ReadFile => ({
    probe,
    identity: { sizeBytes: probe.sizeBytes, mtimeNs: "0", inode: "0", device: "0" },
    decisionContext: { ...context, known: withAnime(context.known, anime) },
    measured: new Map(),
  }));
  const sourceBytes = probes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return await estimateProfile(recipe, read, { capabilities, audioOnly: false, sourceBytes, samples });
}

/** Reports the progress of one of `count` profiles in a measurement. */
const progressOf = (
  { signal, report }: RunControl,
  name: string,
  index: number,
  count: number,
): Required<MeasureOptions> => ({
  signal,
  onProgress(part) {
    const which = count === 1 ? name : `${name}, profile ${index + 1} of ${count}`;
    report((index + part) / count, `Encoding samples with ${which}.`);
  },
});

async function allProfileIds(profiles: EstimateDeps["profiles"]): Promise<string[]> {
  const [smart, plain] = await Promise.all([profiles.smart.list(), profiles.list()]);
  return [...smart, ...plain].map(({ id }) => id);
}

/** Converts an error to an entry of the error list. Rethrows unexpected errors. */
function errorEntry(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  throw error;
}
