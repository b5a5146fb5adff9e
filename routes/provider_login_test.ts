import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { logInWithPassword, openSignIn, OWN, type SignInWorld } from "../tests/fixtures/provider_login.ts";

/** Login at a real provider, from the button to the logout. */

const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });

const eventsOf = async ({ app }: SignInWorld) => {
  await app.instance.events.settled();
  return (await app.instance.events.list({ limit: 50 })).items.filter(({ source }) => source === "auth");
};

test("S-AUTH-12: a user on the list logs in at the provider and returns to the requested page", async () => {
  await using world = await openSignIn();
  const { browser, provider } = world;
  is(await browser.isIn(), false);
  match(
    await (await browser.open("/login?to=%2Fsavings")).text(),
    /href="[^"]*\/login\/oidc\?to=%2Fsavings"[^>]*>Log in with/,
  );
  const url = new URL(await browser.start("/savings"));
  is(url.searchParams.get("code_challenge_method"), "S256");
  is(url.searchParams.get("redirect_uri"), `${OWN}/login/oidc/callback`);
  const response = await browser.open(await browser.atProvider(url.href));
  is(response.status, 303);
  is(response.headers.get("location"), "/savings");
  is(await browser.isIn(), true);
  const status = await browser.open("/api/auth/status", { headers: { Accept: "application/json" } });
  same(await status.json(), { authentication: "forms", username: "alice", authenticated: true });
  ok(provider.seen.includes("POST /token"));
  same([...browser.cookies.keys()].filter((name) => name.endsWith("-oidc")), []);
});

test("S-AUTH-12: a logout ends the session and offers the provider's own logout", async () => {
  await using world = await openSignIn({ buttonLabel: "Authentik" });
  const { browser, provider } = world;
  await browser.logIn();
  const kept = new Map(browser.cookies);
  const response = await browser.open("/logout", { method: "POST" });
  is(response.headers.get("location"), "/login?out");
  const page = await (await browser.open("/login?out")).text();
  const href = /<a href="([^"]+)">Log out of Authentik, too/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  ok(href.startsWith(`${provider.issuer}/session/end?`), href);
  is(new URL(href).searchParams.get("post_logout_redirect_uri"), `${OWN}/login`);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  is(await browser.isIn(), false);
});

test("names and groups that are only in the userinfo response are read", async () => {
  await using world = await openSignIn({ users: [], groups: ["media"], scopes: "openid profile groups" }, {
    provider: { claimsInUserinfo: true },
  });
  const { browser, provider } = world;
  provider.accounts.set("id-1", { preferred_username: "alice", groups: ["staff", "media"] });
  is((await browser.logIn()).status, 303);
  ok(provider.seen.includes("GET /me"));
  is(await browser.isIn(), true);
});

test("the redirect URI and the button use the application URL and the URL base", async () => {
  await using world = await openSignIn({}, {
    app: {
      base: "/apps/lathe",
      settings: { general: { host: { applicationUrl: "https://lathe.example.org/apps/lathe/" } } },
    },
  });
  const { browser } = world;
  match(await (await browser.open("/login")).text(), /href="https:\/\/lathe\.example\.org\/apps\/lathe\/login\/oidc"/);
  const init = { secure: true, host: "lathe.example.org" };
  const started = await browser.open("/login/oidc", init);
  const url = new URL(started.headers.get("location") ?? "");
  is(url.searchParams.get("redirect_uri"), "https://lathe.example.org/apps/lathe/login/oidc/callback");
  match(
    started.headers.get("set-cookie") ?? "",
    /^__Secure-lathe-\w+-oidc=\w+; Path=\/apps\/lathe; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
  );
  const response = await browser.open(await browser.atProvider(url.href), init);
  is(response.headers.get("location"), "/apps/lathe/");
});

test("a login in two tabs succeeds in the one that was opened last", async () => {
  await using world = await openSignIn();
  const { browser } = world;
  const first = await browser.atProvider(await browser.start());
  const second = await browser.atProvider(await browser.start());
  is((await browser.open(first)).status, 401);
  is((await browser.open(second)).status, 303);
});

test("S-AUTH-8: a change of the allowed users ends sessions, also one that is being opened", async () => {
  await using world = await openSignIn();
  const { app, browser } = world;
  const by = { caller: { address: "127.0.0.1", local: true, loopback: true } };
  const users = (names: string[]) => ({
    general: { security: { currentPassword: "correct horse battery", oidc: { users: names } } },
  });
  await browser.logIn();
  await app.instance.settingsChange.save(users(["bob"]), by);
  is(await browser.isIn(), false);
  await app.instance.settingsChange.save(users(["alice"]), by);
  const callback = await browser.atProvider(await browser.start());
  await app.instance.settingsChange.save(users(["alice", "bob"]), by);
  is((await browser.open(callback)).status, 401);
  is(await browser.isIn(), false);
});

test("S-AUTH-9: a failed login names its cause in the events, without a token", async () => {
  await using world = await openSignIn({ users: ["bob"] });
  const response = await world.browser.logIn();
  is(response.status, 401);
  match(await response.text(), /not on the list of users/);
  const [event] = await eventsOf(world);
  match(event?.details ?? "", /^From 203\.0\.113\.9: "alice" is not on the list of allowed users\.$/);
});

test("an unavailable provider is named on the login page, and the password still works", async () => {
  await using world = await openSignIn();
  world.provider.manner = "unavailable";
  const response = await world.browser.open("/login/oidc");
  is(response.status, 502);
  match(await response.text(), /does not respond like an OpenID Connect provider.*<input id="password"/s);
  await logInWithPassword(world.browser);
  is(await world.browser.isIn(), true);
});

test("nothing is requested and no button is shown while the login is not enabled", async () => {
  await using world = await openSignIn({ enabled: false });
  const { browser, provider } = world;
  ok(!(await (await browser.open("/login")).text()).includes("/login/oidc"));
  for (const path of ["/login/oidc", "/login/oidc/callback?code=a&state=b"]) {
    is((await browser.open(path)).headers.get("location"), "/login", path);
  }
  same(provider.seen, []);
});

test("the test of an issuer states its addresses, or the reason of the failure", async () => {
  let ms = 0;
  await using world = await openSignIn({}, { app: { clock: { now: () => new Date(), monotonicMs: () => ms } } });
  const { app, provider } = world;
  const ask = async (issuer: string) => {
    ms += 60_000;
    const headers = { "X-Api-Key": app.instance.settings.current().general.security.apiKey };
    return await (await app.call("/api/settings/oidc/test", { json: { issuer }, headers })).json();
  };
  const { ok: works, token, endSession } = await ask(provider.issuer);
  same({ works, token, endSession }, {
    works: true,
    token: `${provider.issuer}/token`,
    endSession: `${provider.issuer}/session/end`,
  });
  match((await ask(`${provider.issuer}/other`)).detail, /does not respond like an OpenID Connect provider/);
  match((await ask("http://auth.example.org")).detail, /Use https/);
  match((await ask("https://auth.example.org/.well-known/openid-configuration")).detail, /without/);
  match((await ask("nothing")).detail, /Use an address/);
});

test("another browser is not logged in by the login of the first one", async () => {
  await using world = await openSignIn();
  await world.browser.logIn();
  is(await world.newBrowser().isIn(), false);
});
