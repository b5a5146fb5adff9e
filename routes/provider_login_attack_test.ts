import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { CALLBACKS, type Row, TOKENS, USERS } from "../tests/fixtures/provider_attacks.ts";
import { openSignIn } from "../tests/fixtures/provider_login.ts";

/** Attacks on the login at a provider. None may open a session. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const OPEN_REDIRECTS = [
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  " //evil.example",
];

/** Runs each attack in a new browser. Returns the attacks that logged in or got the wrong error message. */
async function admitted(rows: readonly Row[]): Promise<string[]> {
  await using world = await openSignIn({
    users: ["alice", "boss@example.org"],
    groups: ["media"],
    scopes: "openid profile email groups",
  });
  const { app, newBrowser, provider } = world;
  const wrong: string[] = [];
  for (const [name, attack, cause] of rows) {
    provider.forge = provider.userinfo = undefined;
    provider.accounts.set("id-1", { preferred_username: "alice" });
    // Each attack uses a new browser, because failed logins from one address delay its next login.
    const fresh = { ...world, browser: newBrowser() };
    const before = (await app.instance.events.list({ limit: 1 })).items[0]?.id ?? 0;
    const { browser, response } = await attack(fresh);
    const text = await response.text();
    if (response.status !== 401) wrong.push(`${name}: status ${response.status} ${response.headers.get("location")}`);
    if (await browser.isIn()) wrong.push(`${name}: admitted`);
    if (!/role="alert"/.test(text)) wrong.push(`${name}: no reason on the page`);
    if (/555|eyJ/.test(text)) wrong.push(`${name}: text of the attacker on the page`);
    await app.instance.events.settled();
    const events = (await app.instance.events.list({ limit: 10 })).items.filter(({ id }) => id > before);
    const details = events.map((event) => event.details ?? "").join(" ");
    if (events.length === 0 || (cause !== undefined && !cause.test(details))) wrong.push(`${name}: event ${details}`);
    if (/eyJ|555/.test(details)) wrong.push(`${name}: token in the event ${details}`);
  }
  // A valid login still succeeds after the attacks.
  provider.forge = provider.userinfo = undefined;
  provider.accounts.set("id-1", { preferred_username: "alice" });
  is((await world.browser.logIn()).status, 303);
  is(await world.browser.isIn(), true);
  return wrong;
}

test("slow: S-AUTH-12: 0 of the forged ID tokens are accepted", async () => same(await admitted(TOKENS), []));
test("slow: S-AUTH-12: 0 of the forged callbacks are accepted", async () => same(await admitted(CALLBACKS), []));
test("slow: S-AUTH-12: 0 of the users who are not on the list are accepted", async () =>
  same(await admitted(USERS), []));

test("S-AUTH-11: a login at a provider returns only to local pages", async () => {
  await using world = await openSignIn();
  for (const to of OPEN_REDIRECTS) {
    const response = await world.browser.logIn(to);
    is(response.headers.get("location"), "/", to);
    await response.body?.cancel();
  }
});

test("S-AUTH-12: the provider's own addresses are accepted only from the configured issuer over the same protocol", async () => {
  for (
    const metadata of [
      { issuer: "https://evil.example" },
      { issuer: "http://127.0.0.1:1" },
      { authorization_endpoint: "javascript:alert(1)" },
      { authorization_endpoint: "data:text/html,x" },
      { authorization_endpoint: 5 },
      { authorization_endpoint: undefined },
    ]
  ) {
    await using world = await openSignIn();
    world.provider.metadata = metadata;
    const response = await world.browser.open("/login/oidc");
    is(response.status, 502, JSON.stringify(metadata));
    is(response.headers.get("location"), null);
    await response.body?.cancel();
  }
});

test("S-AUTH-12: a provider that is down, answers HTML, breaks off or never stops admits nobody", async () => {
  for (const manner of ["unavailable", "html", "drop", "endless"] as const) {
    await using world = await openSignIn();
    const { browser, provider } = world;
    const path = await browser.atProvider(await browser.start());
    provider.manner = manner;
    const response = await browser.open(path);
    ok([401, 502].includes(response.status), `${manner} ${response.status}`);
    match(await response.text(), /role="alert"/);
    is(await browser.isIn(), false, manner);
  }
});

test("slow: S-AUTH-12: a provider that never answers is given up, and admits nobody", async () => {
  await using world = await openSignIn();
  const { browser, provider } = world;
  const path = await browser.atProvider(await browser.start());
  provider.manner = "hang";
  const response = await browser.open(path);
  is(response.status, 502);
  match(await response.text(), /did not respond in time/);
  is(await browser.isIn(), false);
});

test("S-AUTH-9: failed logins at a provider are delayed per address, without delaying the password", async () => {
  await using world = await openSignIn();
  const { browser } = world;
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const response = await browser.open("/login/oidc/callback?code=a&state=b");
    statuses.push(response.status);
    await response.body?.cancel();
  }
  same(statuses, [401, 401, 401, 401, 401, 429, 429]);
  is((await browser.open("/login/oidc")).status, 429);
  is((await browser.open("/login/oidc", { peer: "198.51.100.7" })).status, 303);
  const login = await browser.open("/login", { json: { username: "owner", password: "correct horse battery" } });
  is(login.headers.get("location"), "/");
});

test("S-WEB-3: a login at a provider is not started for a foreign host name", async () => {
  await using world = await openSignIn();
  const response = await world.browser.open("/login/oidc", { host: "evil.example" });
  is(response.status, 421);
  same(world.provider.seen, []);
});
