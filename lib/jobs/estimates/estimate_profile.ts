import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { withSample } from "../../encode/sampling/sample_size.ts";
import type { DecisionContext } from "../decision/decision_context.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { type FileSamples, withMeasurement } from "../decision/sample_findings.ts";
import type { MeasureOptions, Samples } from "./samples.ts";
import type { Estimate } from "../estimate_schema.ts";

/** Number of files sampled for each profile. */
const MAX_SAMPLED_FILES = 2;

/** File that was read, with the facts used to decide about it. */
export interface ReadFile {
  probe: Probe;
  identity: SourceIdentity;
  decisionContext: Awaited<ReturnType<DecisionContext>>;
  /** Earlier measurements of the file. */
  measured: FileSamples;
}

interface EstimateContext {
  capabilities: Capabilities;
  audioOnly: boolean;
  sourceBytes: number;
  samples: Samples;
  /** Control of the measurement. Absent if no samples are encoded. */
  control?: Required<MeasureOptions>;
}

/** Estimates one profile for all files by scaling the result for those that were read. */
export async function estimateProfile(
  recipe: AnyRecipe,
  read: ReadFile[],
  context: EstimateContext,
): Promise<Estimate> {
  const { decide, resolveFor } = await import("../../encode/decision/decide.ts");
  const { capabilities, audioOnly, sourceBytes, samples, control } = context;
  const measured = Math.min(MAX_SAMPLED_FILES, read.length);
  const parts: { estimate: SizeEstimate; nothingToDo: boolean }[] = [];
  for (const [i, { probe, identity, decisionContext, measured: known }] of read.entries()) {
    const options = { audioOnly, ...decisionContext };
    const decided = decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options);
    const { plan } = decided;
    const estimate = withMeasurement(decided.estimate, known, { identity, plan, capabilities });
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
    // In a requested measurement, a few sampled files represent all. Otherwise, every file must have been sampled.
    sampled: control
      ? parts.some(({ estimate }) => estimate.sampled)
      : parts.length > 0 && parts.every(({ estimate }) => estimate.sampled),
    nothingToDo: parts.every((one) => one.nothingToDo),
    ...(timed ? { encodeSeconds: sum((one) => one.encodeSeconds ?? 0) } : {}),
  };
}

const encodesVideo = (plan: Plan): plan is Plan & { video: VideoPlan } =>
  plan.video !== undefined && plan.video.encoder !== "copy";
