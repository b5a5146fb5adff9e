import { deepStrictEqual as same } from "node:assert/strict";
import { allPresets } from "../presets.ts";
import { presetGroup } from "./groups.ts";

Deno.test("built-in profiles are grouped by their use", () => {
  const groups = Map.groupBy(allPresets(), presetGroup);
  same([...groups.keys()].sort(), ["anime", "archive", "card", "music", "phone", "tv"]);
  same(groups.get("phone")?.map(({ id }) => id), ["builtin-web-mp4", "builtin-phone", "builtin-apple"]);
  same(groups.get("archive")?.map(({ id }) => id), ["builtin-archive", "builtin-dvd", "builtin-remux-audio-only"]);
  same(groups.get("music")?.every(({ mediaType }) => mediaType === "music"), true);
});
