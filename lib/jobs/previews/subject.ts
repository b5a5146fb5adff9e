import type { FindingRepository } from "../../../db/library/findings.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import { bestScale, type Scale } from "../../encode/metric.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { decide, resolveFor } from "../../encode/decision/decide.ts";
import type { Overrides } from "../../encode/profiles/overrides.ts";
import type { AnyRecipe } from "../../encode/profiles/smart/schema.ts";
import { JobFailure } from "../../kit/fault.ts";
import type { Probe, VideoStream } from "../../media/probe/model.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import type { DecisionContext } from "../decision/decision_context.ts";
import { sampleKey, withKnownSample } from "../decision/sample_findings.ts";
import type { Preview } from "./schema.ts";

/** File, and the context in which its previews are planned. */
export interface PreviewSource {
  probe: Probe;
  identity: SourceIdentity;
  video: VideoStream;
  capabilities: Capabilities;
  context: Awaited<ReturnType<DecisionContext>> & { overrides?: Overrides | undefined };
}

/** Profile as it is applied to the file. */
export interface PreviewPlan {
  profileId: string;
  profileName: string;
  plan: Plan & { video: VideoPlan };
  /** Key under which the samples of this profile and file are stored. */
  subject: string;
  estimate: SizeEstimate;
  nothingToDo: boolean;
  /** Metric and model for the scores. Absent if this ffmpeg cannot measure quality, or if nothing is encoded. */
  scale?: Scale;
}

/** Plans the video with each profile. Profiles that cannot be used for it are returned as errors. */
export async function planSides(
  recipes: readonly AnyRecipe[],
  source: PreviewSource,
  findings: Pick<FindingRepository, "beginningWith">,
): Promise<{ plans: PreviewPlan[]; errors: Preview["errors"] }> {
  const plans: PreviewPlan[] = [];
  const errors: Preview["errors"] = [];
  for (const recipe of recipes) {
    try {
      plans.push(await planSide(recipe, source, findings));
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      errors.push({ profileId: recipe.id, code: error.code, message: error.message });
    }
  }
  return { plans, errors };
}

async function planSide(
  recipe: AnyRecipe,
  { probe, identity, capabilities, context }: PreviewSource,
  findings: Pick<FindingRepository, "beginningWith">,
): Promise<PreviewPlan> {
  const decided = decide(probe, resolveFor(probe, recipe, capabilities, context), capabilities, context);
  const { plan } = decided;
  const { video } = plan;
  if (!video) throw new JobFailure("invalid_plan", `${recipe.name} creates a file without video.`);
  const pictured = { ...plan, video };
  return {
    profileId: recipe.id,
    profileName: recipe.name,
    plan: pictured,
    subject: sampleKey({ identity, plan: pictured, capabilities }),
    estimate: await withKnownSample(decided.estimate, findings, { identity, plan, capabilities }),
    nothingToDo: plan.nothingToDo,
    ...(video.encoder === "copy" ? {} : { scale: bestScale(capabilities, video) }),
  };
}
