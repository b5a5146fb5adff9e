import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import type { Agent, AgentList, JoinInvitation, RevokedAgent } from "../lib/farm/agents/model.ts";
import { createClient } from "@libsql/client";
import type { AgentLink } from "../lib/farm/agents/agent_link.ts";
import { joinFarmOf, openFarmOf } from "../tests/fixtures/farm_app.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";

const HTML = { Accept: "text/html" };
const FORM = { ...HTML, "Content-Type": "application/x-www-form-urlencoded" };

/** Runs `work` with an app that has agents enabled. */
async function openFarm(
  work: (app: TestApp, link: AgentLink) => Promise<void>,
  agents: { server?: string } = {},
): Promise<void> {
  await using app = await openApp({ settings: { agents } });
  await work(app, await openFarmOf(app));
}

const read = async <T>(response: Response): Promise<T> => await response.json() as T;

Deno.test("GET /api/agents and its page work while agents are off, and offer to switch them on", async () => {
  await using app = await openApp();
  same(await read<AgentList>(await app.call("/api/agents")), { enabled: false, foreignServer: false, items: [] });
  const html = await (await app.call("/agents", { headers: HTML })).text();
  match(html, /Agents are disabled/);
  match(html, /Enable agents/);
  doesNotMatch(html, /Add a machine/);
  const refused = await app.call("/api/agents/join-codes", { method: "POST" });
  same([refused.status, (await read<{ code: string }>(refused)).code], [409, "bad_state"]);
});

Deno.test("POST /api/agents/join-codes returns a record, a part of a page, or a page, and none of it is cached", async () => {
  await openFarm(async (app) => {
    const record = await app.call("/api/agents/join-codes", { method: "POST" });
    is(record.headers.get("cache-control"), "no-store");
    const { code, command, addresses, qrSvg = "" } = await read<JoinInvitation>(record);
    is(command, `lathe agent --join ${code}`);
    match(addresses.join(), /:4000/);
    match(qrSvg, /^<svg/);
    const part = await app.call("/api/agents/join-codes", {
      method: "POST",
      headers: { ...FORM, "HX-Request": "true" },
      body: "",
    });
    const fragment = await part.text();
    match(fragment, /lathe agent --join LATHE-/);
    match(fragment, /Valid once, for another 15 minutes\./);
    doesNotMatch(fragment, /<html/);
    const page = await app.call("/api/agents/join-codes", { method: "POST", headers: FORM, body: "" });
    is(page.headers.get("cache-control"), "no-store");
    const html = await page.text();
    match(html, /^<!doctype html>/);
    match(html, /lathe agent --join LATHE-/);
    match(html, /aria-current="page"[^>]*><svg[^]*?<span>Agents/);
  });
});

Deno.test("an agent is approved, changed, paused and revoked by JSON and by HTML forms", async () => {
  await openFarm(async (app, link) => {
    const id = await joinFarmOf(app, link, "Attic");
    const page = async () => await (await app.call("/agents", { headers: HTML })).text();
    match(await page(), /Waiting for approval/);
    const approve = `/api/agents/${id}/approve`;
    const change = `/api/agents/${id}`;
    for (const json of [undefined, {}, { approved: "perhaps" }]) {
      const { status } = await app.call(approve, { method: "POST", ...(json && { json }) });
      ok(status === 400 || status === 415 || status === 422, String(status));
    }
    const form = await app.call(approve, { method: "POST", headers: FORM, body: "approved:boolean=true" });
    same([form.status, form.headers.get("location")], [303, "/agents"]);
    match(await page(), /Offline/);
    for (const json of [{ name: "" }, { slots: 0 }, { slots: 65 }, { paused: "x" }]) {
      is((await app.call(change, { method: "PATCH", json })).status, 422, JSON.stringify(json));
    }
    const named = await read<Agent>(await app.call(change, { method: "PATCH", json: { name: "Barn", slots: 1 } }));
    same([named.name, named.slots, named.maxSlots], ["Barn", 1, 1]);
    const paused = await app.call(change, { method: "PATCH", headers: FORM, body: "paused:boolean=true" });
    same([paused.status, paused.headers.get("location")], [303, "/agents"]);
    match(await page(), /aria-label="Resume: Barn"/);
    const free = await app.call(change, { method: "PATCH", headers: FORM, body: "name=Barn&slots%3Anumber%3F=" });
    is(free.status, 303);
    const [now] = (await read<AgentList>(await app.call("/api/agents"))).items;
    same([now?.slots, now?.maxSlots, now?.paused], [2, undefined, true]);
    const gone = await app.call(change, { method: "DELETE" });
    same([gone.status, (await read<Agent>(gone)).name], [200, "Barn"]);
    same((await read<AgentList>(await app.call("/api/agents"))).items, []);
    is((await app.call(change, { method: "DELETE" })).status, 404);
    is((await app.call(approve, { method: "POST", json: { approved: true } })).status, 404);
    is((await app.call(change, { method: "PATCH", json: { paused: true } })).status, 404);
    is((await app.call("/api/agents/not%20an%20id", { method: "DELETE" })).status, 422);
  });
});

Deno.test("without script an agent is revoked by the form that refuses one", async () => {
  await openFarm(async (app, link) => {
    const id = await joinFarmOf(app, link, "Attic");
    await app.call(`/api/agents/${id}/approve`, { method: "POST", json: { approved: true } });
    const html = await (await app.call("/agents", { headers: HTML })).text();
    match(html, new RegExp(`action="/api/agents/${id}/approve"[^]*?aria-label="Revoke: Attic"`));
    await app.call(`/api/agents/${id}/approve`, { method: "POST", headers: FORM, body: "approved:boolean=false" });
    same((await read<AgentList>(await app.call("/api/agents"))).items, []);
    is(link.standing(id).state, "revoked");
  });
});

Deno.test("a client without rights cannot see, create, change or revoke agents", async () => {
  await openFarm(async (app, link) => {
    const id = await joinFarmOf(app, link, "Attic");
    const peer = "203.0.113.9";
    await app.instance.settings.update({ general: { security: { authentication: "forms" } } });
    const calls: [string, string][] = [
      ["GET", "/api/agents"],
      ["POST", "/api/agents/join-codes"],
      ["POST", `/api/agents/${id}/approve`],
      ["PATCH", `/api/agents/${id}`],
      ["DELETE", `/api/agents/${id}`],
    ];
    for (const [method, path] of calls) {
      const json = method === "PATCH" ? { paused: true } : path.endsWith("approve") ? { approved: true } : undefined;
      const { status } = await app.call(path, { method, peer, ...(json && { json }) });
      is(status, 401, `${method} ${path}`);
    }
    const page = await app.call("/agents", { peer, headers: HTML });
    ok(page.status === 302 || page.status === 303, String(page.status));
    is(link.standing(id).state, "pending");
  });
});

Deno.test("the page shows that an agent of another version is not used, with the reason", async () => {
  await openFarm(async (app, link) => {
    const id = await joinFarmOf(app, link, "Attic", "99.1.0");
    const agent = await read<Agent>(
      await app.call(`/api/agents/${id}/approve`, { method: "POST", json: { approved: true } }),
    );
    is(agent.otherVersion, true);
    const html = await (await app.call("/agents", { headers: HTML })).text();
    match(html, /Version mismatch/);
    match(html, /It runs Lathe 99\.1\.0/);
    const checks = await app.instance.health.check();
    match(checks.find(({ code }) => code === "agent_version")?.message ?? "", /^The agent Attic is not used\./);
  });
});

Deno.test("an agent with an incorrect result shows it, and is enabled again by an HTML form", async () => {
  const before = await openApp();
  const id = await joinFarmOf(before, await openFarmOf(before), "Attic");
  await before.call(`/api/agents/${id}/approve`, { method: "POST", json: { approved: true } });
  await before.instance.close();
  const store = createClient({ url: `file:${before.folder}/config/data/lathe.db` });
  await store.execute({
    sql: "update agents set rejected_reason = ? where id = ?",
    args: ["a part is too short.", id],
  });
  store.close();
  await using app = await openApp({ folder: before.folder });
  const agent = async () => (await read<AgentList>(await app.call("/api/agents"))).items[0];
  is((await agent())?.rejected, true);
  const html = await (await app.call("/agents", { headers: HTML })).text();
  match(html, /Rejected/);
  match(html, /It delivered an incorrect result: a part is too short\./);
  match(html, /aria-label="Use again: Attic"/);
  const body = "clearRejection%3Aboolean=true";
  const form = await app.call(`/api/agents/${id}`, { method: "PATCH", headers: FORM, body });
  same([form.status, form.headers.get("location")], [303, "/agents"]);
  is((await agent())?.rejected, false);
  doesNotMatch(await (await app.call("/agents", { headers: HTML })).text(), /Use again/);
});

Deno.test("at an external NATS server the page states the remaining rights of a revoked agent", async () => {
  await openFarm(async (app, link) => {
    const page = async () => await (await app.call("/agents", { headers: HTML })).text();
    doesNotMatch(await page(), /Segments are transferred through the NATS server in the settings/);
    const joined = async (name: string) => `/api/agents/${await joinFarmOf(app, link, name)}/approve`;
    const [attic, barn, loft] = [await joined("Attic"), await joined("Barn"), await joined("Loft")];
    match(await page(), /Segments are transferred through the NATS server in the settings/);
    match(await page(), /<form id="refuse-[^>]*hx-target="#revoked-agent"/);
    const headers = { ...FORM, "HX-Request": "true" };
    const part = await (await app.call(attic, { method: "POST", headers, body: "approved:boolean=false" })).text();
    match(part, /^<div class="note"[^]*Attic was revoked\.[^]*token or password there/);
    const whole = await (await app.call(barn, { method: "POST", headers: FORM, body: "approved:boolean=false" }))
      .text();
    match(whole, /^<!doctype html>[^]*Barn was revoked\./);
    doesNotMatch(whole, /aria-label="Revoke: Barn"/);
    const { warning } = await read<RevokedAgent>(await app.call(loft, { method: "POST", json: { approved: false } }));
    match(warning ?? "", /token or password there/);
  }, { server: "nats://127.0.0.1:1" });
});
