import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { interfaceText, routeTests, settingPlaces, sharedWords, type SourceText } from "../build/interface/document.ts";
import { INTERFACE_RULES } from "../build/interface/rules.ts";
import { Settings } from "../lib/platform/settings/schema.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { documentOf } from "../tests/fixtures/document.ts";
import { SLOW_PREFIX } from "../tests/runner/tiers.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const DOCUMENT = join(ROOT, "docs/interface.md");

const isNamed = (text: string, name: string): boolean => text.includes(`"${name}"`) || text.includes(`\`${name}\``);

Deno.test("docs/interface.md names a test for every route, setting, task and rule, and code for every setting", async () => {
  await using app = await openApp();
  const { paths } = await documentOf(app);
  const tests = await texts(["lib", "db", "routes", "tests", "islands"], (path) => /_test\.tsx?$/.test(path));
  const sources = await texts(["lib", "routes"], isCodeOfSettings);
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = "" }]) => ({ method: method.toUpperCase(), path, summary }))
  ).map((route) => ({
    name: `${route.method} /api${route.path}`,
    meaning: route.summary,
    places: routeTests(route, tests),
  }));
  const keys = settingKeys(z.toJSONSchema(Settings, { io: "input", unrepresentable: "any" }) as Node, "");
  const shared = sharedWords(keys);
  const settings = keys.map((name) => ({
    name,
    meaning: settingPlaces(name, shared, sources).map((path) => `\`${path}\``).join(", "),
    places: settingPlaces(name, shared, tests),
  }));
  const tasks = (await app.instance.tasks.list()).map(({ id, name }) => ({
    name: id,
    meaning: name,
    places: tests.filter(({ text }) => new RegExp(`["'\`/]${id}["'\`/]`).test(text)).map(({ path }) => path).slice(
      0,
      3,
    ),
  }));
  const rules = INTERFACE_RULES.map(({ rule, tests: names }) => ({
    name: rule,
    meaning: names.join("; "),
    places: names.flatMap((name) =>
      tests.find(({ text }) => ["", SLOW_PREFIX].some((tier) => isNamed(text, tier + name)))?.path ?? `none: ${name}`
    ),
  }));
  const sections = [...new Set(INTERFACE_RULES.map(({ section }) => section))].map((title) => ({
    title,
    head: ["rule", "tests by name", "in"] as [string, string, string],
    rows: rules.filter((_, i) => INTERFACE_RULES[i]?.section === title),
  }));
  const text = interfaceText([
    { title: "Routes", head: ["route", "what it does", "tests"], rows: routes },
    { title: "Settings", head: ["key", "read in", "tests"], rows: settings },
    { title: "Tasks", head: ["task", "name", "tests"], rows: tasks },
    ...sections,
  ]);
  if (Deno.env.get("LATHE_INTERFACE") === "write") await Deno.writeTextFile(DOCUMENT, text);
  is(await Deno.readTextFile(DOCUMENT), text);
  same([...routes, ...settings, ...tasks].filter(({ places }) => places.length === 0).map(({ name }) => name), []);
  same(rules.flatMap(({ places }) => places).filter((place) => place.startsWith("none: ")), []);
  same(settings.filter(({ meaning }) => meaning === "").map(({ name }) => name), []);
});

/** The parts of a JSON schema needed to walk the tree. */
interface Node {
  properties?: Record<string, Node>;
  items?: Node;
}

function settingKeys({ properties, items }: Node, key: string): string[] {
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, node]) =>
      settingKeys(node, key === "" ? name : `${key}.${name}`)
    );
  }
  return items?.properties === undefined ? [key] : settingKeys(items, `${key}[]`);
}

/** True for code that uses a setting, as opposed to storing or displaying it. */
const isCodeOfSettings = (path: string): boolean =>
  !/_test\.tsx?$|^lib\/(platform|ui)\/settings\/|^routes\/pages\/platform\/settings/.test(path);

async function texts(folders: string[], wanted: (path: string) => boolean): Promise<SourceText[]> {
  const found: SourceText[] = [];
  async function walk(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(join(ROOT, folder))) {
      const path = `${folder}/${name}`;
      if (isDirectory) await walk(path);
      else if (/\.tsx?$/.test(name) && wanted(path)) {
        found.push({ path, text: await Deno.readTextFile(join(ROOT, path)) });
      }
    }
  }
  for (const folder of folders) await walk(folder);
  // The order of directory entries depends on the file system.
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

Deno.test("a route's tests call it with its method, a setting's files name it, and words of several settings are told apart", () => {
  const file = (path: string, text: string) => ({ path, text });
  const tests = [
    file("a_test.ts", 'await ask(`/disc/rips/${id}`, { method: "DELETE" })'),
    file("b_test.ts", 'await ask("/disc/rips")'),
    file("routes/fuzz_test.ts", 'await ask("/disc/rips")'),
    file("c_test.ts", "await ask(`/api/disc/rips/${rip.id}/start`, { json: {} })"),
  ];
  const of = (method: string, path: string) => routeTests({ method, path, summary: "" }, tests);
  same(of("DELETE", "/disc/rips/{id}"), ["a_test.ts"]);
  same(of("PATCH", "/disc/rips/{id}"), []);
  same(of("GET", "/disc/rips"), ["b_test.ts"]);
  same(of("POST", "/disc/rips/{id}/start"), ["c_test.ts"]);
  const shared = sharedWords(["omdb.enabled", "cddb.enabled", "preventSleep"]);
  same([...shared], ["enabled"]);
  const code = [file("x.ts", "settings.omdb.enabled"), file("y.ts", "const { preventSleep } = now")];
  same(settingPlaces("omdb.enabled", shared, code), ["x.ts"]);
  same(settingPlaces("cddb.enabled", shared, code), []);
  same(settingPlaces("preventSleep", shared, code), ["y.ts"]);
});
