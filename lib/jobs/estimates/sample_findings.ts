import { createHash } from "node:crypto";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { pictureOnly } from "../../encode/sampling/pieces.ts";
import { type SampledSize, withSample } from "../../encode/sampling/sample_size.ts";
import type { Capabilities } from "../../media/probe/model.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityKey } from "../intake/source_file.ts";

/** Which measurement: of these bytes, for this plan, with this ffmpeg. */
export interface SampleSubject {
  identity: SourceIdentity;
  plan: Plan & { video: VideoPlan };
  capabilities: Pick<Capabilities, "version">;
}

/** Raised when the way of measuring changes, so that older results are not taken for new ones. */
const METHOD = 2;

/** The key a measured size is kept under. Pure. */
export function sampleKey({ identity, plan, capabilities }: SampleSubject): string {
  const { video } = pictureOnly(plan);
  const facts = JSON.stringify([METHOD, video, capabilities.version]);
  return `${identityKey(identity)}:${createHash("sha256").update(facts).digest("hex").slice(0, 32)}`;
}

/** What was measured before; undefined when nothing was. */
export const knownSample = async (
  findings: Pick<FindingRepository, "get">,
  subject: SampleSubject,
): Promise<SampledSize | undefined> =>
  (await findings.get("sample", sampleKey(subject)))?.result as SampledSize | undefined;

/** The estimate with its guess replaced by what was measured before on this file with this plan. */
export async function withKnownSample(
  estimate: SizeEstimate,
  findings: Pick<FindingRepository, "get">,
  { plan, ...subject }: Omit<SampleSubject, "plan"> & { plan: Plan },
): Promise<SizeEstimate> {
  const { video } = plan;
  if (!estimate.model || !video || video.encoder === "copy") return estimate;
  const known = await knownSample(findings, { ...subject, plan: { ...plan, video } });
  return known ? withSample(estimate, known) : estimate;
}
