import { deepStrictEqual as same } from "node:assert/strict";
import { Settings } from "../settings/schema.ts";
import { merged } from "../settings/tree.ts";
import { resetByVariable } from "./reset.ts";

Deno.test("S-AUTH-10: a reset removes the password and disables the logins by a provider and by a proxy", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_reset_" });
  const users = ["alice"];
  let now = Settings.parse({
    general: {
      security: { authentication: "forms", oidc: { enabled: true, users }, proxyHeader: { enabled: true, users } },
    },
  });
  const settings = {
    update(patch: unknown) {
      now = Settings.parse(merged(now, patch));
      return Promise.resolve({ settings: now, restartRequired: false, locked: [] });
    },
  };
  await resetByVariable({ env: { SERVICE_RESET_AUTH: "1" }, settings, programData: folder });
  const { authentication, oidc, proxyHeader } = now.general.security;
  same([authentication, oidc.enabled, proxyHeader.enabled], ["none", false, false]);
  same(oidc.users, users);
  await Deno.remove(folder, { recursive: true });
});
