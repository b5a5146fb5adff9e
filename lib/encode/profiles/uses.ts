import type { SettingsService } from "../../platform/settings/service.ts";

/** Returns the settings that refer to profiles, by key. */
export function profileUses(
  { defaultProfiles, auto }: ReturnType<SettingsService["current"]>,
): { key: string; id: string }[] {
  return [
    ...Object.entries(defaultProfiles).map(([type, id]) => ({ key: `defaultProfiles.${type}`, id })),
    ...Object.entries(auto.profiles).map(([type, id]) => ({ key: `auto.profiles.${type}`, id })),
  ].filter(({ id }) => id !== "");
}
