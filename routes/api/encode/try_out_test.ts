import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { openApp } from "../../../tests/fixtures/app.ts";
import { makeClip } from "../../../tests/fixtures/media.ts";
import { SmartProfileInput } from "../../../lib/encode/profiles/smart/schema.ts";
import { ProfileInput } from "../../../lib/encode/profiles/schema.ts";

/** Testing profiles and rules on files, and selecting whole folders, through the API. */

Deno.test("slow: an unsaved profile yields size and command for a file, and no estimate for the sample", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "film.mkv", { seconds: 3 });
  const profile = ProfileInput.parse({ name: "New", video: { encoder: "libx265", quality: 27 } });
  const tried = await (await app.call("/api/profiles/preview", { json: { profile, path } })).json();
  is(tried.estimate.sourceBytes, (await Deno.stat(path)).size);
  ok(tried.estimate.bytes > 0 && tried.estimate.low <= tried.estimate.high);
  match(tried.command, /27/);
  // The body has the form that the editor submits: the fields of the profile and the file at the same level.
  const sent = await (await app.call("/api/profiles/preview", { json: { ...profile, path, profileId: "any" } })).json();
  same([sent.command, sent.estimate], [tried.command, tried.estimate]);
  const sample = await (await app.call("/api/profiles/preview", { json: profile })).json();
  same([sample.sample, sample.estimate], [true, undefined]);
});

Deno.test("a form without script receives a page with the result of the profile, not the list of profiles", async () => {
  await using app = await openApp();
  const response = await app.call("/api/profiles/preview", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
    body: new URLSearchParams({ profileId: "builtin-movie-1080p", "path:text??": "" }).toString(),
  });
  is(response.status, 200);
  match(await response.text(), /^<!doctype html>.*What the profile does/s);
});

Deno.test("rules are tried on files of jobs while the libraries are empty, with the matching rule and the plan", async () => {
  await using app = await openApp();
  const path = await makeClip(app.folder, "Film (2001).mkv", { seconds: 3 });
  await app.call("/api/queue/limit", { json: { limit: 0 } });
  const queued = await app.call("/api/jobs", {
    json: { profileId: "builtin-movie-1080p", source: { localPath: path } },
  });
  is(queued.status, 201, await queued.clone().text());
  const smart = SmartProfileInput.parse({
    name: "Draft",
    baseProfileId: "builtin-movie-1080p",
    rules: [
      { name: "Small picture", when: [{ fact: "height", op: "lt", value: 2000 }], set: { video: { quality: 30 } } },
      { name: "Large picture", when: [{ fact: "height", op: "gte", value: 2000 }], set: {} },
    ],
    skip: { minSavingPercent: 0 },
  });
  const [row, ...others] = await (await app.call("/api/smart-profiles/test", { json: { smart } })).json();
  same([others, row.path, row.problem], [[], path, undefined]);
  match(row.reasons[0], /^Small picture \(height/);
  match(row.summary.join(" "), /CRF 30/);
  same(await (await app.call("/api/smart-profiles/test", { json: { smart, q: "Nothing" } })).json(), []);
  await Deno.remove(path);
  const [gone] = await (await app.call("/api/smart-profiles/test", { json: { smart } })).json();
  ok(gone.problem, "a file that is gone is named as one");
  is((await app.call("/api/smart-profiles/test", { json: { smart: { name: "" } } })).status, 422);
});

Deno.test("all media below a folder are kept as a selection; an empty folder and one outside are refused", async () => {
  await using app = await openApp();
  const media = join(app.folder, "media");
  await Deno.mkdir(join(media, "a/b"), { recursive: true });
  await Deno.mkdir(join(media, "empty"));
  for (const file of ["one.mkv", "a/two.mkv", "a/b/three.flac", "a/b/notes.txt"]) {
    await Deno.writeTextFile(join(media, file), "12345");
  }
  await app.instance.settings.update({ general: { security: { mediaRoots: [media] } } });
  const kept = await app.call("/api/selections", { json: { folder: media } });
  const { id, ...found } = await kept.json();
  same([kept.status, found], [201, { count: 3, bytes: 15 }]);
  same(app.services.selections.paths(id), ["one.mkv", "a/two.mkv", "a/b/three.flac"].map((file) => join(media, file)));
  is((await app.call("/api/selections", { json: { folder: join(media, "empty") } })).status, 422);
  is((await app.call("/api/selections", { json: { folder: app.folder } })).status, 403);
  is((await app.call("/api/selections", { json: { folder: join(media, "nothing") } })).status, 404);
  const page = await app.call(`/encode?subfolders=1&path=${encodeURIComponent(media)}`, {
    headers: { Accept: "text/html" },
  });
  same([page.status, page.headers.get("Location")?.startsWith("/encode?selection=")], [303, true]);
});
