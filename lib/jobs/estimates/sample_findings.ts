import { createHash } from "node:crypto";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { pictureOnly } from "../../encode/sampling/pieces.ts";
import { type SampledSize, withSample } from "../../encode/sampling/sample_size.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { SourceIdentity } from "../../media/probe/source.ts";
import { identityKey } from "../intake/source_file.ts";

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
  const { video } = pictureOnly(plan);
  const facts = JSON.stringify([METHOD, video, capabilities.version]);
  return `${identityKey(identity)}:${createHash("sha256").update(facts).digest("hex").slice(0, 32)}`;
}

/** Returns an earlier measurement. Undefined if there is none. */
export const knownSample = async (
  findings: Pick<FindingRepository, "get">,
  subject: SampleSubject,
): Promise<SampledSize | undefined> =>
  (await findings.get("sample", sampleKey(subject)))?.result as SampledSize | undefined;

/** Returns the estimate with its prediction replaced with an earlier measurement of this file with this plan. */
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
