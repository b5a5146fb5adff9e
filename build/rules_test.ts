import { deepStrictEqual as same, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { RULES, rulesIn, testsByRule } from "./rules.ts";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

Deno.test("every rule of safety has a test that carries its name", async () => {
  const tests = await testsByRule();
  same([...tests].filter(([, names]) => names.length === 0).map(([rule]) => rule), []);
});

Deno.test("lists and ranges of rules are read one by one", () => {
  same(rulesIn("S-AUTH-1, S-AUTH-3 to -5"), ["S-AUTH-1", "S-AUTH-3", "S-AUTH-4", "S-AUTH-5"]);
});

Deno.test("the document of safety names every rule, with test files that are there and show it", async () => {
  const rows = (await Deno.readTextFile(at("docs/safety.md"))).matchAll(/^\| (S-[A-Z]+-\d+) +\|[^|]+\|([^|]+)\|$/gm);
  const files = new Map<string, string[]>();
  for (const [, rule = "", shown = ""] of rows) {
    files.set(
      rule,
      [...shown.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? ""),
    );
  }
  same(RULES.filter((rule) => !files.has(rule)), []);
  for (const [rule, paths] of files) {
    ok(paths.length > 0, `${rule} has no test`);
    for (const path of paths) {
      const text = await Deno.readTextFile(at(path));
      ok(!RULES.includes(rule) || rulesIn(text).includes(rule), `${path} does not name ${rule}`);
    }
  }
});
