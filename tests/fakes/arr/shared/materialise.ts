import { dirname } from "node:path";

/** Copies one small file to many paths to create a library on disk quickly. */
export async function materialise(content: string, paths: Iterable<string>): Promise<number> {
  const made = new Set<string>();
  let count = 0;
  for (const path of paths) {
    const folder = dirname(path);
    if (!made.has(folder)) await Deno.mkdir(folder, { recursive: true });
    made.add(folder);
    await Deno.copyFile(content, path);
    count++;
  }
  return count;
}
