import { dirname, join, relative } from "node:path";

/** One import of a source file by another; both as paths from the root. */
export interface Import {
  from: string;
  to: string;
}

/** Folders that the program is made of. */
export const SOURCE_FOLDERS = ["lib", "db", "routes", "islands"] as const;

/** Every source file below a folder, tests left out. */
export async function* sourceFiles(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && !["node_modules", "built", ".git"].includes(entry.name)) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name) && !/_test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Every import between source files of the program below `root`, also of what is loaded when it is needed. */
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
