import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { openApp } from "../../../tests/fixtures/app.ts";
import { makeSmallClip } from "../../../tests/kit/clips.ts";
import { until } from "../../../tests/kit/until.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

test("slow: a file copied into a watched folder is indexed and queued by an enabled policy", async () => {
  await using app = await openApp();
  const { instance } = app;
  const folder = join(app.folder, "media");
  await Deno.mkdir(join(folder, "Movies"), { recursive: true });
  await instance.settings.update({ localMedia: { watch: true, folders: [{ path: folder, kind: "auto" }] } });
  await until(async () => !(await instance.local.status()).scanning);
  const input = { name: "Local", media: { source: "local" }, profileId: "builtin-movie-1080p" };
  const { id } = await (await app.call("/api/policies", { method: "POST", json: input })).json();
  await app.call(`/api/policies/${id}`, { method: "PUT", json: { ...input, enabled: true } });
  await instance.policies.runAll();

  const target = join(folder, "Movies", "Heat (1995)");
  await Deno.mkdir(target);
  await makeSmallClip(join(app.folder, "clip.mkv"), { seconds: 1, width: 192, height: 108 });
  await Deno.copyFile(join(app.folder, "clip.mkv"), join(target, "Heat (1995).mkv"));
  await until(async () => (await instance.policies.runs()).length > 0);
  same((await instance.local.status()).counts.movie, 1);
  const [run] = await instance.policies.runs();
  same([run?.name, run?.jobs], ["Local", 1]);
});
