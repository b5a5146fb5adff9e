import * as z from "zod";
import { findSource } from "../../../../lib/jobs/intake/source_file.ts";
import { Fault } from "../../../../lib/kit/fault.ts";
import type { Services } from "../../../services/services.ts";
import { profilePreview } from "../../../data/profile_preview.ts";
import { asFault } from "../../../http/problem.ts";
import type { AdjustData } from "./adjust.tsx";

const Query = z.object({
  path: z.string().min(1).max(4096),
  profile: z.string().min(1).max(64),
  audioOnly: z.literal("1").optional(),
});

/** Returns the file, the profile and its plan. Throws `Fault` for an unknown profile or a path that is not allowed. */
export async function adjustData(services: Services, query: Record<string, string>): Promise<AdjustData> {
  const { success, data } = Query.safeParse(query);
  if (!success) throw new Fault("invalid", "Choose a file and a profile on the Encode page first.");
  const { path: wanted, profile: profileId, audioOnly } = data;
  const { media, profiles, settings, storage, disks } = services;
  const recipe = await profiles.recipe(profileId);
  const { mediaRoots } = settings.current().general.security;
  const { path } = await findSource({ kind: "file", localPath: wanted }, { mediaRoots, storage, disks });
  const probe = await media.probe(path);
  const base = { probe, profile: { id: recipe.id, name: recipe.name }, audioOnly: audioOnly === "1" };
  try {
    const planned = await profilePreview(services, { profileId, path, audioOnly: base.audioOnly });
    const copiesVideo = planned.plan.video === undefined || planned.plan.video.encoder === "copy";
    return { ...base, streams: planned.streams, copiesVideo, preview: { ...planned, sample: false } };
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === "internal") throw error;
    const preview = { sample: false, summary: [], warnings: [], streams: [], problem: fault.message };
    return { ...base, streams: [], copiesVideo: true, preview };
  }
}
