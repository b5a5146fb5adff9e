import type { DecideOptions } from "../../lib/encode/decision/decide.ts";
import { type Offer, offer } from "../../lib/encode/decision/offer.ts";
import type { AnyRecipe } from "../../lib/encode/profiles/smart/schema.ts";
import { type FileSamples, withMeasurement } from "../../lib/jobs/decision/sample_findings.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import type { SourceIdentity } from "../../lib/media/probe/source.ts";
import type { Capabilities } from "../../lib/media/tools/capabilities.ts";

/** A file with its earlier measurements. */
export interface MeasuredFile {
  probe: Probe;
  identity: SourceIdentity;
  samples: FileSamples;
}

/**
 * Plans a file in the same way as `offer`, but uses the measured size if the file was measured with this plan. Pure.
 */
export function measuredOffer(
  { probe, identity, samples }: MeasuredFile,
  recipe: AnyRecipe,
  capabilities: Capabilities,
  options: DecideOptions,
): Offer {
  const planned = offer(probe, recipe, capabilities, options);
  const subject = { identity, plan: planned.plan, capabilities };
  return { ...planned, estimate: withMeasurement(planned.estimate, samples, subject) };
}
