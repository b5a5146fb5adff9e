import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { Settings } from "../../lib/platform/settings/schema.ts";
import { openApp } from "../../tests/fixtures/app.ts";
import { firstSteps, isOpen } from "./first_steps.ts";
import { STEP_IDS } from "../services/setup_memory.ts";

const stepsOf = (settings: unknown, facts: Partial<Parameters<typeof firstSteps>[0]> = {}) =>
  firstSteps({ settings: Settings.parse(settings), programsFound: true, skipped: [], ...facts });
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
  is(/Restore: Password/.test(await text("/first-steps")), true);
  same((await skip("password", false)).body, { skipped: [] });
  is(/Set a password/.test(await text("/")), true);
  for (const [step, skipped] of [["none", true], ["password", "yes"], ["", false]] as const) {
    is((await app.call("/api/setup/steps", { json: { step, skipped } })).status, 422, String(step));
  }
  for (const step of STEP_IDS) await skip(step, true);
  is(/First steps/.test(await text("/")), false);
});
