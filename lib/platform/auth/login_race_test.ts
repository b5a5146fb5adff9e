import { ok, rejects, strictEqual as is } from "node:assert/strict";
import { scrypt } from "node:crypto";
import { loginFailureRepository } from "../../../db/platform/login_failures.ts";
import { sessionRepository } from "../../../db/platform/sessions.ts";
import { sessions } from "../../../db/schema/platform.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { systemClock } from "../../kit/clock.ts";
import { openSettings } from "../settings/store.ts";
import { createAuth } from "./auth.ts";
import { createPasswords } from "./password.ts";

const CALLER = { address: "192.0.2.1", local: false, loopback: false, foreignPage: false };
const OPEN = Promise.resolve();

Deno.test("S-AUTH-8: a login that is still verified while the login is changed or removed opens no session", () =>
  withStore(async (store, folder) => {
    const settings = await openSettings({ path: `${folder}/settings.json`, env: {} });
    const quick = createPasswords({ cost: 4 });
    let gate = OPEN;
    const derive = ((...all: Parameters<typeof scrypt>) => void gate.then(() => scrypt(...all))) as typeof scrypt;
    const auth = await createAuth({
      settings,
      sessions: sessionRepository(store),
      failures: loginFailureRepository(store),
      secret: "s",
      clock: systemClock,
      passwords: { cost: 4, derive },
      onFailure: () => {},
      onError: (error) => {
        throw error;
      },
    });
    const change = async (security: Record<string, unknown>) => {
      await settings.update({ general: { security } });
      await auth.settingsChanged(Object.keys(security).map((key) => `general.security.${key}`));
    };
    const login = (password: string) => auth.login("me", password, true, CALLER);
    const password = await quick.hash("correct horse");
    const other = await quick.hash("another horse");
    for (const meanwhile of [{ password: other }, { authentication: "none" }, { username: "you" }]) {
      gate = OPEN;
      await change({ authentication: "forms", username: "me", password });
      ok(await auth.session(await login("correct horse")));
      await auth.settingsChanged(["general.security.password"]);
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      const late = login("correct horse");
      await change(meanwhile);
      resolve();
      await rejects(late, { code: "unauthorized" });
      is(await store.db.$count(sessions), 0);
    }
  }));
