import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { Settings } from "../../lib/platform/settings/schema.ts";
import { openApp } from "../../tests/fixtures/app.ts";
import { firstSteps, isOpen } from "./first_steps.ts";
import { STEP_IDS } from "../services/setup_memory.ts";

const stepsOf = (settings: unknown, facts: Partial<Parameters<typeof firstSteps>[0]> = {}) =>
  firstSteps({ settings: Settings.parse(settings), programsFound: true, skipped: [], choseProfiles: false, ...facts });
const open = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).filter(isOpen).map(({ id }) => id);

Deno.test("first steps: each is completed by its own action only", () => {
  const rest = STEP_IDS.filter((id) => id !== "programs");
  same(open({}), rest);
  same(open({}, { programsFound: false }), [...STEP_IDS]);
  const table = [
    [{ general: { security: { mediaRoots: ["/media"] } } }, "folders"],
    [{ localMedia: { folders: [{ path: "/media" }] } }, "folders"],
    [{ connections: { series: { enabled: true, url: "http://nas:8989" } } }, "managers"],
    [{ transcoding: { hardwareAcceleration: "vaapi" } }, "profiles"],
    [{ defaultProfiles: { movie: "my-own" } }, "profiles"],
    [{ general: { security: { authentication: "forms", username: "me", password: "x" } } }, "password"],
  ] as const;
  for (const [settings, id] of table) same(open(settings), rest.filter((one) => one !== id), id);
  same(open({}, { choseProfiles: true }), rest.filter((one) => one !== "profiles"));
  same(open({}, { skipped: ["managers", "password"] }), ["folders", "profiles"]);
});

Deno.test("first steps: each opens the field that it names", async () => {
  await using app = await openApp();
  const steps = stepsOf({}).filter(({ id }) => id !== "programs");
  same(steps.map(({ href }) => href), [
    "/settings/security#f-general-security-mediaRoots",
    "/settings/connections#f-connections-movie-enabled",
    "/settings/profiles#f-defaultProfiles-movie",
    "/settings/security#f-general-security-authentication",
  ]);
  for (const { href } of steps) {
    const [path = "", anchor = ""] = href.split("#");
    const page = await (await app.call(path, { headers: { Accept: "text/html" } })).text();
    is(page.split(`id="${anchor}"`).length, 2, href);
  }
});

Deno.test("first steps: a skipped one is hidden on Home, listed on its page, and can be reactivated", async () => {
  await using app = await openApp();
  const text = async (path: string) => await (await app.call(path, { headers: { Accept: "text/html" } })).text();
  const skip = async (step: string, skipped: boolean) => {
    const response = await app.call("/api/setup/steps", { json: { step, skipped } });
    return { status: response.status, body: await response.json() };
  };
  is(/Set a password/.test(await text("/")), true);
  same((await skip("password", true)).body, { skipped: ["password"] });
  same((await skip("password", true)).body, { skipped: ["password"] });
  is(/Set a password/.test(await text("/")), false);
  is(/Restore: Password/.test(await text("/first-steps?step=all")), true);
  same((await skip("password", false)).body, { skipped: [] });
  is(/Set a password/.test(await text("/")), true);
  for (const [step, skipped] of [["none", true], ["password", "yes"], ["", false]] as const) {
    is((await app.call("/api/setup/steps", { json: { step, skipped } })).status, 422, String(step));
  }
  for (const step of STEP_IDS) await skip(step, true);
  is(/First steps/.test(await text("/")), false);
});

Deno.test("first steps: each has a page with its question, its form, and the way on and back", async () => {
  await using app = await openApp();
  const text = async (path: string) => await (await app.call(path, { headers: { Accept: "text/html" } })).text();
  const steps = stepsOf({});
  for (const [at, { id, question }] of steps.entries()) {
    const html = await text(`/first-steps?step=${id}`);
    match(html, new RegExp(`Step ${at + 1} of ${steps.length}`));
    match(html, new RegExp(`<h2 id="step-h">${question.replace("?", "\\?")}`));
    is(/>Back</.test(html), at > 0, id);
  }
  match(await text("/first-steps"), /Step 2 of 5/, "the first open step is shown");
  match(await text("/first-steps?step=folders"), /name="folders\.0"/);
  match(await text("/first-steps?step=managers"), /name="connections\.movie\.apiKey"/);
  const password = await text("/first-steps?step=password");
  match(password, /name="general\.security\.currentPassword"/);
  match(password, /<option value="forms" selected>|<option selected value="forms">/);
  match(password, /<option value="enabled" selected>|<option selected value="enabled">/);
  is(password.includes('value="none"'), false, "a password without a login would protect nothing");
});

Deno.test("first steps: default profiles are chosen by use, and even the usual ones complete the step", async () => {
  await using app = await openApp();
  const choose = async (body: unknown) => {
    const response = await app.call("/api/setup/profiles", { json: body });
    return { status: response.status, body: await response.json() };
  };
  const shown = async () =>
    await (await app.call("/first-steps?step=profiles", { headers: { Accept: "text/html" } })).text();
  is(/aria-label="Skip: Default profiles"/.test(await shown()), true);
  const phone = await choose({ watchedOn: "phone", preference: "smaller" });
  same([phone.status, phone.body.defaultProfiles.movie], [200, "builtin-phone"]);
  is(app.instance.settings.current().defaultProfiles.anime, "builtin-phone");
  is((await choose({ watchedOn: "tv", preference: "balanced" })).status, 200);
  is(app.instance.settings.current().defaultProfiles.movie, "builtin-movie-1080p");
  is(/aria-label="Skip: Default profiles"/.test(await shown()), false);
  for (const body of [{}, { watchedOn: "radio", preference: "best" }, { watchedOn: "tv", preference: 1 }]) {
    is((await choose(body)).status, 422, JSON.stringify(body));
  }
});

Deno.test("first steps: media folders must exist, and their titles are listed under Local", async () => {
  await using app = await openApp();
  const [movies, series, music] = ["movies", "series", "music"].map((name) => `${app.folder}/${name}`);
  for (const path of [movies, series, music]) await Deno.mkdir(path ?? "");
  await app.instance.settings.update({ localMedia: { folders: [{ path: music, kind: "music" }] } });
  const choose = async (folders: unknown) => {
    const response = await app.call("/api/setup/folders", { json: { folders } });
    const { general, localMedia } = app.instance.settings.current();
    return {
      status: response.status,
      body: await response.json(),
      roots: general.security.mediaRoots,
      local: localMedia.folders.map(({ path, kind }) => [path, kind]),
    };
  };
  const first = await choose([movies, series, movies]);
  same([first.status, first.roots], [200, [movies, series]]);
  same(first.local, [[music, "music"], [movies, "auto"], [series, "auto"]]);
  const second = await choose([series, music]);
  same([second.roots, second.local], [[series, music], [[music, "music"], [series, "auto"]]]);
  const wrong = await choose([series, `${app.folder}/medai`, "series"]);
  same(wrong.body.errors, [
    {
      path: "folders.1",
      message: "There is no such folder on this server. In a container, it must be mounted.",
    },
    { path: "folders.2", message: "Use an absolute path on this server." },
  ]);
  same(wrong.roots, second.roots);
  for (const folders of [[], [""], "x", undefined, [1], Array(101).fill(series)]) {
    is((await choose(folders)).status, 422, JSON.stringify(folders));
  }
});
