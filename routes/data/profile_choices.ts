import { PROFILE_GROUPS, type ProfileGroup } from "../../lib/encode/profiles/choices/groups.ts";
import type { ProfileName } from "../../lib/encode/profiles/service.ts";
import type { Choice } from "../../lib/ui/choice_options.tsx";
import type { Services } from "../services/services.ts";

/** Profiles that a page offers for encoding. `defaultProfileId` is from the settings. */
export interface ProfileChoice {
  profiles: Choice[];
  defaultProfileId: string;
}

/** Returns all profiles as options of a select, by group. Every select of profiles uses this function. */
export async function profileOptions(
  { profiles }: Pick<Services, "profiles">,
  isOffered: (profile: ProfileName) => boolean = () => true,
): Promise<Choice[]> {
  const { plain, smart } = await profiles.names();
  const all = [...smart, ...plain].filter(isOffered);
  const order = Object.keys(PROFILE_GROUPS) as ProfileGroup[];
  return order.flatMap((group) => all.filter((profile) => profile.group === group).map(asChoice));
}

/** Returns a profile as an option of a select. */
const asChoice = ({ id, name, group, obstacle }: ProfileName): Choice => ({
  id,
  name,
  group: PROFILE_GROUPS[group],
  obstacle,
});

/** Returns the profiles for encoding, and the profile that is selected initially. */
export const profileChoices = async (
  services: Pick<Services, "profiles">,
  defaultProfileId: string,
): Promise<ProfileChoice> => ({ profiles: await profileOptions(services), defaultProfileId });
