import { dirname, join, relative } from "node:path";

/** One import between source files. Paths are relative to the root. */
export interface Import {
  from: string;
  to: string;
}

/** Folders with the program's source files. */
export const SOURCE_FOLDERS = ["lib", "db", "routes", "islands"] as const;

/** Yields every source file below a folder, except tests. */
export async function* sourceFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && !["node_modules", "built", ".git"].includes(entry.name)) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name) && !/_test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Returns every import between source files below `root`, including dynamic ones. */
export async function readImports(root: string): Promise<Import[]> {
  const found: Import[] = [];
  for (const top of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(join(root, top))) {
      const text = await Deno.readTextFile(path);
      const first = text.matchAll(/^(?:import|export)[^"';]*?from\s+"(\.[^"]+)"/gms);
      const later = text.matchAll(/\bimport\("(\.[^"]+)"\)/g);
      for (const [, target = ""] of [...first, ...later]) {
        found.push({ from: relative(root, path), to: relative(root, join(dirname(path), target)) });
      }
    }
  }
  return found;
}
