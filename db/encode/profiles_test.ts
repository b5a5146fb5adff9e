import { deepStrictEqual as same } from "node:assert/strict";
import type { ProfileInput } from "../../lib/encode/profiles/schema.ts";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import { profileRepository, smartProfileRepository } from "./profiles.ts";

const profile = allPresets()[0] as unknown as ProfileInput;
const row = (id: string, name: string) => ({ id, name, profile, createdAt: 1, updatedAt: 1 });

Deno.test("profiles are listed by name, those of one name by id", () =>
  withStore(async (store) => {
    const profiles = profileRepository(store);
    for (const [id, name] of [["2", "b"], ["3", "a"], ["1", "b"], ["4", ""]] as const) {
      await profiles.insert(row(id, name));
    }
    same((await profiles.list()).map(({ id }) => id), ["4", "3", "1", "2"]);
  }));

Deno.test("a changed profile keeps its creation time; a removed one is neither changed nor removed", () =>
  withStore(async (store) => {
    const profiles = profileRepository(store);
    await profiles.insert(row("a", "Old"));
    const changed = await profiles.update("a", {
      name: "New 🎬",
      profile: { ...profile, name: "New 🎬" },
      updatedAt: 9,
    });
    same([changed?.name, changed?.createdAt, changed?.updatedAt], ["New 🎬", 1, 9]);
    same(await profiles.get("a"), changed);
    same(await profiles.update("gone", { name: "x", profile, updatedAt: 2 }), undefined);
    same([await profiles.remove("gone"), await profiles.remove("a"), await profiles.remove("a")], [false, true, false]);
    same(await profiles.get("a"), undefined);
  }));

Deno.test("the second of two profiles with one ID is refused; encoding and smart profiles do not conflict", () =>
  withStore(async (store) => {
    const [profiles, smart] = [profileRepository(store), smartProfileRepository(store)];
    const ends = await Promise.allSettled([profiles.insert(row("a", "first")), profiles.insert(row("a", "second"))]);
    same(ends.map(({ status }) => status), ["fulfilled", "rejected"]);
    same((await profiles.list()).map(({ name }) => name), ["first"]);
    same([await smart.get("a"), await smart.remove("a"), await smart.list()], [undefined, false, []]);
  }));
