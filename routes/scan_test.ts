import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { openApp } from "../tests/fixtures/app.ts";

/** Tests that a phone can open the scan page with the QR code. */

const PASSWORD = "correct horse battery";
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

test("without the experiment there is neither code nor page", async () => {
  await using app = await openApp();
  for (const path of ["/api/scan/qr.svg", "/scan", "/wanted"]) is((await app.call(path)).status, 501, path);
});

test("the code is an image that no cache keeps, and only the scanner page may use the camera", async () => {
  await using app = await openApp({ settings: { experiments: { barcode: true } } });
  const code = await app.call("/api/scan/qr.svg");
  same([code.status, code.headers.get("content-type"), code.headers.get("cache-control")], [
    ...[200, "image/svg+xml", "no-store"],
  ]);
  match(await code.text(), /^<svg [^>]*viewBox/);
  const [page, other] = [await app.call("/scan"), await app.call("/discs")];
  match(page.headers.get("permissions-policy") ?? "", /^camera=\(self\), microphone=\(\)/);
  match(other.headers.get("permissions-policy") ?? "", /^camera=\(\)/);
  is(page.headers.get("content-security-policy"), other.headers.get("content-security-policy"));
  match(page.headers.get("content-security-policy") ?? "", /script-src 'self';/);
  match(await (await app.call("/scan?code=12")).text(), /A barcode has 8, 12 or 13 digits/);
  ok(!(await (await app.call("/scan?code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")).text()).includes("<script>alert"));
});

test("where a login is required the one-time key opens one session, once, and never is the API key", async () => {
  await using app = await openApp({ settings: { experiments: { barcode: true } } });
  const security = { authentication: "forms", authenticationRequired: "enabled", username: "anna", password: PASSWORD };
  const saved = await app.call("/api/settings", { method: "PUT", json: { general: { security } } });
  is(saved.status, 200, await saved.text());
  const remote = { peer: "192.168.1.40" };
  is((await app.call("/api/scan/qr.svg", remote)).status, 401);
  const key = app.services.auth.oneTimeKey("anna");
  is(key.includes(app.apiKey), false);
  const enter = (once: string, method = "GET") => app.call(`/login?once=${once}&to=/scan`, { ...remote, method });
  is((await enter(key, "HEAD")).headers.get("set-cookie"), null, "a look beforehand uses nothing up");
  const entered = await enter(key);
  same([entered.status, entered.headers.get("location")], [303, "/scan"]);
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  is((await app.call("/scan", { ...remote, headers: { cookie } })).status, 200);
  is((await app.call("/api/scan/qr.svg", { ...remote, headers: { cookie } })).status, 200);
  for (const wrong of [key, "0".repeat(64), "", `${key}0`]) {
    const refused = await enter(wrong);
    same([refused.status, refused.headers.get("set-cookie")], [200, null]);
    match(await refused.text(), /already used or has expired/);
  }
  const outside = await app.call(`/login?once=${app.services.auth.oneTimeKey("anna")}&to=//evil.example/`, remote);
  is(outside.headers.get("location"), "/", "it leads to no other site");
});
