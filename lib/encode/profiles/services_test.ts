import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { profilesOn } from "../../../tests/fixtures/profiles.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { sampleCapabilities } from "../sampling/sample.ts";
import { allPresets } from "./presets.ts";
import { ProfileInput } from "./schema.ts";
import { allSmartPresets } from "./smart/presets.ts";
import { SmartProfileInput } from "./smart/schema.ts";

const input = (change: Record<string, unknown> = {}) => ProfileInput.parse({ name: "Mine", ...change });
const rules = (change: Record<string, unknown> = {}) =>
  SmartProfileInput.parse({ name: "Rules", baseProfileId: "builtin-movie-1080p", ...change });

Deno.test("two simultaneous changes of one profile both take effect", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const { id } = await profiles.create(input());
    await Promise.all([
      profiles.update(id, { name: "Renamed" }),
      profiles.update(id, { video: { quality: 25 } }),
      profiles.update(id, { output: { suffix: "-x" } }),
    ]);
    const { name, video, output } = await profiles.get(id);
    same([name, video.quality, output.suffix], ["Renamed", 25, "-x"]);
  }));

Deno.test("a profile has its times of creation and change in UTC; presets have none", () =>
  withStore(async (store) => {
    const { profiles, world } = profilesOn(store);
    const { id } = await profiles.create(input());
    world.time = Date.UTC(2026, 9, 25, 1, 30, 0, 5);
    const { createdAt, updatedAt } = await profiles.update(id, { description: "later" });
    same([createdAt, updatedAt], ["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.005Z"]);
    const preset = await profiles.get("builtin-movie-1080p");
    same(["createdAt" in preset, preset.builtin], [false, true]);
  }));

Deno.test("encoders are missing only where an ffmpeg is known that lacks them", () =>
  withStore(async (store) => {
    const { profiles, world } = profilesOn(store);
    const missing = async () => (await profiles.get("builtin-movie-1080p")).missingEncoders;
    same(await missing(), []);
    world.capabilities = { ...sampleCapabilities(), videoEncoders: ["libx264"], audioEncoders: [] };
    same(await missing(), ["libx265", "eac3"]);
    world.capabilities = undefined;
    same(await missing(), [], "without an ffmpeg the status page says so");
  }));

Deno.test("profiles are listed by name with their media type, presets first; smart ones follow their base", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const music = await profiles.create(
      input({ name: "Sound", container: "opus", mediaType: "music", audio: { encoder: "libopus" } }),
    );
    await profiles.create(input({ name: "A film" }));
    const onMusic = await profiles.smart.create(rules({ name: "On sound", baseProfileId: music.id }));
    const { plain, smart } = await profiles.names();
    const own = plain.slice(allPresets().length);
    same(own.map(({ name, isMusic }) => [name, isMusic]), [["A film", false], ["Sound", true]]);
    same(plain.slice(0, allPresets().length).map(({ id }) => id), allPresets().map(({ id }) => id));
    same(smart.find(({ id }) => id === onMusic.id)?.isMusic, true);
    same(smart.slice(0, allSmartPresets().length).map(({ id }) => id), allSmartPresets().map(({ id }) => id));
  }));

Deno.test("the base of a smart profile cannot be removed before that", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const base = await profiles.create(input());
    const smart = await profiles.smart.create(rules({ baseProfileId: base.id }));
    same(await profiles.smart.usesOf(base.id), [smart.id]);
    await rejects(profiles.remove(base.id), {
      code: "in_use",
      message: `The profile is used by ${smart.id}; choose another profile there first.`,
    });
    await profiles.smart.remove(smart.id);
    await profiles.remove(base.id);
    await rejects(profiles.get(base.id), { code: "not_found" });
  }));

Deno.test("a smart profile requires an existing base, and keeps it in its recipe", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const base = await profiles.create(input({ name: "Base", video: { quality: 30 } }));
    const smart = await profiles.smart.create(rules({ baseProfileId: base.id }));
    const recipe = await profiles.smart.recipe(smart.id);
    same([recipe?.base.video.quality, recipe?.id, recipe?.name], [30, smart.id, "Rules"]);
    await profiles.update(base.id, { video: { quality: 31 } });
    same((await profiles.smart.recipe(smart.id))?.base.video.quality, 31, "a change of the base counts from now on");
    const found = await profiles.recipe(smart.id);
    same("smart" in found, true);
    same(await profiles.smart.recipe("nobody"), undefined);
    await rejects(profiles.recipe("nobody"), { code: "no_profile" });
    await rejects(profiles.smart.create(rules({ baseProfileId: smart.id })), { code: "invalid" });
  }));

Deno.test("a draft is tried without being stored; an invalid one is refused field by field", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    same((await profiles.smart.draft(rules())).id, "smart-draft");
    const broken = rules({ rules: [{ name: "x", set: { video: { quality: 99 } } }] });
    await rejects(profiles.smart.draft(broken), (error: Error & { fields?: { path: string }[] }) => {
      same(error.fields?.map(({ path }) => path), ["rules.0.set.video.quality"]);
      return /The smart profile is invalid/.test(error.message);
    });
    await rejects(profiles.smart.draft(rules({ baseProfileId: "gone" })), { code: "invalid" });
    same((await profiles.smart.list()).length, allSmartPresets().length);
  }));

Deno.test("built-in smart profiles are read only, and a clone is one's own", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const [preset] = allSmartPresets();
    if (preset === undefined) throw new Error("There are no smart presets.");
    for (const refused of [profiles.smart.update(preset.id, rules()), profiles.smart.remove(preset.id)]) {
      await rejects(refused, { code: "builtin_readonly" });
    }
    const copy = await profiles.smart.clone(preset.id);
    same([copy.name, copy.builtin, copy.rules], [`${preset.name} (copy)`, false, preset.rules]);
    same((await profiles.smart.clone(copy.id, "Third")).audioRules, preset.audioRules);
    const changed = await profiles.smart.update(copy.id, rules({ name: "Changed" }));
    same([changed.name, changed.rules, changed.createdAt], ["Changed", [], copy.createdAt]);
    await profiles.smart.remove(copy.id);
    for (const gone of [profiles.smart.get(copy.id), profiles.smart.remove(copy.id), profiles.smart.clone(copy.id)]) {
      await rejects(gone, { code: "not_found" });
    }
  }));

Deno.test("a smart profile that the settings name cannot be removed", () =>
  withStore(async (store) => {
    const { profiles, world } = profilesOn(store);
    const { id } = await profiles.smart.create(rules());
    world.settings = Settings.parse({ defaultProfiles: { movie: id }, auto: { profiles: { tv: id } } });
    same((await profiles.smart.get(id)).usedBy, ["defaultProfiles.movie", "auto.profiles.tv"]);
    await rejects(profiles.smart.remove(id), { code: "in_use" });
    world.settings = Settings.parse({});
    await profiles.smart.remove(id);
  }));

Deno.test("the copy of a profile with the longest name has a valid name, without half a surrogate pair", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    for (const name of ["x".repeat(120), `${"x".repeat(112)}🎬🎬🎬🎬`, "🎬".repeat(60)]) {
      const { id } = await profiles.create(input({ name }));
      const copy = await profiles.clone(id);
      same([ProfileInput.safeParse(copy).success, copy.name.isWellFormed()], [true, true], copy.name);
      const smart = await profiles.smart.create(rules({ name }));
      same((await profiles.smart.clone(smart.id)).name.isWellFormed(), true);
    }
  }));

Deno.test("the second of two users who remove a profile learns that it does not exist", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const { id } = await profiles.create(input());
    const ends = await Promise.allSettled([profiles.remove(id), profiles.remove(id)]);
    same(ends.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  }));

Deno.test("a clone of a preset stores its origin, and so does a clone of the clone", () =>
  withStore(async (store) => {
    const { profiles } = profilesOn(store);
    const copy = await profiles.clone("builtin-movie-1080p", "Mine");
    const second = await profiles.clone(copy.id);
    same([copy.clonedFrom, second.clonedFrom], ["builtin-movie-1080p", "builtin-movie-1080p"]);
    same(second.name, "Mine (copy)");
    same((await profiles.clone((await profiles.create(input())).id)).clonedFrom, undefined);
  }));
