/** Lists the tests that show each safety rule, and exits with 1 if a rule has none. `deno task rules`. */
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Areas and numbers of the safety rules. Each rule must have a test whose name contains it. */
const AREAS: [area: string, from: number, to: number][] = [
  ["AUTH", 1, 11],
  ["WEB", 1, 9],
  ["PATH", 1, 6],
  ["OUT", 1, 5],
  ["PROC", 1, 10],
  ["LIM", 1, 5],
  ["SEC", 1, 4],
  ["IN", 1, 5],
  ["FARM", 1, 6],
  ["FILE", 1, 10],
  ["DB", 1, 8],
  ["JOB", 1, 5],
];

export const RULES = AREAS.flatMap(([area, from, to]) =>
  Array.from({ length: to - from + 1 }, (_, i) => `S-${area}-${from + i}`)
);

/** Returns test names by the rules that they mention. `S-AUTH-1, S-AUTH-3 to -6: …` mentions five. */
export async function testsByRule(root = ROOT): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(RULES.map((rule) => [rule, []]));
  for await (const path of testFiles(root)) {
    const text = await Deno.readTextFile(path);
    for (
      const [, name = ""] of text.matchAll(/["`](?:slow: )?((?:S-[A-Z]+-\d+|,| |to|-\d+)+: (?:[^"`\\]|\\.)+)["`]/g)
    ) {
      for (const rule of rulesIn(name.slice(0, name.indexOf(": ")))) found.get(rule)?.push(name);
    }
  }
  return found;
}

/** Expands `S-AUTH-1, S-AUTH-3 to -6` to individual rules. */
export function rulesIn(text: string): string[] {
  return [...text.matchAll(/S-([A-Z]+)-(\d+)(?: to -(\d+))?/g)].flatMap(([, area, from = "", to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `S-${area}-${Number(from) + i}`)
  );
}

async function* testFiles(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory && !["node_modules", ".git", "dist", "built"].includes(name)) yield* testFiles(path);
    else if (/_test\.tsx?$/.test(name)) yield path;
  }
}

if (import.meta.main) {
  const tests = await testsByRule();
  for (const [rule, names] of tests) {
    console.log(`${rule}${names.length === 0 ? "  NO TEST" : ""}`);
    for (const name of new Set(names)) console.log(`    ${name}`);
  }
  const missing = [...tests].filter(([, names]) => names.length === 0).length;
  console.log(`${RULES.length} rules, ${missing} without a test.`);
  Deno.exit(missing === 0 ? 0 : 1);
}
