import { offer, refusal } from "../../../lib/encode/plan/offer.ts";
import { findSource } from "../../../lib/jobs/intake/source_file.ts";
import { asFault } from "../../http/problem.ts";
import type { Services } from "../../services.ts";
import type { EncodeData, ProfileOffer } from "./encode.tsx";

/** What every profile would make of the first of the chosen files. */
export async function encodeData(
  { media, profiles, settings, storage, disks, decisionContext }: Services,
  { paths, selectionId, audioOnly }: Pick<EncodeData, "paths" | "selectionId" | "audioOnly">,
): Promise<EncodeData> {
  const { general, defaultProfiles } = settings.current();
  const base = { paths, selectionId, audioOnly, offers: [], defaultProfileId: defaultProfiles.movie };
  const [first] = paths;
  if (first === undefined) return base;
  try {
    const { mediaRoots } = general.security;
    const { path } = await findSource({ kind: "file", localPath: first }, { mediaRoots, storage, disks });
    const [probe, capabilities, smart, plain, around] = await Promise.all([
      media.probe(path),
      media.capabilities(),
      profiles.smart.list(),
      profiles.list(),
      decisionContext({ path }),
    ]);
    const offers = await Promise.all([...smart, ...plain].map(async (profile): Promise<ProfileOffer> => {
      const choice = { id: profile.id, name: profile.name, mediaType: profile.mediaType, smart: "rules" in profile };
      try {
        const recipe = await profiles.recipe(profile.id);
        return { profile: choice, outcome: offer(probe, recipe, capabilities, { audioOnly, ...around }) };
      } catch (error) {
        const reason = refusal(error);
        if (reason === undefined) throw error;
        return { profile: choice, reason };
      }
    }));
    return { ...base, probe, offers };
  } catch (error) {
    const fault = asFault(error);
    if (fault.code === "internal") throw error;
    return { ...base, error: fault.message };
  }
}
