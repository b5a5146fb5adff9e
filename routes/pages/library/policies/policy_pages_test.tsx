import { deepStrictEqual as same, doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { putRows } from "../../../../db/put_rows.ts";
import { catalogueTitles } from "../../../../db/schema/catalogue.ts";
import { openApp, type TestApp } from "../../../../tests/fixtures/app.ts";
import { ALICE, startJellyfin } from "../../../../tests/fakes/jellyfin.ts";
import { filmRow } from "../../../../tests/fixtures/catalogue_rows.ts";

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const HTML = { accept: "text/html" };
const FORM = { "content-type": "application/x-www-form-urlencoded", ...HTML };
const FIELDS = {
  name: "Large",
  profileId: "builtin-movie-1080p",
  orderBy: "largest",
  "enabled:boolean": "false",
  "media.source": "movie",
  "media.remuxOnly:boolean": "false",
  "media.minSizeBytes:number": "1000",
  "media.folders:lines": "",
  "media.tags:list": "",
  "hours.from:text??": "",
  "hours.to:text??": "",
};

/** Opens an app whose Radarr has two movies, one of them small. */
async function openWithMovies(): Promise<TestApp> {
  const app = await openApp();
  const root = `${app.folder}/films`;
  await app.instance.settings.update({
    connections: { movie: { enabled: true, url: "http://radarr.invalid", apiKey: "k" } },
    general: { security: { mediaRoots: [root] } },
  });
  const rows = [500, 4000].map((size, i) => {
    const path = `${root}/Film ${i + 1}/film.mkv`;
    const file = { id: i + 101, path, localPath: path, size, quality: "Remux-1080p", isRemux: true };
    return filmRow(i + 1, { sizeBytes: size, localPath: `${root}/Film ${i + 1}`, record: { path: root, file } });
  });
  await app.instance.store.write((tx) => putRows(tx, catalogueTitles, rows), "catalogue");
  return app;
}

const page = async (app: TestApp, path: string) => await (await app.call(path, { headers: HTML })).text();
/** Sends a form like a browser without script. */
const send = (app: TestApp, path: string, fields: Record<string, string>) =>
  app.call(path, { method: "POST", headers: FORM, body: String(new URLSearchParams(fields)) });
/** Requests the plan like the script of the editor. */
const preview = async (app: TestApp, fields: Record<string, string>) =>
  await (await app.call("/api/policies/plan", {
    method: "POST",
    headers: { ...FORM, "hx-request": "true" },
    body: String(new URLSearchParams(fields)),
  })).text();

test("a policy is added without script, disabled, and listed with its rules and profile", async () => {
  await using app = await openWithMovies();
  match(await page(app, "/policies"), /No own policy yet/);
  const added = await send(app, "/api/policies", FIELDS);
  is(added.status, 303);
  const list = await page(app, "/policies");
  match(list, /Movies in Radarr · At least 1.0 kB · Movie 1080p x265/);
  match(list, /Largest files first · Skips files with hard links/);
  match(list, />Enable</);
  doesNotMatch(list, />Run now</);
});

test("a new policy can be enabled in the same step, and is for the library that is connected", async () => {
  await using app = await openApp();
  await app.instance.settings.update({ localMedia: { enabled: true } });
  match(await page(app, "/policies/new"), /value="Local media"/);
  match(await page(app, "/policies/new"), /name="enabled:boolean" value="true">Add and enable</);
  await app.instance.settings.update({ connections: { series: { enabled: true, url: "http://sonarr.invalid" } } });
  match(await page(app, "/policies/new"), /<option value="series" selected>/);
  // A browser sends the hidden field first, and then the button.
  const fields = new URLSearchParams({ ...FIELDS, "media.source": "series" });
  fields.append("enabled:boolean", "true");
  is((await app.call("/api/policies", { method: "POST", headers: FORM, body: String(fields) })).status, 303);
  match(await page(app, "/policies"), />Run now</);
});

test("the plan in the editor follows the form before anything is saved", async () => {
  await using app = await openWithMovies();
  match(await page(app, "/policies/new"), /2 files would be encoded/);
  match(await preview(app, FIELDS), /1 file would be encoded: 4.0 kB/);
  match(await preview(app, { ...FIELDS, "media.minSizeBytes:number": "1000000" }), /No file would be encoded/);
  same((await app.instance.policies.list()).length, 1);
});

test("hours are optional, and one without the other is refused with its field", async () => {
  await using app = await openWithMovies();
  const both = { ...FIELDS, "hours.from:text??": "22:00", "hours.to:text??": "06:00" };
  is((await send(app, "/api/policies", both)).status, 303);
  match(await page(app, "/policies"), /From 22:00 to 06:00/);
  const half = await app.call("/api/policies", {
    method: "POST",
    headers: { ...FORM, accept: "application/json" },
    body: String(new URLSearchParams({ ...both, name: "Half", "hours.to:text??": "" })),
  });
  same([half.status, (await half.json()).errors?.[0]?.path], [422, "hours.to"]);
});

test("a saved policy is enabled and moved by buttons that keep its rules", async () => {
  await using app = await openWithMovies();
  for (const name of ["A", "B"]) await send(app, "/api/policies", { ...FIELDS, name });
  const list = await page(app, "/policies");
  const forms = [...list.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map((
    [, action = "", inner = ""],
  ) => ({
    action: action.replaceAll("&amp;", "&"),
    text: inner.replaceAll(/<[^>]*>/g, ""),
    fields: Object.fromEntries(
      [...inner.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll("&quot;", '"'),
      ]),
    ),
  }));
  const press = async (text: string) => {
    const form = forms.find((one) => one.text.startsWith(text));
    if (form === undefined) throw new Error(`${text} is missing`);
    const [path = "", query] = form.action.split("?");
    const method = query === "_method=put" ? "PUT" : "POST";
    const body = String(new URLSearchParams(form.fields));
    is((await app.call(path, { method, headers: FORM, body })).status, 303, text);
  };
  await press("Enable");
  await press("Move down");
  const [, first, second] = await app.instance.policies.list();
  same([first?.name, second?.name, second?.enabled], ["B", "A", true]);
  same(second?.builtIn === false && second.media.minSizeBytes, 1000);
});

test("the page of a file shows which policy encodes it and why the others do not", async () => {
  await using app = await openWithMovies();
  const added = await send(app, "/api/policies", FIELDS);
  is(added.status, 303);
  const path = `${app.folder}/films/Film 1/film.mkv`;
  const trace = await page(app, `/policies/trace?${new URLSearchParams({ path })}`);
  match(trace, /No enabled policy includes this file/);
  match(trace, /Large/);
  is((await app.call("/policies/trace", { headers: HTML })).status, 404);
  is((await app.call("/policies/auto", { headers: HTML })).status, 302);
});

test("a file outside the hours of its policy waits until a time, on every page and in the result of a run", async () => {
  await using app = await openWithMovies();
  const hour = new Date().getHours();
  const [from, to] = [3, 4].map((later) => `${String((hour + later) % 24).padStart(2, "0")}:00`);
  const hours = { "hours.from:text??": from ?? "", "hours.to:text??": to ?? "" };
  await send(app, "/api/policies", { ...FIELDS, ...hours, "enabled:boolean": "true" });
  const waits = new RegExp(`Waits until ${from}, because of the hours of the policy\\.`);
  const list = await page(app, "/policies");
  is(list.split(waits).length, 4);
  match(await page(app, `/policies/trace?path=${encodeURIComponent(`${app.folder}/films/Film 2/film.mkv`)}`), waits);
  const [, policy] = await app.instance.policies.list();
  const run = await app.call(`/api/policies/${policy?.id}/run`, { method: "POST" });
  const { note, waiting } = await run.json();
  same([waiting, note], [1, `No file was queued: 1 file waiting until ${from}.`]);
});

test("the plan of watched movies follows Jellyfin, and says so while it is not available", async () => {
  await using app = await openWithMovies();
  await using jellyfin = startJellyfin({ root: "/data" });
  jellyfin.movies.items = [1, 2].map((n) => ({
    ...{ id: `${n}`, file: `/data/Film ${n}/film.mkv` },
    states: new Map([[n === 2 ? ALICE : "nobody", { watched: true, positionMs: 0 }]]),
  }));
  const mappings = [{ remote: "/data", local: `${app.folder}/films` }];
  const server = { id: "j", name: "Jellyfin", kind: "jellyfin", url: jellyfin.url, token: jellyfin.token, mappings };
  await app.instance.settings.update({ players: { servers: [server] } });
  const planOf = (watched: string) =>
    preview(app, { ...FIELDS, "media.minSizeBytes:number": "0", "media.watched": watched });
  match(await planOf("watched"), /1 file would be encoded: 4.0 kB/);
  match(await planOf("unwatched"), /1 file would be encoded: 500 B/);
  await app.instance.settings.update({ players: { servers: [{ ...server, token: "revoked" }] } });
  const refused = await planOf("unwatched");
  match(refused, /No file would be encoded/);
  match(refused, /Jellyfin does not accept the token\./);
});
