import { join } from "node:path";
import type { Profile } from "../encode/profiles/schema.ts";
import { allPresets } from "../encode/profiles/presets.ts";
import { allSmartPresets } from "../encode/profiles/smart/presets.ts";
import type { SmartProfile } from "../encode/profiles/smart/schema.ts";
import { peekSettings } from "../platform/settings/file.ts";
import type { Settings } from "../platform/settings/schema.ts";
import { claimFolder, unusableFolder } from "../platform/storage/claim.ts";
import { storageFolders } from "../platform/storage/storage.ts";
import { type CommandContext, openQuietly } from "./context.ts";

/** Profiles and settings that a command uses from the service's config folder. */
export interface FromConfig {
  profiles: Profile[];
  smart: SmartProfile[];
  settings?: Settings;
}

/**
 * Reads the user's profiles and settings. Queries the service if it is running, because only one process may use its
 * folder. Otherwise opens the folder briefly. Without a folder, only the presets are returned. Changes nothing.
 */
export async function readConfigFolder(context: CommandContext): Promise<FromConfig> {
  const { configDir, env } = context;
  const { programData } = storageFolders(configDir, env).folders;
  const settings = await peekSettings(join(programData, "settings.json")).catch((cause) => {
    throw unusableFolder(configDir, cause);
  });
  const presets = allPresets().map((preset): Profile => ({
    ...preset,
    builtin: true,
    missingEncoders: [],
    usedBy: [],
  }));
  const smart = allSmartPresets().map((preset): SmartProfile => ({ ...preset, builtin: true, usedBy: [] }));
  if (settings === undefined) return { profiles: presets, smart };
  const answer = await claimFolder(configDir);
  if ("heldBy" in answer) {
    const { url } = answer.heldBy;
    const [plain, deciding] = await Promise.all([
      askService<Profile>(url, "/api/profiles", settings),
      askService<SmartProfile>(url, "/api/smart-profiles", settings),
    ]);
    return { settings, profiles: plain ?? presets, smart: deciding ?? smart };
  }
  try {
    const instance = await openQuietly(configDir, context);
    try {
      const { profiles } = instance;
      return { settings, profiles: await profiles.list(), smart: await profiles.smart.list() };
    } finally {
      await instance.close();
    }
  } finally {
    await answer.claim.release();
  }
}

async function askService<T>(
  url: string | undefined,
  path: string,
  { general }: Settings,
): Promise<T[] | undefined> {
  if (url === undefined) return undefined;
  const headers = { "X-Api-Key": general.security.apiKey };
  // A service that does not respond is starting or stopping. The presets are used in this case.
  const response = await fetch(`${url}${path}`, { headers }).catch(() => undefined);
  return response?.ok ? await response.json() : undefined;
}
