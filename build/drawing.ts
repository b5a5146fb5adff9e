import { instance } from "@viz-js/viz";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Import, readImports, SOURCE_FOLDERS, sourceFiles } from "./imports.ts";

/** Draws the imports between districts, derived from the sources. `deno task drawing` writes `docs/imports.svg`. */

const ROOT = fileURLToPath(new URL("../", import.meta.url));
export const DRAWING = `${ROOT}docs/imports.svg`;

/** Returns the part of the program that a file belongs to: its district in `lib`, or its top-level folder. Pure. */
export const partOf = (path: string): string => path.split("/").slice(0, path.startsWith("lib/") ? 2 : 1).join("/");

/**
 * Returns the import graph in the DOT language: parts grouped by folder, and arrows with the number of imports. Pure.
 */
export function graphOf(files: readonly string[], imports: readonly Import[]): string {
  const folders = new Map<string, number>();
  for (const file of files) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
  const parts = [...new Set(files.map(partOf))].sort();
  const arrows = new Map<string, number>();
  for (const { from, to } of imports) {
    const [a, b] = [partOf(from), partOf(to)];
    if (a !== b && parts.includes(b)) arrows.set(`"${a}" -> "${b}"`, (arrows.get(`"${a}" -> "${b}"`) ?? 0) + 1);
  }
  const nodes = parts.map((part) => {
    const inside = [...folders].filter(([folder]) => folder === part || folder.startsWith(`${part}/`)).sort();
    const lines = inside.map(([folder, count]) => `${relative(part, folder) || "."}  ${count}`);
    return `  "${part}" [label="${part}\\n\\n${lines.join("\\l")}\\l"];`;
  });
  const edges = [...arrows].sort().map(([arrow, count]) => `  ${arrow} [label="${count}"];`);
  return [
    "digraph {",
    "  rankdir=TB; ranksep=0.7; nodesep=0.3;",
    '  node [shape=box, style="rounded,filled", fillcolor="#f4f6f8", fontname="sans-serif", fontsize=11];',
    '  edge [color="#5b6b7b", fontname="sans-serif", fontsize=9];',
    ...nodes,
    ...edges,
    "}",
  ].join("\n");
}

/** Returns the graph of the current sources. */
export async function currentGraph(): Promise<string> {
  const files: string[] = [];
  for (const top of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(ROOT + top)) files.push(relative(ROOT, path));
  }
  return graphOf(files, await readImports(ROOT));
}

if (import.meta.main) {
  const viz = await instance();
  await Deno.writeTextFile(DRAWING, viz.renderString(await currentGraph(), { format: "svg" }));
}
