import assert, { deepStrictEqual as same } from "node:assert/strict";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { allPresets } from "./presets.ts";
import { ProfileInput } from "./schema.ts";

const input = (change: Record<string, unknown> = {}) => ProfileInput.parse({ name: "Mine", ...change });

Deno.test("profiles come after the presets, by name, and survive a restart", () =>
  withFolders(async ({ configDir }) => {
    let id = "";
    {
      await using queue = await openQueue({ configDir, start: false });
      ({ id } = await queue.profiles.create(input()));
      await queue.profiles.create(input({ name: "Also mine" }));
    }
    await using queue = await openQueue({ configDir, start: false });
    const list = await queue.profiles.list();
    same(list.slice(0, allPresets().length).map((profile) => profile.builtin), allPresets().map(() => true));
    same(list.slice(allPresets().length).map((profile) => profile.name), ["Also mine", "Mine"]);
    same((await queue.profiles.get(id)).usedBy, []);
    same((await queue.profiles.get(id)).video, input().video);
  }));

Deno.test("presets are read-only, and can be cloned", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const { profiles } = queue;
    await assert.rejects(profiles.update("builtin-movie-1080p", input()), { code: "builtin_readonly" });
    await assert.rejects(profiles.remove("builtin-movie-1080p"), { code: "builtin_readonly" });
    const copy = await profiles.clone("builtin-movie-1080p");
    same([copy.builtin, copy.name], [false, "Movie 1080p x265 (copy)"]);
    same((await profiles.clone(copy.id, "Third")).video, (await profiles.get("builtin-movie-1080p")).video);
    const changed = await profiles.update(
      copy.id,
      input({ name: "Changed", container: "mp4", subtitles: { mode: "copy-text" } }),
    );
    same([changed.name, changed.container, changed.createdAt], ["Changed", "mp4", copy.createdAt]);
    const renamed = await profiles.update(copy.id, { name: "Renamed", video: { quality: 25 } });
    same(renamed.video, { ...changed.video, quality: 25 });
    same([renamed.name, renamed.container, renamed.audio], ["Renamed", "mp4", changed.audio]);
    await assert.rejects(profiles.update(copy.id, { video: { quality: 99 } }), { code: "invalid" });
    await profiles.remove(copy.id);
    for (
      const gone of [
        profiles.get(copy.id),
        profiles.remove(copy.id),
        profiles.update(copy.id, input()),
        profiles.clone(copy.id),
      ]
    ) {
      await assert.rejects(gone, { code: "not_found" });
    }
    await assert.rejects(profiles.recipe(copy.id), { code: "no_profile" });
  }));

Deno.test("a default profile cannot be removed, and lists its uses", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const { id } = await queue.profiles.create(input());
    await queue.settings.update({ defaultProfiles: { tv: id }, auto: { profiles: { anime: id } } });
    same((await queue.profiles.get(id)).usedBy, ["defaultProfiles.tv", "auto.profiles.anime"]);
    await assert.rejects(queue.profiles.remove(id), (error: Error & { code?: string }) => {
      same(error.code, "in_use");
      return error.message.includes("defaultProfiles.tv");
    });
  }));

Deno.test("a profile that cannot work is refused field by field", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const broken = input({ video: { encoder: "libx264", quality: 99, preset: "p7" } });
    await assert.rejects(queue.profiles.create(broken), (error: Error & { fields?: { path: string }[] }) => {
      same(error.fields?.map((field) => field.path), ["video.quality", "video.preset"]);
      return true;
    });
    same((await queue.profiles.list()).length, allPresets().length);
  }));

Deno.test("encoders that this ffmpeg lacks are named on the profile", () =>
  withFolders(async ({ configDir }) => {
    await using queue = await openQueue({ configDir, start: false });
    const apple = await queue.profiles.get("builtin-hw-videotoolbox");
    same(apple.missingEncoders, Deno.build.os === "darwin" ? [] : ["hevc_videotoolbox"]);
    same((await queue.profiles.get("builtin-movie-1080p")).missingEncoders, []);
  }));
