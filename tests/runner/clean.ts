/**
 * Removes the files that tests and builds leave on this machine: the cache of test files, coverage and executables.
 * `deno task clean`.
 */
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../kit/cached_files.ts";

const root = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url));

for (const folder of [cacheFolder(), root(".coverage"), root("dist")]) {
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
