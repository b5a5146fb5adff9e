import { join, relative } from "node:path";
import { hasNoTestOf, type Tier } from "./tiers.ts";

/** Folders with tests. Benches and soaks are separate tasks. */
const TEST_FOLDERS = ["lib", "db", "routes", "islands", "tests", "build"];
const OTHER_TASKS = ["tests/bench/", "tests/soak/"];

/** Returns the test files of a tier relative to `root`, below the given absolute paths or everywhere. */
export async function testFiles(root: string, paths: string[], tier: Tier): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths.length > 0 ? paths : TEST_FOLDERS.map((folder) => join(root, folder))) {
    for await (const file of filesBelow(path)) {
      const name = relative(root, file);
      if (!/_test\.tsx?$/.test(name) || OTHER_TASKS.some((folder) => name.startsWith(folder))) continue;
      if (!hasNoTestOf(tier, await Deno.readTextFile(file))) found.push(name);
    }
  }
  return found.sort();
}

/** True if any of the files opens pages in Chromium. */
export async function usesBrowser(root: string, files: string[]): Promise<boolean> {
  for (const file of files) {
    if (/kit\/(browser|scene)\.ts"/.test(await Deno.readTextFile(join(root, file)))) return true;
  }
  return false;
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  if ((await Deno.stat(path)).isFile) return void (yield path);
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (!isDirectory) yield join(path, name);
    else if (name !== "node_modules" && !name.startsWith(".")) yield* filesBelow(join(path, name));
  }
}
