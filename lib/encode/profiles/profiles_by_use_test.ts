import { deepStrictEqual as same, ok } from "node:assert/strict";
import { Settings } from "../../platform/settings/schema.ts";
import { allPresets } from "./presets.ts";
import { PREFERENCES, profilesByUse, WATCHED_ON } from "./profiles_by_use.ts";
import { allSmartPresets } from "./smart/presets.ts";

Deno.test("every device and preference has built-in profiles, and a television balanced those of a new installation", () => {
  const known = new Set([...allPresets(), ...allSmartPresets()].map(({ id }) => id));
  for (const device of WATCHED_ON) {
    for (const preference of PREFERENCES) {
      for (const id of Object.values(profilesByUse(device, preference))) ok(known.has(id), id);
    }
  }
  same(profilesByUse("tv", "balanced"), Settings.parse({}).defaultProfiles);
});
