import { deepStrictEqual as same, ok } from "node:assert/strict";
import * as z from "zod";
import { Settings } from "./schema.ts";
import { mapSecrets, MASK, masked, secretsOf, secretTexts, unmasked } from "./secrets.ts";
import { changedKeys, merged, treeWith, valueAt } from "./tree.ts";

/** Every setting that contains a secret. */
const SECRETS = [
  "general.host.sslCertPassword",
  "general.security.password",
  "general.security.apiKey",
  "general.proxy.password",
  "connections.movie.apiKey",
  "connections.series.apiKey",
  "connections.indexer.apiKey",
  "connections.music.apiKey",
  "connections.soulseek.apiKey",
  "localMedia.tmdbApiKey",
  "omdb.apiKey",
  "mqtt.password",
  "agents.server",
  "agents.token",
  "disc.ripperKey",
];

/** Secrets that must have a certain format. */
const SHAPED: Record<string, string> = {
  "general.security.apiKey": "a".repeat(64),
  "agents.server": "nats://me:secret@host:4222",
};

const target = (id: string, token: string) => ({ id, name: id, kind: "gotify" as const, token });
const withTargets = (...targets: unknown[]) => Settings.parse({ notifications: { targets } });

const filled = Settings.parse(
  SECRETS.reduce<unknown>(
    (tree, key) => merged(tree, treeWith(key, SHAPED[key] ?? `secret of ${key}`)),
    {
      notifications: { targets: [{ ...target("one", "t1"), url: "http://host/u1", target: "c1" }] },
      players: { servers: [{ id: "tv", name: "TV", kind: "plex" as const, url: "http://plex", token: "t2" }] },
    },
  ),
);

Deno.test("a masked secret is found within any surrounding text", () => {
  const wrappers: ((schema: z.ZodType) => z.ZodType)[] = [
    (schema) => schema.default(""),
    (schema) => schema.prefault(""),
    (schema) => schema.optional(),
    (schema) => schema.nullable(),
  ];
  const secret = z.string().meta({ secret: true });
  for (const [i, outer] of wrappers.entries()) {
    for (const [k, inner] of wrappers.entries()) {
      for (const field of [outer(secret), outer(inner(secret)), outer(inner(z.string())).meta({ secret: true })]) {
        const found = mapSecrets(
          z.object({ list: z.array(outer(z.object({ field }))) }),
          { list: [{ field: "s" }] },
          () => MASK,
        );
        same(found, { list: [{ field: MASK }] }, `${i} around ${k}`);
      }
    }
  }
});

Deno.test("every secret of the table is found, those of list entries too", () => {
  same(
    [...secretsOf(Settings, filled).keys()].sort(),
    [
      ...SECRETS,
      ...["url", "token", "target"].map((field) => `notifications.targets.#one.${field}`),
      "players.servers.#tv.token",
    ].sort(),
  );
});

Deno.test("S-SEC-1: masked() hides every secret and nothing else", () => {
  const shown = masked(Settings, filled);
  const text = JSON.stringify(shown);
  for (const secret of secretsOf(Settings, filled).values()) ok(!text.includes(secret), secret);
  for (const key of SECRETS) same(valueAt(shown, key), MASK, key);
  same(changedKeys(filled, shown).sort(), [...SECRETS, "notifications.targets", "players.servers"].sort());
});

Deno.test("masked() returns an empty text for an unset secret", () => {
  for (const key of SECRETS) same(valueAt(masked(Settings, Settings.parse({})), key), "", key);
});

Deno.test("masked settings that are written back change nothing", () => {
  same(unmasked(Settings, masked(Settings, filled), filled), filled);
});

Deno.test('a mask keeps, "" and null clear, anything else sets', () => {
  for (const [given, expected] of [[MASK, "old"], ["", ""], [null, ""], ["new", "new"], ["*******", "*******"]]) {
    const stored = merged(filled, treeWith("omdb.apiKey", "old"));
    same(valueAt(unmasked(Settings, treeWith("omdb.apiKey", given), stored), "omdb.apiKey"), expected);
  }
});

Deno.test("S-SEC-1: a mask where nothing was stored is nothing, never the mask itself", () => {
  same(valueAt(unmasked(Settings, treeWith("omdb.apiKey", MASK), Settings.parse({})), "omdb.apiKey"), "");
});

Deno.test("secrets of list entries stay with their ID when entries are moved, removed and added", () => {
  const stored = withTargets(target("one", "t1"), target("two", "t2"), target("three", "t3"));
  const wanted = { notifications: { targets: [target("three", MASK), target("new", MASK), target("one", MASK)] } };
  const { notifications } = Settings.parse(unmasked(Settings, wanted, stored));
  same(notifications.targets.map(({ id, token }) => [id, token]), [["three", "t3"], ["new", ""], ["one", "t1"]]);
});

Deno.test("S-SEC-2: the password within an address is a secret, and so is a token in place of a name", () => {
  same(secretTexts(["key", "nats://me:geheim@nas:4222", "tls://token@nas", "http://nas/hook"]), [
    "key",
    "nats://me:geheim@nas:4222",
    "geheim",
    "tls://token@nas",
    "token",
    "http://nas/hook",
  ]);
});
