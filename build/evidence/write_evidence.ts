/**
 * Writes the evidence for the safety rules and the package list, which a help page shows: `deno task evidence`. `deno
 * task compile` does the same for the executable. Test results are read from `docs/test-results.json`, written by
 * `LATHE_TEST_RESULTS=docs/test-results.json deno task test:all`.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { VERSION } from "../../lib/kit/version.ts";
import { testsByRule } from "../rules.ts";
import { evidenceOf } from "./evidence.ts";
import { sbomOf } from "./sbom.ts";

const TestResults = z.record(z.string(), z.enum(["passed", "failed", "skipped"]));

/** Writes `evidence.json` and `sbom.json` to the `static` folder in `target`. */
export async function writeEvidence(root: URL, target: string): Promise<void> {
  const read = (path: string) => Deno.readTextFile(new URL(path, root));
  const recorded = await read("docs/test-results.json").catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  const results = recorded === undefined ? undefined : TestResults.parse(JSON.parse(recorded));
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
  const root = new URL("../../", import.meta.url);
  await writeEvidence(root, fileURLToPath(root));
  console.log("The page Evidence of the help is ready.");
}
