import { createHash } from "node:crypto";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { videoOnly } from "../../encode/sampling/pieces.ts";
import { type SampledSize, withSample } from "../../encode/sampling/sample_size.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import { identityKey, type SourceIdentity } from "../../media/probe/source.ts";

/** Key of a measurement: the contents of the file, the plan, and the ffmpeg version. */
export interface SampleSubject {
  identity: SourceIdentity;
  plan: Plan & { video: VideoPlan };
  capabilities: Pick<Capabilities, "version">;
}

/** Version of the measurement method. It is increased when the method changes, so that older results are not used. */
const METHOD = 2;

/** Returns the key under which a measured size is stored. Pure. */
export function sampleKey({ identity, plan, capabilities }: SampleSubject): string {
  const { video } = videoOnly(plan);
  const facts = JSON.stringify([METHOD, video, capabilities.version]);
  return `${identityKey(identity)}:${createHash("sha256").update(facts).digest("hex").slice(0, 32)}`;
}

/** Returns the key for a size measured on the few scenes of a preview. It is used until all samples are measured. */
export const sceneSampleKey = (subject: string): string => `${subject}:scenes`;

/** Returns an earlier measurement of all samples, or undefined if there is none. */
export const knownSample = async (
  findings: Pick<FindingRepository, "get">,
  subject: SampleSubject,
): Promise<SampledSize | undefined> =>
  (await findings.get("sample", sampleKey(subject)))?.result as SampledSize | undefined;

/** All measurements of one file, by key. */
export type FileSamples = ReadonlyMap<string, SampledSize>;

/** Returns all measurements of a file, for any plan. */
export async function samplesOf(
  findings: Pick<FindingRepository, "beginningWith">,
  identity: SourceIdentity,
): Promise<FileSamples> {
  const rows = await findings.beginningWith("sample", `${identityKey(identity)}:`);
  return new Map(rows.map(({ key, result }) => [key, result as SampledSize]));
}

/** True if the estimate of the video size is a prediction of the model, which a measurement can replace. */
const isReplaceable = (estimate: SizeEstimate, plan: Plan): plan is Plan & { video: VideoPlan } =>
  estimate.model !== undefined && plan.video !== undefined && plan.video.encoder !== "copy";

/** A plan, and the file and ffmpeg version for which it was made. */
type PlannedSubject = Omit<SampleSubject, "plan"> & { plan: Plan };

/**
 * Returns the estimate with its prediction replaced by a measurement of the file with this plan. Applied to every
 * displayed size of a file that is not encoded yet. Pure.
 */
export function withMeasurement(
  estimate: SizeEstimate,
  samples: FileSamples,
  { plan, ...subject }: PlannedSubject,
): SizeEstimate {
  if (!isReplaceable(estimate, plan) || samples.size === 0) return estimate;
  const key = sampleKey({ ...subject, plan });
  const known = samples.get(key) ?? samples.get(sceneSampleKey(key));
  return known ? withSample(estimate, known) : estimate;
}

/** Same as `withMeasurement`, but reads the measurements of the file if the estimate depends on them. */
export const withKnownSample = async (
  estimate: SizeEstimate,
  findings: Pick<FindingRepository, "beginningWith">,
  subject: PlannedSubject,
): Promise<SizeEstimate> =>
  isReplaceable(estimate, subject.plan)
    ? withMeasurement(estimate, await samplesOf(findings, subject.identity), subject)
    : estimate;
