import { join } from "node:path";
import type { Profile } from "../profiles/schema.ts";
import { PRESETS } from "../profiles/presets.ts";
import { claimFolder } from "../system/claim.ts";
import { storageFolders } from "../system/storage.ts";
import { type CommandContext, openQuietly } from "./context.ts";

/** What a command takes over from the config folder of the service. */
export interface FromConfig {
  profiles: Profile[];
  /** The text of its settings file, when there is one. */
  settings?: string;
}

/**
 * Reads the profiles and settings that people made. A running service is asked, because only one program may use its
 * folder; otherwise the folder is opened for a moment. Without a folder there are just the presets. Changes nothing.
 */
export async function readConfigFolder(context: CommandContext): Promise<FromConfig> {
  const { configDir, env } = context;
  const { programData } = storageFolders(configDir, env).folders;
  const settings = await Deno.readTextFile(join(programData, "settings.json")).catch(() => undefined);
  const presets = PRESETS.map((preset): Profile => ({ ...preset, builtin: true, missingEncoders: [], usedBy: [] }));
  if (settings === undefined) return { profiles: presets };
  const answer = await claimFolder(configDir);
  if ("heldBy" in answer) return { settings, profiles: await askService(answer.heldBy.url, settings) ?? presets };
  try {
    const instance = await openQuietly(configDir, context);
    try {
      return { settings, profiles: await instance.profiles.list() };
    } finally {
      await instance.close();
    }
  } finally {
    await answer.claim.release();
  }
}

async function askService(url: string | undefined, settings: string): Promise<Profile[] | undefined> {
  if (url === undefined) return undefined;
  const { general } = JSON.parse(settings) as { general?: { security?: { apiKey?: string } } };
  const response = await fetch(`${url}/api/profiles`, { headers: { "X-Api-Key": general?.security?.apiKey ?? "" } });
  return response.ok ? await response.json() : undefined;
}
