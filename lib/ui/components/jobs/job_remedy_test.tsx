import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { shownJob } from "../../../../tests/fixtures/shown_job.ts";
import { sourceFiles } from "../../../../build/imports.ts";
import type { Job } from "../../../jobs/schema.ts";
import { renderView } from "../../render.tsx";
import { JobHelp, JobRemedy, REMEDIES, remedyOf } from "./job_remedy.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const drawn = (change: Partial<Job>): string =>
  renderView(VIEW, <JobRemedy job={shownJob({ status: "failed", ...change })} />);

for (const [code, { cause, help }] of Object.entries(REMEDIES)) {
  Deno.test(`the remedy of ${code} is a sentence, and at least one enabled button`, () => {
    match(cause, /^[A-Z].*\.$/);
    ok(help.length > 0);
    const html = drawn({ errorCode: code, error: "<b>its own words</b>" });
    ok(html.includes(cause) && html.includes("&lt;b>its own words"), html);
    is([...html.matchAll(/<button |class="button"/g)].length, help.length);
    match(html, /hx-get="\/lathe\/jobs\/j1\?part=evidence"/);
  });
}

Deno.test("every code that ends a job in the sources has its remedy", async () => {
  const used = new Set<string>();
  for (const folder of ["lib/jobs", "lib/encode", "lib/media", "lib/library/downloads"]) {
    for await (const path of sourceFiles(folder)) {
      const text = await Deno.readTextFile(path);
      const codes = /new JobFailure\(\s*"([a-z_]+)"|kind: "failed"[^}]*?code: "([a-z_]+)"|\bfail\([^)]*"([a-z_]+)"\)/g;
      for (const [, ...found] of text.matchAll(codes)) for (const code of found) if (code) used.add(code);
    }
  }
  ok(used.size > 12, `${used.size} codes`);
  same([...used].filter((code) => !(code in REMEDIES)), []);
});

Deno.test("the page of a failed job offers remedies, without Retry, which is at its head", () => {
  const job = shownJob({ status: "failed", errorCode: "unreadable" });
  const html = renderView(VIEW, <JobHelp job={job} />);
  match(html, /Check file<[^]*Choose another profile/);
  doesNotMatch(html, /Retry/);
});

Deno.test("an unknown code, and a name of an object property, have the remedy of unexpected errors", () => {
  for (const errorCode of ["gone_code", "constructor", undefined]) is(remedyOf({ errorCode }), REMEDIES.internal);
});

Deno.test("a download that never came in offers no retry and no check of a file", () => {
  const html = drawn({ errorCode: "unreadable", source: { kind: "movie" } });
  doesNotMatch(html, /Retry|Check file|another profile/);
});
