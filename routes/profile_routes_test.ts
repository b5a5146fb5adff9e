import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { type CallInit, openApp, type TestApp } from "../tests/fixtures/app.ts";

/** Returns the status and parsed JSON of a response. */
async function ask(app: TestApp, path: string, init?: CallInit): Promise<[number, Record<string, unknown>]> {
  const response = await app.call(path, init);
  return [response.status, await response.json()];
}

Deno.test("PUT /api/profiles/{id} changes the given fields, keeps the rest, and refuses presets", async () => {
  await using app = await openApp();
  const video = { encoder: "libx264", quality: 23 };
  const [made, { id }] = await ask(app, "/api/profiles", { json: { name: "Mine", video } });
  is(made, 201);
  const [changed, profile] = await ask(app, `/api/profiles/${id}`, { method: "PUT", json: { name: "Other" } });
  is(changed, 200);
  const kept = profile.video as Record<string, unknown>;
  same([profile.name, kept.encoder, kept.quality], ["Other", "libx264", 23]);
  const listed = await (await app.call("/api/profiles")).json() as { id: string }[];
  same(listed.find((one) => one.id === id), profile);
  const [refused, { errors }] = await ask(app, `/api/profiles/${id}`, {
    method: "PUT",
    json: { video: { encoder: "libx264", quality: 999 } },
  });
  is(refused, 422);
  same((errors as { path: string }[]).map(({ path }) => path), ["video.quality"]);
  const preset = await ask(app, "/api/profiles/builtin-web-mp4", { method: "PUT", json: { name: "Mine" } });
  same([preset[0], preset[1].code], [409, "builtin_readonly"]);
  same((await ask(app, "/api/profiles/nobody", { method: "PUT", json: { name: "X" } }))[0], 404);
});

Deno.test("smart profiles are cloned, replaced and deleted; built-in ones and the profiles they use stay", async () => {
  await using app = await openApp();
  const [, { id: base }] = await ask(app, "/api/profiles", { json: { name: "Base", video: { encoder: "libx264" } } });
  const [cloned, smart] = await ask(app, "/api/smart-profiles/builtin-smart-remux/clone", { json: { name: "Mine" } });
  same([cloned, smart.name, smart.builtin], [201, "Mine", false]);
  ok((smart.rules as unknown[]).length > 0);
  const [replaced, after] = await ask(app, `/api/smart-profiles/${smart.id}`, {
    method: "PUT",
    json: { name: "Short", baseProfileId: base },
  });
  same([replaced, after.name, after.rules, after.id], [200, "Short", [], smart.id]);
  const inUse = await ask(app, `/api/profiles/${base}`, { method: "DELETE" });
  same([inUse[0], inUse[1].code], [409, "in_use"]);
  same(await ask(app, `/api/smart-profiles/${smart.id}`, { method: "DELETE" }), [200, { ok: true }]);
  same((await ask(app, `/api/smart-profiles/${smart.id}`, { method: "DELETE" }))[0], 404);
  same(await ask(app, `/api/profiles/${base}`, { method: "DELETE" }), [200, { ok: true }]);
  for (
    const [method, json] of [["DELETE", undefined], ["PUT", { name: "X", baseProfileId: "builtin-web-mp4" }]] as const
  ) {
    const [status, { code }] = await ask(app, "/api/smart-profiles/builtin-smart-remux", { method, json });
    same([status, code], [409, "builtin_readonly"], method);
  }
});

Deno.test("a profile with an output folder of the system or with our own data is not saved, behind links too", async () => {
  await using app = await openApp();
  const { configDir, folders } = app.instance.storage;
  const links = { etc: join(app.folder, "etc"), own: join(app.folder, "own") };
  await Deno.symlink("/etc", links.etc);
  await Deno.symlink(configDir, links.own);
  await Deno.mkdir(join(app.folder, "media"));
  const put = (directory: string) => app.call("/api/profiles", { json: { name: "Out", output: { directory } } });
  for (
    const directory of ["/etc", "/", links.etc, join(links.etc, "new"), configDir, folders.programData, links.own]
  ) {
    const answer = await put(directory);
    is(answer.status, 422, directory);
    same((await answer.json()).errors.map(({ path }: { path: string }) => path), ["output.directory"]);
  }
  for (const directory of [join(app.folder, "media"), join(app.folder, "media/later"), ""]) {
    is((await put(directory)).status, 201, directory);
  }
});
