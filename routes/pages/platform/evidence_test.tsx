import { doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { openApp } from "../../../tests/fixtures/app.ts";
import type { Evidence } from "../../../lib/app/status/evidence.ts";
import { EvidencePage } from "./evidence.tsx";
import { draw, HOSTILE } from "./system/system_test_data.tsx";

type Result = "passed" | "failed" | "skipped";

/** Returns evidence of one rule whose tests have these results. */
const evidenceWith = (...results: (Result | undefined)[]): Evidence => ({
  version: "1.2.3.4",
  denoVersion: "2.9.6",
  areas: [{
    name: "Browsers",
    rules: [{
      id: "S-WEB-1",
      requirement: "GET changes nothing.",
      tests: results.map((result, i) => ({ name: `test ${i} ${HOSTILE}`, ...(result ? { result } : {}) })),
    }],
  }],
});
const page = (evidence?: Evidence) => draw("/docs/evidence", <EvidencePage evidence={evidence} version="1.2.3.4" />);

Deno.test("EvidencePage shows each rule with its tests and their results", () => {
  const html = page(evidenceWith("passed", "passed", "skipped"));
  match(html, /1 rule, .*2 passed, 0 failed, 1 skipped\./s);
  match(html, /S-WEB-1<\/code> GET changes nothing\./);
  match(html, /2 tests passed.*1 test skipped.*test 0 .*\(passed\)/s);
  doesNotMatch(html, /data-tone="bad"|no results/);
  match(html, /href="\/lathe\/docs\/evidence\/sbom"/);
  match(html, /Deno 2\.9\.6 .*git clone --branch v1\.2\.3\.4 /s);
});

Deno.test("EvidencePage warns of a build whose tests failed", () => {
  match(page(evidenceWith("passed", "failed")), /data-tone="bad".*Some tests for this build failed/s);
});

Deno.test("EvidencePage says when a build contains no results, or only some", () => {
  match(page(evidenceWith(undefined)), /contains no results/);
  match(page(evidenceWith("passed", undefined)), /1 passed, 0 failed, 0 skipped, 1 not run\./);
});

Deno.test("EvidencePage of a checkout tells how to generate it, and links no list of packages", () => {
  const html = page();
  match(html, /deno task evidence/);
  doesNotMatch(html, /evidence\/sbom/);
});

Deno.test("the page and the list of packages are found below the help", async () => {
  await using app = await openApp();
  const html = await app.call("/docs/evidence", { headers: { Accept: "text/html" } });
  is(html.status, 200);
  match(await html.text(), /<h1>Evidence<\/h1>/);
  const sbom = await app.call("/docs/evidence/sbom");
  const isGenerated = await Deno.stat(new URL("../../../static/sbom.json", import.meta.url)).then(
    () => true,
    () => false,
  );
  is(sbom.status, isGenerated ? 200 : 404);
  await sbom.body?.cancel();
});
