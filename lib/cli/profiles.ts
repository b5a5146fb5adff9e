import type { CommandContext } from "./context.ts";
import { readConfigFolder } from "./config_folder.ts";

/** Prints every profile with its id. Exit code 0. */
export async function listProfiles(context: CommandContext): Promise<number> {
  const { profiles } = await readConfigFolder(context);
  const width = Math.max(...profiles.map(({ id }) => id.length));
  for (const { id, name, description, missingEncoders } of profiles) {
    const missing = missingEncoders.length > 0 ? ` (needs ${missingEncoders.join(", ")})` : "";
    console.log(`${id.padEnd(width)}  ${name}${missing}${description === "" ? "" : `: ${description}`}`);
  }
  return 0;
}
