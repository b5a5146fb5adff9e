import { deepStrictEqual as same } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { join, relative } from "node:path";
import { sourceFiles } from "../build/imports.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const FOLDERS = ["lib", "db", "routes", "islands", "build", "tests"];

/** Phrases that read as translated and were removed before. CONTRIBUTING.md describes the style. */
const PHRASES =
  /\b(anew|by itself|by themselves|is told|are told|is said|so many|lies in|stands in|told apart|nobody has)\b/i;
/** Phrases for which there is a plainer word, such as "instead of", "omitted", "is", "enabled" and "disabled". */
const WORDY = /\b(in place of|left out|counts as|leads nowhere|in the meantime|switched on|switched off)\b/i;
const hasPhrase = (text: string): boolean => PHRASES.test(text) || WORDY.test(text);
/** Openings that describe the subject with a question word instead of naming it. */
const OPENINGS = /^(What|Who|Where|How|Whether)\b/;

/** Returns block comments and consecutive line comments, each joined to one line. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([^]*?)\*\//g)].map(([, inner = ""]) => inner.replace(/\n\s*\* ?/g, " "));
  const lines = [...text.matchAll(/^[ \t]*\/\/ ?(.*(?:\n[ \t]*\/\/.*)*)/gm)].map(([, inner = ""]) =>
    inner.replace(/\n[ \t]*\/\/ ?/g, " ")
  );
  return [...blocks, ...lines].map((comment) => comment.trim());
}

/** Returns quoted texts of at least two words that are not in a comment. */
function textsOf(text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\//g, "").replace(/^[ \t]*\/\/.*$/gm, "");
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([quoted]) => quoted.slice(1, -1))
    .filter((quoted) => / /.test(quoted));
}

async function found(isWanted: (path: string) => boolean, faultsOf: (text: string) => string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const folder of FOLDERS) {
    for await (const path of sourceFiles(join(ROOT, folder))) {
      const name = relative(ROOT, path);
      if (!isWanted(name)) continue;
      faults.push(...faultsOf(await Deno.readTextFile(path)).map((fault) => `${name}: ${fault.slice(0, 120)}`));
    }
  }
  return faults;
}

Deno.test("comments name their subject and avoid phrases that read as translated", async () => {
  const faults = await found(
    (path) => path !== "tests/language_test.ts",
    (text) => commentsOf(text).filter((comment) => OPENINGS.test(comment) || hasPhrase(comment)),
  );
  same(faults, []);
});

Deno.test("texts of the program avoid phrases that read as translated", async () => {
  const faults = await found(
    (path) => !path.startsWith("tests/") && !path.startsWith("build/"),
    (text) => textsOf(text).filter(hasPhrase),
  );
  same(faults, []);
});
