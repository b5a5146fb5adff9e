import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SOURCE_FOLDERS, sourceFiles } from "../build/imports.ts";
import { interfaceText, readTests, ruleTests } from "../build/interface/document.ts";
import { allSettings } from "../lib/platform/settings/all_settings.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { documentOf, endpointsOf } from "../tests/fixtures/document.ts";
import { REACHED_ELSEWHERE } from "../tests/fixtures/reached_elsewhere.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const TESTS = await readTests(ROOT);

Deno.test("interface: every rule has the tests that it names", () => {
  const rules = ruleTests(TESTS);
  same(rules.flatMap(({ tests }) => tests).filter(({ path }) => path === undefined), []);
  const text = interfaceText(rules);
  for (const { rule } of rules) ok(text.includes(`| ${rule.replaceAll("|", "\\|")} |`), rule);
});

// `openapi_test.ts` calls every endpoint and requires a success, except for the endpoints in `REACHED_ELSEWHERE`.
Deno.test("interface: an endpoint that only a certain test can reach is called in that test", async () => {
  await using app = await openApp();
  const endpoints = endpointsOf(await documentOf(app)).map(({ method, path }) => `${method} ${path}`);
  for (const [file, reached] of Object.entries(REACHED_ELSEWHERE)) {
    const text = TESTS.find(({ path }) => path === file)?.text ?? "";
    for (const endpoint of reached) {
      ok(endpoints.includes(endpoint), `${endpoint} does not exist`);
      const path = endpoint.slice(endpoint.indexOf("/api/") + "/api".length);
      const call = path.split(/\{\w+\}/).map(RegExp.escape).join("(?:\\$\\{[^}]*\\}|[^\"'`\\s?/]+)");
      ok(new RegExp(`${call}["'\`?]`).test(text), `${file} does not call ${endpoint}`);
    }
  }
});

Deno.test("interface: every scheduled task is named in a test", async () => {
  await using app = await openApp();
  const tasks = await app.instance.tasks.list();
  ok(tasks.length > 5);
  same(tasks.map(({ id }) => id).filter((id) => !TESTS.some(({ text }) => text.includes(`"${id}"`))), []);
});

Deno.test("interface: every setting is named in code that reads it, with the object that contains it", async () => {
  const sources: string[] = [];
  for (const folder of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(join(ROOT, folder))) {
      if (!/\/(platform|ui)\/settings\/|\/pages\/platform\/settings/.test(path)) {
        sources.push(await Deno.readTextFile(path));
      }
    }
  }
  const unread = allSettings().map(({ key }) => key).filter((key) => {
    const names = key.split(".").slice(-2).map((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`));
    return !sources.some((text) => names.every((name) => name.test(text)));
  });
  // The API accepts this key for compatibility with other tools, without effect.
  same(unread, ["general.updates.automatic"]);
});
