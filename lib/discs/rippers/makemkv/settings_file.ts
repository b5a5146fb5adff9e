import { join } from "node:path";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";

/** MakeMKV settings. If the key is empty, the existing key is kept. */
export interface MakemkvSettings {
  key: string;
}

/** Fixed settings. MakeMKV's track selection depends on preferred languages, so Lathe selects the tracks afterwards. */
const FIXED = {
  // Disables the update check, for which MakeMKV would wait tens of seconds at startup without internet access.
  app_UpdateEnable: "0",
  app_DefaultSelectionString: "+sel:all",
} as const;

const fileIn = (home: string): string =>
  Deno.build.os === "darwin"
    ? join(home, "Library", "MakeMKV", "settings.conf")
    : join(home, ".MakeMKV", "settings.conf");

/** Writes the settings that MakeMKV reads below `home`. All other settings are kept. */
export async function writeMakemkvSettings(home: string, settings: MakemkvSettings): Promise<void> {
  const path = fileIn(home);
  await Deno.mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  const before = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  const after = settingsText(before, settings);
  if (after !== before) await writeFileAtomic(path, after);
}

/** Merges Lathe's settings into the text of the settings file, which has lines of `name = "value"`. Pure. */
export function settingsText(before: string, { key }: MakemkvSettings): string {
  const ours = new Map<string, string>(Object.entries(FIXED));
  // Removes all characters except letters, digits, "-", "_" and "@". A line break in a key would add another setting.
  const clean = key.replaceAll(/[^\w@-]/g, "");
  if (clean !== "") ours.set("app_Key", clean);
  const kept = before.split("\n").filter((line) => {
    const [, name] = /^\s*(\w+)\s*=/.exec(line) ?? [];
    return line.trim() !== "" && (name === undefined || !ours.has(name));
  });
  return [...kept, ...[...ours].map(([name, value]) => `${name} = "${value}"`), ""].join("\n");
}
