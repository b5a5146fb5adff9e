/**
 * Writes the evidence of the safety rules and the list of packages for a page of the help: `deno task evidence`.
 * `--results FILE` adds the results of a run of tests, which `LATHE_TEST_RESULTS=FILE deno task test:all` writes.
 * `deno task compile` does the same for the executable.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";
import { VERSION } from "../../lib/kit/version.ts";
import { testsByRule } from "../rules.ts";
import { evidenceOf } from "./evidence.ts";
import { sbomOf } from "./sbom.ts";

const TestResults = z.record(z.string(), z.enum(["passed", "failed", "skipped"]));

/** Writes `evidence.json` and `sbom.json` into the folder `static` below `target`. */
export async function writeEvidence(root: URL, target: string, resultsPath: string | undefined): Promise<void> {
  const read = (path: string) => Deno.readTextFile(new URL(path, root));
  const results = resultsPath === undefined
    ? undefined
    : TestResults.parse(JSON.parse(await Deno.readTextFile(resultsPath)));
  const evidence = evidenceOf({
    version: VERSION,
    denoVersion: Deno.version.deno,
    safety: await read("docs/safety.md"),
    tests: await testsByRule(fileURLToPath(root)),
    results,
  });
  const files = { evidence, sbom: sbomOf(await read("deno.lock"), VERSION) };
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(join(target, "static", `${name}.json`), `${JSON.stringify(content)}\n`);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ args: Deno.args, options: { results: { type: "string" } } });
  const root = new URL("../../", import.meta.url);
  await writeEvidence(root, fileURLToPath(root), values.results);
  console.log("The page Evidence of the help is ready.");
}
