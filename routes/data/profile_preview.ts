import * as z from "zod";
import { type Offer, offer } from "../../lib/encode/decision/offer.ts";
import { usefulOverrides } from "../../lib/encode/plan/overrides.ts";
import { isMusicContainer } from "../../lib/encode/profiles/containers.ts";
import { Overrides } from "../../lib/encode/profiles/overrides.ts";
import { ProfileInput } from "../../lib/encode/profiles/schema.ts";
import { type AnyRecipe, isSmart, SmartProfileInput } from "../../lib/encode/profiles/smart/schema.ts";
import { checkRecipe } from "../../lib/encode/profiles/validate.ts";
import { sampleCapabilities, sampleProbe, sampleSdrProbe, sampleTrackProbe } from "../../lib/encode/sampling/sample.ts";
import { findSource } from "../../lib/jobs/intake/source_file.ts";
import { Fault } from "../../lib/kit/fault.ts";
import type { Probe } from "../../lib/media/probe/model.ts";
import { measuredOffer } from "./measured_offer.ts";
import type { Services } from "../services/services.ts";

/**
 * Moves the fields of a profile to `profile`. The form of the editor sends them at the top level, together with the
 * file on which the user tries the profile.
 */
function wrapped(input: unknown): unknown {
  if (typeof input !== "object" || input === null || !("video" in input)) return input;
  const { path, ...profile } = { path: undefined, ...input };
  return { profile, path };
}

/** Profile to preview, saved or not, and the file for which it is planned. */
export const PreviewInput = z.preprocess(
  wrapped,
  z.object({
    profileId: z.string().max(64).optional(),
    profile: ProfileInput.optional(),
    smart: SmartProfileInput.optional().describe("A smart profile that is not saved yet"),
    path: z.string().max(4096).optional(),
    audioOnly: z.boolean().default(false),
    overrides: Overrides.optional().describe("Changes for the file in `path`"),
  }),
).meta({ id: "ProfilePreviewInput" });

/** Services that are needed to preview a profile. */
export type PreviewServices = Pick<
  Services,
  "profiles" | "media" | "settings" | "storage" | "disks" | "decisionContext" | "estimates"
>;

/**
 * Returns the probe of a sample file: a UHD remux, an 8-bit file if the recipe rejects HDR, or an audio track for
 * music.
 */
function sampleFor(recipe: AnyRecipe): Probe {
  const { container, video: { encoder, pixelFormat, hdrToSdr } } = isSmart(recipe) ? recipe.base : recipe;
  if (isMusicContainer(container)) return sampleTrackProbe();
  const refusesHdr = encoder !== "copy" && ["yuv420p", "nv12"].includes(pixelFormat) && hdrToSdr === "off";
  return refusesHdr ? sampleSdrProbe() : sampleProbe();
}

/** Plans the requested recipe for the requested file, or for the sample file. */
export async function profilePreview(
  { profiles, media, settings, storage, disks, decisionContext, estimates }: PreviewServices,
  { profileId, profile, smart, path, audioOnly, overrides }: z.infer<typeof PreviewInput>,
): Promise<Omit<Offer, "estimate"> & { estimate?: Offer["estimate"] & { sourceBytes: number } }> {
  if (profile !== undefined) {
    const fields = checkRecipe(profile);
    if (fields.length > 0) throw new Fault("invalid", "The profile is not valid.", { fields });
  } else if (profileId === undefined && smart === undefined) {
    throw new Fault("invalid", "Specify a profileId, a profile or a smart profile.", {
      fields: [{ path: "profileId", message: "Required" }],
    });
  }
  const recipe: AnyRecipe = profile !== undefined
    ? { ...profile, id: "preview" }
    : smart !== undefined
    ? await profiles.smart.draft(smart)
    : await profiles.recipe(profileId ?? "");
  if (path === undefined) {
    return { ...offer(sampleFor(recipe), recipe, sampleCapabilities(), { audioOnly }), estimate: undefined };
  }
  const { mediaRoots } = settings.current().general.security;
  const source = await findSource({ kind: "file", localPath: path }, { mediaRoots, storage, disks });
  const options = { audioOnly, overrides: usefulOverrides(overrides), ...await decisionContext({ path: source.path }) };
  const probe = await media.probe(source.path);
  const file = { probe, identity: source.identity, samples: await estimates.measured(source.identity) };
  const planned = measuredOffer(file, recipe, await media.capabilities(), options);
  return { ...planned, estimate: { ...planned.estimate, sourceBytes: probe.sizeBytes } };
}
