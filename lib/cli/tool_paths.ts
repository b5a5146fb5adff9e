import { join } from "node:path";
import { Settings } from "../settings/schema.ts";

/** The tool paths a settings file names; empty ones are looked for. An unreadable file names none. */
export async function toolPathsOf(programData: string): Promise<{ ffmpegPath: string; ffprobePath: string }> {
  try {
    return Settings.parse(JSON.parse(await Deno.readTextFile(join(programData, "settings.json"))));
  } catch {
    return { ffmpegPath: "", ffprobePath: "" };
  }
}
