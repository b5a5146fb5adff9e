import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Evidence } from "../../lib/app/status/evidence.ts";
import { RULES, testsByRule } from "../rules.ts";
import { evidenceOf, type TestResults } from "./evidence.ts";
import { sbomOf } from "./sbom.ts";

const SAFETY = [
  "# Safety\n\nIntroduction.\n",
  "## Browsers\n\n| rule    | requirement                  | tests    |\n| ------- | ---------------------------- | -------- |",
  "| S-WEB-1 | Changes need the same origin. | `a_test.ts` |\n| S-WEB-2 | GET changes nothing. | `b_test.ts` |\n",
  "## Nothing here\n\nText.\n",
].join("\n");
const TESTS = new Map([
  ["S-WEB-1", ['S-WEB-1: ${name} is refused (a "form")', "S-WEB-1: a link is refused", "S-WEB-1: a link is refused"]],
  ["S-WEB-2", ["S-WEB-2: pages are read"]],
]);
const input = { version: "1.2.3.4", denoVersion: "2.9.6", safety: SAFETY, tests: TESTS };
const resultsOf = (results?: TestResults) =>
  evidenceOf({ ...input, results }).areas.flatMap(({ rules }) =>
    rules.flatMap(({ tests }) => tests.map((test) => test.result))
  );

Deno.test("evidenceOf() joins rules, requirements and tests, each test once", () => {
  same(evidenceOf(input).areas, [{
    name: "Browsers",
    rules: [
      {
        id: "S-WEB-1",
        requirement: "Changes need the same origin.",
        tests: [{ name: 'S-WEB-1: … is refused (a "form")' }, { name: "S-WEB-1: a link is refused" }],
      },
      { id: "S-WEB-2", requirement: "GET changes nothing.", tests: [{ name: "S-WEB-2: pages are read" }] },
    ],
  }]);
});

Deno.test("evidenceOf() finds the results of slow tests and of names with inserted values, the worst first", () => {
  same(resultsOf(), [undefined, undefined, undefined]);
  same(resultsOf({ "slow: S-WEB-1: a link is refused": "passed", "S-WEB-2: pages are read too": "passed" }), [
    undefined,
    "passed",
    undefined,
  ]);
  const names = ["GET", "a (b)"].map((name) => `S-WEB-1: ${name} is refused (a "form")`);
  same(resultsOf({ [names[0] ?? ""]: "passed", [names[1] ?? ""]: "failed" })[0], "failed");
  same(resultsOf({ [names[0] ?? ""]: "passed", [names[1] ?? ""]: "skipped" })[0], "skipped");
});

Deno.test("evidenceOf() lists every rule of the document of safety with its tests", async () => {
  const safety = await Deno.readTextFile(new URL("../../docs/safety.md", import.meta.url));
  const evidence = evidenceOf({ ...input, safety, tests: await testsByRule() });
  same(Evidence.parse(evidence), evidence);
  const rules = evidence.areas.flatMap((area) => area.rules);
  same(rules.map(({ id }) => id).sort(), [...RULES].sort());
  ok(rules.every(({ requirement, tests }) => requirement.endsWith(".") && tests.length > 0));
});

Deno.test("sbomOf() lists the packages of the lock file with their checksums, the same for the same sources", async () => {
  const lock = await Deno.readTextFile(fileURLToPath(new URL("../../deno.lock", import.meta.url)));
  const sbom = sbomOf(lock, "1.2.3.4");
  same(sbomOf(lock, "1.2.3.4"), sbom);
  const components = sbom.components as {
    name: string;
    version: string;
    purl: string;
    hashes: { content: string }[];
  }[];
  const hono = components.find(({ name }) => name === "hono");
  match(hono?.purl ?? "", /^pkg:npm\/hono@4\.\d+\.\d+$/);
  match(hono?.hashes[0]?.content ?? "", /^[\da-f]{128}$/);
  ok(components.some(({ purl }) => purl.startsWith("pkg:npm/%40libsql/client@")));
  is(components.filter(({ name, version }) => name === "" || version === "").length, 0);
});
