import type { ToolLookup } from "../../../media/tools/tools.ts";

/** Locates a program by its configured path, or otherwise by name. */
export type FindTool = (name: string, configuredPath: string) => Promise<ToolLookup>;

const PLACES: Partial<Record<typeof Deno.build.os, [name: string, path: string][]>> = {
  darwin: [["makemkvcon", "/Applications/MakeMKV.app/Contents/MacOS/makemkvcon"]],
  windows: ["makemkvcon64", "makemkvcon"].map((name) => [name, `C:\\Program Files (x86)\\MakeMKV\\${name}.exe`]),
};

/**
 * Locates MakeMKV by the configured path, by name, or in the default location of the installer. Reports the error of
 * the first attempt.
 */
export async function findMakemkv(find: FindTool, configuredPath: string): Promise<ToolLookup> {
  const first = await find("makemkvcon", configuredPath);
  if (first.path !== undefined || configuredPath !== "") return first;
  for (const [name, path] of PLACES[Deno.build.os] ?? []) {
    const found = await find(name, path);
    if (found.path !== undefined) return found;
  }
  return first;
}
