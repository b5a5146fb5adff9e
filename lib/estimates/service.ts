import type { OutcomeRepository } from "../../db/outcomes.ts";
import { decide, resolveFor } from "../encode/decide.ts";
import type { SizeEstimate } from "../encode/estimate.ts";
import type { Plan, VideoPlan } from "../encode/model.ts";
import { withSample } from "../encode/sample_size.ts";
import type { Circumstances } from "../jobs/circumstances.ts";
import { type History, quantile } from "../jobs/outcomes.ts";
import type { SourceFile } from "../jobs/source_file.ts";
import { Fault, JobFailure } from "../kit/fault.ts";
import type { Capabilities, Probe } from "../media/model.ts";
import type { Media } from "../media/service.ts";
import type { Profiles } from "../profiles/service.ts";
import type { KnownFacts } from "../profiles/smart/facts.ts";
import type { AnyRecipe } from "../profiles/smart/schema.ts";
import type { SourceIdentity } from "../media/source.ts";
import type { createSamples } from "./samples.ts";
import type { Estimate, EstimateAccuracy, EstimateInput, Estimates } from "./schema.ts";

/** What encodes will cost and bring, before anything is touched. */
export interface EstimateService {
  estimate(input: EstimateInput): Promise<Estimates>;
  /** How earlier estimates turned out. */
  accuracy(): Promise<EstimateAccuracy>;
}

export interface EstimateDeps {
  media: Pick<Media, "capabilities" | "probe">;
  profiles: Pick<Profiles, "recipe" | "list" | "smart">;
  history: History;
  circumstances: Circumstances;
  outcomes: OutcomeRepository;
  samples: ReturnType<typeof createSamples>;
  /** Looks a path up and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
}

/** How many of many files are read; the rest is scaled by size. */
const PROBED = 8;
/** How many of them are sampled for each profile. */
const SAMPLED = 2;

interface Looked {
  probe: Probe;
  identity: SourceIdentity;
  around: Awaited<ReturnType<Circumstances>>;
}

/** What the caller says counts more than the catalogue. */
const withAnime = (known: KnownFacts = {}, anime: boolean | undefined): KnownFacts =>
  anime === undefined ? known : { ...known, anime };

/** Wires estimates to the services they ask. */
export function createEstimates(deps: EstimateDeps): EstimateService {
  const { media, profiles, history, outcomes, source } = deps;
  return {
    async estimate({ items, profileIds, audioOnly, sample }) {
      const capabilities = await media.capabilities();
      const recipes = await Promise.all((profileIds ?? await everyId(profiles)).map(profiles.recipe));
      const errors: Estimates["errors"] = [];
      const looked: Looked[] = [];
      let sourceBytes = 0;
      for (const [index, { localPath, anime }] of items.entries()) {
        try {
          const { path, identity } = await source(localPath);
          sourceBytes += identity.sizeBytes;
          if (looked.length < PROBED) {
            const [probe, around] = await Promise.all([media.probe(path), deps.circumstances({ path })]);
            looked.push({ probe, identity, around: { ...around, known: withAnime(around.known, anime) } });
          }
        } catch (error) {
          errors.push({ index, ...wordsOf(error) });
        }
      }
      const estimates: Estimate[] = [];
      const context = { capabilities, audioOnly, sample, sourceBytes, samples: deps.samples };
      for (const recipe of looked.length > 0 ? recipes : []) {
        try {
          estimates.push(await together(recipe, looked, context));
        } catch (error) {
          errors.push({ profileId: recipe.id, ...wordsOf(error) });
        }
      }
      return { estimates, probed: looked.length, files: items.length, errors };
    },

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
        models: Object.entries(await history.corrections()).map(([model, { jobs, median }]) => ({
          model,
          jobs,
          correction: Math.round(median * 1000) / 1000,
        })),
      };
    },
  };
}

async function everyId(profiles: EstimateDeps["profiles"]): Promise<string[]> {
  const [smart, plain] = await Promise.all([profiles.smart.list(), profiles.list()]);
  return [...smart, ...plain].map(({ id }) => id);
}

interface Context {
  capabilities: Capabilities;
  audioOnly: boolean;
  sample: boolean;
  sourceBytes: number;
  samples: EstimateDeps["samples"];
}

/** One profile on all files: those that were looked at, scaled to the size of all. */
async function together(recipe: AnyRecipe, looked: Looked[], context: Context): Promise<Estimate> {
  const { capabilities, audioOnly, sourceBytes } = context;
  const parts: { estimate: SizeEstimate; nothingToDo: boolean }[] = [];
  for (const [i, { probe, identity, around }] of looked.entries()) {
    const options = { audioOnly, ...around };
    const { plan, estimate } = decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options);
    const sampled = context.sample && i < SAMPLED && estimate.model && hasPicture(plan)
      ? withSample(estimate, await context.samples({ probe, identity, plan, capabilities }))
      : estimate;
    parts.push({ estimate: sampled, nothingToDo: plan.nothingToDo });
  }
  const scale = sourceBytes / Math.max(1, looked.reduce((sum, { probe }) => sum + probe.sizeBytes, 0));
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

const hasPicture = (plan: Plan): plan is Plan & { video: VideoPlan } =>
  plan.video !== undefined && plan.video.encoder !== "copy";

/** What stands in the list of errors; anything that is no plain refusal is thrown on. */
function wordsOf(error: unknown): { code: string; message: string } {
  if (error instanceof Fault || error instanceof JobFailure) return { code: error.code, message: error.message };
  throw error;
}
