import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { CLIENT, startOidcProvider } from "../fakes/oidc_provider.ts";
import { connectBrowser, openPage } from "../kit/browser.ts";
import { freePort } from "../kit/free_ports.ts";
import { startService } from "../kit/service.ts";

/** The button of the login page, with the complete program, a real provider and a real browser. */

const PASSWORD = "correct horse battery";

Deno.test({
  name: "slow: S-AUTH-12: a user sets up a provider, logs in by its button, and logs out of both",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const port = freePort();
    const url = `http://127.0.0.1:${port}`;
    await using provider = await startOidcProvider({
      redirectUris: [`${url}/login/oidc/callback`],
      loggedOutUris: [`${url}/login`],
    });
    for (const name of ["alice", "mallory"]) provider.accounts.set(name, { preferred_username: name });
    await using _ = await startService({ args: ["--port", String(port)] });
    await using browser = await connectBrowser();
    const { page, faults } = await openPage(browser);
    const field = (name: string) => page.locator(`[name^="general.security.${name}"]:not([type=hidden])`).first();
    const atProvider = async (name: string) => {
      await page.getByRole("link", { name: "Log in with Authelia" }).click();
      await page.locator("[name=user]").fill(name);
      await page.getByRole("button", { name: "Continue" }).click();
    };

    await page.goto(`${url}/settings/security`);
    await field("authentication").selectOption("forms");
    await field("authenticationRequired").selectOption("enabled");
    await field("username").fill("owner");
    await field("password").fill(PASSWORD);
    await field("oidc.enabled").check();
    await field("oidc.issuer").fill(provider.issuer);
    await field("oidc.clientId").fill(CLIENT.clientId);
    await field("oidc.clientSecret").fill(CLIENT.clientSecret);
    await field("oidc.users").fill("alice");
    await field("oidc.buttonLabel").fill("Authelia");
    await page.getByRole("button", { name: "Test issuer" }).click();
    await page.getByText(`The test succeeded. Issuer ${provider.issuer}`).waitFor();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();

    await page.goto(`${url}/savings`);
    await atProvider("alice");
    await page.waitForURL(`${url}/savings`);
    match(await page.getByRole("button", { name: "Log out" }).getAttribute("title") ?? "", /alice/);

    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out of Lathe.").waitFor();
    same(faults, []);
    await page.getByRole("link", { name: "Log out of Authelia, too" }).click();
    await page.getByRole("button", { name: /yes/i }).click();
    await page.waitForURL((at) => at.href.startsWith(`${url}/login`));
    await atProvider("mallory");
    await page.getByText("not on the list of users").waitFor();
    await page.goto(`${url}/savings`);
    is(new URL(page.url()).pathname, "/login");
  },
});
