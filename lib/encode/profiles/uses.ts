import type { SettingsService } from "../../platform/settings/service.ts";

/** The settings that point at profiles, by key. */
export function profileUses(
  { defaultProfiles, auto }: ReturnType<SettingsService["current"]>,
): { key: string; id: string }[] {
  return [
    ...Object.entries(defaultProfiles).map(([type, id]) => ({ key: `defaultProfiles.${type}`, id })),
    ...Object.entries(auto.profiles).map(([type, id]) => ({ key: `auto.profiles.${type}`, id })),
  ].filter(({ id }) => id !== "");
}
