import type { Services } from "../../../services.ts";
import type { ProfileChoice } from "./library_parts.tsx";

/** The profiles to encode with, and which is chosen. */
export async function profileChoices(
  { profiles }: Pick<Services, "profiles">,
  defaultProfileId: string,
): Promise<ProfileChoice> {
  const { plain, smart } = await profiles.names();
  return { profiles: [...smart, ...plain], defaultProfileId };
}
