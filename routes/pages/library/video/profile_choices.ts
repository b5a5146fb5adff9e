import type { Services } from "../../../services/services.ts";
import type { ProfileChoice } from "./library_parts.tsx";

/** Returns the available profiles for encoding and the selected one. */
export async function profileChoices(
  { profiles }: Pick<Services, "profiles">,
  defaultProfileId: string,
): Promise<ProfileChoice> {
  const { plain, smart } = await profiles.names();
  return { profiles: [...smart, ...plain], defaultProfileId };
}
