import { join } from "node:path";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";

/** MakeMKV settings. An empty key keeps the existing one. */
export interface MakemkvSettings {
  key: string;
}

/** MakeMKV's track selection depends on preferred languages. Lathe selects tracks afterwards. */
const FIXED = {
  // Otherwise, startup waits for the vendor's server, which takes tens of seconds without internet access.
  app_UpdateEnable: "0",
  app_DefaultSelectionString: "+sel:all",
} as const;

const fileIn = (home: string): string =>
  Deno.build.os === "darwin"
    ? join(home, "Library", "MakeMKV", "settings.conf")
    : join(home, ".MakeMKV", "settings.conf");

/** Writes the settings that MakeMKV reads below `home`, preserving all others. */
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

/** Merges Lathe's settings into the text of the file, lines of `name = "value"`. Pure. */
export function settingsText(before: string, { key }: MakemkvSettings): string {
  const ours = new Map<string, string>(Object.entries(FIXED));
  // A key consists of letters, digits, "-", "_" and "@". A line break would inject another setting.
  const clean = key.replaceAll(/[^\w@-]/g, "");
  if (clean !== "") ours.set("app_Key", clean);
  const kept = before.split("\n").filter((line) => {
    const [, name] = /^\s*(\w+)\s*=/.exec(line) ?? [];
    return line.trim() !== "" && (name === undefined || !ours.has(name));
  });
  return [...kept, ...[...ours].map(([name, value]) => `${name} = "${value}"`), ""].join("\n");
}
