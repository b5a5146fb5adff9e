import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import type { Job } from "../lib/jobs/schema.ts";
import { makeRichRemux } from "../tests/fixtures/media.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const PROFILE = "builtin-movie-4k-hdr";

interface Field {
  name: string;
  value: string;
}

const attribute = (tag: string, name: string): string => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** Returns the fields that a browser would send for the unchanged page. */
function fieldsOf(html: string): Field[] {
  const form = /<form class="stack".*?<\/form>/s.exec(html)?.[0] ?? "";
  return [...form.matchAll(/<(?:input|select)[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, "name"),
    value: attribute(tag, "value"),
  }));
}

async function openPage(app: TestApp, media: string): Promise<{ path: string; html: string }> {
  const path = await makeRichRemux(media);
  const html = await (await app.call(`/encode/adjust?${new URLSearchParams({ path, profile: PROFILE })}`)).text();
  return { path, html };
}

const send = (app: TestApp, to: string, fields: Field[]): Promise<Response> =>
  app.call(to, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(fields.map(({ name, value }) => [name, value])).toString(),
  });

const pausedApp = async () => {
  const app = await openApp();
  await app.call("/api/queue/pause", { json: { paused: true } });
  return app;
};

Deno.test("the page to adjust a file has a row per track with what the profile does, and its plan", async () => {
  await using app = await pausedApp();
  const { html } = await openPage(app, app.folder);
  same([...html.matchAll(/<strong>(#\d[^<]*)<\/strong>/g)].map(([, name]) => name), [
    ...["#1 English FLAC 7.1", "#2 German DTS 5.1", "#3 English AC-3 5.1", "#4 English AAC 2.0"],
    ...["#5 German PGS", "#6 English SRT", "#7 German ASS"],
  ]);
  match(html, /Profile: remove/);
  match(html, /Frame: 640×360/);
});

Deno.test("the form of the page queues the file without changes if nothing was filled in", async () => {
  await using app = await pausedApp();
  const { html } = await openPage(app, app.folder);
  const response = await send(app, "/api/jobs", fieldsOf(html));
  is(response.status, 201);
  const job = await response.json() as Job;
  same([job.overrides, job.labels], [undefined, []]);
});

Deno.test("the form of the page sends what was filled in, and the preview shows it before", async () => {
  await using app = await pausedApp();
  const { html, path } = await openPage(app, app.folder);
  const filled: Record<string, string> = {
    "overrides.streams.0.action:text??": "drop",
    "overrides.streams.1.language:text??": "jpn",
    "overrides.streams.1.default:boolean??": "true",
    "overrides.crop.top:number??": "20",
    "overrides.maxHeight:number??": "0",
  };
  const fields = fieldsOf(html).map(({ name, value }) => ({ name, value: filled[name] ?? value }));
  const preview = await (await send(app, "/api/profiles/preview", fields)).json() as { summary: string[] };
  match(preview.summary.join("\n"), /640x340[\s\S]*Japanese DTS[\s\S]*as chosen for this file/);
  const response = await send(app, "/api/jobs", fields);
  is(response.status, 201);
  const { id } = await response.json() as Job;
  const job = await (await app.call(`/api/jobs/${id}`)).json() as Job;
  same(job.overrides, {
    streams: [{ index: 1, action: "drop" }, { index: 2, language: "jpn", default: true }],
    crop: { top: 20, right: 0, bottom: 0, left: 0 },
    maxHeight: 0,
  });
  same([job.labels, job.source.localPath], [["Adjusted"], join(path)]);
});

for (
  const [name, query, status] of [
    ["no file", { profile: PROFILE }, 422],
    ["an unknown profile", { profile: "nobody" }, 422],
    ["a file outside", { path: "/etc/hostname", profile: PROFILE }, 403],
  ] as const
) {
  Deno.test(`the page to adjust a file refuses ${name}`, async () => {
    await using app = await openApp();
    await app.services.settings.update({ general: { security: { mediaRoots: [app.folder] } } });
    const path = name === "an unknown profile" ? await makeRichRemux(app.folder) : undefined;
    const asked = new URLSearchParams({ ...query, ...(path === undefined ? {} : { path }) });
    is((await app.call(`/encode/adjust?${asked}`)).status, status);
  });
}

Deno.test({
  name: "a file that does not exist is missing, not damaged",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await openApp();
    const page = await (await app.call(`/encode?${new URLSearchParams({ path: join(app.folder, "gone.mkv") })}`))
      .text();
    match(page, /gone\.mkv is not accessible on this server: it does not exist\./);
    match(page, /moved or renamed/);
    is(/damaged/.test(page), false);
  },
});
