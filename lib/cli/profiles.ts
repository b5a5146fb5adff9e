import type { CommandContext } from "./context.ts";
import { readConfigFolder } from "./config_folder.ts";

/** Prints all profiles with their IDs. Exit code 0. */
export async function listProfiles(context: CommandContext): Promise<number> {
  const { profiles, smart } = await readConfigFolder(context);
  const width = Math.max(...[...smart, ...profiles].map(({ id }) => id.length));
  for (const { id, name, description } of smart) {
    console.log(`${id.padEnd(width)}  ${name} (adapts to each file)${description === "" ? "" : `: ${description}`}`);
  }
  for (const { id, name, description, missingEncoders } of profiles) {
    const missing = missingEncoders.length > 0 ? ` (needs ${missingEncoders.join(", ")})` : "";
    console.log(`${id.padEnd(width)}  ${name}${missing}${description === "" ? "" : `: ${description}`}`);
  }
  return 0;
}
