import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { READ_RARELY, Settings } from "../schema.ts";
import { merged, treeWith } from "../tree.ts";
import { unknownKeyProblems, unknownKeys } from "./unknown_keys.ts";

const CASES: [tree: unknown, key: string, nearest: string][] = [
  [{ concurency: 3 }, "concurency", "concurrency"],
  [{ Concurrency: 3 }, "Concurrency", "concurrency"],
  [{ disc: { minTitleSecond: 60 } }, "disc.minTitleSecond", "disc.minTitleSeconds"],
  [{ minTitleSeconds: 60 }, "minTitleSeconds", "disc.minTitleSeconds"],
  [{ "disc.minTitleSeconds": 60 }, "disc.minTitleSeconds", "disc.minTitleSeconds"],
  [
    { disc: { addTargets: { movie: { rootFolderPath: "/m" } } } },
    "disc.addTargets.movie.rootFolderPath",
    "disc.addTargets.movie.root",
  ],
  [{ pathMappings: [{ remote: "/a", locale: "/b" }] }, "pathMappings.0.locale", "pathMappings.0.local"],
  [{ disk: { enabled: true } }, "disk", "disc"],
  [{ connections: { radarr: { url: "" } } }, "connections.radarr", "connections.movie"],
  [{ general: { security: { apikey: "" } } }, "general.security.apikey", "general.security.apiKey"],
  [JSON.parse('{"general":{"__proto__":{"a":1}}}'), "general.__proto__", "general.proxy"],
  [{ toString: 1 }, "toString", "transcoding"],
  [{ general: { host: { hasOwnProperty: 1 } } }, "general.host.hasOwnProperty", "general.host.sslCertPassword"],
  [
    { notifications: { targets: [{}, { name: "a", URL: "" }] } },
    "notifications.targets.1.URL",
    "notifications.targets.1.url",
  ],
];

for (const [tree, key, nearest] of CASES) {
  Deno.test(`the unknown key in ${JSON.stringify(tree)} is named with a known one`, () => {
    same(unknownKeys(tree), [key]);
    const [problem] = unknownKeyProblems(tree);
    is(problem?.path, key);
    is(
      problem?.message,
      nearest === key
        ? "Write a dotted key as nested objects."
        : `There is no such setting. The closest match is ${nearest}.`,
    );
  });
}

Deno.test("no valid setting is unknown, in any part of the settings", () => {
  const whole = Settings.parse({
    pathMappings: [{ remote: "/a", local: "/b" }],
    localMedia: { folders: [{ path: "/a" }] },
    notifications: { targets: [{ name: "a", kind: "webhook" }] },
    disc: { addTargets: { movie: { root: "/m", profileId: null } } },
  }, READ_RARELY);
  same(unknownKeys(whole), []);
});

Deno.test("the current password, and additional fields of a save response, are no unknown settings", () => {
  same(
    unknownKeyProblems({ general: { security: { currentPassword: "a" } }, restartRequired: false, locked: [] }),
    [],
  );
});

Deno.test("a request of nothing but unknown keys gets a short error", () => {
  const tree = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`.padStart(5000, "x"), 1]));
  const problems = unknownKeyProblems(tree);
  is(problems.length, 20);
  ok(JSON.stringify(problems).length < 10_000);
});

Deno.test("any key that is added to the settings is found, and nothing is thrown for any other value", () => {
  const whole = Settings.parse({}, READ_RARELY);
  fc.assert(fc.property(
    fc.constantFrom("", "general.", "general.host.", "disc.cd.", "auto.profiles.", "disc.addTargets."),
    fc.stringMatching(/^[a-z]{1,12}$/),
    (section, name) => {
      const key = `${section}zz${name}`;
      same(unknownKeys(merged(whole, treeWith(key, 1))), [key]);
    },
  ));
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    unknownKeys(value);
    unknownKeys({ general: value, pathMappings: value, disc: { addTargets: value } });
  }));
});
