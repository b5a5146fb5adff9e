import { join } from "node:path";
import { writeFileAtomic } from "../../../kit/atomic_file.ts";

/** What MakeMKV is to be set to; an empty key leaves the one that is there. */
export interface MakemkvSettings {
  key: string;
}

/** MakeMKV's own choice of tracks depends on favourite languages; ours is made afterwards. */
const FIXED = {
  // Without it a start waits for the maker's server, tens of seconds where there is no internet.
  app_UpdateEnable: "0",
  app_DefaultSelectionString: "+sel:all",
} as const;

const fileIn = (home: string): string =>
  Deno.build.os === "darwin"
    ? join(home, "Library", "MakeMKV", "settings.conf")
    : join(home, ".MakeMKV", "settings.conf");

/** Writes the settings that MakeMKV reads below `home`; what else it keeps there stays. */
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

/** The text of the file with ours in it, lines of `name = "value"`. Pure. */
export function settingsText(before: string, { key }: MakemkvSettings): string {
  const ours = new Map<string, string>(Object.entries(FIXED));
  // A key has letters, digits, "-", "_" and "@"; a line end would be another setting.
  const clean = key.replaceAll(/[^\w@-]/g, "");
  if (clean !== "") ours.set("app_Key", clean);
  const kept = before.split("\n").filter((line) => {
    const [, name] = /^\s*(\w+)\s*=/.exec(line) ?? [];
    return line.trim() !== "" && (name === undefined || !ours.has(name));
  });
  return [...kept, ...[...ours].map(([name, value]) => `${name} = "${value}"`), ""].join("\n");
}
