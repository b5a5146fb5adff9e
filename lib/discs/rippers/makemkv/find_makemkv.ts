import type { ToolLookup } from "../../../media/tools/tools.ts";

/** Looks for a program: by the path that is configured, else by name. */
export type FindTool = (name: string, configuredPath: string) => Promise<ToolLookup>;

const PLACES: Partial<Record<typeof Deno.build.os, [name: string, path: string][]>> = {
  darwin: [["makemkvcon", "/Applications/MakeMKV.app/Contents/MacOS/makemkvcon"]],
  windows: ["makemkvcon64", "makemkvcon"].map((name) => [name, `C:\\Program Files (x86)\\MakeMKV\\${name}.exe`]),
};

/** Where MakeMKV is: as configured, by name, or where its installer puts it. The first answer's error is told. */
export async function findMakemkv(find: FindTool, configuredPath: string): Promise<ToolLookup> {
  const first = await find("makemkvcon", configuredPath);
  if (first.path !== undefined || configuredPath !== "") return first;
  for (const [name, path] of PLACES[Deno.build.os] ?? []) {
    const found = await find(name, path);
    if (found.path !== undefined) return found;
  }
  return first;
}
