import { join } from "node:path";
import type { DiscSource } from "../../ripper_model.ts";

/** Folders whose files are read. The source may itself be one of them. */
const FOLDERS = ["", "VIDEO_TS", "BDMV/PLAYLIST", "BDMV/CLIPINF", "BDMV/STREAM", "PLAYLIST", "CLIPINF", "STREAM"];

/** Sizes and times of the files to be read, as a text that differs after any change. Empty for a disc in a drive. */
export async function sourceState({ kind, path }: DiscSource): Promise<string> {
  if (kind === "device") return "";
  if (kind === "image") return await stateOf(path);
  const states: string[] = [];
  for (const folder of FOLDERS) {
    const names = await Array.fromAsync(Deno.readDir(join(path, folder))).catch(() => []);
    for (const { name, isFile } of names) if (isFile) states.push(`${name} ${await stateOf(join(path, folder, name))}`);
  }
  return states.sort().join("\n");
}

const stateOf = async (path: string): Promise<string> => {
  const found = await Deno.stat(path).catch(() => undefined);
  return found === undefined ? "gone" : `${found.size} ${found.mtime?.getTime()}`;
};
