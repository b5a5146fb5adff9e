import { deepStrictEqual as same } from "node:assert/strict";
import { deadShare } from "../../../tests/fixtures/dead_share.ts";
import { Settings } from "../settings/schema.ts";
import { mediaFoldersProbe } from "./media_folders.ts";

Deno.test("a media folder that is missing or does not respond is a finding, and an existing one is not", async () => {
  const { disks, revive } = deadShare(/^\/mnt\/dead\//);
  const mediaRoots = [Deno.cwd(), "/mnt/dead/movies", "/mnt/missing/movies"];
  const settings = Settings.parse({ general: { security: { mediaRoots } } });
  const found = await mediaFoldersProbe({ settings: { current: () => settings }, disks }).check();
  same(found.map(({ message }) => message), [
    "The media folder /mnt/dead/movies does not respond. Is its network share offline?",
    "The media folder /mnt/missing/movies does not exist. Mount its disk, or correct the path.",
  ]);
  await revive();
  same(await mediaFoldersProbe({ settings: { current: () => Settings.parse({}) }, disks }).check(), []);
});
